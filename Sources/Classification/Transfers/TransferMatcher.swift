import Model
import Rules

/// Finds the transfers between a person's own accounts.
///
/// Pairs that the person made come first, whatever their texts say; a pair
/// that they took apart is never made again. Then come equal and opposite
/// amounts of one currency, in different accounts, a few days apart at most,
/// both posted; each transaction in one pair at the most. Last come amounts of
/// two currencies that agree at the person's rates.
///
/// The choice among several possible partners is the best one for all of them
/// together (``Assignment``), the same on every run. Where two choices are
/// equally good nothing is matched, and the candidates are told: a wrong pair
/// hides income or spending.
struct TransferMatcher {
    struct Pair: Hashable {
        /// Rows of the snapshot.
        let sender: Int
        let receiver: Int
        let origin: Origin
    }

    enum Origin: Hashable {
        case marked
        case equalAmounts(daysApart: Int)
        case atRate(daysApart: Int)
    }

    struct Result {
        /// In the order of their senders' rows.
        var pairs: [Pair] = []
        /// By row, the rows of which each could be its partner as well as the
        /// others; both sides are there.
        var candidates: [Int: [Int]] = [:]
        /// Of these, the rows that have a partner whichever is chosen.
        var surelyPaired: Set<Int> = []
        /// Rows without a partner whose text names another account of the person:
        /// one side of a transfer, each with the account where that is one.
        var oneSided: [(row: Int, other: Int32?)] = []
        /// Currencies of accounts for which the person gave no rate, though
        /// they gave some.
        var currenciesWithoutRate: [Currency] = []
    }

    /// So many possible pairs of one amount within days are no person's, and
    /// their best matching would take long; they are left alone.
    static let mostPossiblePairs = 250_000

    let settings: TransferSettings
    let snapshot: Snapshot
    let evidence: TransferEvidence
    /// The snapshot's.
    private let transactions: [TransactionFacts]

    /// - Parameter names: of the snapshot's accounts.
    init(settings: TransferSettings, names: AccountNames, snapshot: Snapshot) {
        self.settings = settings
        self.snapshot = snapshot
        transactions = snapshot.transactions
        evidence = TransferEvidence(settings, names, snapshot: snapshot)
    }

    /// - Parameters:
    ///   - isCandidate: whether a row may be found to be one side of a transfer.
    ///   - isOpen: whether its other side is to be looked for here; nil of all.
    func result(
        isCandidate: (Int) -> Bool, isOpen: ((Int) -> Bool)? = nil
    ) -> Result {
        var result = Result()
        var isTaken = [Bool](repeating: false, count: transactions.count)
        for pair in markedPairs() {
            result.pairs.append(pair)
            isTaken[pair.sender] = true
            isTaken[pair.receiver] = true
        }
        func isFree(_ row: Int) -> Bool {
            !transactions[row].isPending && transactions[row].amount != 0 && !isTaken[row]
                && isCandidate(row)
        }
        func isFreeAndOpen(_ row: Int) -> Bool { isOpen?(row) != false && isFree(row) }
        for group in equalAmounts(isFreeAndOpen) { add(solved(group), to: &result, &isTaken) }
        if !settings.rates.isEmpty {
            result.currenciesWithoutRate = Set(snapshot.accounts.map(\.currency))
                .filter { !settings.rates.knows($0) }.sorted { $0.code < $1.code }
            for group in amountsAtRate(isFreeAndOpen) { add(solved(group), to: &result, &isTaken) }
        }
        result.pairs.sort { $0.sender < $1.sender }
        result.oneSided = oneSided(isFree)
        return result
    }

