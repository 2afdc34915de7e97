import Model
import Rules

extension TransferMatcher {
    /// Equal and opposite amounts of one currency, in groups that share no row.
    func equalAmounts(_ amounts: RowsByAmount, _ isFree: (Int) -> Bool) -> [Group] {
        amounts.rows.map { $0.filter(isFree) }.filter(hasBothSides).flatMap(runs)
            .filter(hasBothSides).compactMap(group)
    }

    func hasBothSides(_ rows: [Int]) -> Bool {
        guard let first = rows.first else { return false }
        let isOut = transactions[first].amount < 0
        return rows.contains { (transactions[$0].amount < 0) != isOut }
    }

    /// - Parameter run: sorted by day.
    private func group(_ run: [Int]) -> Group? {
        var group = Group()
        group.senders = run.filter { transactions[$0].amount < 0 && allows($0) }
        guard !group.senders.isEmpty else { return nil }
        group.receivers = run.filter { transactions[$0].amount > 0 && allows($0) }
        guard !group.receivers.isEmpty else { return nil }
        var kinds: [Kind: Int] = [:]
        func kind(_ row: Int) -> Int {
            let kind = Kind(transactions[row])
            if let known = kinds[kind] { return known }
            kinds[kind] = kinds.count
            return kinds.count - 1
        }
        let kindsOfReceivers = group.receivers.map(kind)
        var fits: [KindsOfPair: Fit] = [:]
        var first = 0
        var count = 0
        for sender in group.senders {
            let (day, account) = (transactions[sender].day, transactions[sender].account)
            let kindOfSender = kind(sender)
            while first < group.receivers.count,
                daysFrom(group.receivers[first], to: day) > settings.longestDays
            {
                first += 1
            }
            var edges: [Assignment.Edge] = []
            for column in first..<group.receivers.count {
                let receiver = group.receivers[column]
                if -daysFrom(receiver, to: day) > settings.longestDays { break }
                guard transactions[receiver].account != account else { continue }
                let pair = KindsOfPair(sender: kindOfSender, receiver: kindsOfReceivers[column])
                if fits[pair] == nil {
                    guard fits.count < Self.mostComparedPairs else { return nil }
                    fits[pair] = fitBesideDecisions(of: sender, receiver)
                }
                guard let fit = fits[pair], !areUnlinked(sender, receiver) else { continue }
                switch fit {
                case .impossible: continue
                case .doubtful: group.doubtful.append((sender, receiver))
                case .likely(let cost):
                    edges.append(Assignment.Edge(column: column, cost: cost))
                }
                count += 1
            }
            guard count <= Self.mostPossiblePairs else { return nil }
            group.edges.append(edges)
        }
        return boundByReferences(group)
    }

    /// All that affects a fit. Thousands of rows may have one kind, and are compared
    /// once.
    private struct Kind: Hashable {
        let account: Int32
        let day: CalendarDay
        let texts: [TextID]

        init(_ row: TransactionFacts) {
            account = row.account
            day = row.day
            texts = [row.description, row.payee, row.memo, row.merchantCode]
        }
    }

    private struct KindsOfPair: Hashable {
        let sender: Int
        let receiver: Int
    }

    /// Rows split into runs of close days. Rows further apart than a transfer takes
    /// can't compete, so each run is solved alone.
    private func runs(_ rows: [Int]) -> [[Int]] {
        guard rows.count > 1 else { return [] }
        let byDay = rows.sorted {
            (transactions[$0].day, transactions[$0].id)
                < (transactions[$1].day, transactions[$1].id)
        }
        var runs: [[Int]] = []
        var run: [Int] = []
        for row in byDay {
            if let last = run.last,
                daysFrom(last, to: transactions[row].day) > settings.longestDays
            {
                if run.count > 1 { runs.append(run) }
                run = []
            }
            run.append(row)
        }
        if run.count > 1 { runs.append(run) }
        return runs
    }
}

/// The posted rows of a snapshot by absolute amount, for amounts received anywhere.
/// Most amounts are only ever paid.
struct RowsByAmount {
    /// The rows of each amount and currency, in their order.
    let rows: [[Int]]

    init(_ snapshot: Snapshot) {
        var received = Set<UInt64>()
        for transaction in snapshot.transactions where transaction.amount > 0 {
            received.insert(transaction.amount.magnitude)
        }
        let currencies = snapshot.accounts.map { account in
            Int32(snapshot.accounts.firstIndex { $0.currency == account.currency } ?? 0)
        }
        var rows: [Amount: [Int]] = [:]
        for (row, transaction) in snapshot.transactions.enumerated()
        where received.contains(transaction.amount.magnitude) && !transaction.isPending {
            let amount = Amount(
                size: transaction.amount.magnitude,
                currency: currencies[Int(transaction.account)])
            rows[amount, default: []].append(row)
        }
        self.rows = Array(rows.values)
    }

