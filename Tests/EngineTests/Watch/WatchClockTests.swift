import DemoHousehold
import Engine
import Foundation
import GRDB
import Model
import SimpleFIN
import Testing
import Vault

@Suite("A watcher whose clock is set")
struct WatchClockTests {
    private let demo: DemoVault
    private let connection: Connection

    private static let household = Household(today: today, months: 2)
    private static let week: Int64 = 7 * 86_400
    private static let month: Int64 = 30 * 86_400

    init() throws {
        (demo, connection) = try HouseholdVault(
            months: 2, syncedMonths: 2, isClassified: false
        ).copyWithConnection()
    }

    /// Sets the clock each time the watcher has nothing to do, and lets it go on for
    /// some seconds after the last time.
    ///
    /// - Parameter steps: seconds by which it is set ahead.
    /// - Returns: how many syncs it began.
    private func syncs(
        settingBy steps: [Int64], _ transport: (any HTTPTransport)? = nil
    ) throws -> Int {
        let watched = WatchedVault(demo, transport: transport)
        let setting = ClockSetting()
        var left = steps
        var quiet = 0
        var isSyncing = false
        try watched.watch(
            from: today.noon + 60, setting: setting,
            isSeenAwake: {
                // A busy machine may take longer for a sync.
                guard !isSyncing else { return false }
                quiet += 1
                guard quiet >= 3 else { return false }
                guard !left.isEmpty else { return true }
                setting.set(aheadBy: left.removeFirst())
                quiet = 0
                return false
            }
        ) { news in
            quiet = 0
            switch news {
            case .syncing: isSyncing = true
            case .synced, .notSynced: isSyncing = false
            default: break
            }
            return false
        }
        return watched.news.count { $0.what.isSyncing }
    }

    @Test(
        "syncs once where the last sync lies ahead",
        arguments: [[-month], [-86_400], [-month, 60, 60]])
    func setBack(steps: [Int64]) throws {
        #expect(try syncs(settingBy: steps) == 1)
    }

    @Test("goes on where it was set by less than syncs are apart", arguments: [-120, 120, 3600])
    func setALittle(seconds: Int64) throws {
        #expect(try syncs(settingBy: [seconds]) == 0)
    }

    @Test("syncs once after a week in which the machine slept, and tells what that brings")
    func slept() throws {
        demo.transport.show(
            Household(today: today.adding(days: 7), months: 2), at: today.adding(days: 7).noon)
        #expect(try syncs(settingBy: [Self.week]) == 1)
    }

    @Test("syncs once for each time where it was set ahead and back again")
    func setAheadAndBack() throws {
        #expect(try syncs(settingBy: [Self.month, -Self.month]) == 2)
        let last = try #require(try demo.vault.lastSync(connection: connection.id))
        #expect((today.noon...today.noon + 120).contains(last.startedAt))
    }

    @Test("does not ask again and again where no answer comes and the last sync lies ahead")
    func failing() throws {
        #expect(try syncs(settingBy: [-Self.month, -Self.month, 60], NoAnswer()) == 1)
    }

    @Test("tries what could not be sent as soon as if the clock had not been set")
    func messages() throws {
        let tries = URL(fileURLWithPath: demo.folder.path + "/tries")
        try Data().write(to: tries)
        try demo.write("#!/bin/sh\necho >>'\(tries.path)'\nexit 1\n", to: "fail")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: demo.folder.path + "/fail")
        try demo.write(
            """
            watch.sync_hours = 720
            retry.first_wait_seconds = 60
            [commands.mine]
            path = "\(demo.folder.path)/fail"
            """, to: "config/automation.toml")
        try FileManager.default.createDirectory(
            atPath: demo.folder.automationPath, withIntermediateDirectories: true)
        try demo.write(
            #"on("sync_finished", function(e) run("mine") end)"#, to: "automation/10-mine.lua")
        let setting = ClockSetting()
        let watched = WatchedVault(demo)
        func triesSoFar() throws -> Int { try Data(contentsOf: tries).count }
        var failure: (any Error)?
        try watched.watch(
            from: today.noon + 60, speed: 30, setting: setting,
            isSeenAwake: {
                do {
                    return try triesSoFar() > 1
                } catch let error {
                    failure = error
                    return true
                }
            }
        ) { news in
            switch news {
            // Of which the handlers are told.
            case .waiting where try triesSoFar() == 0:
                try demo.sync(connection, Self.household, months: 2)
            case .sent: setting.set(aheadBy: -Self.month)
            default: break
            }
            return false
        }
        #expect(failure == nil)
        #expect(try triesSoFar() == 2)
    }

    @Test("tries what could not be stored as soon as if the clock had not been set")
    func troubles() throws {
        let other = try DatabaseQueue(path: demo.folder.databasePath)
        let setting = ClockSetting()
        try WatchedVault(demo).watch(from: today.noon + 60, speed: 30, setting: setting) { news in
            switch news {
            case .waiting:
                try other.write { database in
                    try database.execute(
                        sql: """
                            CREATE TRIGGER full BEFORE UPDATE ON pass_state
                            BEGIN SELECT RAISE(ABORT, 'full'); END
                            """)
                }
                try demo.write(
                    #"rule { name = "coffee", match = "COFFEE", tag = "coffee" }"#,
                    to: "rules/10-coffee.lua")
            case .trouble:
                setting.set(aheadBy: -Self.month)
                try other.write { try $0.execute(sql: "DROP TRIGGER full") }
            default: break
            }
            return news.isTroubleOver
        }
    }
}

/// A bridge that never answers in time.
private struct NoAnswer: HTTPTransport {
    func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        throw .timedOut
    }
}
