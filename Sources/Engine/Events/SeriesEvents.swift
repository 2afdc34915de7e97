internal import Automation
internal import Insights
internal import Model
internal import Vault

/// The events of recurring series: `bill_due`, `price_changed`, `new_subscription`,
/// `missed_income`, `missed_payment`.
struct SeriesEvents {
    let look: EventLook
    /// The certain and likely series that the user has not dismissed.
    private let series: [SeriesFacts]
    /// Other payments to the payees of active series, from one interval before the last
    /// payment.
    private let besides: [String: [PaymentBeside]]
    private let reminders: [String: Int]
    /// The names of series that nobody has to pay.
    private let ownCharges: Set<String>
    /// The names of series in accounts that don't count.
    private let uncounted: Set<String>

    init(_ look: EventLook) throws {
        self.look = look
        reminders = try look.vault.seriesReminders()
        ownCharges = try look.vault.seriesOfOwnCharges()
        var shown: [SeriesFacts] = []
        var uncounted: Set<String> = []
        for series in try look.vault.series()
        where series.isActive(on: look.today) && series.standing != .possible {
            let account = try look.vault.account(ofTransaction: series.newestTransaction)
            guard let account, let record = look.accounts[account] else { continue }
            shown.append(series)
            if !record.visibility.isCounted { uncounted.insert(series.name) }
        }
        series = shown
        self.uncounted = uncounted
        besides = try look.vault.payments(
            beside: shown,
            since: shown.map { $0.lastDay.adding(days: -$0.frequency.usualDays) }.min()
                ?? look.today)
    }

    func sightings(
        for subscription: EventSubscription, _ recent: [RecentTransaction]
    ) throws -> [DetectedEvent] {
        switch subscription.kind {
        case .billDue: series.compactMap { bill($0, for: subscription) }
        case .priceChanged: try priceChanges(for: subscription, recent)
        case .newSubscription: try newSubscriptions(for: subscription)
        case .missedIncome:
            try series.filter { $0.transactionClass == .income && $0.usualAmount > 0 }
                .flatMap { try missed($0, for: subscription) }
        case .missedPayment:
            try series.filter { $0.usualAmount < 0 && !ownCharges.contains($0.name) }
                .flatMap { try missed($0, for: subscription) }
        default: []
        }
    }

    // MARK: Expected payments

    private func history(ofNewest series: SeriesFacts) -> SeriesHistory {
        let newest = SeriesPayment(
            transaction: series.newestTransaction, day: series.lastDay, amount: series.usualAmount)
        return SeriesHistory(
            series, payments: [newest], besides: besides[series.name] ?? [], today: look.today,
            oldestDay: nil)
    }

    /// The identity of an expected payment, stable under small changes of the rhythm. It is
    /// made of the last payment and the number of payments since.
    private func subject(of series: SeriesFacts, expectedOn day: CalendarDay) -> String {
        let rhythm = series.rhythm
        let count = rhythm.slot(nearestTo: day) - rhythm.slot(nearestTo: series.lastDay)
        return "payment \(count) after transaction \(series.newestTransaction)"
    }

    private func bill(_ series: SeriesFacts, for subscription: EventSubscription) -> DetectedEvent?
    {
        guard series.usualAmount < 0, let due = history(ofNewest: series).dueDay else {
            return nil
        }
        let reminder = reminders[series.name]
        guard
            reminder != nil
                || !ownCharges.contains(series.name) && !uncounted.contains(series.name)
        else { return nil }
        let days = reminder ?? subscription.options.days ?? 3
        guard (0...max(0, days)).contains(look.today.days(until: due)) else { return nil }
        return DetectedEvent(
            subject(of: series, expectedOn: due), on: due, for: subscription,
            look.series(series, nextDay: due))
    }

    /// The missed payments of a series. A payment counts as missed only if its account is known
    /// up to that day.
    private func missed(
        _ series: SeriesFacts, for subscription: EventSubscription
    ) throws -> [DetectedEvent] {
        guard let known = look.memory.subscriptions[subscription.key],
            let number = try look.vault.account(ofTransaction: series.newestTransaction),
            let account = look.memory.accounts[number]
        else { return [] }
        return history(ofNewest: series).events.compactMap { event in
            guard event.kind == .missed else { return nil }
            let missedOn = event.day.adding(days: series.frequency.graceDays + 1)
            guard missedOn > max(known.sinceDay, account.sinceDay),
                look.newsDays.contains(missedOn), look.isKnown(account: number, until: missedOn)
            else { return nil }
            return DetectedEvent(
                subject(of: series, expectedOn: event.day), on: missedOn, for: subscription,
                look.series(series, nextDay: event.day))
        }
    }

    // MARK: What changed

    private func priceChanges(
        for subscription: EventSubscription, _ recent: [RecentTransaction]
    ) throws -> [DetectedEvent] {
        var news: [String: Set<Int64>] = [:]
        for transaction in recent where look.isNews(transaction, for: subscription) {
            if let name = transaction.series { news[name, default: []].insert(transaction.id) }
        }
        let fixed = series.filter {
            $0.isFixed && news[$0.name] != nil && !ownCharges.contains($0.name)
        }
        let payments = try look.vault.newestPayments(
            ofSeries: Set(fixed.map(\.name)), since: look.today.adding(days: -Self.daysOfPrices))
        return fixed.flatMap { series -> [DetectedEvent] in
            let history = SeriesHistory(
                series, payments: payments[series.name] ?? [], today: look.today, oldestDay: nil)
            return history.events.compactMap { event -> DetectedEvent? in
                guard case .priceChanged(let from, let to) = event.kind,
                    let transaction = event.transaction,
                    news[series.name]?.contains(transaction) == true
                else { return nil }
                let content = look.series(
                    series, nextDay: series.nextDay, prices: (from, to))
                return DetectedEvent(
                    subscription: subscription, subject: "transaction \(transaction)",
                    happenedOn: event.day, transaction: transaction
                ) { _ in content }
            }
        }
    }

    /// Enough for two payments of a yearly series.
    private static let daysOfPrices = 800

    /// The new subscriptions. Those at the first look are known already. A series in an
    /// account's initial history is not news.
    private func newSubscriptions(for subscription: EventSubscription) throws -> [DetectedEvent] {
        let isFirstLook = look.memory.subscriptions[subscription.key] == nil
        return try series.compactMap { series in
            let distance = series.frequency.usualDays
            let farthest = look.today.adding(days: -look.settings.newsDays - 3 * distance)
            guard series.transactionClass == .expense, series.usualAmount < 0,
                !ownCharges.contains(series.name),
                series.firstDay >= farthest, look.newsDays.contains(series.lastDay),
                let first = try look.vault.firstPayment(of: series),
                let number = try look.vault.account(ofTransaction: first),
                let account = look.memory.accounts[number], first > account.sinceTransaction
            else { return nil }
            var sighting = DetectedEvent(
                "series since transaction \(first)", on: series.lastDay, for: subscription,
                look.series(series, nextDay: series.nextDay))
            sighting.isKnown = isFirstLook
            return sighting
        }
    }
}