    /// Rows whose other side is not there, since it came before the first sync
    /// or the bank left it out.
    private func oneSided(_ isFree: (Int) -> Bool) -> [(row: Int, other: Int32?)] {
        let unlinked = Set(
            snapshot.decisions.pairs.filter { $0.value == .unlinked }.keys
                .flatMap { [$0.first, $0.second] })
        var found: [(row: Int, other: Int32?)] = []
        for row in transactions.indices where isFree(row) {
            let others = evidence.othersNamed(inRow: row)
            guard !others.isEmpty, !unlinked.contains(transactions[row].id) else {
                continue
            }
            let testimony = evidence.testimony(of: row)
            let isOut = transactions[row].amount < 0
            let own = snapshot.account(of: transactions[row])
            let paysDebt = (isOut ? others : [])
                .contains { snapshot.accounts[Int($0)].type.isLiability }
            guard !testimony.isContradicted, !testimony.isCash,
                testimony.isWorded(forPaymentOfDebt: paysDebt || !isOut && own.type.isLiability)
            else { continue }
            found.append((row, others.count == 1 ? others.first : nil))
        }
        return found
    }

    private func add(_ solution: Result, to result: inout Result, _ isTaken: inout [Bool]) {
        for pair in solution.pairs {
            isTaken[pair.sender] = true
            isTaken[pair.receiver] = true
        }
        result.pairs += solution.pairs
        for (row, others) in solution.candidates where !isTaken[row] {
            result.candidates[row, default: []] += others
        }
        result.surelyPaired.formUnion(solution.surelyPaired.filter { !isTaken[$0] })
    }

    // MARK: Marked by the person

    private func markedPairs() -> [Pair] {
        var isTaken = Set<Int>()
        var pairs: [Pair] = []
        let marked = snapshot.decisions.pairs.filter { $0.value == .linked }.keys
        for pair in marked.sorted(by: { ($0.first, $0.second) < ($1.first, $1.second) }) {
            guard let first = snapshot.row(of: pair.first),
                let second = snapshot.row(of: pair.second), first != second,
                isTaken.isDisjoint(with: [first, second])
            else { continue }
            isTaken.formUnion([first, second])
            let isFirstSender = transactions[first].amount < 0
            pairs.append(
                Pair(
                    sender: isFirstSender ? first : second,
                    receiver: isFirstSender ? second : first, origin: .marked))
        }
        return pairs
    }

    // MARK: Groups that are solved alone

    /// Senders and receivers that may compete for each other.
    private struct Group {
        var senders: [Int] = []
        var receivers: [Int] = []
        /// By sender, the positions of receivers that it can go to.
        var edges: [[Assignment.Edge]] = []
        /// Sides, as rows, of pairs that only the person can tell.
        var doubtful: [(sender: Int, receiver: Int)] = []
        var isAtRate = false
    }

    private struct Amount: Hashable {
        let size: UInt64
        /// The position of the first account that has it.
        let currency: Int32
    }

    private func equalAmounts(_ isFree: (Int) -> Bool) -> [Group] {
        // Most amounts are only ever paid, which is quickly seen.
        var received = Set<UInt64>()
        for transaction in transactions where transaction.amount > 0 {
            received.insert(transaction.amount.magnitude)
        }
        let currencies = snapshot.accounts.map { account in
            Int32(snapshot.accounts.firstIndex { $0.currency == account.currency } ?? 0)
        }
        var rows: [Amount: [Int]] = [:]
        for (row, transaction) in transactions.enumerated()
        where received.contains(transaction.amount.magnitude) && isFree(row) {
            let amount = Amount(
                size: transaction.amount.magnitude,
                currency: currencies[Int(transaction.account)])
            rows[amount, default: []].append(row)
        }
        return rows.values.filter(hasBothSides).flatMap(runs).filter(hasBothSides)
            .compactMap(group)
    }

    private func hasBothSides(_ rows: [Int]) -> Bool {
        guard let first = rows.first else { return false }
        let isOut = transactions[first].amount < 0
        return rows.contains { (transactions[$0].amount < 0) != isOut }
    }

