import Foundation
import Terminal

/// The process as it was started: its open files and signals.
enum ProcessStart {
    /// Makes what the system can do to a process an error that a command reports: missing
    /// standard streams, closed pipes, and limits. Call it before anything is opened.
    static func prepare() {
        occupyMissingStreams()
        Output.reportFailuresAsErrors()
        signal(SIGXCPU) { _ in
            // Only what is safe in a signal's handler.
            let words: StaticString = "ghostvault: The limit of processor time is used up.\n"
            _ = write(2, words.utf8Start, words.utf8CodeUnitCount)
            _exit(ExitStatus.failed.rawValue)
        }
    }

    /// Keeps the next file that is opened, such as the database, from becoming standard output.
    /// Opened the wrong way round, so that using the stream is an error.
    private static func occupyMissingStreams() {
        for stream: Int32 in 0...2 where fcntl(stream, F_GETFD) < 0 && errno == EBADF {
            _ = open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}
