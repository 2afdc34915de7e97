internal import Automation
internal import Configuration
internal import Foundation
internal import Model
internal import Platform
internal import Synchronization
internal import Vault

/// A watcher's jobs on background threads: sending, backups, journals and letters.
final class BackgroundJobs {
    /// The targets being sent to. Each sends in order, independently of the others.
    private var turns: [String: SendingTurn] = [:]
    /// The number of each target's last turn.
    private var lastTurns: [String: Int] = [:]
    private var turnCount = 0
    private let place: WatchedPlace
    private let inbox: WatchInbox
    /// The last day on which a backup was considered.
    private var backupDay: CalendarDay?
    /// Whether the vault or its configuration changed since journals were last written.
    private var areJournalsOld = true
    private var isWritingJournals = false
    /// The day on which it was last seen whether a letter is due; nil if there is news since.
    private var letterDay: CalendarDay?
    private var isWritingLetter = false
    private let letterWriter: LetterWriter?

    init(_ place: WatchedPlace, _ inbox: WatchInbox, letters: LetterWriter?) {
        self.place = place
        self.inbox = inbox
        letterWriter = letters
    }

    /// The number of targets being sent to.
    var sending: Int { turns.count }

    /// The targets that can't start now, because they are active or too many others are.
    func unready(of all: some Sequence<String>) -> Set<String> {
        turns.count < Self.mostTargets ? Set(turns.keys) : Set(all)
    }

    /// Sorts targets by their last turn, those without one first. With more targets than
    /// threads, each still gets its turn.
    func inTurn(_ all: [String]) -> [String] {
        let turns = all.map { lastTurns[$0] ?? 0 }
        return all.indices.sorted { (turns[$0], $0) < (turns[$1], $1) }.map { all[$0] }
    }

    /// Sends the actions of a ready target.
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

    /// Records that sending to a target has ended.
    func noteSent(to target: String) { turns[target] = nil }

    /// Ends all turns, so that the rest is sent with the current configuration. Actions in
    /// progress finish.
    func endTurns() { for turn in turns.values { turn.end() } }

    /// Each is a thread, which mostly sleeps.
    private static let mostTargets = 8

    enum BackupCheck {
        case checkedBefore, notDue, started
    }

    /// Starts a backup if one is due, and the check of the newest; looks once a day.
    func backUp(
        _ engine: Engine, _ settings: AutomationSettings.Backup, on today: CalendarDay
    ) -> BackupCheck {
        guard backupDay != today else { return .checkedBefore }
        backupDay = today
        let isDue = Result {
            try engine.isBackupDue(everyDays: settings.everyDays, in: settings.folder)
        }
        let isIdle = Result {
            try !isDue.get() && engine.backupToCheck(in: settings.folder) == nil
        }
        if case .success(true) = isIdle { return .notDue }
        start { [inbox] in
            inbox.put(
                .backedUp(
                    Result {
                        let backup = try isDue.get() ? engine.backUp(by: settings) : nil
                        let checked = try engine.backupToCheck(in: settings.folder)
                            .map(engine.check(backup:))
                        return (backup, checked)
                    }))
        }
        return .started
    }

    /// Records that journals may differ from the vault.
    func noteChange() {
        areJournalsOld = true
        letterDay = nil
    }

    /// Records that a month may be closed now.
    func noteSynced() { letterDay = nil }

    /// Brings the journals that are kept current up to date, over a connection of its own.
    func updateJournals(_ clock: WatchClock) {
        guard areJournalsOld, !isWritingJournals else { return }
        areJournalsOld = false
        isWritingJournals = true
        start { [inbox, place] in
            inbox.put(
                .updatedJournals(
                    Result {
                        try place.engine(over: place.open(clock), at: clock.moment).updateJournals()
                    }))
        }
    }

    /// Records that writing journals has ended.
    func noteJournalsUpdated() { isWritingJournals = false }

    /// Writes the letter of a month that is closed, over a connection of its own.
    ///
    /// - Parameter notifies: whether to show a notification on the desktop.
    func writeLetter(to folder: String, _ clock: WatchClock, notifies: Bool) {
        let today = clock.moment.today
        guard let letterWriter, letterDay != today, !isWritingLetter else { return }
        letterDay = today
        isWritingLetter = true
        start { [inbox, place] in
            let result = Result {
                try place.engine(over: place.open(clock), at: clock.moment)
                    .writeLetter(to: folder, by: letterWriter)
            }
            if notifies, case .success(let path?) = result {
                // Without a desktop the watcher's own news is enough.
                _ = DesktopNotifications(environment: ProcessInfo.processInfo.environment)
                    .show(title: "The month's letter is written", text: path)
            }
            inbox.put(.wroteLetter(result))
        }
    }

    /// Records that writing a letter has ended.
    func noteLetterWritten() { isWritingLetter = false }

    private func start(_ work: @escaping @Sendable () -> Void) {
        let thread = Thread(block: work)
        thread.stackSize = 4 << 20
        thread.start()
    }
}

/// A target's turn at sending, which ends after some time or when the configuration
/// changes.
final class SendingTurn: Sendable {
    /// Other targets may be waiting, and results are reported only after the turn.
    private static let longest = Duration.seconds(10)

    private let isEnded = Mutex(false)

    func end() { isEnded.withLock { $0 = true } }

    /// - Parameter passed: the time since it began.
    func isOver(after passed: Duration) -> Bool {
        passed >= Self.longest || isEnded.withLock { $0 }
    }
}

/// The messages from a watcher's other threads.
final class WatchInbox: Sendable {
    enum Message: Sendable {
        /// A sync stored new data.
        case stored
        case synced(Connection, Result<SyncReport, any Error>)
        /// Sending to a target has ended.
        case sent(to: String, Result<SendingReport, any Error>)
        /// A look at the inbox has ended.
        case imported(Result<WatchedDropFolder.Look, any Error>)
        /// With the new backup, and when the one was made that was checked.
        case backedUp(Result<(backup: Backup?, checked: Int64?), any Error>)
        case updatedJournals(Result<[String], any Error>)
        /// With the path of a new letter, if there is one.
        case wroteLetter(Result<String?, any Error>)
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