    /// - Parameter run: by day.
    private func group(_ run: [Int]) -> Group? {
        var group = Group()
        group.senders = run.filter { transactions[$0].amount < 0 && allows($0) }
        guard !group.senders.isEmpty else { return nil }
        group.receivers = run.filter { transactions[$0].amount > 0 && allows($0) }
        guard !group.receivers.isEmpty else { return nil }
        var first = 0
        var count = 0
        for sender in group.senders {
            let day = transactions[sender].day
            while first < group.receivers.count,
                daysFrom(group.receivers[first], to: day) > settings.maximumDays
            {
                first += 1
            }
            var edges: [Assignment.Edge] = []
            for column in first..<group.receivers.count {
                let receiver = group.receivers[column]
                if -daysFrom(receiver, to: day) > settings.maximumDays { break }
                guard let fit = fit(of: sender, receiver) else { continue }
                count += 1
                switch fit {
                case .doubtful: group.doubtful.append((sender, receiver))
                case .likely(let cost):
                    edges.append(Assignment.Edge(column: column, cost: cost))
                }
            }
            guard count <= Self.mostPossiblePairs else { return nil }
            group.edges.append(edges)
        }
        return group
    }

    /// Rows further apart than a transfer may take can't compete for a partner,
    /// so each run of close days is solved alone.
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
                daysFrom(last, to: transactions[row].day) > settings.maximumDays
            {
                if run.count > 1 { runs.append(run) }
                run = []
            }
            run.append(row)
        }
        if run.count > 1 { runs.append(run) }
        return runs
    }

    private func daysFrom(_ row: Int, to day: CalendarDay) -> Int {
        transactions[row].day.days(until: day)
    }

    private func allows(_ row: Int) -> Bool { !evidence.testimony(of: row).isContradicted }

    // MARK: Other currencies

    private struct Valued {
        let row: Int
        /// In thousand millionths of the base's unit, without sign.
        let worth: Int128
    }

    /// Amounts of two currencies that agree at the person's rates. Rounded
    /// rates let many amounts agree, so some text must call it a transfer or
    /// name the other account.
    private func amountsAtRate(_ isFree: (Int) -> Bool) -> [Group] {
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
                    for (receiver, deviation) in within(sender, byWorth) {
                        guard allows(receiver),
                            case .likely(let cost)? = fit(
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

    /// Receivers of about the sender's worth, with how far they miss it, in
    /// thousandths.
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
        return byWorth[low...].prefix { $0.worth <= sender.worth + margin }.map { receiver in
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
            groups.append(group)
        }
        return groups
    }

    // MARK: The best for all

    /// Offers what is doubtful where neither side is taken, nor has a better
    /// partner to choose.
    private func addDoubtful(_ group: Group, to result: inout Result) {
        guard !group.doubtful.isEmpty else { return }
        let settled = Set(result.pairs.flatMap { [$0.sender, $0.receiver] })
            .union(result.candidates.keys)
        for (sender, receiver) in group.doubtful
        where !settled.contains(sender) && !settled.contains(receiver) {
            result.candidates[sender, default: []].append(receiver)
            result.candidates[receiver, default: []].append(sender)
        }
    }

    private func solved(_ group: Group) -> Result {
        let assignment = Assignment(edges: group.edges, columnCount: group.receivers.count)
        var columns = assignment.columnOfRow
        var result = Result()
        for undecided in assignment.undecidedRows() {
            columns[undecided.row] = nil
            let sender = group.senders[undecided.row]
            if undecided.isNeverAlone {
                result.surelyPaired.insert(sender)
                result.surelyPaired.formUnion(undecided.columns.map { group.receivers[$0] })
            }
            for column in undecided.columns {
                let receiver = group.receivers[column]
                result.candidates[sender, default: []].append(receiver)
                result.candidates[receiver, default: []].append(sender)
            }
        }
        for (row, column) in columns.enumerated() {
            guard let column else { continue }
            let pair = (sender: group.senders[row], receiver: group.receivers[column])
            let daysApart = abs(
                daysFrom(pair.sender, to: transactions[pair.receiver].day))
            result.pairs.append(
                Pair(
                    sender: pair.sender, receiver: pair.receiver,
                    origin: group.isAtRate
                        ? .atRate(daysApart: daysApart) : .equalAmounts(daysApart: daysApart)))
        }
        addDoubtful(group, to: &result)
        return result
    }
}
