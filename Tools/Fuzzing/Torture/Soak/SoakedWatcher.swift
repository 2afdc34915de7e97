import Foundation

/// A watcher under test, with a clock that runs fast, and what it tells.
final class SoakedWatcher {
    /// Seconds of its clock in a second: a day takes two.
    static let clockSpeed = 50_000
    private let workshop: Workshop
    private let vault: String
    private var program: RunningCommand?
    private var lines: FileHandle?
    private var rest = Data()
    /// What its clock showed last, in POSIX seconds.
    private(set) var now: Int64 = 0
    private(set) var syncs = 0

    init(_ workshop: Workshop, vault: String) {
        self.workshop = workshop
        self.vault = vault
    }

    /// Starts it, and waits until it watches.
    func start() throws {
        let program = try workshop.start(
            ["watch", "--json", "--clock-speed", "\(Self.clockSpeed)"], vault: vault)
        self.program = program
        lines = FileHandle(forReadingAtPath: program.outputPath)
        rest = Data()
        try waitFor("started")
    }

    /// - Returns: how it ended.
    func end(with signal: Int32) throws -> RunningCommand.Ending {
        guard let program else { throw BrokenPromise("no watcher runs") }
        let ending = program.end(with: signal)
        self.program = nil
        lines = nil
        return ending
    }

    func send(_ signal: Int32) throws {
        guard let program else { throw BrokenPromise("no watcher runs") }
        program.send(signal)
    }

    /// Waits until it tells something of a kind.
    ///
    /// - Parameter field: what the line has to hold too, such as
    ///   `"cause":"files"`.
    func waitFor(_ kind: String, _ field: String = "") throws {
        let clock = ContinuousClock()
        let patience = clock.now + .seconds(60)
        while clock.now < patience {
            while let line = try nextLine() {
                guard line.contains("\"kind\":\"\(kind)\"") else { continue }
                if field.isEmpty || line.contains(field) { return }
            }
            if let program, program.hasEnded {
                throw BrokenPromise("the watcher ended: \(try program.errors)")
            }
            usleep(500)
        }
        throw BrokenPromise("the watcher did not tell \(kind) \(field)")
    }

    /// Reads what it told meanwhile.
    func catchUp() throws {
        while try nextLine() != nil {}
    }

    /// The memory that it keeps, in bytes: the least of what it held within two of
    /// its days, since a pass or a sync under way takes some for a moment.
    var memory: Int {
        get throws {
            guard let program else { throw BrokenPromise("no watcher runs") }
            var least = Int.max
            for _ in 0..<80 {
                usleep(50_000)
                least = min(least, try Self.residentBytes(of: program.identifier))
            }
            return least
        }
    }

    private static func residentBytes(of process: Int32) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    private func nextLine() throws -> String? {
        if !rest.contains(UInt8(ascii: "\n")), let more = try lines?.readToEnd() { rest += more }
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest = Data(rest[rest.index(after: end)...])
        if let at = line.firstMatch(of: /"at":(\d+)/) { now = Int64(at.output.1) ?? now }
        if line.contains("\"kind\":\"synced\"") { syncs += 1 }
        return line
    }
}
