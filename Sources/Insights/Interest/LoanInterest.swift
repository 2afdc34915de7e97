public import Model
public import Vault

/// The interest of a loan: what was charged and paid, at which rate, and what comes next.
public struct LoanInterest: Sendable {
    /// A charge of interest, with what happened until the next one.
    public struct Charge: Sendable {
        public let day: CalendarDay
        public let interest: Money
        /// What the earlier charges foretold; nil if too few of them fit.
        public let predicted: Money?
        /// What was paid on that day and until the next charge.
        public let paid: Money
        /// Other charges until then, such as escrow and fees.
        public let other: Money
        /// The debt at the end of that time.
        public let owed: Money

        /// What the payments left of the debt less: all that was not charged.
        public var principal: Money {
            Money(
                sum: paid.minorUnits - interest.minorUnits - other.minorUnits,
                currency: paid.currency)
        }
    }

    /// The next charge.
    public struct Next: Sendable {
        public let day: CalendarDay
        public let interest: Money
        /// A payment until then that it counts on; nil for none.
        public let payment: (day: CalendarDay, amount: Money)?
    }

    /// A method that comes near, where none gives the charges to the cent.
    public struct Nearest: Sendable {
        public let method: InterestMethod
        public let rate: InterestRate
        /// The greatest difference of the last twelve charges.
        public let difference: Money
    }

    public let account: AccountRecord
    /// The debt at the end of the newest day.
    public let owed: Money
    /// Oldest first.
    public let charges: [Charge]
    /// Nil if no method gives the last three charges to the cent.
    public let fit: InterestFit?
    /// Nil if there is a fit, or too few charges.
    public let nearest: Nearest?
    /// Nil without a fit.
    public let next: Next?

    /// The day of the oldest charge that the fit gives.
    public var fitsSince: CalendarDay? {
        fit.flatMap { charges.suffix($0.count).first?.day }
    }

    /// - Parameter last: the last day that counts.
    /// - Returns: nil if the bank never reported a balance.
    public init?(_ vault: Vault, of account: AccountRecord, through last: CalendarDay) throws {
        let debt = try LoanDebt(vault, of: account, through: last)
        guard let owedNow = debt.known(on: last) else { return nil }
        let money = { Money(sum: $0, currency: account.currency) }
        let found = debt.charges()
        let fits = InterestCharges(found.charges, owed: debt.owed)
        let days = found.charges.map(\.end)
        // What was paid later is part of a charge that isn't known yet.
        let known = debt.lastDay(areRows: found.areRows)
        self.account = account
        owed = money(owedNow)
        charges = days.indices.map { position in
            let (day, end) = (
                days[position],
                position + 1 < days.count ? days[position + 1] : known.adding(days: 1)
            )
            let charge = found.charges[position]
            let moved = debt.moved(in: day..<end)
            return Charge(
                day: day, interest: money(charge.amount),
                predicted: fits.fit(first: position).map {
                    money($0.interest(from: charge.start, to: day, owed: debt.owed))
                },
                paid: money(moved.paid),
                other: money(moved.charged - (found.areRows ? charge.amount : 0)),
                owed: money(debt.owed(end.adding(days: -1))))
        }
        let fit = fits.fit(first: days.count)
        self.fit = fit
        nearest =
            fit != nil
            ? nil
            : fits.nearest().map {
                Nearest(method: $0.method, rate: $0.rate, difference: money($0.difference))
            }
        next = fit.flatMap { fit in
            Self.next(fit, after: found.charges, debt, last, areRows: found.areRows)
        }
    }

    /// The next charge comes as long after the last one as that after the one before.
    ///
    /// - Parameter areRows: whether charges are rows, so that payments come between them.
    private static func next(
        _ fit: InterestFit, after charges: [InterestFit.Charge], _ debt: LoanDebt,
        _ last: CalendarDay, areRows: Bool
    ) -> Next? {
        guard let newest = charges.last, debt.owed(last) > 0 else { return nil }
        let day = newest.end.following(newest.start)
        let money = { Money(sum: $0, currency: debt.account.currency) }
        // A payment that came between the last two charges comes again.
        var expected: (day: CalendarDay, amount: Int128, paid: Int128)?
        if areRows, debt.moved(in: newest.end..<last.adding(days: 1)).paid == 0,
            let before = debt.firstPayment(in: newest.start..<newest.end)
        {
            let moved = debt.moved(in: newest.start..<newest.end)
            let wait = newest.start.days(until: before)
            let usual = max(newest.end.adding(days: wait), last.adding(days: 1))
            let interest = charges.dropLast().last?.amount ?? 0
            expected = (usual, moved.paid - moved.charged + interest, moved.paid)
        }
        let interest = fit.interest(from: newest.end, to: day) { asked in
            let owed = debt.owed(min(asked, last))
            guard let expected, asked >= expected.day else { return owed }
            return owed - expected.amount
        }
        return Next(
            day: day, interest: money(interest),
            payment: expected.flatMap { $0.day < day ? ($0.day, money($0.paid)) : nil })
    }
}

extension CalendarDay {
    /// The day as long after this one as this one is after another, in months if it can be.
    fileprivate func following(_ other: CalendarDay) -> CalendarDay {
        let gap = other.days(until: self)
        let months = (gap * 12 + 182) / 365
        guard months > 0, abs(gap * 12 - months * 365) <= 60 else { return adding(days: gap) }
        let next = month.adding(months: months)
        let isMonthEnd = self == month.lastDay && other == other.month.lastDay
        return isMonthEnd
            ? next.lastDay
            : next.firstDay.adding(days: min(components.day, next.dayCount) - 1)
    }
}
