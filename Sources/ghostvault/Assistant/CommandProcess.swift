import Foundation
import Platform
import Synchronization

/// A command of this program that runs in a process of its own, with limits.
struct CommandProcess: Sendable {
    struct Outcome: Sendable {
        let exitCode: Int32
        let output: [UInt8]
        /// What it printed on standard error.
        let errors: String
    }

    enum Failure: Error {
        case notStarted, tookTooLong, unwanted, tooMuch, crashed
    }

    /// The program's file.
    let program: String
    let environment: [String: String]
    /// The most bytes of each output.
    var mostBytes = 4 << 20

    /// The running program, on Linux even after an upgrade replaced its file.
    static var itself: String {
        #if os(Linux)
            "/proc/self/exe"
        #else
            Bundle.main.executablePath ?? ""
        #endif
    }

    /// Runs a command to its end.
    ///
    /// - Parameters:
    ///   - input: its standard input, at most 64 KiB.
    ///   - deadline: when it is ended.
    ///   - isUnwanted: asked again and again; the command is ended if it is true.
    func run(
        _ words: [String], input: String = "", until deadline: ContinuousClock.Instant,
        unless isUnwanted: () -> Bool
    ) throws(Failure) -> Outcome {
        guard let output = PipeDrain(atMost: mostBytes) else { throw .notStarted }
        defer { output.closeWriter() }
        guard let errors = PipeDrain(atMost: mostBytes) else { throw .notStarted }
        defer { errors.closeWriter() }
        let running: RunningProgram
        do throws(RunningProgram.NotStarted) {
            running = try RunningProgram(
                path: program, arguments: words, environment: environment,
                input: Array(input.utf8), outputs: (output.writer, errors.writer))
        } catch {
            throw .notStarted
        }
        // Reading ends with the last writer.
        output.closeWriter()
        errors.closeWriter()
        switch running.wait(atMost: deadline - .now, unless: isUnwanted) {
        case .tookTooLong: throw .tookTooLong
        case .unwanted: throw .unwanted
        case .killed: throw .crashed
        case .exited(let code):
            guard let bytes = output.bytes(), let complaints = errors.bytes() else {
                throw .tooMuch
            }
            return Outcome(
                exitCode: code, output: bytes, errors: String(decoding: complaints, as: UTF8.self))
        }
    }
}

/// A pipe that is read on a thread of its own, so that its writer never waits.
private final class PipeDrain: Sendable {
    private let end: Mutex<Int32>
    /// Nil once there were too many.
    private let content = Mutex<[UInt8]?>([])
    private let hasEnded = DispatchSemaphore(value: 0)

    /// - Parameter limit: in bytes. The pipe is closed if more is written.
    init?(atMost limit: Int) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        end = Mutex(ends[1])
        let reader = ends[0]
        Thread.detachNewThread { [self] in
            read(reader, atMost: limit)
            close(reader)
            hasEnded.signal()
        }
    }

    /// The end to write to.
    var writer: Int32 { end.withLock { $0 } }

    /// Closes that end, once.
    func closeWriter() {
        end.withLock { writer in
            if writer >= 0 { close(writer) }
            writer = -1
        }
    }

    /// All that was written; nil if that was too much, or if a writer is left.
    func bytes() -> [UInt8]? {
        guard hasEnded.wait(timeout: .now() + 1) == .success else { return nil }
        return content.withLock { $0 }
    }

    private func read(_ reader: Int32, atMost limit: Int) {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Foundation.read(reader, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            let isTooMuch = content.withLock { content in
                content? += bytes[..<count]
                if content?.count ?? 0 > limit { content = nil }
                return content == nil
            }
            if isTooMuch { return }
        }
    }
}
