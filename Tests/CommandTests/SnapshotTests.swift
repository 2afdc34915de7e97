import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import ghostvault

/// A watcher may write between any two reads of a command.
@Suite("A command that only reads shows one moment")
struct SnapshotTests {
    private static let commands = [
        "accounts", "accounts show 1", "accounts history 1", "accounts check", "networth", "income",
        "spending",
        "spending --category groceries", "why", "lens", "budget", "recurring", "loans", "payees",
        "transfers", "transactions --all", "transactions --by category", "categories",
        "accounts holdings", "accounts holdings --over-time",
        "dashboard", "review --json", "review --list", "explain 5", "ghost", "budget propose",
        "rules list", "rules show Large", "rules hits", "rules health", "rules test",
        "rules suggest", "rules preview Large", "rules try vault/rules/90-large.lua --on 5",
        "forecast", "forecast 1", "due", "calendar", "safe-to-spend", "debts --extra 1", "goals",
        "plan", "advice",
        "report --output letter >said; cat letter",
    ]

    @Test("whatever is written meanwhile", arguments: commands)
    func oneMoment(command: String) async throws {
        let scenario = try await JSONHousehold.copy()
        if command.hasPrefix("rules ") {
            try Self.rules.write(
                toFile: scenario.folder + "/vault/rules/90-large.lua", atomically: true,
                encoding: .utf8)
        }
        let writer = try Writer(scenario.folder + "/vault/vault.sqlite")
        let line = "ghostvault \(command)"
        // Split transactions lose their parts with the first change.
        try writer.write()
        let after = try await scenario.run(line)
        try writer.reset()
        let before = try await scenario.run(line)
        try #require(before.exitCode == after.exitCode)
        writer.startChanging()
        for _ in 1...6 {
            let found = try await scenario.run(line)
            #expect(found.exitCode == before.exitCode, "\(found.errors)")
            #expect(
                [before.output, after.output].contains(found.output),
                "neither before nor after:\n\(found.output)")
        }
        #expect(try writer.stopChanging() > 1)
        try await scenario.close()
    }

    /// Rules whose matches depend on what is written.
    private static let rules = """
        rule { name = "Larger", when = { amount = less(-30) }, set = { tags = "larger" } }
        rule { name = "Large", when = { amount = less(-60) }, set = { tags = "large" } }
        test { { description = "KELP", amount = -70, tags = { "larger" } } }
        """

    /// Another connection that doubles every amount, and takes it back.
    private final class Writer: Sendable {
        private let queue: DatabaseQueue
        private let isStopped = Atomic(false)
        private let outcome = Mutex<Result<Int, any Error>?>(nil)
        private let ended = DispatchSemaphore(value: 0)

        init(_ path: String) throws {
            var configuration = Configuration()
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
            // A command may hold the lock for a moment, such as when it closes the vault.
            configuration.busyMode = .timeout(600)
            queue = try DatabaseQueue(path: path, configuration: configuration)
        }

        func write() throws { try change(by: "* 2") }

        func reset() throws { try change(by: "/ 2") }

        /// Changes without a pause, so that something is written between any two reads.
        func startChanging() {
            Thread.detachNewThread { [self] in
                let result = Result {
                    var times = 0
                    while !isStopped.load(ordering: .relaxed) {
                        try write()
                        try reset()
                        times += 1
                    }
                    return times
                }
                outcome.withLock { $0 = result }
                ended.signal()
            }
        }

        /// How many times it changed and took back everything.
        func stopChanging() throws -> Int {
            isStopped.store(true, ordering: .relaxed)
            ended.wait()
            return try outcome.withLock(\.self)?.get() ?? 0
        }

        private func change(by factor: String) throws {
            try queue.write { database in
                try database.execute(
                    sql: """
                        UPDATE transactions SET amount = amount \(factor),
                            bank_amount = bank_amount \(factor);
                        UPDATE accounts SET balance = balance \(factor);
                        UPDATE daily_balances SET balance = balance \(factor);
                        UPDATE holdings SET value = value \(factor), cost = cost \(factor);
                        """)
            }
        }
    }
}
