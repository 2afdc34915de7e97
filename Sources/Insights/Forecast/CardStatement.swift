internal import Model
internal import Vault

/// The day of the month on which a card's statement closes, as its past payments show: each
/// paid what the card owed at the end of such a day.
struct CardStatement: Hashable {
    /// 1 to 31; the last day of a shorter month.
    let dayOfMonth: Int
    /// Whether a payment pays the statement before the last one.
    let isOfMonthBefore: Bool

    /// The closing day of the statement that a payment pays.
    func closing(before payment: CalendarDay) -> CalendarDay {
        func day(in month: CalendarMonth) -> CalendarDay {
            month.firstDay.adding(days: min(dayOfMonth, month.dayCount) - 1)
        }
        let month = payment.month
        let last = day(in: month) < payment ? month : month.previous
        return day(in: isOfMonthBefore ? last.previous : last)
    }

    /// - Parameters:
    ///   - payments: as the card received them, oldest first.
    ///   - owed: what the card owed at the end of a day; nil if that isn't known.
    /// - Returns: nil unless two payments, and half of the last six, paid a whole statement.
    init?(payments: [AccountFlow], owed: (CalendarDay) -> Int128?) {
        let recent = payments.suffix(6)
        var best: (count: Int, statement: CardStatement)?
        for isOfMonthBefore in [false, true] {
            // Of several days that fit, the last before the payment is the likeliest.
            for dayOfMonth in (1...31).reversed() {
                let statement = CardStatement(
                    dayOfMonth: dayOfMonth, isOfMonthBefore: isOfMonthBefore)
                let count = recent.count {
                    owed(statement.closing(before: $0.day)) == Int128($0.minorUnits)
                }
                if count > best?.count ?? 0 { best = (count, statement) }
            }
        }
        guard let best, best.count >= 2, best.count * 2 >= recent.count else { return nil }
        self = best.statement
    }

    private init(dayOfMonth: Int, isOfMonthBefore: Bool) {
        self.dayOfMonth = dayOfMonth
        self.isOfMonthBefore = isOfMonthBefore
    }
}
