internal import Configuration
internal import Foundation
internal import Model
internal import Platform
internal import Synchronization
internal import Vault

/// What a watcher has done on other threads, since it may take its time.
final class WatchChores {
    /// The targets that are sent to: each in its order, and none waits for another.
    private var turns: [String: SendingTurn] = [:]
    /// By target, the number of its last turn.
    private var lastTurns: [String: Int] = [:]
    private var turnCount = 0
    private let place: WatchedPlace
    private let inbox: WatchInbox
    /// The last day on which it was seen to.
    private var backupDay: CalendarDay?

    init(_ place: WatchedPlace, _ inbox: WatchInbox) {
        self.place = place
        self.inbox = inbox
    }

    /// How many targets are sent to.
    var sending: Int { turns.count }

    /// Those of some targets that can't be sent to now, since they are already, or too
    /// many others are.
    func unready(of all: some Sequence<String>) -> Set<String> {
        turns.count < Self.mostTargets ? Set(turns.keys) : Set(all)
    }

    /// Those that had no turn first, and then those whose turn is longest ago: where
    /// there are more targets than can be sent to at once, each gets its turn.
    func inTurn(_ all: [String]) -> [String] {
        let turns = all.map { lastTurns[$0] ?? 0 }
        return all.indices.sorted { (turns[$0], $0) < (turns[$1], $1) }.map { all[$0] }
    }

    /// Sends what handlers asked for of a target that is ready.
    func send(to target: String, by carrier: ActionCarrier) {
        let turn = SendingTurn()
        turns[target] = turn
        turnCount += 1
        lastTurns[target] = turnCount
        start { [inbox, place] in
            inbox.put(
                .sent(
                    to: target,
                    Result {
                        try WatchedAutomations.send(
                            to: target, by: carrier, unless: { place.isStopped },
                            endingWhen: { turn.isOver(after: $0) })
                    }))
        }
    }

    /// Sending to a target ended.
    func noteSent(to target: String) { turns[target] = nil }

    /// Has what is still to be sent be sent as the configuration is now. What is under
    /// way comes to its end.
    func endTurns() { for turn in turns.values { turn.end() } }

    /// Each is a thread, which sleeps nearly always.
    private static let mostTargets = 8

    /// Makes a backup where one is due; asked once a day.
    func backUp(_ engine: Engine, _ settings: AutomationSettings.Backup, on today: CalendarDay) {
        guard backupDay != today else { return }
        backupDay = today
        let isDue = Result { try engine.isBackupDue(everyDays: settings.everyDays) }
        if case .success(false) = isDue { return }
        start { [inbox] in
            inbox.put(
                .backedUp(
                    Result {
                        _ = try isDue.get()
                        return try engine.backUp(keeping: settings.keep)
                    }))
        }
    }

    private func start(_ work: @escaping @Sendable () -> Void) {
        let thread = Thread(block: work)
        thread.stackSize = 4 << 20
        thread.start()
    }
}

/// One target's turn at being sent to: of what waits for it, as much as is sent before
/// its time is over or the configuration is another.
final class SendingTurn: Sendable {
    /// Others may wait for it, and what was sent is told after it.
    private static let longest = Duration.seconds(10)

    private let isEnded = Mutex(false)

    func end() { isEnded.withLock { $0 = true } }

    /// - Parameter passed: since it began.
    func isOver(after passed: Duration) -> Bool {
        passed >= Self.longest || isEnded.withLock { $0 }
    }
}

/// What other threads of a watcher have to tell it.
final class WatchInbox: Sendable {
    enum Message: Sendable {
        /// A sync stored something new.
        case stored
        case synced(Connection, Result<SyncReport, any Error>)
        /// What is for one target was sent.
        case sent(to: String, Result<SendingReport, any Error>)
        case backedUp(Result<Backup, any Error>)
    }

    private let wakeSignal: WakeSignal
    private let messages = Mutex<[Message]>([])

    init(wakeSignal: WakeSignal) {
        self.wakeSignal = wakeSignal
    }

    func put(_ message: Message) {
        messages.withLock { $0.append(message) }
        wakeSignal.send()
    }

    func takeAll() -> [Message] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
