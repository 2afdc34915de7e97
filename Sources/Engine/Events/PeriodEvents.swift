internal import Automation
internal import Insights
internal import Model
internal import Vault

/// The events of completed weeks and months: `week_closed`, `month_closed`. There is one event per
/// currency with movements.
struct PeriodEvents {
    let look: EventLook
    private let isWhole: Bool
    /// The oldest last sync of all connections, in POSIX seconds; nil if one never synced or
    /// there is none.
    private let syncedSince: Int64?

    /// Days after a period's end when it is reported even if a bank lags or files are still
    /// being imported.
    private static let patience = 5

    init(_ look: EventLook) throws {
        self.look = look
        isWhole = try !look.vault.hasUnclassified()
        let syncs = try look.vault.lastWholeSyncs()
        let connections = try look.vault.connections().filter { $0.kind == .simplefin }
        let last = connections.map { syncs[$0.id] }
        syncedSince = last.contains(nil) ? nil : last.compactMap(\.self).min()
    }

    func sightings(for subscription: EventSubscription) throws -> [DetectedEvent] {
        guard isWhole, let known = look.memory.subscriptions[subscription.key] else { return [] }
        let isMonth = subscription.kind == .monthClosed
        return try periods(isMonth: isMonth).filter { period in
            period.days.upperBound > known.sinceDay && isClosed(period)
        }.flatMap { period in
            try PeriodFigures.all(look.vault, period.days).map { figures in
                let told = figures.period(named: period.name, look)
                return DetectedEvent(
                    "\(period.name) \(figures.currency.code)", on: period.days.upperBound,
                    for: subscription, isMonth ? .month(told) : .week(told))
            }
        }
    }

    /// The month before today's; nil until it is closed.
    fileprivate var closedMonth: CalendarMonth? {
        let month = look.today.month.previous
        let period = Period(name: "\(month)", days: month.firstDay..<month.next.firstDay)
        return isWhole && isClosed(period) ? month : nil
    }

    private struct Period {
        /// The month, or the ISO 8601 week.
        let name: String
        let days: Range<CalendarDay>
    }

    /// The last period, and recent ones before it.
    private func periods(isMonth: Bool) -> [Period] {
        var periods: [Period] = []
        var end =
            isMonth ? look.today.month.firstDay : look.today.adding(days: 1 - look.today.isoWeekday)
        repeat {
            if isMonth {
                let month = end.month.previous
                periods.append(Period(name: "\(month)", days: month.firstDay..<end))
                end = month.firstDay
            } else {
                let first = end.adding(days: -7)
                periods.append(Period(name: first.isoWeekName, days: first..<end))
                end = first
            }
        } while end >= look.newsDays.lowerBound
        return periods.reversed()
    }

    /// Time alone never closes a period. Without news from any account since its end, its sums
    /// would be partial.
    private func isClosed(_ period: Period) -> Bool {
        let end = period.days.upperBound
        if let syncedSince, syncedSince >= end.secondsSinceEpoch { return true }
        return end.days(until: look.today) >= Self.patience
            && look.accounts.keys.contains { look.isKnown(account: $0, until: end) }
    }
}

extension Engine {
    /// The month before today's, once `month_closed` would tell of it.
    func closedMonth() throws -> CalendarMonth? {
        try PeriodEvents(
            EventLook(
                vault, moment, settings: EventSettings(), categories: try categories(),
                among: try vault.accounts())
        ).closedMonth
    }
}

extension CalendarDay {
    /// The day's ISO 8601 week, "2026-W47". It belongs to the year of its Thursday.
    fileprivate var isoWeekName: String {
        let thursday = adding(days: 4 - isoWeekday)
        let year = thursday.month.year
        let first = CalendarMonth(year: year, month: 1).firstDay
        let week = first.days(until: thursday) / 7 + 1
        return "\(year)-W\(week < 10 ? "0" : "")\(week)"
    }
}

/// The income and spending of some days in one currency.
struct PeriodFigures {
    let currency: Currency
    private var income: Int128 = 0
    private var spending: Int128 = 0
    /// The spending by category.
    private var categories: [String: Int128] = [:]

    private init(_ currency: Currency) {
        self.currency = currency
    }

    static func all(_ vault: Vault, _ days: Range<CalendarDay>) throws -> [PeriodFigures] {
        var all: [Currency: PeriodFigures] = [:]
        for figure in try vault.dailyFigures(days) {
            let currency = figure.total.currency
            all[currency, default: PeriodFigures(currency)].add(figure)
        }
        return all.values.filter(\.hasMovement).sorted { $0.currency.code < $1.currency.code }
    }

    private var hasMovement: Bool { income != 0 || !categories.isEmpty }

    private mutating func add(_ figure: DailyFigure) {
        let amount = figure.total.minorUnits
        switch figure.transactionClass {
        case .income: income += amount
        case .expense:
            spending -= amount
            categories[figure.category, default: 0] -= amount
        case .transfer, .ignore: break
        }
    }

    /// The figures for events.
    func period(named name: String, _ look: EventLook) -> EventPeriod {
        func money(_ sum: Int128) -> Money {
            Money(sum: sum, currency: currency)
        }
        let largestFirst = categories.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return EventPeriod(
            name: name, income: money(income), spending: money(spending),
            net: money(income - spending),
            categories: largestFirst.map { category, spent in
                EventSpending(category: look.category(category), spent: money(spent))
            })
    }
}
