internal import Automation
internal import Model
internal import Vault

/// Weeks and months that are over: `week_closed`, `month_closed`, one event for
/// each currency in which anything moved.
struct PeriodEvents {
    let look: EventLook
    private let isWhole: Bool
    /// When the connection that was synced longest ago was, in POSIX seconds;
    /// nil where one never was, or where there is none.
    private let syncedSince: Int64?

    /// So many days after its end a period is told also where a bank still lags,
    /// and where the person brings files in, one after another.
    private static let patience = 5

    init(_ look: EventLook) throws {
        self.look = look
        isWhole = try !look.vault.hasUnclassified()
        let syncs = try look.vault.lastWholeSyncs()
        let connections = try look.vault.connections().filter { $0.kind == .simplefin }
        let last = connections.map { syncs[$0.id] }
        syncedSince = last.contains(nil) ? nil : last.compactMap(\.self).min()
    }

    func sightings(for subscription: EventSubscription) throws -> [Sighting] {
        guard isWhole, let known = look.memory.subscriptions[subscription.key] else { return [] }
        let isMonth = subscription.kind == .monthClosed
        return try periods(isMonth: isMonth).filter { period in
            period.days.upperBound > known.sinceDay && isClosed(period)
        }.flatMap { period in
            try PeriodFigures.all(look.vault, period.days).map { figures in
                let told = figures.period(named: period.name, look)
                return Sighting(
                    "\(period.name) \(figures.currency.code)", on: period.days.upperBound,
                    for: subscription, isMonth ? .month(told) : .week(told))
            }
        }
    }

    private struct Period {
        /// The month, or the week as ISO 8601 numbers it.
        let name: String
        let days: Range<CalendarDay>
    }

    /// The last one, and those before it that ended not long ago.
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

    /// Never by the time alone: without a word of any account since its end a
    /// period's sums are those of a part of it.
    private func isClosed(_ period: Period) -> Bool {
        let end = period.days.upperBound
        if let syncedSince, syncedSince >= end.secondsSinceEpoch { return true }
        return end.days(until: look.today) >= Self.patience
            && look.accounts.keys.contains { look.isKnown(account: $0, until: end) }
    }
}

extension CalendarDay {
    /// The day's week, "2026-W47": it belongs to the year that its Thursday is in.
    fileprivate var isoWeekName: String {
        let thursday = adding(days: 4 - isoWeekday)
        let year = thursday.month.year
        let first = CalendarMonth(year: year, month: 1).firstDay
        let week = first.days(until: thursday) / 7 + 1
        return "\(year)-W\(week < 10 ? "0" : "")\(week)"
    }
}
