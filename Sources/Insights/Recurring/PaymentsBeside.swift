internal import Model

/// Which expected payments of a series came after all, otherwise than the series has
/// them, by what its payee was paid besides.
struct PaymentsBeside {
    /// By slot, what may be its payment.
    private var payments: [Int: [PaymentBeside]] = [:]
    /// Days on which the payee was paid as much though nothing was expected.
    private var otherDays: [CalendarDay] = []
    private let series: SeriesFacts
    private let today: CalendarDay

    /// - Parameter today: the as-of day; later payments are not looked at.
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

    /// Whether the payment of a slot is among them.
    ///
    /// What was left out of figures is, and what came to nearly the usual amount. Of
    /// any other amount only what was paid where the payee is not paid as much at any
    /// time: a purchase in a shop is no payment of its subscription.
    func include(paymentOf slot: Int) -> Bool {
        guard let found = payments[slot] else { return false }
        return !isPaidAtAnyTime(slot)
            || found.contains { $0.isLeftOut || isNearlyUsual($0.payment.amount) }
    }

    /// Whether the payment of a slot is no more to come. Before its day only what was
    /// left out of figures is taken for it: anything else may be beside it.
    func isNoMoreToCome(_ slot: Int) -> Bool {
        if series.rhythm.day(ofSlot: slot) < today { return include(paymentOf: slot) }
        return payments[slot]?.contains(where: \.isLeftOut) == true
    }

    private func isPaidAtAnyTime(_ slot: Int) -> Bool {
        let day = series.rhythm.day(ofSlot: slot)
        let before = day.adding(days: -series.frequency.usualDays)
        return otherDays.contains { $0 >= before && $0 <= day }
    }

    /// At most an eighth more or less.
    private func isNearlyUsual(_ amount: Int64) -> Bool {
        let (one, other) = (amount.magnitude, series.usualAmount.magnitude)
        return max(one, other) - min(one, other) <= max(one, other) / 8
    }
}
