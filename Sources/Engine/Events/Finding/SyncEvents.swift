internal import Automation
internal import Model
internal import Vault

/// Syncs that ended: `sync_finished`, `sync_failed`.
struct SyncEvents {
    let look: EventLook

    func sightings(for subscription: EventSubscription) throws -> [Sighting] {
        guard let known = look.memory.subscriptions[subscription.key] else { return [] }
        let syncs = try look.vault.finishedSyncs(
            after: known.sinceSync, since: look.newsDays.lowerBound.secondsSinceEpoch)
        return syncs.compactMap { sync -> Sighting? in
            let day = look.zone.day(at: sync.finishedAt)
            guard (sync.outcome == .failed) == (subscription.kind == .syncFailed),
                look.newsDays.contains(day),
                let outcome = EventSync.Outcome(rawValue: sync.outcome.rawValue)
            else { return nil }
            return Sighting(
                "sync \(sync.id)", on: day, for: subscription,
                .sync(
                    EventSync(
                        connection: sync.connection, outcome: outcome,
                        newTransactions: sync.newTransactions, message: sync.message ?? "")))
        }
    }
}
