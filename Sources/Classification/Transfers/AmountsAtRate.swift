public import Model

/// The person's exchange rates; comes from `config/rates.toml`.
public struct CurrencyRates: Sendable {
    /// The value of one unit of a currency from a day on.
    public struct Rate: Sendable {
        public let currency: Currency
        /// Nil if the rate applies to all days before the first dated one.
        public let day: CalendarDay?
        /// Units of the base currency, in billionths; above 0.
        public let billionths: Int64

        public init(currency: Currency, day: CalendarDay?, billionths: Int64) {
            self.currency = currency
            self.day = day
            self.billionths = billionths
        }
    }

    public let base: Currency?
    /// By currency, the oldest first.
    private let rates: [Currency: [Rate]]

    public static let none = CurrencyRates(base: nil, rates: [])

    /// - Parameter base: the currency in which the rates are given.
    public init(base: Currency?, rates: [Rate]) {
        self.base = base
        self.rates = Dictionary(grouping: rates, by: \.currency).mapValues { rates in
            rates.sorted { ($0.day ?? .distantPast) < ($1.day ?? .distantPast) }
        }
    }

    /// Whether the person gave no rate.
    public var isEmpty: Bool { rates.isEmpty }

    /// Whether amounts of a currency can be compared.
    public func knows(_ currency: Currency) -> Bool {
        currency == base || rates[currency] != nil
    }

    /// The value of minor units of a currency on a day, in billionths of a base unit.
    ///
    /// The newest rate up to that day applies, otherwise the oldest. Nil without a
    /// rate, and beyond 2^100, so that a caller may multiply it.
    func worth(_ minorUnits: Int64, _ currency: Currency, on day: CalendarDay) -> Int128? {
        guard let rate = billionths(currency, on: day) else { return nil }
        var divisor: Int128 = 1
        for _ in 0..<currency.exponent { divisor *= 10 }
        let worth = Int128(minorUnits) * Int128(rate) / divisor
        return worth.magnitude < 1 << 100 ? worth : nil
    }

    private func billionths(_ currency: Currency, on day: CalendarDay) -> Int64? {
        if currency == base { return 1_000_000_000 }
        guard let dated = rates[currency], let oldest = dated.first else { return nil }
        let newest = dated.last { ($0.day ?? .distantPast) <= day }
        return (newest ?? oldest).billionths
    }
}

extension CalendarDay {
    fileprivate static let distantPast = CalendarDay(daysSinceEpoch: .min)
}

extension TransferMatcher {
    /// Amounts in two currencies that agree at the person's rates.
    ///
    /// Rounded rates let many amounts agree. So some text must call it a transfer or
    /// name the other account.
    func amountsAtRate(_ isFree: (Int) -> Bool) -> [Group] {
        var senders: [Currency: [Valued]] = [:]
        var receivers: [Currency: [Valued]] = [:]
        for (row, transaction) in transactions.enumerated() {
            let currency = snapshot.account(of: transaction).currency
            guard settings.rates.knows(currency), isFree(row),
                let worth = settings.rates.worth(
                    transaction.amount, currency, on: transaction.day)
            else { continue }
            let valued = Valued(row: row, worth: abs(worth))
            if transaction.amount < 0 {
                senders[currency, default: []].append(valued)
            } else {
                receivers[currency, default: []].append(valued)
            }
        }
        var receiversOfSender: [Int: [(receiver: Int, cost: Int)]] = [:]
        for (from, sent) in senders {
            for (to, received) in receivers where from != to {
                let byWorth = received.sorted { ($0.worth, $0.row) < ($1.worth, $1.row) }
                for sender in sent where allows(sender.row) {
                    let near = within(sender, byWorth)
                    guard near.count <= Self.mostReceiversAtRate else { continue }
                    for (receiver, deviation) in near {
                        guard allows(receiver),
                            case .likely(let cost) = fit(
                                of: sender.row, receiver, isAtRate: true)
                        else { continue }
                        receiversOfSender[sender.row, default: []].append(
                            (receiver, cost + deviation))
                    }
                }
            }
        }
        return connected(receiversOfSender)
    }

    /// Receivers of about the sender's value within the days of a transfer, with
    /// their deviation in thousandths.
    private func within(_ sender: Valued, _ byWorth: [Valued]) -> [(Int, Int)] {
        let margin = sender.worth * Int128(settings.rateTolerance) / 1000
        var low = 0
        var high = byWorth.count
        while low < high {
            let middle = (low + high) / 2
            if byWorth[middle].worth < sender.worth - margin {
                low = middle + 1
            } else {
                high = middle
            }
        }
        let day = transactions[sender.row].day
        return byWorth[low...].prefix { $0.worth <= sender.worth + margin }.compactMap { receiver in
            guard abs(daysFrom(receiver.row, to: day)) <= settings.maximumDays else { return nil }
            let deviation = abs(receiver.worth - sender.worth) * 1000 / max(sender.worth, 1)
            return (receiver.row, Int(deviation))
        }
    }

    /// Splits possible pairs into groups that share no row.
    private func connected(_ possible: [Int: [(receiver: Int, cost: Int)]]) -> [Group] {
        var senders: [Int: [Int]] = [:]
        for (sender, receivers) in possible {
            for (receiver, _) in receivers { senders[receiver, default: []].append(sender) }
        }
        var isSeen = Set<Int>()
        var groups: [Group] = []
        for start in possible.keys.sorted() where isSeen.insert(start).inserted {
            var group = Group()
            group.isAtRate = true
            var open = [start]
            var receivers = Set<Int>()
            while let sender = open.popLast() {
                group.senders.append(sender)
                for (receiver, _) in possible[sender] ?? []
                where receivers.insert(receiver).inserted {
                    for other in senders[receiver] ?? [] where isSeen.insert(other).inserted {
                        open.append(other)
                    }
                }
            }
            group.senders.sort()
            group.receivers = receivers.sorted()
            let columns = Dictionary(
                uniqueKeysWithValues: group.receivers.enumerated().map { ($1, $0) })
            group.edges = group.senders.map { sender in
                (possible[sender] ?? []).compactMap { receiver, cost in
                    columns[receiver].map { Assignment.Edge(column: $0, cost: cost) }
                }.sorted { $0.column < $1.column }
            }
            guard group.edges.reduce(0, { $0 + $1.count }) <= Self.mostPossiblePairs
            else { continue }
            groups.append(group)
        }
        return groups
    }

    private struct Valued {
        let row: Int
        /// Absolute, in billionths of the base unit.
        let worth: Int128
    }
}
