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
    /// The lens of its newest payment, besides what the person set for that one alone.
    public let lens: Lens?
    /// The first day without complete data in the account of its newest payment.
    let unreadFrom: CalendarDay?
    /// The last known day of its account, if payments were expected then and the bank has been
    /// silent for too long; else nil.
    public let silentSince: CalendarDay?
    /// Days from the as-of day to ``dueDay``; negative if it is late.
    public let daysUntilDue: Int?
    /// The usual amount, signed; of what a loan charges itself the newest, since it falls.
    public let amount: Money
    /// The monthly amount, signed.
    public let monthly: Money
    /// Days before a payment at which the person wants a reminder; nil for never.
    public let reminderDays: Int?
    /// The person's note on it.
    public let note: String?
    /// Its transactions, oldest first.
    public let payments: [SeriesPayment]
    /// All events, oldest first; none for what a loan or a card charges itself.
    public let events: [SeriesEvent]

    /// Where the due payment may have been made, since its bank was not read on its day: the last
    /// day that is known.
    public var unreadSince: CalendarDay? { dueDay.flatMap(unreadSince(asOf:)) }

    fileprivate func unreadSince(asOf day: CalendarDay) -> CalendarDay? {
        guard let dueDay, let daysUntilDue, let unreadFrom,
            dueDay.adding(days: -daysUntilDue) > day, unreadFrom <= day
        else { return nil }
        return unreadFrom.adding(days: -1)
    }

    /// Whether a reminder is due: from the chosen day until the payment is made or
    /// missed.
    public var isReminderDue: Bool {
        guard let reminderDays, let daysUntilDue else { return false }
        return daysUntilDue <= reminderDays
    }
}

/// A payment of a bill that is to come, or late.
public struct UpcomingBill: Sendable {
    public let bill: RecurringPayment
    public let day: CalendarDay
    /// The usual amount, or what a card's statement takes; negative.
    public var amount: Money
    /// Negative if it is late.
    public let daysUntil: Int
    /// Where it may have been made, since its bank was not read on the day: the last day that is
    /// known.
    public let unreadSince: CalendarDay?
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

    /// The monthly total of what is paid for one lens in one currency.
    public struct LensTotal: Hashable, Sendable {
        public let currency: Currency
        /// Nil for expenses without one.
        public let lens: Lens?
        /// Signed, as the payments are.
        public let monthly: Money
    }

    /// By class (expenses, income, transfers) and currency, the largest first.
    public let payments: [RecurringPayment]
    /// Of active series in accounts that count.
    public let totals: [Total]
    /// The same of what is paid, by lens: needs, wants, saving, and expenses that are none of
    /// these. A loan counts with its payments, not with what it charges itself.
    public let paidByLens: [LensTotal]
    /// How many series the selection leaves out because their banks have been silent for too long.
    public let leftOutSilent: Int

    private let today: CalendarDay

