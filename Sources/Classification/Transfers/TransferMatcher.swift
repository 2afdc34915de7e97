import Model
import Rules

/// Finds the transfers between a person's own accounts.
///
/// First come the pairs that the person linked, whatever their texts say; an unlinked
/// pair is never made again. Next come equal and opposite amounts of one currency.
/// They are posted, in different accounts and at most a few days apart; each
/// transaction is in one pair at most. Last come amounts in two currencies that agree
/// at the person's rates. A reversal belongs to the transfer that it reverses
/// (``Return``).
///
/// Among several possible partners the matcher takes the best choice for all together
/// (``Assignment``), the same on every run. If two choices are equally good, it
/// matches nothing and reports the candidates: a wrong pair hides income or spending.
struct TransferMatcher {
    struct Pair: Hashable {
        /// Rows of the snapshot.
        let sender: Int
        let receiver: Int
        let origin: Origin
    }

    enum Origin: Hashable {
        case marked
        case followed
        case equalAmounts(daysApart: Int)
        case atRate(daysApart: Int)
    }

    /// One side of a transfer without a partner. Its text names another account of
    /// the person, or the person.
    struct OneSided {
        let row: Int
        /// The other account, if it is a single one.
        let other: Int32?
        /// Whether the text names only the person.
        let isWithHolder: Bool
    }

    struct Result {
        /// Sorted by the sender's row.
        var pairs: [Pair] = []
        /// Pairs that the person linked although one side has another class. Neither
        /// half of a transfer is income or spending. Their rows may be sides of other
        /// transfers.
        var overruled: [Pair] = []
        /// By row, its equally good partners; listed for both sides.
        var candidates: [Int: [Int]] = [:]
        /// Rows among these that have a partner whichever is chosen. All their rivals
        /// have one too, or each choice is a transfer by its own text.
        var surelyPaired: Set<Int> = []
        var oneSided: [OneSided] = []
        /// Payments received by a card, without a partner.
        var receivedPayments: [Int] = []
        /// Transfers that came back to the sending account, or went back from the
        /// receiving one.
        var returned: [Return] = []
        /// Other rows that take back a payment of their account, with all that it may be.
        var takingBack: [TakingBack] = []
        /// Rows that pay for purchases which a wallet of the person's lists.
        var walletFundings: [Int] = []
        /// Rows of loans that cancel each other out.
        var ownMovementsOfLoans: [Int] = []
        /// Currencies of accounts without a rate, although the person gave some
        /// rates.
        var currenciesWithoutRate: [Currency] = []
    }

    /// The most possible pairs of one amount within days. More are no real
    /// household's and would take long to match, so they are skipped.
    static let mostPossiblePairs = 250_000
    /// Likewise the most pairs with different texts, which are mostly impossible.
    static let mostComparedPairs = 1_000_000
    /// Likewise the most receivers of about one sender's value within days.
    static let mostReceiversAtRate = 500

    let settings: TransferSettings
    let snapshot: Snapshot
    let evidence: TransferEvidence
    let transactions: [TransactionFacts]

    /// - Parameter names: of the snapshot's accounts.
    init(settings: TransferSettings, names: AccountNames, snapshot: Snapshot) {
        self.settings = settings
        self.snapshot = snapshot
        transactions = snapshot.transactions
        evidence = TransferEvidence(settings, names, snapshot: snapshot)
    }

    /// - Parameters:
    ///   - isMarkHeeded: whether a row that the person linked counts as a transfer.
    ///   - isCandidate: whether a row may become one side of a transfer.
    func result(
        isMarkHeeded: (Int) -> Bool = { _ in true }, isCandidate: (Int) -> Bool
    ) throws(RulebookError) -> Result {
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
        let amounts = RowsByAmount(snapshot)
        let pairs = pairsByAmount(amounts, isFree)
        let free = transactions.indices.filter(isFree)
        evidence.mirrored = MirroredPayments(
            pairs, among: free, in: snapshot, sharedName: evidence.sharedName)
        try evidence.learnHolders(pairs, among: free)
        for group in equalAmounts(amounts, isFree) { add(solved(group), to: &result, &isTaken) }
        if !settings.rates.isEmpty {
            result.currenciesWithoutRate = Set(snapshot.accounts.map(\.currency))
                .filter { !settings.rates.knows($0) }.sorted { $0.code < $1.code }
            for group in amountsAtRate(isFree) { add(solved(group), to: &result, &isTaken) }
        }
        result.pairs.sort { $0.sender < $1.sender }
        for pair in nearPairs({ isFree($0) && result.candidates[$0] == nil }) {
            result.candidates[pair.sender] = [pair.receiver]
            result.candidates[pair.receiver] = [pair.sender]
        }
        for pair in exchangedPairs({ isFree($0) && result.candidates[$0] == nil }) {
            result.candidates[pair.sender] = [pair.receiver]
            result.candidates[pair.receiver] = [pair.sender]
        }
        result.walletFundings = walletFundings(isFree)
        result.ownMovementsOfLoans = ownMovementsOfLoans(amounts, isFree)
        result.oneSided = oneSided(isFree)
        result.receivedPayments = receivedPayments(isFree)
        result.returned = returned(
            amounts, isCandidate: isCandidate, isPaired: { isTaken[$0] },
            debtPaid: debtPaid(in: result))
        result.takingBack = takingBack(
            amounts, besides: result.returned,
            isCandidate: { isCandidate($0) && !isTaken[$0] })
        return result
    }

    /// By row, the account of the card or loan that it paid.
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

    // MARK: Shared by all searches

    func daysFrom(_ row: Int, to day: CalendarDay) -> Int {
        transactions[row].day.days(until: day)
    }

    func allows(_ row: Int) -> Bool { !evidence.testimony(of: row).isContradicted }
}

extension TransferMatcher {
    /// The pairs that the person linked, and those of accounts that follow, whatever their texts
    /// say.
    func markedPairs() -> [Pair] {
        var isTaken = Set<Int>()
        var pairs: [Pair] = []
        let marked = snapshot.decisions.pairs.filter { $0.value != .unlinked }
        for (pair, decision) in marked.sorted(by: {
            ($0.key.first, $0.key.second) < ($1.key.first, $1.key.second)
        }) {
            guard let first = snapshot.row(of: pair.first),
                let second = snapshot.row(of: pair.second), first != second,
                isTaken.isDisjoint(with: [first, second])
            else { continue }
            isTaken.formUnion([first, second])
            let isFirstSender = transactions[first].amount < 0
            pairs.append(
                Pair(
                    sender: isFirstSender ? first : second,
                    receiver: isFirstSender ? second : first,
                    origin: decision == .linked ? .marked : .followed))
        }
        return pairs
    }

    /// Senders and receivers that may compete for each other.
    struct Group {
        var senders: [Int] = []
        var receivers: [Int] = []
        /// By sender, its possible receivers as positions.
        var edges: [[Assignment.Edge]] = []
        /// Pairs of rows that only the person can judge.
        var doubtful: [(sender: Int, receiver: Int)] = []
        var isAtRate = false
    }

    /// The best pairs for the whole group, with what stays undecided.
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

    /// Whether a row is a transfer by its own text, whichever its other side is. So
    /// both sides count as a transfer, or neither does.
    private func isSideAnyway(_ row: Int, with other: Int) -> Bool {
        evidence.testimony(of: row).isWithHolder
            || isSideAlone(row, with: transactions[other].account)
    }

    /// Offers doubtful pairs if neither side is taken or has a better candidate.
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
