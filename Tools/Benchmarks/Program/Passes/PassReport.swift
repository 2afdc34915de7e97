import Engine
import Foundation
import Scripting
import Vault

/// Measures what passes over a vault cost, against plain SQLite doing the least
/// of it.
struct PassReport {
    private(set) var isEveryLimitKept = true

    private let rounds = 3

    /// - Parameter counts: numbers of transactions, rising; the promises are
    ///   about the last.
    mutating func run(_ counts: [Int]) throws {
        var nanosecondsOfFirst: [Double] = []
        for count in counts {
            let isPromised = count == counts.last
            let vault = try PassVault(transactions: count)
            let path = vault.folder.databasePath
            let engine = vault.engine
            _ = try engine.classify(dryRun: false)
            let transactions = try PassFloor.read(path)
            print(
                "\nPasses over \(transactions) transactions, with \(PassRules.storedCount) stored "
                    + "rules and \(PassRules.luaCount) of Lua files")

            let first = try measure(
                prepare: { try PassFloor.forgetConclusions(path) },
                floor: { try Self.onCopy(of: path, PassFloor.readAndWrite) },
                work: { try engine.classify(dryRun: false).considered })
            nanosecondsOfFirst.append(first.work / Double(transactions))
            tell("a first pass", first, "reading and writing", limit: isPromised ? 3 : nil)

            let idle = try measure(
                floor: { try PassFloor.read(path) },
                work: { try engine.classify(dryRun: false).changes.count })
            tell("nothing new", idle, "reading", limit: isPromised ? 2 : nil)
            let again = try measure(
                floor: { try PassFloor.read(path) },
                work: { try engine.classify(dryRun: false, isWhole: true).changes.count })
            tell("everything again", again, "reading", limit: nil)

            if isPromised {
                try PassFloor.forgetConclusions(path)
                try tellMemory(of: vault.folder.path, transactions: transactions)
            }
        }
        if let small = nanosecondsOfFirst.first, let large = nanosecondsOfFirst.last {
            print(
                "\nA first pass costs \(Self.text(large)) ns for each of the most transactions, "
                    + "\(Self.text(small)) ns for each of the fewest")
        }
    }

    /// Classifies a vault, for the process that started this one.
    static func pass(over path: String) throws {
        let vault = try Vault.open(VaultFolder(path: path))
        _ = try Engine(
            vault: vault, moment: Moment(clock: 20_400 * 86_400),
            scripts: ScriptHost(worker: .itself)
        ).classify(dryRun: false)
    }

    // MARK: Measuring

    private struct Times {
        /// Medians, in nanoseconds of processor time.
        let floor: Double
        let work: Double
    }

    private func measure(
        prepare: () throws -> Void = {}, floor: () throws -> Double, work: () throws -> Int
    ) throws -> Times {
        var floors: [Double] = []
        var works: [Double] = []
        for _ in 0..<rounds {
            try prepare()
            floors.append(try floor())
            works.append(try Self.time { _ = try work() })
        }
        return Times(floor: Timings(floors).median, work: Timings(works).median)
    }

    private func measure(
        floor: () throws -> Int, work: () throws -> Int
    ) throws -> Times {
        try measure(floor: { try Self.time { _ = try floor() } }, work: work)
    }

    private static func time(_ body: () throws -> Void) throws -> Double {
        let start = ProcessorTime.now
        try body()
        return ProcessorTime.now.nanoseconds(since: start)
    }

    /// The time of something that would change the vault, without copying.
    private static func onCopy(
        of path: String, _ body: (String) throws -> Int
    ) throws -> Double {
        let copy = path + ".copy"
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        defer {
            for ending in ["", "-wal", "-shm"]
            where FileManager.default.fileExists(atPath: copy + ending) {
                do {
                    try FileManager.default.removeItem(atPath: copy + ending)
                } catch {
                    print("cannot remove \(copy + ending): \(error)")
                }
            }
        }
        return try time { _ = try body(copy) }
    }

    // MARK: Telling

    private mutating func tell(_ name: String, _ times: Times, _ floor: String, limit: Double?) {
        let ratio = times.work / times.floor
        var line =
            "  \(name): \(Self.text(times.work / 1e6)) ms, \(floor) \(Self.text(times.floor / 1e6))"
            + " ms, ratio \(Self.text(ratio))"
        if let limit {
            line += " of \(Self.text(limit)) " + outcome(ratio <= limit)
        }
        print(line)
    }

    private mutating func tellMemory(of path: String, transactions: Int) throws {
        let limit = 400
        let bytes = try PeakMemory.of([PeakMemory.Work.pass, path])
        let each = bytes / transactions
        print(
            "  memory at its peak: \(bytes >> 20) MiB, \(each) bytes for each of \(limit) "
                + outcome(each <= limit))
    }

    private mutating func outcome(_ isKept: Bool) -> String {
        if !isKept { isEveryLimitKept = false }
        return isKept ? "ok" : "MISSED"
    }

    private static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
