public import Model
public import Vault

/// Why a period's spending or income differs from that of the period before, payee by payee.
///
/// The changes of all payees add up to the difference, to the smallest unit.
public struct PeriodDifference: Hashable, Sendable {
    public enum Direction: String, CaseIterable, Sendable {
        case spending, income
    }

    /// Why a payee's sum differs.
    public enum Cause: String, CaseIterable, Sendable {
        /// The payments were larger or smaller.
        case price
        /// There were more or fewer payments of the earlier period's average.
        case frequency
        /// A bill that comes less often than once a period came, or came no more.
        case yearly
        /// The payee had nothing in the period before.
        case new
        /// The payee has nothing in the period.
        case missing
        /// Money went the other way: a refund, or pay that was taken back.
        case back
    }

    /// A payee's change by one cause.
    public struct Part: Hashable, Sendable {
        public let cause: Cause
        public let payee: String
        /// The payee's sum in the period before, without money back, or that alone.
        public let before: Money
        /// How many transactions that was.
        public let timesBefore: Int
        /// The payee's sum in the period, likewise.
        public let after: Money
        /// How many transactions that is.
        public let timesAfter: Int
        /// The part of their difference that has this cause.
        public let change: Money
        /// The days of the payments in the period, the first first.
        public let daysAfter: [CalendarDay]
        /// How often the payee's bill comes, if that is less than once a period.
        public let frequency: Frequency?
    }

    /// A payee's whole change.
    public struct PayeeChange: Hashable, Sendable {
        public let payee: String
        /// The payee's sum in the period before, less money back.
        public let before: Money
        /// How many transactions that was.
        public let timesBefore: Int
        /// The same without money back.
        public let paymentsBefore: Int
        /// The payee's sum in the period, likewise.
        public let after: Money
        /// How many transactions that is.
        public let timesAfter: Int
        /// The same without money back.
        public let paymentsAfter: Int
        /// The changes by cause, which add up to ``change``; the largest first, at least one.
        public let causes: [Part]
        /// The largest of those that point where the whole change does.
        public let main: Part

        public var change: Money {
            Money(sum: after.minorUnits - before.minorUnits, currency: after.currency)
        }
    }

    public let direction: Direction
    public let before: Money
    public let after: Money
    /// The payees whose sums differ, the largest change first.
    public let payees: [PayeeChange]

    public var change: Money {
        Money(sum: after.minorUnits - before.minorUnits, currency: after.currency)
    }
}

extension PeriodDifference {
    /// What went one way between a payee and the person in two periods.
    struct Sums {
        var before: Int128 = 0
        var countBefore: Int128 = 0
        var after: Int128 = 0
        var countAfter: Int128 = 0
        var daysAfter: [CalendarDay] = []
    }

    /// A payee, and whether the money went the other way.
    struct Flow: Hashable {
        let payee: String
        var isBack = false
    }

    /// - Parameters:
    ///   - sums: positive for what counts in the direction.
    ///   - seldom: the payees of bills that come less often than once a period, and how often.
    init(
        _ direction: Direction, in currency: Currency, _ sums: [Flow: Sums],
        seldom: [String: Frequency]
    ) {
        func money(_ minorUnits: Int128) -> Money { Money(sum: minorUnits, currency: currency) }
        self.direction = direction
        before = money(sums.values.reduce(0) { $0 + $1.before })
        after = money(sums.values.reduce(0) { $0 + $1.after })
        payees = Dictionary(grouping: sums, by: \.key.payee).compactMap { payee, flows in
            let causes = flows.flatMap { flow, sums in
                Self.changes(of: sums, flow, isSeldom: seldom[payee] != nil)
                    .map { cause, change in
                        Part(
                            cause: cause, payee: payee, before: money(sums.before),
                            timesBefore: Int(sums.countBefore), after: money(sums.after),
                            timesAfter: Int(sums.countAfter), change: money(change),
                            daysAfter: sums.daysAfter.sorted(), frequency: seldom[payee])
                    }
            }
            .sorted {
                Self.isBefore(($0.change, $0.cause.rawValue), ($1.change, $1.cause.rawValue))
            }
            let before = flows.reduce(0) { $0 + $1.value.before }
            let after = flows.reduce(0) { $0 + $1.value.after }
            let isMore = after > before
            guard after != before,
                let main = causes.first(where: { ($0.change.minorUnits > 0) == isMore })
            else { return nil }
            let own = flows.filter { !$0.key.isBack }
            return PayeeChange(
                payee: payee, before: money(before),
                timesBefore: Int(flows.reduce(0) { $0 + $1.value.countBefore }),
                paymentsBefore: Int(own.reduce(0) { $0 + $1.value.countBefore }),
                after: money(after),
                timesAfter: Int(flows.reduce(0) { $0 + $1.value.countAfter }),
                paymentsAfter: Int(own.reduce(0) { $0 + $1.value.countAfter }), causes: causes,
                main: main)
        }
        .sorted { Self.isBefore(($0.change, $0.payee), ($1.change, $1.payee)) }
    }

