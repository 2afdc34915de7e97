public import Model
public import Vault

/// Why a month's spending or income differs from that of the month before, part by part.
///
/// The changes of all parts add up to the difference, to the smallest unit.
public struct MonthDifference: Hashable, Sendable {
    public enum Direction: String, CaseIterable, Sendable {
        case spending, income
    }

    /// Why a payee's sum differs.
    public enum Cause: String, CaseIterable, Sendable {
        /// The payments were larger or smaller.
        case price
        /// There were more or fewer payments of the earlier month's average.
        case frequency
        /// A bill that comes less often than once a month came, or came no more.
        case yearly
        /// The payee had nothing in the month before.
        case new
        /// The payee has nothing in the month.
        case missing
    }

    /// A payee's change by one cause.
    public struct Part: Hashable, Sendable {
        public let cause: Cause
        public let payee: String
        /// The payee's sum in the month before.
        public let before: Money
        /// How many transactions that was.
        public let timesBefore: Int
        /// The payee's sum in the month.
        public let after: Money
        /// How many transactions that is.
        public let timesAfter: Int
        /// The part of their difference that has this cause.
        public let change: Money
        /// The days of the payments in the month, the first first.
        public let daysAfter: [CalendarDay]
        /// How often the payee's bill comes, if that is less than once a month.
        public let frequency: Frequency?
    }

    public let direction: Direction
    public let month: CalendarMonth
    public let before: Money
    public let after: Money
    /// The largest change first.
    public let parts: [Part]

    public var change: Money {
        Money(sum: after.minorUnits - before.minorUnits, currency: after.currency)
    }
}

extension MonthDifference {
    /// What a payee was paid, or paid, in two months.
    struct Sums {
        var before: Int128 = 0
        var countBefore: Int128 = 0
        var after: Int128 = 0
        var countAfter: Int128 = 0
        var daysAfter: [CalendarDay] = []
    }

    /// - Parameters:
    ///   - sums: by payee, positive for what counts in the direction.
    ///   - seldom: the payees of bills that come less often than once a month, and how often.
    init(
        _ direction: Direction, of month: CalendarMonth, in currency: Currency,
        _ sums: [String: Sums], seldom: [String: Frequency]
    ) {
        func money(_ minorUnits: Int128) -> Money { Money(sum: minorUnits, currency: currency) }
        let parts = sums.flatMap { payee, sums in
            Self.changes(of: sums, isSeldom: seldom[payee] != nil).map { cause, change in
                Part(
                    cause: cause, payee: payee, before: money(sums.before),
                    timesBefore: Int(sums.countBefore), after: money(sums.after),
                    timesAfter: Int(sums.countAfter), change: money(change),
                    daysAfter: sums.daysAfter.sorted(), frequency: seldom[payee])
            }
        }
        self.direction = direction
        self.month = month
        before = money(sums.values.reduce(0) { $0 + $1.before })
        after = money(sums.values.reduce(0) { $0 + $1.after })
        self.parts = parts.sorted { left, right in
            let sizes = (left.change.minorUnits.magnitude, right.change.minorUnits.magnitude)
            return sizes.0 == sizes.1
                ? (left.payee, left.cause.rawValue) < (right.payee, right.cause.rawValue)
                : sizes.0 > sizes.1
        }
    }

    /// The changes by cause, without those of nothing.
    private static func changes(of sums: Sums, isSeldom: Bool) -> [(Cause, Int128)] {
        let change = sums.after - sums.before
        let changes: [(Cause, Int128)]
        if sums.countBefore == 0 {
            changes = [(isSeldom ? .yearly : .new, change)]
        } else if sums.countAfter == 0 {
            changes = [(isSeldom ? .yearly : .missing, change)]
        } else {
            // Rounded, so that the rest, which is the price's, makes it exact.
            let frequency =
                (sums.countAfter - sums.countBefore) * sums.before / sums.countBefore
            changes = [(.frequency, frequency), (.price, change - frequency)]
        }
        return changes.filter { $0.1 != 0 }
    }

    /// The differences of a month from the month before, of spending and income in each
    /// currency that has some.
    ///
    /// Counts what ``MonthlyIncome`` counts.
    ///
    /// - Parameters:
    ///   - lastDay: the last day that counts; nil for the end of the month.
    ///   - count: the number of first days of the month before that count; nil for all.
    public static func all(
        _ vault: Vault, of month: CalendarMonth, until lastDay: CalendarDay? = nil,
        firstDays count: Int? = nil
    ) throws -> [MonthDifference] {
        let counted = Set(try vault.accounts().filter(\.visibility.isCounted).map(\.id))
        let seldom = Dictionary(
            grouping: try vault.series().filter { $0.frequency.timesAYear < 12 }, by: \.currency
        ).mapValues {
            // Of several bills of one payee, the one that comes most often.
            Dictionary($0.map { ($0.payee, $0.frequency) }) {
                $0.timesAYear < $1.timesAYear ? $1 : $0
            }
        }
        var query = TransactionQuery()
        query.days = (month.previous.firstDay..<month.next.firstDay).through(lastDay)
        var sums: [Direction: [Currency: [String: Sums]]] = [:]
        try vault.forEachTransaction(query) { record in
            guard !record.isPending, counted.contains(record.account),
                let verdict = record.verdict, verdict.isExcluded?.value != true
            else { return }
            let direction: Direction
            var amount = record.amount.minorUnits
            switch verdict.transactionClass.value {
            case .income: direction = .income
            case .expense:
                direction = .spending
                amount = -amount
            case .transfer, .ignore: return
            }
            var sum = sums[direction]?[record.amount.currency]?[record.payee] ?? Sums()
            if record.day.month == month {
                sum.after += amount
                sum.countAfter += 1
                sum.daysAfter.append(record.day)
            } else {
                guard record.day.components.day <= count ?? .max else { return }
                sum.before += amount
                sum.countBefore += 1
            }
            sums[direction, default: [:]][record.amount.currency, default: [:]][record.payee] = sum
        }
        return Direction.allCases.flatMap { direction in
            (sums[direction] ?? [:]).sorted { $0.key.code < $1.key.code }.map { currency, sums in
                MonthDifference(
                    direction, of: month, in: currency, sums, seldom: seldom[currency] ?? [:])
            }
        }
    }
}
