import DemoHousehold
import Engine
import Foundation
import Model
import Scripting
import SimpleFIN
import Vault

/// Measures what a large answer of a bridge costs, read and stored, against
/// plain SQLite writing the same rows.
struct AnswerReport {
    private(set) var isEveryLimitKept = true

    private static let ratioLimit = 4.0
    private static let memoryLimit = 10.0
    private static let rounds = 3
    private static let today = CalendarDay(daysSinceEpoch: 20_400)

    mutating func run(transactions: Int) throws {
        let body = Self.body(transactions: transactions)
        var decoding: [Double] = []
        var storing: [Double] = []
        var again: [Double] = []
        var floors: [Double] = []
        var stored = 0
        for _ in 0..<Self.rounds {
            let full = try ScratchVault()
            var answer: Answer?
            decoding.append(try Self.time { answer = try Answer(body: body) })
            guard let answer else { continue }
            storing.append(
                try Self.time {
                    stored = try full.engine.importAnswer(answer).stored.newTransactions
                })
            again.append(
                try withExtendedLifetime(full) {
                    try Self.time { _ = try full.engine.importAnswer(answer) }
                })
            floors.append(try Self.floor(of: answer))
        }
        let decode = Timings(decoding).median
        let store = Timings(storing).median
        let floor = Timings(floors).median
        print("\nAn answer of \(stored) transactions, \(body.count >> 20) MiB")
        print("  reading it: \(Self.milliseconds(decode)) ms")
        print("  storing it: \(Self.milliseconds(store)) ms")
        print("  storing it again: \(Self.milliseconds(Timings(again).median)) ms")
        print("  plain SQLite writing its rows: \(Self.milliseconds(floor)) ms")
        tell("reading and storing", (decode + store) / floor, of: Self.ratioLimit)

        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("ghostvault-bench-\(UUID().uuidString).json")
        try Data(body).write(to: file)
        let peak = try PeakMemory.of([PeakMemory.Work.answer, file.path])
        try FileManager.default.removeItem(at: file)
        tell(
            "memory at its peak, \(peak >> 20) MiB", Double(peak) / Double(body.count),
            of: Self.memoryLimit)
    }

    private static func floor(of answer: Answer) throws -> Double {
        let full = try ScratchVault()
        let empty = try ScratchVault()
        _ = try full.engine.importAnswer(answer)
        return try withExtendedLifetime((full, empty)) {
            try AnswerFloor.nanoseconds(
                copyingFrom: full.folder.databasePath, to: empty.folder.databasePath)
        }
    }

    /// Reads and stores a file, for the process that started this one.
    static func store(_ path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let vault = try ScratchVault()
        _ = try withExtendedLifetime(vault) {
            try vault.engine.importAnswer(Answer(body: bytes))
        }
    }

    private static func body(transactions: Int) -> [UInt8] {
        let household = Household(today: today, months: 120, transactions: transactions)
        var body: [UInt8] = []
        AccountsAnswer(everythingOf: household, version: .second).write {
            body.append(contentsOf: $0)
        }
        return body
    }

    private mutating func tell(_ name: String, _ ratio: Double, of limit: Double) {
        let isKept = ratio <= limit
        if !isKept { isEveryLimitKept = false }
        print(
            "  \(name): ratio \(Self.tenths(ratio)) of \(Self.tenths(limit)) "
                + (isKept ? "ok" : "MISSED"))
    }

    private static func time(_ body: () throws -> Void) rethrows -> Double {
        let start = ProcessorTime.now
        try body()
        return ProcessorTime.now.nanoseconds(since: start)
    }

    private static func milliseconds(_ nanoseconds: Double) -> String { tenths(nanoseconds / 1e6) }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// An empty vault in a folder of its own.
    private final class ScratchVault {
        let folder: VaultFolder
        private let vault: Vault

        init() throws {
            folder = VaultFolder(
                path: FileManager.default.temporaryDirectory
                    .appendingPathComponent("ghostvault-bench-\(UUID().uuidString)").path)
            vault = try Vault.openOrCreate(folder)
        }

        var engine: Engine {
            Engine(
                vault: vault, moment: Moment(clock: AnswerReport.today.secondsSinceEpoch),
                scripts: ScriptHost(worker: .itself))
        }

        deinit {
            do {
                try FileManager.default.removeItem(atPath: folder.path)
            } catch {
                print("cannot remove \(folder.path): \(error)")
            }
        }
    }
}
