public import Model

/// The payments of a series matched with its expected days, as of one day.
public struct SeriesHistory: Sendable {
    private let series: SeriesFacts
    private let today: CalendarDay
    private let oldestDay: CalendarDay?
    /// The payments by slot; a slot without payment is missing.
    private var payments: [(slot: Int, payment: SeriesPayment)] = []
    private var doubles: [SeriesPayment] = []
    private let besides: OffSchedulePayments

    /// - Parameters:
    ///   - payments: of the series, oldest first.
    ///   - besides: other payments to its payee, from one interval before the first
    ///     payment that may be missed. One that matches an expected payment is neither
    ///     missed nor still to come.
    ///   - today: the as-of day; later payments are ignored.
    ///   - oldestDay: the first day with any data; nil if there is none.
    public init(
        _ series: SeriesFacts, payments: [SeriesPayment], besides: [PaymentBeside] = [],
        today: CalendarDay, oldestDay: CalendarDay?
    ) {
        self.series = series
        self.today = today
        self.oldestDay = oldestDay
        self.besides = OffSchedulePayments(besides, series: series, today: today)
        let payments = payments.filter { $0.day <= today }
        for (payment, slot) in zip(payments, Self.slots(of: payments, in: series)) {
            if let last = self.payments.last, last.slot == slot {
                if Self.isSame(payment.amount, last.payment.amount),
                    last.payment.day.days(until: payment.day) <= 5
                {
                    doubles.append(payment)
                } else if abs(distance(payment, slot)) < abs(distance(last.payment, slot)) {
                    self.payments[self.payments.count - 1] = (slot, payment)
                }
            } else {
                self.payments.append((slot, payment))
            }
        }
    }

    /// The slot of each payment. The rhythm is that of the newest payments. If the day
    /// of the month has moved, earlier payments are counted back by months.
    private static func slots(of payments: [SeriesPayment], in series: SeriesFacts) -> [Int] {
        var slots = payments.map { series.rhythm.slot(nearestTo: $0.day) }
        guard series.frequency == .monthly else { return slots }
        for position in slots.indices.dropLast().reversed() {
            let (day, next) = (payments[position].day, payments[position + 1].day)
            let expected = series.rhythm.day(ofSlot: slots[position])
            guard abs(expected.days(until: day)) > 4, next > day else { continue }
            let distance = day.days(until: next)
            // A moved day means an interval of up to eight weeks, a skipped month more.
            // A second charge comes within days.
            let months = distance < 8 ? 0 : max(1, (distance + 4) / 30)
            let counted = slots[position + 1] - months
            // One so far off is another month's payment: a late one before a skipped one.
            if abs(series.rhythm.day(ofSlot: counted).days(until: day)) <= 20 {
                slots[position] = counted
            }
        }
        return slots
    }

    /// All events up to the as-of day, oldest first.
    public var events: [SeriesEvent] {
        let events =
            beginning + priceChanges + missedPayments
            + doubles.map { SeriesEvent(.duplicate, on: $0.day, $0.transaction) }
        return events.sorted { ($0.day, $0.transaction ?? 0) < ($1.day, $1.transaction ?? 0) }
    }

    /// The next payment to come, or an unpaid one within its grace period; nil if none
    /// is expected any more.
    public var dueDay: CalendarDay? {
        guard series.isActive(on: today), let last = payments.last else { return nil }
        var slot = last.slot + 1
        while isOverdue(slot) || besides.isNoMoreToCome(slot) { slot += 1 }
        return series.rhythm.day(ofSlot: slot)
    }

    private func distance(_ payment: SeriesPayment, _ slot: Int) -> Int {
        series.rhythm.day(ofSlot: slot).days(until: payment.day)
    }

    /// The first payment is no news if the history begins with it.
    private var beginning: [SeriesEvent] {
        guard let first = payments.first?.payment, let oldestDay,
            oldestDay.days(until: first.day) > series.frequency.usualDays + 10
        else { return [] }
        return [SeriesEvent(.new, on: first.day, first.transaction)]
    }

    /// A single unusual amount, such as a double salary in December, is no new price.
    /// Twice or three times the price is a new one once it is paid again.
    private var priceChanges: [SeriesEvent] {
        guard series.isFixed, var price = payments.first?.payment.amount else { return [] }
        var events: [SeriesEvent] = []
        for (position, entry) in payments.enumerated().dropFirst() {
            let payment = entry.payment
            guard !Self.isSame(payment.amount, price) else { continue }
            let following = payments.dropFirst(position + 1).first?.payment
            if let following, Self.isOnce(payment.amount, between: price, following.amount) {
                continue
            }
            let isMultiple = [2, 3].contains {
                Self.isSame(Int128(payment.amount), Int128(price) * $0)
            }
            // Only the next payment distinguishes a double payment from a new price.
            guard let proof = isMultiple ? following : payment else { continue }
            events.append(
                SeriesEvent(
                    .priceChanged(from: price, to: payment.amount), on: proof.day,
                    proof.transaction))
            price = payment.amount
        }
        return events
    }

