public import Model
public import Vault

/// A series of recurring payments as it stands on a day.
public struct RecurringPayment: Sendable {
    public let series: SeriesFacts
    /// Whether payments are still to be expected.
    public let isActive: Bool
    /// The next payment; nil of a series that is over.
    public let dueDay: CalendarDay?
    /// Whether somebody has to see to it that it is paid: money that goes out,
    /// and nothing that a loan or a card charges to itself.
    public let isBill: Bool
    /// Of the account of its newest payment.
    public let visibility: AccountVisibility
    /// Days from the as-of day to ``dueDay``, negative where it is late.
    public let daysUntilDue: Int?
    /// What it comes to in a month, with its sign.
    public let monthly: Money
    /// How many days before a payment the person wants to be reminded of it;
    /// nil for never.
    public let reminderDays: Int?
    /// Its transactions, oldest first.
    public let payments: [SeriesPayment]
    /// All events, oldest first; none of what a loan or a card charges to itself.
    public let events: [SeriesEvent]

    /// Whether the person is to be reminded now: from so many days before the
    /// payment until it is made or missed.
    public var isReminderDue: Bool {
        guard let reminderDays, let daysUntilDue else { return false }
        return daysUntilDue <= reminderDays
    }
}

/// The recurring payments of a vault on a day.
public struct RecurringPayments: Sendable {
    /// What is to be shown of them.
    public enum Selection: Sendable {
        /// Those that go on and are recurring or likely so; of a transfer
        /// between own accounts only the side that pays. None of a hidden account.
        case current
        /// Every one, those too that are over, dismissed, only possible or of a
        /// hidden account.
        case all
    }

    /// What all payments of one kind come to in a month.
    public struct Total: Hashable, Sendable {
        public let currency: Currency
        public let transactionClass: TransactionClass
        /// With the sign of the payments.
        public let monthly: Money
    }

    /// By class (expenses, income, transfers), the largest first.
    public let payments: [RecurringPayment]
    /// Of those that go on, in accounts that count.
    public let totals: [Total]

    private let today: CalendarDay

    /// - Parameters:
    ///   - reminders: how many days before a payment the person wants to be
    ///     reminded of it, by the names of series.
    ///   - today: the as-of day.
    public init(
        _ found: FoundSeries, reminders: [String: Int], today: CalendarDay, selection: Selection
    ) {
        self.today = today
        var all: [RecurringPayment] = []
        for series in found.series {
            let visibility = found.visibility[series.name] ?? .counted
            guard selection == .all || visibility != .hidden && series.isShown(on: today)
            else { continue }
            let payments = found.payments[series.name] ?? []
            let isOwnCharge = found.ownCharges.contains(series.name)
            let history = SeriesHistory(
                series, payments: payments, besides: found.besides[series.name] ?? [],
                today: today, oldestDay: found.oldestDay)
            all.append(
                RecurringPayment(
                    series: series, isActive: series.isActive(on: today), dueDay: history.dueDay,
                    isBill: series.usualAmount < 0 && !isOwnCharge, visibility: visibility,
                    daysUntilDue: history.dueDay.map { today.days(until: $0) },
                    monthly: Money(sum: series.monthlyEquivalent, currency: series.currency),
                    reminderDays: reminders[series.name], payments: payments,
                    events: isOwnCharge ? [] : history.events))
        }
        payments = all.sorted { one, other in
            let (first, second) = (one.series.transactionClass, other.series.transactionClass)
            if first != second { return first.place < second.place }
            if one.monthly.minorUnits != other.monthly.minorUnits {
                return one.monthly.minorUnits.magnitude > other.monthly.minorUnits.magnitude
            }
            return one.series.name < other.series.name
        }
        totals = Self.totals(
            of: payments.filter { $0.isActive && $0.visibility.isCounted })
    }

