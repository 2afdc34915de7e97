internal import Automation
internal import Insights
internal import Model
internal import Vault

/// The events of completed syncs: `sync_finished`, `sync_failed`.
struct SyncEvents {
    let look: EventLook

    func sightings(for subscription: EventSubscription) throws -> [DetectedEvent] {
        guard let known = look.memory.subscriptions[subscription.key] else { return [] }
        let syncs = try look.vault.finishedSyncs(
            after: known.sinceSync, since: look.newsDays.lowerBound.secondsSinceEpoch)
        return syncs.compactMap { sync -> DetectedEvent? in
            let day = look.zone.day(at: sync.finishedAt)
            guard (sync.outcome == .failed) == (subscription.kind == .syncFailed),
                look.newsDays.contains(day),
                let outcome = EventSync.Outcome(rawValue: sync.outcome.rawValue)
            else { return nil }
            return DetectedEvent(
                "sync \(sync.id)", on: day, for: subscription,
                .sync(
                    EventSync(
                        connection: sync.connection, outcome: outcome,
                        newTransactions: sync.newTransactions, message: sync.message ?? "")))
        }
    }
}

/// The events of imported files: `file_imported`, one for each account of a file.
struct ImportEvents {
    let look: EventLook

    func sightings(for subscription: EventSubscription) throws -> [DetectedEvent] {
        guard let known = look.memory.subscriptions[subscription.key] else { return [] }
        let imports = try look.vault.fileImports(
            after: known.sinceImport, since: look.newsDays.lowerBound.secondsSinceEpoch)
        return imports.compactMap { imported -> DetectedEvent? in
            let day = look.zone.day(at: imported.importedAt)
            guard look.newsDays.contains(day), let account = look.accounts[imported.account] else {
                return nil
            }
            return DetectedEvent(
                "import \(imported.id)", on: day, for: subscription,
                .file(
                    EventFile(
                        fileName: imported.file, account: account.name,
                        newTransactions: imported.newTransactions)))
        }
    }
}

/// A scheduled backup that failed, until one succeeds: `backup_failed`.
struct BackupConditions {
    let look: EventLook

    func holding() throws -> [HoldingCondition] {
        try look.vault.failedBackup().map { failure in
            [HoldingCondition(subject: "backup", content: .backup(EventBackup(message: failure)))]
        } ?? []
    }
}

/// Banks with a message in the last sync: `bank_needs_attention`.
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

/// Accounts with a low balance: `low_balance`.
struct BalanceConditions {
    let look: EventLook

    /// The low balances. Without a named account, only accounts to pay from count: debts on
    /// cards and loans are nearly always lower.
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

/// Accounts whose balance will be low: `low_balance_ahead`.
struct FallConditions {
    let look: EventLook

    /// The falls within the subscription's days. One that is low already has no fall ahead.
    func holding(for subscription: EventSubscription) throws -> [HoldingCondition] {
        guard let below = subscription.options.below else { return [] }
        let days = subscription.options.days ?? EventOption.usualDays
        let facts = try ForecastFacts(
            look.vault, on: look.today,
            found: FoundSeries(forForecastOn: look.today, in: look.vault),
            planned: look.settings.planned)
        let forecast = Forecast(
            facts, through: look.today.adding(days: days), withRange: false)
        return forecast.accounts.compactMap { one in
            func balance(_ day: AccountForecast.Day) -> Money {
                Money(sum: day.expected, currency: one.account.currency)
            }
            guard let account = look.accounts[one.account.id],
                subscription.options.account.map(account.isNamed)
                    ?? (account.type.netWorthGroup == .bankAccounts),
                let first = one.days.first, !balance(first).isLess(than: below),
                let low = one.days.first(where: { balance($0).isLess(than: below) })
            else { return nil }
            return HoldingCondition(
                subject: "account \(account.id)",
                content: .fall(
                    EventFall(
                        account: account.name, institution: account.institution, day: low.day,
                        balance: balance(low))))
        }
    }
}

/// Accounts whose balances lack transactions, and silent ones: `balance_gap`, `account_silent`.
struct ContinuityConditions {
    let look: EventLook

    func holding(for kind: EventKind) throws -> [HoldingCondition] {
        let accounts = try AccountContinuity.all(of: look.vault)
        return kind == .accountSilent
            ? accounts.compactMap(silence) : accounts.flatMap { gaps($0) }
    }

    private func gaps(_ account: AccountContinuity) -> [HoldingCondition] {
        account.recentGaps(on: look.today).map { gap in
            HoldingCondition(
                // Its days may still change.
                subject: "account \(account.account.id) lacks \(gap.amount.minorUnits)",
                content: .gap(
                    EventGap(
                        account: account.account.name, institution: account.account.institution,
                        amount: gap.amount, days: gap.days)))
        }
    }

    private func silence(_ account: AccountContinuity) -> HoldingCondition? {
        account.silence.map { silence in
            HoldingCondition(
                subject: "account \(account.account.id)",
                content: .silence(
                    EventSilence(
                        account: account.account.name, institution: account.account.institution,
                        since: silence.since, usualDays: silence.usualDays)))
        }
    }
}
