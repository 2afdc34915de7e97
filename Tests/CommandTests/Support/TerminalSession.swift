import Foundation
import TestSupport
import TestTerminal
import Testing

/// A command at a terminal of its own, and the person who types there.
final class TerminalSession {
    private let process = Process()
    private let command: String
    private let terminal: FileHandle
    private var isClosed = false
    /// What nobody has looked at yet.
    private var unseen = Data()

    /// - Parameter takesSignals: whether Control-C and the like reach the command, as the terminal
    ///   is then that of its session.
    init(
        _ command: String, folder: String, environment: [String: String],
        takesSignals: Bool = false
    ) throws {
        var theirs: Int32 = -1
        let ours = test_terminal_open(&theirs)
        guard ours >= 0 else { throw NoTerminal() }
        terminal = FileHandle(fileDescriptor: ours, closeOnDealloc: true)
        let commandSide = FileHandle(fileDescriptor: theirs, closeOnDealloc: true)
        self.command = command
        let shell = ["/bin/sh", "-c", "exec " + command]
        let words = takesSignals ? ["python3", "-c", Self.leadSession] + shell : shell
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = environment.merging(["TERM": "xterm"]) { $1 }
        process.standardInput = commandSide
        process.standardOutput = commandSide
        process.standardError = commandSide
        try process.start()
        commandSide.closeFile()
    }

    /// Runs its arguments in a session whose terminal is standard input, with no signal held.
    private static let leadSession = """
        import fcntl, os, signal, sys, termios
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        # The leader of a group can't lead a session.
        child = os.fork()
        if child: os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        os.execvp(sys.argv[1], sys.argv[1:])
        """

    /// Types, once the command shows that it is ready for it.
    func type(_ text: String, after words: String) async throws {
        _ = try await shown(upTo: words)
        try type(text)
    }

    /// Types at once.
    func type(_ text: String) throws {
        try terminal.write(contentsOf: Data(text.utf8))
    }

    /// Gives the window another size.
    func resize(columns: UInt16, rows: UInt16) throws {
        guard test_terminal_resize(terminal.fileDescriptor, columns, rows) == 0 else {
            throw NoTerminal()
        }
    }

    /// Closes the terminal's window.
    func hangUp() throws {
        takeBytes()
        isClosed = true
        try terminal.close()
    }

    /// Waits for words on the screen.
    ///
    /// - Returns: what was shown before them, since the last such words.
    func shown(upTo words: String) async throws -> String {
        try await Patience.wait(for: words) {
            let isRunning = process.isRunning
            takeBytes()
            if let range = unseen.firstRange(of: Data(words.utf8)) {
                let before = unseen[..<range.lowerBound]
                unseen = Data(unseen[range.upperBound...])
                return String(decoding: before, as: UTF8.self)
            }
            guard isRunning else {
                throw WordsNotShown(words: words, shown: String(decoding: unseen, as: UTF8.self))
            }
            return nil
        }
    }

    /// Waits for the end of the command, which a signal is no way to reach.
    ///
    /// - Returns: its exit code.
    func ended() async throws -> Int32 {
        for _ in 0..<30_000 where process.isRunning {
            takeBytes()
            try await Task.sleep(for: .milliseconds(10))
        }
        try await process.end(of: command)
        try #require(process.terminationReason == .exit)
        return process.terminationStatus
    }

    /// Takes what is there. Where the command has ended there is no more, which
    /// the system tells as an error.
    private func takeBytes() {
        guard !isClosed else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = bytes.withUnsafeMutableBytes {
                read(terminal.fileDescriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return }
            unseen.append(contentsOf: bytes[..<count])
        }
    }
}

struct NoTerminal: Error, CustomStringConvertible {
    let description = "The system gave no terminal."
}

struct WordsNotShown: Error, CustomStringConvertible {
    let words: String
    let shown: String
    var description: String { "\(words) was not shown, but: \(shown)" }
}