    /// - Parameters:
    ///   - reminders: days before a payment at which to remind the person, by series
    ///     name.
    ///   - notes: what the person noted, by series name.
    ///   - today: the as-of day.
    ///   - order: the order of currencies.
    public init(
        _ found: FoundSeries, reminders: [String: Int], notes: [String: String] = [:],
        today: CalendarDay, selection: Selection, order: CurrencyOrder = .byCode
    ) {
        self.today = today
        var all: [RecurringPayment] = []
        var leftOutSilent = 0
        for series in found.series {
            let newest = found.newest[series.name] ?? NewestPayment()
            let known = newest.lastDay(knownOn: today)
            let silentSince = newest.silentSince(asOf: today)
            guard selection == .all || newest.visibility != .hidden && series.isShown(on: known)
            else {
                if newest.visibility.isCounted, silentSince.map(series.isShown(on:)) == true {
                    leftOutSilent += 1
                }
                continue
            }
            let payments = found.payments[series.name] ?? []
            let isOwnCharge = found.ownCharges.contains(series.name)
            let amount = (isOwnCharge ? payments.last?.amount : nil) ?? series.usualAmount
            let monthly =
                amount == series.usualAmount
                ? series.monthlyEquivalent : series.frequency.monthlyEquivalent(of: amount)
            let history = SeriesHistory(
                series, payments: payments, besides: found.besides[series.name] ?? [],
                today: known, oldestDay: found.oldestDay)
            all.append(
                RecurringPayment(
                    series: series, isActive: series.isActive(on: known), dueDay: history.dueDay,
                    isBill: series.usualAmount < 0 && !isOwnCharge,
                    visibility: newest.visibility, lens: newest.lens,
                    unreadFrom: newest.unreadFrom,
                    silentSince: silentSince.flatMap { series.isActive(on: $0) ? $0 : nil },
                    daysUntilDue: history.dueDay.map { today.days(until: $0) },
                    amount: Money(minorUnits: amount, currency: series.currency),
                    monthly: Money(sum: monthly, currency: series.currency),
                    reminderDays: reminders[series.name], note: notes[series.name],
                    payments: payments,
                    events: isOwnCharge ? [] : history.events))
        }
        self.leftOutSilent = leftOutSilent
        payments = all.sorted { one, other in
            let (first, second) = (one.series.transactionClass, other.series.transactionClass)
            if first != second { return first.place < second.place }
            if one.series.currency != other.series.currency {
                return order.place(of: one.series.currency) < order.place(of: other.series.currency)
            }
            if one.monthly.minorUnits != other.monthly.minorUnits {
                return one.monthly.minorUnits.magnitude > other.monthly.minorUnits.magnitude
            }
            return one.series.name < other.series.name
        }
        let counted = payments.filter { $0.isActive && $0.visibility.isCounted }
        totals = Self.totals(of: counted)
        paidByLens = Self.paidByLens(
            among: counted.filter { !found.ownCharges.contains($0.series.name) })
    }

    /// Bills that are late or due within some days, the nearest first, in accounts that
    /// count. One that comes every week is there for each.
    public func upcoming(within days: Int) -> [UpcomingBill] {
        let bills = payments.filter { $0.isBill && $0.visibility.isCounted }
        return bills.flatMap { bill -> [UpcomingBill] in
            guard let first = bill.dueDay else { return [] }
            let rhythm = bill.series.rhythm
            var (day, slot) = (first, rhythm.slot(nearestTo: first))
            var upcoming: [UpcomingBill] = []
            while today.days(until: day) <= days {
                upcoming.append(
                    UpcomingBill(
                        bill: bill, day: day, amount: bill.series.usualMoney,
                        daysUntil: today.days(until: day),
                        unreadSince: bill.unreadSince(asOf: day)))
                slot += 1
                day = rhythm.day(ofSlot: slot)
            }
            return upcoming
        }.sorted { ($0.day, $0.bill.series.name) < ($1.day, $1.bill.series.name) }
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
    ///
    /// - Parameter longer: the days for changes of prices.
    public func recentEvents(
        within days: Int, pricesWithin longer: Int
    ) -> [(series: SeriesFacts, event: SeriesEvent)] {
        payments.flatMap { payment in
            payment.events.filter { event in
                // Nothing is known of days that the bank was not read for.
                if case .missed = event.kind, let unread = payment.unreadFrom, unread <= event.day {
                    return false
                }
                let isPrice = if case .priceChanged = event.kind { true } else { false }
                return event.day.days(until: today) <= (isPrice ? longer : days)
            }.map { (payment.series, $0) }
        }.sorted { ($1.event.day, $0.series.name) < ($0.event.day, $1.series.name) }
    }

    private static func totals(of payments: [RecurringPayment]) -> [Total] {
        sums(of: payments) { ($0.series.currency, $0.series.transactionClass) }
            .map { Total(currency: $0.key.0, transactionClass: $0.key.1, monthly: $0.monthly) }
    }

    private static func paidByLens(among payments: [RecurringPayment]) -> [LensTotal] {
        let paid = payments.filter { payment in
            switch payment.series.transactionClass {
            case .expense: true
            case .transfer: payment.series.usualAmount < 0 && payment.lens != nil
            case .income, .ignore: false
            }
        }
        let sums = sums(of: paid) { ($0.series.currency, $0.lens) }
        return (Lens.allCases + [nil]).flatMap { lens in
            sums.filter { $0.key.1 == lens }
                .map { LensTotal(currency: $0.key.0, lens: lens, monthly: $0.monthly) }
        }
    }

    /// The monthly sums by currency and something else, in the order of the first of each.
    private static func sums<Kind: Equatable>(
        of payments: [RecurringPayment], by key: (RecurringPayment) -> (Currency, Kind)
    ) -> [(key: (Currency, Kind), monthly: Money)] {
        var sums: [(key: (Currency, Kind), monthly: Money)] = []
        for payment in payments {
            let kind = key(payment)
            let place = sums.firstIndex { $0.key == kind } ?? sums.count
            let before = place < sums.count ? sums.remove(at: place).monthly.minorUnits : 0
            let sum = Money(sum: before + payment.monthly.minorUnits, currency: kind.0)
            sums.insert((kind, sum), at: place)
        }
        return sums
    }
}

extension NewestPayment {
    /// The last day of which is known what came and what did not. After a long silence of the bank
    /// nothing is expected of it any more.
    fileprivate func lastDay(knownOn today: CalendarDay) -> CalendarDay {
        guard let read = unreadFrom?.adding(days: -1), read < today,
            silentSince(asOf: today) == nil
        else { return today }
        return read
    }

