import DemoHousehold
import Dispatch
import Engine
import Foundation
import GRDB
import Model
import SimpleFIN
import Synchronization
import Testing
import Vault

@Suite("A watcher sleeps")
struct WatchSleepTests {
    private let demo: DemoVault
    private let connection: Connection

    private static let household = Household(today: today, months: 2)

    init() throws {
        (demo, connection) = try HouseholdVault(months: 2, syncedMonths: 2).copyWithConnection()
    }

    /// Lets handlers run a program after each sync.
    private func runAfterEachSync(_ path: String, settings: String = "") throws {
        try demo.write(
            "\(settings)\n[commands.mine]\npath = \"\(path)\"\n", to: "config/automation.toml")
        try FileManager.default.createDirectory(
            atPath: demo.folder.automationPath, withIntermediateDirectories: true)
        try demo.write(
            #"on("sync_finished", function(e) run("mine") end)"#, to: "automation/10-mine.lua")
    }

    @Test("while nothing is to be done")
    func idle() throws {
        let sleep = WatchedSleep()
        try WatchedVault(demo).watch(
            from: today.noon + 60, turn: WatchedSleep.turn, isSeenAwake: sleep.isEnough
        ) { news in
            if news.isWaiting { sleep.begin() }
            return false
        }
        #expect(sleep.wakings <= WatchedSleep.mostWakings)
    }

    @Test("through a sync for whose end a message waits that is to be tried again")
    func syncUnderWay() throws {
        // It fails after the first sync, and is due again while the second hangs.
        try runAfterEachSync(
            "/bin/false",
            settings: "watch.sync_hours = 1\nretry.first_wait_seconds = 3600\n")
        let bridge = StallingTransport(demo.transport)
        defer { bridge.release() }
        let sleep = WatchedSleep()
        var failures = 0
        try WatchedVault(demo, transport: bridge).watch(
            from: today.noon + 60, speed: 10_000,
            turn: WatchedSleep.turn,
            isSeenAwake: {
                if bridge.isStalling { sleep.begin() }
                return sleep.isEnough()
            }
        ) { news in
            if case .sent(let report) = news {
                failures += report.failures.count
                bridge.stall()
            }
            return false
        }
        #expect(failures > 0)
        #expect(sleep.wakings <= WatchedSleep.mostWakings)
    }

    @Test("through a message under way that could not be begun before")
    func messageUnderWay() throws {
        let started = demo.folder.path + "/started"
        let program = demo.folder.path + "/slow"
        try "#!/bin/sh\n: >\(started)\nexec sleep 8\n".write(
            toFile: program, atomically: true, encoding: .utf8)
        try demo.setMode(0o700, of: program)
        try runAfterEachSync(program)
        let other = try DatabaseQueue(path: demo.folder.databasePath)
        let sleep = WatchedSleep()
        var isAsked = false
        // Fast, since what fails is tried again after 15 seconds.
        try WatchedVault(demo).watch(
            from: today.noon + 60, speed: 30,
            turn: WatchedSleep.turn,
            isSeenAwake: {
                if FileManager.default.fileExists(atPath: started) { sleep.begin() }
                return sleep.isEnough()
            }
        ) { news in
            switch news {
            case .waiting where !isAsked:
                isAsked = true
                try other.write { database in
                    try database.execute(
                        sql: """
                            CREATE TRIGGER full BEFORE UPDATE ON outbox
                            BEGIN SELECT RAISE(ABORT, 'full'); END
                            """)
                }
                try demo.sync(connection, Self.household, months: 2)
            case .trouble: try other.write { try $0.execute(sql: "DROP TRIGGER full") }
            default: break
            }
            return false
        }
        #expect(sleep.wakings <= WatchedSleep.mostWakings)
    }
}

/// Half a second, or more on a busy machine, in which wakings are counted.
private final class WatchedSleep {
    private var start: ContinuousClock.Instant?
    private(set) var wakings = 0

    /// The watchdog's, and what the beginning of the wait brings with it. A watcher that
    /// doesn't sleep wakes thousands of times.
    static let mostWakings = 20
    static let turn = Duration.milliseconds(100)

    func begin() {
        if start == nil { start = .now }
    }

    /// Called at each waking, which it counts from the beginning on.
    func isEnough() -> Bool {
        guard let start else { return false }
        wakings += 1
        return wakings > Self.mostWakings || start.duration(to: .now) > Self.turn * 5
    }
}

/// A bridge that answers until it is to stall; then its clients wait.
private final class StallingTransport: HTTPTransport {
    private enum State {
        case answering, toStall, stalling, released
    }

    private let bridge: any HTTPTransport
    private let state = Mutex(State.answering)
    private let end = DispatchSemaphore(value: 0)

    init(_ bridge: any HTTPTransport) {
        self.bridge = bridge
    }

    var isStalling: Bool { state.withLock { $0 == .stalling } }

    func stall() { state.withLock { if $0 == .answering { $0 = .toStall } } }

    func release() {
        state.withLock { $0 = .released }
        end.signal()
    }

    func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        let isAnswered = state.withLock { state in
            if state == .toStall { state = .stalling }
            return state == .answering
        }
        if isAnswered { return try bridge.send(request) }
        if isStalling { end.wait() }
        throw .timedOut
    }
}
