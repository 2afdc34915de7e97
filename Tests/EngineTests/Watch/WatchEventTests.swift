import DemoHousehold
import Engine
import Foundation
import Model
import Testing
import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("Handlers of a watcher")
struct WatchEventTests {
    private let demo: DemoVault
    private let connection: Connection

    init() throws {
        (demo, connection) = try HouseholdVault(months: 3, syncedMonths: 3).copyWithConnection()
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

    @Test("are told all that came since the last sync, however many days ago that was")
    func longAgo() throws {
        try write("on(\"new_transaction\", function(e) end)")
        let known = try #require(try demo.vault.everything().map(\.id).max())
        let watched = WatchedVault(demo)
        try watched.watch(from: pass(days: 20).noon) { $0.isWaiting }
        let new = try demo.vault.everything().filter { record in
            switch record.verdict?.transactionClass.value {
            case .income, .expense: record.id > known && record.day > today
            default: false
            }
        }
        #expect(new.contains { $0.day < today.adding(days: 6) })
        #expect(try told()["new_transaction"] ?? 0 >= new.count)
    }

    @Test("are told nothing that is older than the most days, and the watcher says of how many")
    func tooLongAgo() throws {
        try write("on(\"new_transaction\", function(e) end)")
        let known = try #require(try demo.vault.everything().map(\.id).max())
        let later = pass(days: 80)
        let watched = WatchedVault(demo)
        try watched.watch(from: later.noon) { $0.isWaiting }
        let older = try demo.vault.everything().filter {
            $0.id > known && $0.day < later.adding(days: -60)
        }
        #expect(!older.isEmpty)
        #expect(watched.news.compactMap(\.what.olderTransactions) == [older.count])
        let told = try demo.engine().toldEvents(limit: 1000).map(\.day)
        #expect(!told.isEmpty)
    }

    @Test("are told once of a sync that could not begin, whatever often it is tried")
    func notBegun() throws {
        try write("on(\"sync_failed\", function(e) end)")
        try demo.setMode(0o644, of: demo.secretPath(connection))
        for hours in [5, 10] as [Int64] {
            try WatchedVault(demo).watch(from: today.noon + hours * 3600) { $0.isWaiting }
            #expect(try told() == ["sync_failed": 1])
        }
        let last = try #require(try demo.vault.lastSync(connection: connection.id))
        #expect(last.outcome == .failed)
        #expect(last.failure?.contains("secretReadableByOthers") == true)
    }

    /// Watches until a backup has been tried, and then until its events are told.
    private func watchBackup(after days: Int) throws {
        let later = pass(days: days).noon
        try WatchedVault(demo).watch(from: later) { news in
            switch news {
            case .backedUp, .notBackedUp: true
            default: false
            }
        }
        // Events wait for the sync of the day.
        try WatchedVault(demo).watch(from: later) { $0.isWaiting }
    }

    @Test("are told of a scheduled backup that failed, once until one succeeds")
    func backupFailed() throws {
        try write("on(\"backup_failed\", function(e) end)")
        let folder = demo.folder.path + "/copies"
        try demo.write(
            "[backup]\nevery_days = 1\nfolder = \"\(folder)\"\n", to: "config/automation.toml")
        func outcome(after days: Int) throws -> Int? {
            try watchBackup(after: days)
            return try told()["backup_failed"]
        }
        #expect(try outcome(after: 0) == 1)
        #expect(try outcome(after: 1) == 1)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        #expect(try outcome(after: 1) == 1)
        #expect(try demo.vault.failedBackup() == nil)
        try FileManager.default.removeItem(atPath: folder)
        #expect(try outcome(after: 2) == 2)
    }

    @Test("are told of a backup that can no longer be restored")
    func backupDamaged() throws {
        try write("on(\"backup_failed\", function(e) end)")
        try demo.write("[backup]\nevery_days = 30\n", to: "config/automation.toml")
        try watchBackup(after: 0)
        let checked = try #require(try demo.vault.checkedBackup())
        #expect(try told()["backup_failed"] == nil)
        let path = try #require(try demo.folder.backups().last)
        try "damaged".write(toFile: path, atomically: true, encoding: .utf8)
        try watchBackup(after: 7)
        #expect(try told()["backup_failed"] == 1)
        #expect(try demo.vault.checkedBackup() == checked)
    }

    @Test("wait for a sync that failed for what was mended, which a signal begins at once")
    func mended() throws {
        try demo.setMode(0o644, of: demo.secretPath(connection))
        let later = pass(days: 1)
        let watched = WatchedVault(demo)
        var isMended = false
        try watched.watch(from: later.noon) { news in
            if news.isWaiting, !isMended {
                isMended = true
                try demo.setMode(0o600, of: demo.secretPath(connection))
                raise(SIGHUP)
            }
            return news.synced != nil
        }
        #expect(watched.news.compactMap(\.what.synced).map(\.outcome) == [.complete])
    }

    @Test("that fail are told to fail once, and once more when they are given up")
    func failing() throws {
        try write("on(\"sync_finished\", function(e) error(\"no\") end)")
        try demo.write("[retry]\nfirst_wait_seconds = 60\n", to: "config/automation.toml")
        let watched = WatchedVault(demo)
        try watched.watch(from: pass(days: 1).noon, speed: 60) { news in
            news.told?.failures.contains(where: \.isSetAside) == true
        }
        let failures = watched.news.compactMap(\.what.told).flatMap(\.failures)
        #expect(failures.map(\.isSetAside) == [false, true])
    }

    @Test("that failed, went on and fail alike again are told to fail again")
    func failingAnew() throws {
        try write(
            """
            on("classification_changed", function(e)
                if e.transaction.category == "travel" then error("no") end
            end)
            """)
        try demo.write("[retry]\nfirst_wait_seconds = 60\n", to: "config/automation.toml")
        let transactions = try demo.vault.everything().filter {
            $0.day > today.adding(days: -10) && $0.verdict?.transactionClass.value == .expense
        }.map(\.id)
        var left = zip(transactions, ["travel", "entertainment", "travel"])
            .map { ($0, Correction(class: .expense, category: $1)) }
        let watched = WatchedVault(demo)
        func decideNext() throws {
            guard !left.isEmpty else { return }
            let (transaction, correction) = left.removeFirst()
            let engine = Engine(
                vault: try Vault.open(demo.folder), moment: Moment(clock: today.noon))
            _ = try engine.correct([transaction], CorrectionChange(correction))
        }
        var isBegun = false
        try watched.watch(from: today.noon + 60, speed: 60) { news in
            if news.isWaiting, !isBegun {
                isBegun = true
                try decideNext()
            }
            let isOver =
                news.told.map { $0.delivered > 0 || $0.failures.contains(where: \.isSetAside) }
                ?? false
            guard isOver else { return false }
            if left.isEmpty { return true }
            try decideNext()
            return false
        }
        let told = watched.news.compactMap(\.what.told)
        #expect(told.flatMap(\.failures).map(\.isSetAside) == [false, true, false, true])
        #expect(told.map(\.delivered).reduce(0, +) == 1)
    }
}