    /// Whether a change is larger than another, or has the earlier name.
    private static func isBefore(
        _ one: (change: Money, name: String), _ other: (change: Money, name: String)
    ) -> Bool {
        let sizes = (one.change.minorUnits.magnitude, other.change.minorUnits.magnitude)
        return sizes.0 == sizes.1 ? one.name < other.name : sizes.0 > sizes.1
    }

    /// The changes by cause, without those of nothing.
    private static func changes(
        of sums: Sums, _ flow: Flow, isSeldom: Bool
    ) -> [(Cause, Int128)] {
        let change = sums.after - sums.before
        let changes: [(Cause, Int128)]
        if flow.isBack {
            changes = [(.back, change)]
        } else if sums.countBefore == 0 {
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

    /// The differences of a period from the one before, of spending and income in each
    /// currency that has some.
    ///
    /// Counts what ``MonthlyIncome`` counts.
    ///
    /// - Parameters:
    ///   - earlier: the days before that are compared, none of them in the period.
    public static func all(
        _ vault: Vault, of days: Range<CalendarDay>, since earlier: CountedDays
    ) throws -> [PeriodDifference] {
        try all(vault, of: days, since: earlier) { _ in "" }.map(\.difference)
    }

    /// The same for groups of categories. Of split transactions each part counts in its own.
    ///
    /// - Parameter group: the group of a category, by their ids.
    public static func all(
        _ vault: Vault, of days: Range<CalendarDay>, since earlier: CountedDays,
        by group: (String) -> String
    ) throws -> [(group: String, difference: PeriodDifference)] {
        let counted = Set(try vault.accounts().filter(\.visibility.isCounted).map(\.id))
        let daysOfPeriod = max(1, earlier.days.lowerBound.days(until: days.lowerBound))
        let seldom = Dictionary(
            grouping: try vault.series().filter { $0.frequency.days.lowerBound > daysOfPeriod },
            by: \.currency
        ).mapValues {
            // Of several bills of one payee, the one that comes most often.
            Dictionary($0.map { ($0.payee, $0.frequency) }) {
                $0.timesAYear < $1.timesAYear ? $1 : $0
            }
        }
        var query = TransactionQuery()
        query.days = earlier.days.lowerBound..<days.upperBound
        var sums: [Direction: [Currency: [String: [Flow: Sums]]]] = [:]
        try vault.forEachTransaction(query) { record in
            guard !record.isPending, counted.contains(record.account),
                record.verdict?.isExcluded?.value != true
            else { return }
            let isNow = days.contains(record.day)
            guard isNow || earlier.contains(record.day, of: record.account) else { return }
            var amounts: [Direction: [String: Int128]] = [:]
            for part in record.countedParts {
                guard !part.isExcluded, let direction = Direction(part.transactionClass) else {
                    continue
                }
                // Spending is positive.
                amounts[direction, default: [:]][group(part.category), default: 0] +=
                    direction == .spending ? -part.minorUnits : part.minorUnits
            }
            for (direction, amounts) in amounts {
                for (group, amount) in amounts {
                    let flow = Flow(payee: record.payee, isBack: amount < 0)
                    let currency = record.amount.currency
                    sums[direction, default: [:]][currency, default: [:]][group, default: [:]][
                        flow, default: Sums()
                    ].add(amount, on: record.day, isNow: isNow)
                }
            }
        }
        return Direction.allCases.flatMap { direction in
            (sums[direction] ?? [:]).sorted { $0.key.code < $1.key.code }.flatMap { currency, all in
                all.sorted { $0.key < $1.key }.map { group, sums in
                    (
                        group,
                        PeriodDifference(
                            direction, in: currency, sums, seldom: seldom[currency] ?? [:])
                    )
                }
            }
        }
    }
}

extension PeriodDifference.Sums {
    fileprivate mutating func add(_ amount: Int128, on day: CalendarDay, isNow: Bool) {
        if isNow {
            after += amount
            countAfter += 1
            daysAfter.append(day)
        } else {
            before += amount
            countBefore += 1
        }
    }
}

extension PeriodDifference.Direction {
    /// Nil for what is neither income nor spending.
    fileprivate init?(_ transactionClass: TransactionClass?) {
        switch transactionClass {
        case .income: self = .income
        case .expense: self = .spending
        case .transfer, .ignore, nil: return nil
        }
    }
}
