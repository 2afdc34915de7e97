import DemoHousehold
import Engine
import Foundation
import Model
import Testing
import Vault

@Suite("Handlers of a watcher")
struct WatchEventTests {
    private let demo: DemoVault
    private let connection: Connection

    init() throws {
        demo = try DemoVault(Household(today: today, months: 3))
        connection = try demo.connect()
        try demo.sync(connection, Household(today: today, months: 3), months: 3)
        _ = try demo.engine().classify(dryRun: false)
        try FileManager.default.createDirectory(
            atPath: demo.folder.automationPath, withIntermediateDirectories: true)
    }

    /// Has the bank know of some days more.
    private func pass(days: Int) -> CalendarDay {
        let later = today.adding(days: days)
        demo.transport.show(Household(today: later, months: 3), at: later.noon)
        return later
    }

    private func write(_ lua: String) throws {
        try demo.write(lua, to: "automation/alerts.lua")
    }

    /// The kinds of what was told, each with how often.
    private func told() throws -> [String: Int] {
        try demo.engine().toldEvents(limit: 1000)
            .reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    }

    @Test("that were written while it was off are told what the sync at its start brings")
    func newBeforeStart() throws {
        try write(
            """
            on("new_transaction", function(e) end)
            on("sync_finished", function(e) end)
            on("new_subscription", function(e) end)
            """)
        let watched = WatchedVault(demo)
        try watched.watch(from: pass(days: 3).noon) { $0.isWaiting }
        let report = try #require(watched.news.compactMap(\.what.synced).first)
        let told = try told()
        #expect((1...report.stored.newTransactions).contains(told["new_transaction"] ?? 0))
        #expect(told["sync_finished"] == 1)
        #expect(told["new_subscription"] == nil)
    }
}