    /// Bills that are due within so many days, or late, the nearest first; none of
    /// accounts that do not count.
    public func upcoming(within days: Int) -> [RecurringPayment] {
        Self.nearestFirst(
            payments.filter {
                $0.isBill && $0.visibility.isCounted && ($0.daysUntilDue ?? .max) <= days
            })
    }

    /// Payments of which the person is to be reminded now, the nearest first.
    public var reminders: [RecurringPayment] {
        Self.nearestFirst(payments.filter { $0.isReminderDue && $0.visibility != .hidden })
    }

    private static func nearestFirst(_ payments: [RecurringPayment]) -> [RecurringPayment] {
        payments.sorted {
            ($0.daysUntilDue ?? 0, $0.series.name) < ($1.daysUntilDue ?? 0, $1.series.name)
        }
    }

    /// Events of the last so many days, the newest first, each with its series.
    public func recentEvents(within days: Int) -> [(series: SeriesFacts, event: SeriesEvent)] {
        payments.flatMap { payment in
            payment.events.filter { $0.day.days(until: today) <= days }
                .map { (payment.series, $0) }
        }.sorted { ($1.event.day, $0.series.name) < ($0.event.day, $1.series.name) }
    }

    private static func totals(of payments: [RecurringPayment]) -> [Total] {
        var totals: [Total] = []
        for payment in payments {
            let (currency, kind) = (payment.series.currency, payment.series.transactionClass)
            let place =
                totals.firstIndex { $0.currency == currency && $0.transactionClass == kind }
                ?? totals.count
            let before = place < totals.count ? totals.remove(at: place).monthly.minorUnits : 0
            totals.insert(
                Total(
                    currency: currency, transactionClass: kind,
                    monthly: Money(sum: before + payment.monthly.minorUnits, currency: currency)),
                at: place)
        }
        return totals
    }
}

extension SeriesFacts {
    fileprivate func isShown(on day: CalendarDay) -> Bool {
        isActive(on: day) && standing != .possible
            && !(transactionClass == .transfer && usualAmount > 0)
    }
}

extension TransactionClass {
    /// The order in which payments are shown.
    fileprivate var place: Int {
        switch self {
        case .expense: 0
        case .income: 1
        case .transfer: 2
        case .ignore: 3
        }
    }
}

/// The series that a pass found, with all that is told of them.
public struct FoundSeries: Sendable {
    let series: [SeriesFacts]
    let payments: [String: [SeriesPayment]]
    let besides: [String: [PaymentBeside]]
    let ownCharges: Set<String>
    let visibility: [String: AccountVisibility]
    let oldestDay: CalendarDay?

    /// - Parameters:
    ///   - payments: of each series, by its name; oldest first.
    ///   - besides: what their payees were paid besides, by the names of series.
    ///   - ownCharges: the names of those that a loan or a card charges to
    ///     itself.
    ///   - visibility: of the accounts of their newest payments, by the names of
    ///     series; missing for accounts that count.
    ///   - oldestDay: the first day of which anything is known; nil if nothing is.
    public init(
        _ series: [SeriesFacts], payments: [String: [SeriesPayment]],
        besides: [String: [PaymentBeside]], ownCharges: Set<String>,
        visibility: [String: AccountVisibility], oldestDay: CalendarDay?
    ) {
        self.series = series
        self.payments = payments
        self.besides = besides
        self.ownCharges = ownCharges
        self.visibility = visibility
        self.oldestDay = oldestDay
    }

    /// Those that the last pass over a vault found.
    public init(_ vault: Vault) throws {
        let series = try vault.series()
        self.init(
            series, payments: try vault.seriesPayments(),
            besides: try vault.payments(
                beside: series,
                since: series.map(\.firstDay).min() ?? CalendarDay(daysSinceEpoch: 0)),
            ownCharges: try vault.seriesOfOwnCharges(),
            visibility: try vault.seriesVisibility(), oldestDay: try vault.oldestDay())
    }
}
