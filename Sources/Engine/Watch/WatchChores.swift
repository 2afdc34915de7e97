internal import Configuration
internal import Foundation
internal import Model
internal import Vault

/// What a watcher has done on other threads, since it may take its time.
final class WatchChores {
    /// The targets that are sent to: each in its order, and none waits for another.
    private var targets: Set<String> = []
    private let place: WatchedPlace
    private let inbox: WatchInbox
    /// The last day on which it was seen to.
    private var backupDay: CalendarDay?

    init(_ place: WatchedPlace, _ inbox: WatchInbox) {
        self.place = place
        self.inbox = inbox
    }

    /// How many targets are sent to.
    var sending: Int { targets.count }

    /// Those of some targets that can't be sent to now, since they are already, or too
    /// many others are.
    func unready(of all: some Sequence<String>) -> Set<String> {
        targets.count < Self.mostTargets ? targets : Set(all)
    }

    /// Sends what handlers asked for of a target that is ready.
    func send(to target: String, by carrier: ActionCarrier) {
        targets.insert(target)
        start { [inbox, place] in
            inbox.put(
                .sent(
                    to: target,
                    Result {
                        try WatchedAutomations.send(
                            to: target, by: carrier, unless: { place.isStopped })
                    }))
        }
    }

    /// Sending to a target ended.
    func noteSent(to target: String) { targets.remove(target) }

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
