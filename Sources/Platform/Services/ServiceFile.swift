internal import Foundation

/// The file that describes a service to its manager.
struct ServiceFile {
    let path: String

    /// The mark in each file that this program wrote.
    static let mark = "Made by \"ghostvault service install\""

    private static let mostBytes = 1 << 16

    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Whether the text was there already.
    ///
    /// - Throws: ``ServiceError/foreignFile(path:)`` where another program or
    ///   the person wrote the file; it stays as it is.
    func write(_ text: String) throws(ServiceError) -> ServiceChange {
        let old = try ownText()
        guard old != text else { return .none }
        let url = URL(fileURLWithPath: path)
        do {
            // Whatever the umask says: others must not decide what is run.
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try text.write(to: url, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw .cannotWrite(path: path, reason: FileErrorWords.cause(of: error))
        }
        return old == nil ? .installed : .renewed
    }

    func remove() throws(ServiceError) {
        _ = try ownText()
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw .cannotWrite(path: path, reason: FileErrorWords.cause(of: error))
        }
    }

    /// Nil where there is no file.
    func ownText() throws(ServiceError) -> String? {
        guard exists else { return nil }
        do {
            // No more than its own files have, of whatever lies there.
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { file.closeFile() }
            let text = String(
                decoding: try file.read(upToCount: Self.mostBytes) ?? Data(), as: UTF8.self)
            if text.contains(Self.mark) { return text }
        } catch {
            // Nothing that this program has written.
        }
        throw .foreignFile(path: path)
    }
}

/// A program of the system by which services are controlled.
struct ControlProgram: Sendable {
    struct Answer {
        let exitCode: Int32
        /// Standard output; standard error where that is empty.
        let text: String
    }

    private let name: String
    private let environment: [String: String]

    /// - Parameter environment: in whose PATH it is looked for, and which it
    ///   sees.
    init(_ name: String, environment: [String: String]) {
        self.name = name
        self.environment = environment
    }

    /// Runs it to its end.
    func ask(_ arguments: [String]) throws(ServiceError) -> Answer {
        let output = Pipe(), errors = Pipe()
        let process = try start(arguments) {
            $0.standardOutput = output
            $0.standardError = errors
        }
        // What these programs complain of fits into a pipe.
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let complaints = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: printed.isEmpty ? complaints : printed, as: UTF8.self)
        return Answer(
            exitCode: process.terminationStatus,
            text: text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Runs it, and lets it print to where this program prints.
    func show(_ arguments: [String]) throws(ServiceError) {
        try start(arguments) { _ in }.waitUntilExit()
    }

    private func start(
        _ arguments: [String], _ prepare: (Process) -> Void
    ) throws(ServiceError) -> Process {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        guard
            let path = folders.map({ "\($0)/\(name)" })
                .first(where: { FileManager.default.isExecutableFile(atPath: $0) })
        else { throw .noManager(program: name, reason: "") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        prepare(process)
        do {
            try process.run()
        } catch {
            throw .noManager(program: name, reason: FileErrorWords.cause(of: error))
        }
        return process
    }
}