    private struct Amount: Hashable {
        let size: UInt64
        /// The position of the first account with it.
        let currency: Int32
    }
}

extension TransferMatcher {
    /// Pairs two sides exclusively if they share a bank reference that none of their
    /// other candidates has.
    func boundByReferences(_ group: Group) -> Group {
        guard group.senders.count > 1 || group.receivers.count > 1 else { return group }
        let sent = group.senders.map { evidence.references(inRow: $0).all }
        guard sent.contains(where: { !$0.isEmpty }) else { return group }
        let received = group.receivers.map { evidence.references(inRow: $0).all }
        var senders = [[Int]](repeating: [], count: group.receivers.count)
        for (sender, edges) in group.edges.enumerated() {
            for edge in edges { senders[edge.column].append(sender) }
        }
        func areBound(_ sender: Int, _ receiver: Int) -> Bool {
            var shared = sent[sender].intersection(received[receiver])
            guard !shared.isEmpty else { return false }
            for edge in group.edges[sender] where edge.column != receiver {
                shared.subtract(received[edge.column])
                guard !shared.isEmpty else { return false }
            }
            for other in senders[receiver] where other != sender {
                shared.subtract(sent[other])
                guard !shared.isEmpty else { return false }
            }
            return true
        }
        let bound = group.edges.enumerated().map { sender, edges in
            edges.map(\.column).filter { areBound(sender, $0) }
        }
        var rivals = [Int](repeating: 0, count: group.receivers.count)
        for column in bound.joined() { rivals[column] += 1 }
        var senderOfColumn: [Int: Int] = [:]
        for (sender, columns) in bound.enumerated()
        where columns.count == 1 && rivals[columns[0]] == 1 {
            senderOfColumn[columns[0]] = sender
        }
        guard !senderOfColumn.isEmpty else { return group }
        let taken = Set(senderOfColumn.values)
        var result = group
        result.edges = group.edges.enumerated().map { sender, edges in
            edges.filter { edge in
                let owner = senderOfColumn[edge.column]
                return owner == sender || owner == nil && !taken.contains(sender)
            }
        }
        return result
    }
}

/// A bank's references for a transaction, found in its texts: "transaction#:
/// 11223344", "REF #IB0RS0WCLL".
struct BankReferences: Sendable {
    let all: Set<String>

    init(in texts: [String]) {
        all = Set(
            texts.flatMap { SearchText($0).words.filter(Self.isReference) })
    }

    /// Shorter ones are account endings, days, amounts and shop numbers.
    private static let shortestNumber = 7
    private static let shortestCode = 9

    private static func isReference(_ word: String) -> Bool {
        let digits = word.filter { ("0"..."9").contains($0) }
        if digits.count == word.count {
            return word.count >= shortestNumber && !isDay(word)
        }
        // "XXXXXX4417" masks an account number.
        let isMask = word.drop { $0 == "x" }.allSatisfy(\.isNumber)
        return word.count >= shortestCode && digits.count > 1 && !isMask
    }

    /// Whether a number is a date: "20260309", "03092026".
    private static func isDay(_ number: String) -> Bool {
        guard number.count == 8 else { return false }
        return isYear(number.prefix(4)) && isDayOfMonth(number.suffix(4))
            || isYear(number.suffix(4)) && isDayOfMonth(number.prefix(4))
    }

    private static func isYear(_ digits: Substring) -> Bool {
        digits.hasPrefix("19") || digits.hasPrefix("20")
    }

    /// In either order: "0309".
    private static func isDayOfMonth(_ digits: Substring) -> Bool {
        guard let one = Int(digits.prefix(2)), let other = Int(digits.suffix(2)) else {
            return false
        }
        return (1...31).contains(one) && (1...31).contains(other) && min(one, other) <= 12
    }
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
                for sender in sent where allows(sender.row) || isThroughService(sender.row) {
                    let near = within(sender, byWorth)
                    guard near.count <= Self.mostReceiversAtRate else { continue }
                    for (receiver, deviation) in near {
                        guard
                            allows(sender.row) && allows(receiver)
                                || isOfOneService(sender.row, receiver),
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

    /// Whether only the name of another bank speaks against a transfer by its words. Between two
    /// currencies that may be the service that exchanged them.
    private func isThroughService(_ row: Int) -> Bool {
        let testimony = evidence.testimony(of: row)
        return testimony.contradiction == .otherBank && testimony.isWorded
    }

    private func isOfOneService(_ sender: Int, _ receiver: Int) -> Bool {
        guard isThroughService(sender), isThroughService(receiver) else { return false }
        return !evidence.testimony(of: sender).otherBanks
            .isDisjoint(with: evidence.testimony(of: receiver).otherBanks)
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
