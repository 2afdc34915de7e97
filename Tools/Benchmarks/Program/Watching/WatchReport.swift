import Engine
import Foundation
import Platform
import Scripting
import Vault

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Measures how long a watcher takes to put a saved rule into force.
struct WatchReport {
    private(set) var isEveryLimitKept = true

    private static let rounds = 15
    /// Of a whole pass over the same transactions, which a change of rules asks for.
    private static let limit = 1.0

    mutating func run(transactions count: Int) throws {
        let waiter = try Waiter()
        let vault = try PassVault(transactions: count)
        let path = vault.folder.rulesPath + "/60-edited.lua"
        let engine = vault.engine(on: ScriptHost(worker: .itself))
        _ = try engine.classify(dryRun: false)
        let pass = try Timings.ofWallClock(rounds: 5) {
            _ = try engine.classify(dryRun: true, isWhole: true)
        }.median
        var times: [Double] = []
        var savedAt = ContinuousClock.now
        func save() throws {
            let rule = """
                rule {
                    name = "Edited",
                    when = { description = contains "COFFEE" },
                    set = { tags = { "edited-\(times.count)" } },
                }
                """
            savedAt = .now
            try Data(rule.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        }
        try Watcher(
            WatchedPlace(vault.folder, scripts: ScriptHost(worker: .itself)), waiter: waiter,
            words: { "\($0)" }
        ) { news, _ in
            switch news {
            case .waiting: try save()
            case .classified(_, .files):
                times.append(savedAt.duration(to: .now) / .milliseconds(1))
                // The signal is heard by the waiter, and ends the watcher.
                if times.count == Self.rounds { raise(SIGTERM) } else { try save() }
            case .trouble(let error): throw error
            default: break
            }
        }.run()
        let typical = Timings(times).median
        let ratio = typical / pass
        let isKept = ratio <= Self.limit
        if !isKept { isEveryLimitKept = false }
        print(
            "\nWatching \(count) transactions, with \(PassRules.storedCount) stored rules\n"
                + "  a saved rule is in force after \(Int(typical.rounded())) ms, "
                + "\(Int((times.max() ?? 0).rounded())) at the most, a whole pass "
                + "\(Int(pass.rounded())) ms\n  ratio \(String(format: "%.2f", ratio)) of "
                + "\(Self.limit) \(isKept ? "ok" : "MISSED")")
    }
}
