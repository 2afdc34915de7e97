#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The installed program `age`, which encrypts and decrypts files in the age format.
public struct AgeProgram: Sendable {
    /// To whom a file is encrypted.
    public enum Lock: Hashable, Sendable {
        /// Public keys, such as "age1…".
        case recipients([String])
        /// A passphrase, for which `age` asks at the terminal.
        case passphrase
    }

    /// What opens an encrypted file.
    public enum Key: Hashable, Sendable {
        /// The path of a file with private keys.
        case identity(String)
        /// A passphrase, for which `age` asks at the terminal.
        case passphrase
    }

    public enum Failure: Error, Hashable, Sendable {
        /// It is not installed.
        case missing
        case notStarted(reason: String)
        /// - Parameter reason: its own words.
        case refused(reason: String)
    }

    private let path: String
    private let environment: [String: String]

    /// - Parameter environment: in whose PATH it is looked for, and which it gets.
    /// - Throws: ``Failure/missing``.
    public init(environment: [String: String]) throws(Failure) {
        guard let tool = InstalledTool("age", environment: environment) else { throw .missing }
        path = tool.path
        self.environment = environment
    }

    /// Whether a text can be a public key: "age1" and lower-case letters and digits.
    public static func isRecipient(_ text: String) -> Bool {
        text.hasPrefix("age1") && 10...4_096 ~= text.utf8.count
            && text.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
    }

    /// Encrypts what is written to a pipe.
    ///
    /// - Parameters:
    ///   - output: the file that gets the encrypted bytes.
    ///   - body: gets the pipe, which is closed after it.
    package func encrypt(
        to lock: Lock, into output: Int32, _ body: (Int32) throws -> Void
    ) throws {
        let arguments =
            switch lock {
            case .recipients(let keys): ["--encrypt"] + keys.flatMap { ["--recipient", $0] }
            case .passphrase: ["--encrypt", "--passphrase"]
            }
        let (reader, writer) = try Self.makePipe()
        // Where age ends early, writing fails instead of ending this program.
        signal(SIGPIPE, SIG_IGN)
        let run: Run
        do {
            run = try start(
                arguments, input: reader, output: output, closing: reader,
                canAsk: lock == .passphrase)
        } catch {
            close(writer)
            throw error
        }
        let outcome = Result { try body(writer) }
        close(writer)
        try run.finish()
        try outcome.get()
    }

    /// Decrypts a file into a pipe.
    ///
    /// - Parameter body: gets the pipe's end to read from.
    package func decrypt<Value>(
        _ input: Int32, with key: Key, _ body: (Int32) throws -> Value
    ) throws -> Value {
        let arguments =
            switch key {
            case .identity(let path): ["--decrypt", "--identity", path]
            case .passphrase: ["--decrypt"]
            }
        let (reader, writer) = try Self.makePipe()
        let run: Run
        do {
            run = try start(
                arguments, input: input, output: writer, closing: writer,
                canAsk: key == .passphrase)
        } catch {
            close(reader)
            throw error
        }
        let outcome = Result { try body(reader) }
        // An age that has more to write ends by this.
        close(reader)
        if case .failure = outcome {
            // Its complaint explains why nothing could be read, unless it only lost its reader.
            try run.finish(ignoringBrokenPipe: true)
        } else {
            try run.finish()
        }
        return try outcome.get()
    }

    // MARK: Running

    private func start(
        _ arguments: [String], input: Int32, output: Int32, closing own: Int32, canAsk: Bool
    ) throws(Failure) -> Run {
        defer { close(own) }
        let (reader, writer) = try Self.makePipe()
        _ = fcntl(reader, F_SETFL, O_NONBLOCK)
        do throws(RunningProgram.NotStarted) {
            let program = try RunningProgram(
                path: path, arguments: arguments, environment: environment,
                files: (input, output, writer), canAsk: canAsk)
            close(writer)
            return Run(program: program, complaints: reader)
        } catch {
            close(writer)
            close(reader)
            guard case .system(let number) = error else { throw .notStarted(reason: "") }
            throw .notStarted(reason: String(cString: strerror(number)).lowercased())
        }
    }

    private static func makePipe() throws(Failure) -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw .notStarted(reason: String(cString: strerror(errno)).lowercased())
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// A run of the program whose standard error is read at its end.
    private struct Run: ~Copyable {
        let program: RunningProgram
        let complaints: Int32

        consuming func finish(ignoringBrokenPipe: Bool = false) throws(Failure) {
            let complaints = complaints
            defer { close(complaints) }
            // It ends with its input, or its output; large files take their time.
            let end = program.wait(atMost: .seconds(86_400), unless: { false })
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = read(complaints, &bytes, bytes.count)
            let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            switch end {
            case .exited(0): return
            case .killed, .exited:
                if ignoringBrokenPipe, text.isEmpty || text.contains("broken pipe") { return }
                throw .refused(reason: Self.reason(in: text))
            case .tookTooLong, .unwanted: throw .refused(reason: "it did not end")
            }
        }

        /// "age: error: no identity matched" without its name.
        private static func reason(in text: String) -> String {
            let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            return line.replacing("age: ", with: "").replacing("error: ", with: "")
        }
    }
}
