import Model
import Rules

/// Finds the transfers between a person's own accounts.
///
/// Pairs that the person made come first, whatever their texts say; a pair
/// that they took apart is never made again. Then come equal and opposite
/// amounts of one currency, in different accounts, a few days apart at most,
/// both posted; each transaction in one pair at the most. Last come amounts of
/// two currencies that agree at the person's rates. What calls itself the
/// reversal of a transfer belongs to that transfer (``Return``).
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

    /// A row without a partner whose text names another account of the person, or
    /// the person: one side of a transfer.
    struct OneSided {
        let row: Int
        /// The account, where it is one.
        let other: Int32?
        /// Whether the text tells of the person alone.
        let isWithHolder: Bool
    }

    struct Result {
        /// In the order of their senders' rows.
        var pairs: [Pair] = []
        /// Those that the person made and of which a side counts as something else: of
        /// the money of one transfer no half can be earned or spent. Their rows may be
        /// sides of other transfers.
        var overruled: [Pair] = []
        /// By row, the rows of which each could be its partner as well as the
        /// others; both sides are there.
        var candidates: [Int: [Int]] = [:]
        /// Of these, the rows that have a partner whichever is chosen, where all that
        /// compete have one, or each choice is a transfer by its own text.
        var surelyPaired: Set<Int> = []
        var oneSided: [OneSided] = []
        /// Rows without a partner in which a card received a payment.
        var receivedPayments: [Int] = []
        /// Transfers that came back to the account that they had left, or went
        /// back from the one that they had reached.
        var returned: [Return] = []
        /// Currencies of accounts for which the person gave no rate, though
        /// they gave some.
        var currenciesWithoutRate: [Currency] = []
    }

    /// So many possible pairs of one amount within days are no person's, and
    /// their best matching would take long; they are left alone.
    static let mostPossiblePairs = 250_000
    /// Likewise so many pairs of different texts, most of which are impossible.
    static let mostComparedPairs = 1_000_000
    /// Likewise so many receivers of about one sender's worth within days.
    static let mostReceiversAtRate = 500

    let settings: TransferSettings
    let snapshot: Snapshot
    let evidence: TransferEvidence
    /// The snapshot's.
    let transactions: [TransactionFacts]

    /// - Parameter names: of the snapshot's accounts.
    init(settings: TransferSettings, names: AccountNames, snapshot: Snapshot) {
        self.settings = settings
        self.snapshot = snapshot
        transactions = snapshot.transactions
        evidence = TransferEvidence(settings, names, snapshot: snapshot)
    }

    /// - Parameters:
    ///   - isMarkHeeded: whether a row counts as a transfer where the person made it a
    ///     side of one.
    ///   - isCandidate: whether a row may be found to be one side of a transfer.
    ///   - isOpen: whether its other side is to be looked for here; nil of all.
    func result(
        isMarkHeeded: (Int) -> Bool = { _ in true }, isCandidate: (Int) -> Bool,
        isOpen: ((Int) -> Bool)? = nil
    ) -> Result {
        var result = Result()
        var isTaken = [Bool](repeating: false, count: transactions.count)
        for pair in markedPairs() {
            guard isMarkHeeded(pair.sender), isMarkHeeded(pair.receiver) else {
                result.overruled.append(pair)
                continue
            }
            result.pairs.append(pair)
            isTaken[pair.sender] = true
            isTaken[pair.receiver] = true
        }
        func isFree(_ row: Int) -> Bool {
            !transactions[row].isPending && transactions[row].amount != 0 && !isTaken[row]
                && isCandidate(row)
        }
        func isFreeAndOpen(_ row: Int) -> Bool { isOpen?(row) != false && isFree(row) }
        let amounts = RowsByAmount(snapshot) { isOpen?($0) != false }
        for group in equalAmounts(amounts, isFree) { add(solved(group), to: &result, &isTaken) }
        if !settings.rates.isEmpty {
            result.currenciesWithoutRate = Set(snapshot.accounts.map(\.currency))
                .filter { !settings.rates.knows($0) }.sorted { $0.code < $1.code }
            for group in amountsAtRate(isFreeAndOpen) { add(solved(group), to: &result, &isTaken) }
        }
        result.pairs.sort { $0.sender < $1.sender }
        result.oneSided = oneSided(isFree)
        result.receivedPayments = receivedPayments(isFree)
        result.returned = returned(
            amounts, isCandidate: isCandidate, isPaired: { isTaken[$0] },
            debtPaid: debtPaid(in: result))
        return result
    }

    /// By row, the account of the card or loan that it was found to pay.
    private func debtPaid(in result: Result) -> [Int: Int32] {
        let paid =
            result.pairs.map { ($0.sender, transactions[$0.receiver].account) }
            + result.oneSided.compactMap { found in
                found.other.flatMap { transactions[found.row].amount < 0 ? (found.row, $0) : nil }
            }
        return Dictionary(
            paid.filter { snapshot.accounts[Int($0.1)].type.isLiability },
            uniquingKeysWith: { first, _ in first })
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

    // MARK: What the ways to look for pairs share

    func daysFrom(_ row: Int, to day: CalendarDay) -> Int {
        transactions[row].day.days(until: day)
    }

    func allows(_ row: Int) -> Bool { !evidence.testimony(of: row).isContradicted }
}

extension TransferMatcher {
    /// The pairs that the person made, whatever their texts say.
    func markedPairs() -> [Pair] {
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
}

extension TransferMatcher {
    /// Senders and receivers that may compete for each other.
    struct Group {
        var senders: [Int] = []
        var receivers: [Int] = []
        /// By sender, the positions of receivers that it can go to.
        var edges: [[Assignment.Edge]] = []
        /// Sides, as rows, of pairs that only the person can tell.
        var doubtful: [(sender: Int, receiver: Int)] = []
        var isAtRate = false
    }

    /// The best pairs of a group for all of it, and what is left open.
    func solved(_ group: Group) -> Result {
        let assignment = Assignment(edges: group.edges, columnCount: group.receivers.count)
        var columns = assignment.columnOfRow
        var result = Result()
        var neverAlone: Set<Int> = []
        for undecided in assignment.undecidedRows() {
            columns[undecided.row] = nil
            let sender = group.senders[undecided.row]
            var sides = undecided.columnsNeverFree.map { group.receivers[$0] }
            if undecided.isNeverAlone { sides.append(sender) }
            neverAlone.formUnion(sides)
            if undecided.isExchange { result.surelyPaired.formUnion(sides) }
            for column in undecided.columns {
                let receiver = group.receivers[column]
                result.candidates[sender, default: []].append(receiver)
                result.candidates[receiver, default: []].append(sender)
            }
        }
        result.surelyPaired.formUnion(
            neverAlone.filter { row in
                result.candidates[row]?.allSatisfy { isSideAnyway($0, with: row) } == true
            })
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

    /// Whether a row is a transfer by its own text, whichever is its other side: then of
    /// two sides of one transfer both count as one, or neither does.
    private func isSideAnyway(_ row: Int, with other: Int) -> Bool {
        evidence.testimony(of: row).isWithHolder
            || isSideAlone(row, with: transactions[other].account)
    }

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
}
