import Model

/// Unique names of series: the payee or, if it has several series, the payee with a number. A
/// price would be an old one some day.
struct SeriesNames {
    private var taken: Set<String>

    /// - Parameter taken: names that the person's rules give to series.
    init(taken: [String]) {
        self.taken = Set(taken)
    }

    /// The oldest series of a payee gets the bare name, outgoing before incoming, so
    /// that a new series doesn't rename it.
    mutating func names(of series: [UnnamedSeries]) -> [(UnnamedSeries, String)] {
        series.map { (series: $0, key: Key($0)) }.sorted { $0.key < $1.key }
            .map { ($0.series, name(for: $0.series)) }
    }

    private mutating func name(for series: UnnamedSeries) -> String {
        let payee = series.group.payee
        if taken.insert(payee).inserted { return payee }
        var number = 2
        while !taken.insert("\(payee) (\(number))").inserted { number += 1 }
        return "\(payee) (\(number))"
    }

    /// The sort key, whatever the order of arrival.
    private struct Key: Comparable {
        let payee: String
        let isReceived: Int
        let firstDay: CalendarDay
        let amount: Int64
        let currency: String
        let lastDay: CalendarDay
        let firstTransaction: Int64

        init(_ series: UnnamedSeries) {
            payee = series.group.payee
            isReceived = series.firstAmount > 0 ? 1 : 0
            firstDay = series.firstDay
            lastDay = series.lastDay
            amount = series.firstAmount
            currency = series.group.currency.code
            firstTransaction = series.firstTransaction
        }

        static func < (one: Key, other: Key) -> Bool {
            if one.payee != other.payee { return one.payee < other.payee }
            if one.isReceived != other.isReceived { return one.isReceived < other.isReceived }
            return (one.firstDay, one.amount, one.currency, one.lastDay, one.firstTransaction)
                < (
                    other.firstDay, other.amount, other.currency, other.lastDay,
                    other.firstTransaction
                )
        }
    }
}

/// A series before it gets a name.
struct UnnamedSeries {
    struct Decision {
        let value: SeriesDecision
        let transaction: Int64
    }

    let group: RecurringGroups.Group
    let detected: DetectedSeries
    let rows: [Int32]
    /// The lowest of the vault's numbers.
    let firstTransaction: Int64
    /// Minor units of the first payment, signed.
    let firstAmount: Int64
    let firstDay: CalendarDay
    let lastDay: CalendarDay
    let decision: Decision?
    let isLinkedByRule: Bool
}
