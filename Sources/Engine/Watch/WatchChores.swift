internal import Configuration
internal import Foundation
internal import Model
internal import Vault

/// What a watcher has done on other threads, since it may take its time.
final class WatchChores {
    /// Set by whoever hears of its end.
    var isSending = false

    private let place: WatchedPlace
    private let clock: WatchClock
    private let inbox: WatchInbox
    /// The last day on which it was seen to.
    private var backupDay: CalendarDay?

    init(_ place: WatchedPlace, _ clock: WatchClock, _ inbox: WatchInbox) {
        self.place = place
        self.clock = clock
        self.inbox = inbox
    }

    /// Sends what handlers asked for, unless that is under way.
    func send(_ engine: Engine, _ settings: AutomationSettings) {
        guard !isSending else { return }
        isSending = true
        start { [inbox, place] in
            inbox.put(
                .sent(
                    Result {
                        try WatchedAutomations.send(
                            engine, settings, unless: { place.isStopped })
                    }))
        }
    }

    /// Makes a backup where one is due; asked once a day.
    func backUp(_ engine: Engine, _ settings: AutomationSettings.Backup, on today: CalendarDay) {
        guard backupDay != today else { return }
        backupDay = today
        let isDue = Result { try engine.isBackupDue(everyDays: settings.everyDays) }
        if case .success(false) = isDue { return }
        start { [inbox, place, clock] in
            inbox.put(
                .backedUp(
                    Result {
                        _ = try isDue.get()
                        // A vault opened for it, so that copying holds nobody up.
                        return try place.engine(
                            over: place.open(clock), at: Moment(clock: clock.now)
                        ).backUp(keeping: settings.keep)
                    }))
        }
    }

    private func start(_ work: @escaping @Sendable () -> Void) {
        let thread = Thread(block: work)
        thread.stackSize = 4 << 20
        thread.start()
    }
}
