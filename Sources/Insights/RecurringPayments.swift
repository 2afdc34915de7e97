public import Model
public import Vault

/// A recurring series as of one day.
public struct RecurringPayment: Sendable {
    public let series: SeriesFacts
    /// Whether payments are still expected.
    public let isActive: Bool
    /// The next payment; nil if the series has ended.
    public let dueDay: CalendarDay?
    /// Whether it is a bill that somebody has to pay: money that goes out, except what
    /// a loan or a card charges itself.
    public let isBill: Bool
    /// The visibility of the account of its newest payment.
    public let visibility: AccountVisibility
    /// Days from the as-of day to ``dueDay``; negative if it is late.
    public let daysUntilDue: Int?
    /// The monthly amount, signed.
    public let monthly: Money
    /// Days before a payment at which the person wants a reminder; nil for never.
    public let reminderDays: Int?
    /// Its transactions, oldest first.
    public let payments: [SeriesPayment]
    /// All events, oldest first; none for what a loan or a card charges itself.
    public let events: [SeriesEvent]

    /// Whether a reminder is due: from the chosen day until the payment is made or
    /// missed.
    public var isReminderDue: Bool {
        guard let reminderDays, let daysUntilDue else { return false }
        return daysUntilDue <= reminderDays
    }
}

/// The recurring series of a vault as of one day.
public struct RecurringPayments: Sendable {
    /// Which series to show.
    public enum Selection: Sendable {
        /// Active series that are recurring or likely. Of a transfer between own
        /// accounts only the paying side. None of a hidden account.
        case current
        /// All series, including ended, dismissed and possible ones, and those of
        /// hidden accounts.
        case all
    }

    /// The monthly total of a class in one currency.
    public struct Total: Hashable, Sendable {
        public let currency: Currency
        public let transactionClass: TransactionClass
        /// Signed, as the payments are.
        public let monthly: Money
    }

    /// By class (expenses, income, transfers), the largest first.
    public let payments: [RecurringPayment]
    /// Of active series in accounts that count.
    public let totals: [Total]

    private let today: CalendarDay

    /// - Parameters:
    ///   - reminders: days before a payment at which to remind the person, by series
    ///     name.
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

    /// Bills that are late or due within some days, the nearest first, in accounts that
    /// count.
    public func upcoming(within days: Int) -> [RecurringPayment] {
        Self.nearestFirst(
            payments.filter {
                $0.isBill && $0.visibility.isCounted && ($0.daysUntilDue ?? .max) <= days
            })
    }

    /// Payments with a reminder due now, the nearest first.
    public var reminders: [RecurringPayment] {
        Self.nearestFirst(payments.filter { $0.isReminderDue && $0.visibility != .hidden })
    }

    private static func nearestFirst(_ payments: [RecurringPayment]) -> [RecurringPayment] {
        payments.sorted {
            ($0.daysUntilDue ?? 0, $0.series.name) < ($1.daysUntilDue ?? 0, $1.series.name)
        }
    }

    /// The events of the last days, the newest first, each with its series.
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
    /// The display order of classes.
    fileprivate var place: Int {
        switch self {
        case .expense: 0
        case .income: 1
        case .transfer: 2
        case .ignore: 3
        }
    }
}

/// The series that a pass found, with their payments.
public struct FoundSeries: Sendable {
    let series: [SeriesFacts]
    let payments: [String: [SeriesPayment]]
    let besides: [String: [PaymentBeside]]
    let ownCharges: Set<String>
    let visibility: [String: AccountVisibility]
    let oldestDay: CalendarDay?

    /// - Parameters:
    ///   - payments: by series name, oldest first.
    ///   - besides: other payments to the series' payees, by series name.
    ///   - ownCharges: the names of series that a loan or a card charges itself.
    ///   - visibility: of the accounts of the newest payments, by series name; missing
    ///     for accounts that count.
    ///   - oldestDay: the first day with any data; nil if there is none.
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

    /// The series that the last pass over a vault found.
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
