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

/// Banks of which the last sync told something: `bank_needs_attention`.
struct BankConditions {
    let look: EventLook

    func holding() throws -> [HoldingCondition] {
        var names: [Int64: String] = [:]
        for connection in try look.vault.connections() { names[connection.id] = connection.name }
        return try look.vault.institutionHealth().compactMap { bank in
            guard let connection = names[bank.connection], let message = bank.messages.first
            else { return nil }
            return HoldingCondition(
                subject: "bank \(bank.id)",
                content: .bank(
                    EventBank(name: bank.name, connection: connection, message: message.text)))
        }
    }
}

/// Accounts with little in them: `low_balance`.
struct BalanceConditions {
    let look: EventLook

    /// Of an account without a name only those that are paid from: what is owed
    /// on a card or a loan is below nearly everything.
    func holding(for subscription: EventSubscription) -> [HoldingCondition] {
        guard let below = subscription.options.below else { return [] }
        return look.accounts.values.sorted { $0.id < $1.id }.compactMap { account in
            guard let balance = account.balance, balance.isLess(than: below),
                subscription.options.account.map(account.isNamed)
                    ?? (account.type.netWorthGroup == .bankAccounts)
            else { return nil }
            return HoldingCondition(
                subject: "account \(account.id)",
                content: .account(
                    EventAccount(
                        name: account.name, institution: account.institution, type: account.type,
                        balance: balance)))
        }
    }
}
