#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A program of the system that does one thing for this one, such as `secret-tool` or
/// `notify-send`.
package struct InstalledTool: Hashable, Sendable {
    package let path: String
    private let environment: [String: String]

    /// The first program of a name in the folders of an environment's PATH that nobody else
    /// can replace, since it may be given secrets; nil if there is none.
    ///
    /// - Parameter environment: what the tool gets as its own as well.
    package init?(_ name: String, environment: [String: String]) {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        // A relative folder would be another one in each place.
        let paths = folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
        guard let path = paths.first(where: { ExecutableCheck($0).reasonToRefuse == nil }) else {
            return nil
        }
        self.path = path
        self.environment = environment
    }

    package struct Result: Hashable, Sendable {
        package let exitCode: Int32
        package let output: [UInt8]
        /// The first line of its standard error, without the tool's name.
        package let complaint: String
    }

    package enum Failure: Error, Hashable, Sendable {
        case notStarted(reason: String)
        case timedOut
        case killed(signal: Int32)
    }

    /// Runs the tool without a shell, in a process group of its own, and waits for its end.
    ///
    /// - Parameters:
    ///   - input: what its standard input holds, at most 64 KiB.
    ///   - limit: when it is ended. A tool that prints more than 64 KiB waits until then.
    package func run(
        _ arguments: [String], input: String = "", atMost limit: Duration
    ) throws(Failure) -> Result {
        let output = try CapturePipe()
        let errors = try CapturePipe()
        let program: RunningProgram
        do throws(RunningProgram.NotStarted) {
            program = try RunningProgram(
                path: path, arguments: arguments, environment: environment,
                input: Array(input.utf8), outputs: (output.writer, errors.writer))
        } catch {
            switch error {
            case .inputTooLarge: throw .notStarted(reason: "its input is too long")
            case .system(let number):
                throw .notStarted(reason: String(cString: strerror(number)).lowercased())
            }
        }
        switch program.wait(atMost: limit, unless: { false }) {
        case .exited(let code):
            return Result(
                exitCode: code, output: output.contents(),
                complaint: firstLine(String(decoding: errors.contents(), as: UTF8.self)))
        case .killed(let signal): throw .killed(signal: signal)
        case .tookTooLong, .unwanted: throw .timedOut
        }
    }

    private func firstLine(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        let name = (path.split(separator: "/").last.map(String.init) ?? path) + ": "
        return line.hasPrefix(name) ? String(line.dropFirst(name.count)) : line
    }
}

/// A pipe that a program writes to, and that is read after its end.
private struct CapturePipe: ~Copyable {
    private let reader: Int32
    let writer: Int32

    init() throws(InstalledTool.Failure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw .notStarted(reason: String(cString: strerror(errno)).lowercased())
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Somebody that the program started may still hold the other end.
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        close(reader)
        close(writer)
    }

    func contents() -> [UInt8] {
        var contents: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while case let count = read(reader, &bytes, bytes.count), count > 0 {
            contents += bytes[..<count]
        }
        return contents
    }
}
