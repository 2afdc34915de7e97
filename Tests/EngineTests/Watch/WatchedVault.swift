import Classification
import DemoHousehold
import Engine
import Foundation
import Model
import Platform
import Scripting
import SimpleFIN
import Synchronization
import TestSupport
import Testing
import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A vault with a watcher, which runs on the test's thread until the test has
/// seen enough.
final class WatchedVault {
    let demo: DemoVault
    /// What the watcher told, with the time of its clock.
    private(set) var news: [(at: Int64, what: WatchNews)] = []
    private let transport: any HTTPTransport

    /// - Parameter transport: instead of the demo bank's.
    init(_ demo: DemoVault, transport: (any HTTPTransport)? = nil) {
        self.demo = demo
        self.transport = transport ?? demo.transport
    }

    /// Runs a watcher until it is told to stop.
    ///
    /// - Parameters:
    ///   - start: POSIX seconds that its clock shows at first.
    ///   - speed: seconds of its clock in a second.
    ///   - setting: who sets its clock meanwhile.
    ///   - longestGap: so long it waits for a file that is gone or empty.
    ///   - turn: so long it sleeps at most.
    ///   - isSeenAwake: called whenever the watcher woke; true ends it.
    ///   - isEnough: called with everything that it tells; true ends it.
    func watch(
        from start: Int64 = today.noon, speed: Int = 1,
        setting: ClockSetting = ClockSetting(),
        longestGap: Duration = .milliseconds(300), turn: Duration = .seconds(1),
        isSeenAwake: @escaping () -> Bool = { false },
        until isEnough: (WatchNews) throws -> Bool
    ) throws {
        try withoutActuallyEscaping(isEnough) { isEnough in
            let clock = WatchClock(
                startingAt: Moment(clock: start), speed: speed, setAhead: { setting.seconds })
            var isEnding = false
            func end() {
                // The signal waits for this thread's waiter.
                if !isEnding { raise(SIGTERM) }
                isEnding = true
            }
            let transport = transport
            let latest = ContinuousClock.now.advanced(by: Patience.longest)
            let watchdog = Heartbeat(every: turn) {
                if isSeenAwake() { end() }
                if !isEnding, ContinuousClock.now > latest {
                    Issue.record("the watcher told nothing of what was waited for")
                    end()
                }
            }
            try Watcher(
                WatchedPlace(demo.folder, scripts: .inThisProcess) { _ in transport },
                waiter: try Waiter(), clock: clock, heartbeat: watchdog,
                longestGap: longestGap, longestGoodbye: Patience.longest, words: { "\($0)" }
            ) { [self] told, _ in
                news.append((clock.now, told))
                if try isEnough(told) { end() }
            }.run()
        }
    }

    /// The next sync as it was told last.
    var nextSyncAt: Int64? {
        for (_, what) in news.reversed() {
            if case .waiting(let next) = what { return next }
        }
        return nil
    }
}

/// Sets a watcher's clock, which it notices within a second.
final class ClockSetting: Sendable {
    private let state = Mutex<Int64>(0)

    var seconds: Int64 { state.withLock { $0 } }

    func set(aheadBy seconds: Int64) { state.withLock { $0 += seconds } }
}

extension WatchNews {
    var isWaiting: Bool { if case .waiting = self { true } else { false } }
    var isTrouble: Bool { if case .trouble = self { true } else { false } }
    var isTroubleOver: Bool { if case .troubleOver = self { true } else { false } }
    var isSyncing: Bool { if case .syncing = self { true } else { false } }

    var synced: SyncReport? { if case .synced(let report) = self { report } else { nil } }

    /// The pass that followed an edit.
    var edited: ClassifyReport? {
        if case .classified(let report, .files) = self { report } else { nil }
    }

    /// The files of such an edit.
    var editedFiles: [String]? {
        if case .classified(_, .files(let files)) = self { files.paths } else { nil }
    }

    var olderTransactions: Int? {
        if case .olderTransactions(let count) = self { count } else { nil }
    }

    var sent: SendingReport? { if case .sent(let report) = self { report } else { nil } }

    var told: DeliveryReport? { if case .told(let report) = self { report } else { nil } }

    var broken: [String]? { broken(as: .goOn) }

    var leftOut: [String]? { broken(as: .leftOut) }

    func broken(as effect: MissingConfigEffect) -> [String]? {
        if case .broken(let files, let found) = self, found == effect {
            files.map(\.file)
        } else {
            nil
        }
    }

    var mended: [String]? { if case .mended(let files) = self { files.paths } else { nil } }
}
