import Model

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