    /// The last known day before a silence that is too long; nil if there is none.
    fileprivate func silentSince(asOf today: CalendarDay) -> CalendarDay? {
        guard let read = unreadFrom?.adding(days: -1) ?? lastDayOfFiles,
            read.days(until: today) > ForecastFacts.Account.mostDaysOfSilence
        else { return nil }
        return read
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
    let newest: [String: NewestPayment]
    let oldestDay: CalendarDay?

    /// - Parameters:
    ///   - payments: by series name, oldest first.
    ///   - besides: other payments to the series' payees, by series name.
    ///   - ownCharges: the names of series that a loan or a card charges itself.
    ///   - newest: by series name, what it takes from its newest payment; missing for one
    ///     in an account that counts, without a lens.
    ///   - oldestDay: the first day with any data; nil if there is none.
    public init(
        _ series: [SeriesFacts], payments: [String: [SeriesPayment]],
        besides: [String: [PaymentBeside]], ownCharges: Set<String>,
        newest: [String: NewestPayment], oldestDay: CalendarDay?
    ) {
        self.series = series
        self.payments = payments
        self.besides = besides
        self.ownCharges = ownCharges
        self.newest = newest
        self.oldestDay = oldestDay
    }

    /// The series that the last pass over a vault found.
    public init(_ vault: Vault) throws {
        let series = try vault.series()
        try self.init(
            series, payments: try vault.seriesPayments(), in: vault,
            since: series.map(\.firstDay).min() ?? CalendarDay(daysSinceEpoch: 0))
    }

    /// Of the series that the last pass over a vault found those with payments still to
    /// come, and their newest payments: enough to know when the next is due, and quicker.
    public init(expectedOn today: CalendarDay, in vault: Vault) throws {
        let known = today.adding(days: -ForecastFacts.Account.mostDaysOfSilence)
        let series = try vault.series().filter { $0.isActive(on: known) }
        // What is due next depends on the last payment, and on others to its payee since one
        // interval before it.
        let first = series.map {
            $0.lastDay.adding(days: -$0.frequency.usualDays - $0.frequency.graceDays)
        }
        let since = first.reduce(today.adding(days: -400), min)
        try self.init(
            series, payments: try vault.seriesPayments(since: since), in: vault, since: since)
    }

    private init(
        _ series: [SeriesFacts], payments: [String: [SeriesPayment]], in vault: Vault,
        since day: CalendarDay
    ) throws {
        self.init(
            series, payments: payments,
            besides: try vault.payments(beside: series, since: day),
            ownCharges: try vault.seriesOfOwnCharges(),
            newest: try vault.newestPaymentsOfSeries(), oldestDay: try vault.oldestDay())
    }
}
