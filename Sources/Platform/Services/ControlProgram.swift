internal import Foundation

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
            throw .noManager(program: name, reason: error.localizedDescription)
        }
        return process
    }
}