    /// Whether an amount was a one-off between two prices. They are equal, or the
    /// amount is at least half as much again as the first and the second is nearer to
    /// the first.
    private static func isOnce(
        _ amount: Int64, between price: Int64, _ following: Int64
    ) -> Bool {
        if isSame(following, price) { return true }
        let (amount, price, following) = (
            Int128(amount.magnitude), Int128(price.magnitude), Int128(following.magnitude)
        )
        return amount * 2 >= price * 3 && abs(following - price) < abs(following - amount)
    }

    private var missedPayments: [SeriesEvent] {
        var slots: [Int] = []
        for (earlier, later) in zip(payments, payments.dropFirst()) {
            slots += (earlier.slot + 1)..<later.slot
        }
        if series.isActive(on: today), var slot = payments.last?.slot {
            slot += 1
            while isOverdue(slot) {
                slots.append(slot)
                slot += 1
            }
        }
        slots.removeAll(where: besides.include(paymentOf:))
        return slots.map { SeriesEvent(.missed, on: series.rhythm.day(ofSlot: $0)) }
    }

    private func isOverdue(_ slot: Int) -> Bool {
        series.rhythm.day(ofSlot: slot).days(until: today) > series.frequency.graceDays
    }

    private static func isSame<Amount: BinaryInteger>(_ one: Amount, _ other: Amount) -> Bool {
        let (one, other) = (one.magnitude, other.magnitude)
        return max(one, other) - min(one, other) <= max(one, other) / 100
    }
}

extension Frequency {
    /// The approximate days between two payments.
    public var usualDays: Int { 366 / timesAYear }

    /// The days a payment can be late before it counts as missed.
    public var graceDays: Int {
        switch self {
        case .daily: 1
        case .weekly: 3
        case .biweekly, .semimonthly: 4
        case .monthly: 6
        case .bimonthly, .quarterly: 10
        case .halfYearly, .yearly: 15
        }
    }
}

/// An event in the life of a series that may interest the person.
public struct SeriesEvent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// A new series, with a payee that had none before.
        case new
        /// A payment of a new amount. Minor units, signed.
        case priceChanged(from: Int64, to: Int64)
        /// No payment came around the expected day.
        case missed
        /// A payment was made twice.
        case duplicate
    }

    public let kind: Kind
    /// The day of the payment; the expected day of a missed one.
    public let day: CalendarDay
    /// The row ID of the payment; nil for a missed one.
    public let transaction: Int64?

    init(_ kind: Kind, on day: CalendarDay, _ transaction: Int64? = nil) {
        self.kind = kind
        self.day = day
        self.transaction = transaction
    }
}

/// Expected payments that were made in an unusual way, found among other payments to
/// the payee.
struct OffSchedulePayments {
    /// Candidates by slot.
    private var payments: [Int: [PaymentBeside]] = [:]
    /// Days with a similar payment to the payee although none was expected.
    private var otherDays: [CalendarDay] = []
    private let series: SeriesFacts
    private let today: CalendarDay

    /// - Parameter today: the as-of day; later payments are ignored.
    init(_ besides: [PaymentBeside], series: SeriesFacts, today: CalendarDay) {
        self.series = series
        self.today = today
        for beside in besides
        where beside.payment.day <= today && series.mayHave(paymentOf: beside.payment.amount) {
            let slot = series.rhythm.slot(nearestTo: beside.payment.day)
            let lateness = series.rhythm.day(ofSlot: slot).days(until: beside.payment.day)
            if abs(lateness) <= series.frequency.graceDays {
                payments[slot, default: []].append(beside)
            } else if !beside.isLeftOut {
                otherDays.append(beside.payment.day)
            }
        }
    }

    /// Whether the payment of a slot was made.
    ///
    /// An excluded payment counts, and so does nearly the usual amount. Any other
    /// amount counts only if the payee gets no such payments at other times: a purchase
    /// in a shop is no payment of its subscription.
    func include(paymentOf slot: Int) -> Bool {
        guard let found = payments[slot] else { return false }
        return !isPaidAtAnyTime(slot)
            || found.contains { $0.isLeftOut || isNearlyUsual($0.payment.amount) }
    }

    /// Whether the payment of a slot is no longer to come. Before its day only an
    /// excluded payment counts as made; any other may be an additional one.
    func isNoMoreToCome(_ slot: Int) -> Bool {
        if series.rhythm.day(ofSlot: slot) < today { return include(paymentOf: slot) }
        return payments[slot]?.contains(where: \.isLeftOut) == true
    }

    private func isPaidAtAnyTime(_ slot: Int) -> Bool {
        let day = series.rhythm.day(ofSlot: slot)
        let before = day.adding(days: -series.frequency.usualDays)
        return otherDays.contains { $0 >= before && $0 <= day }
    }

    /// At most an eighth more or less. Such a payment counts as received, but does not join
    /// the series: it would blur the price and the next day.
    private func isNearlyUsual(_ amount: Int64) -> Bool {
        let (one, other) = (amount.magnitude, series.usualAmount.magnitude)
        return max(one, other) - min(one, other) <= max(one, other) / 8
    }
}
