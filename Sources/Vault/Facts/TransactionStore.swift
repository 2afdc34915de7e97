internal import GRDB
internal import Model

/// Writes the transactions of one answer, account by account.
///
/// A transaction is known by its account and the bank's id. Where an id is new
/// and another is gone, the two may be one transaction: its bank gave it a new
/// id, or posted what was a hold. Then it stays the row that it was, with all
/// that the person said about it.
final class TransactionStore {
    private(set) var outcome = StoredAnswer()

    private let receivedAt: Int64
    private let limits: SettlementLimits
    private let table: TransactionTable
    private let texts: TextStore
    private let doubts: SettlementDoubts
    private let database: Database
    /// Pending transactions that the answer names, by the vault's numbers.
    private var namedHolds: Set<Int64> = []

    init(database: Database, receivedAt: Int64, limits: SettlementLimits) throws {
        self.database = database
        self.receivedAt = receivedAt
        self.limits = limits
        table = try TransactionTable(database)
        texts = try TextStore(database)
        doubts = SettlementDoubts(database: database)
    }

    /// - Parameters:
    ///   - transactions: what the answer has of the account, each id once.
    ///   - coverage: the days of which it has everything.
    ///   - asked: the days of which it has something at least.
    func store(
        _ transactions: [ReceivedTransaction], coverage: Range<CalendarDay>?,
        asked: Range<CalendarDay>?, account: Int64
    ) throws {
        var gone: [ExactText: StoredTransaction] = [:]
        if let asked {
            for known in try table.transactions(in: asked, account: account) {
                gone[known.bankID] = known
            }
        }
        let isEmpty = gone.isEmpty ? try table.isEmpty(account: account) : false
        var new: [NewTransaction] = []
        for transaction in transactions {
            let words = try self.words(of: transaction)
            let known =
                isEmpty
                ? nil
                : try gone.removeValue(forKey: ExactText(transaction.bankID))
                    ?? table.find(transaction.bankID, account: account)
            if let known {
                try take(words, of: known)
            } else {
                new.append(NewTransaction(transaction, words))
            }
        }
        var missing = gone.values.filter { !$0.isVoid }.sorted { $0.id < $1.id }
        try adoptReissued(&new, coverage: coverage, missing: &missing)
        let vanished = missing.filter(\.words.isPending)
        let isWhole = coverage != nil
        let (settled, doubtful) = try settle(
            &new, vanished: vanished, isWhole: isWhole, account: account)
        try add(new, doubtful, account: account)
        guard isWhole else { return }
        for hold in vanished where !settled.contains(hold.id) {
            try table.void(hold.id, at: receivedAt)
            outcome.changedTransactions += 1
        }
    }

    /// Voids pending transactions, whatever their account, that are too old to
    /// be asked for and that the answer does not name. They are not deleted: a
    /// bank that names one again brings it back.
    func voidOldHolds() throws {
        let today = CalendarDay(secondsSinceEpoch: receivedAt)
        let old = try Int64.fetchAll(
            database,
            sql: """
                SELECT id FROM transactions
                WHERE is_pending = 1 AND day < ? AND voided_at IS NULL
                """,
            arguments: [Int64(today.daysSinceEpoch) - Int64(limits.daysUntilVoid)])
        for hold in old where !namedHolds.contains(hold) {
            try table.void(hold, at: receivedAt)
            outcome.changedTransactions += 1
        }
    }

    // MARK: Known by their ids

    private func take(_ words: TransactionWords, of known: StoredTransaction) throws {
        if words.isPending { namedHolds.insert(known.id) }
        guard words != known.words || known.isVoid else { return }
        // A pending row that overlaps its own posted one brings nothing new.
        guard known.words.isPending || !words.isPending else { return }
        try table.change(known.id, to: known.bankID.text, words)
        // What comes again was neither dropped nor posted as something else.
        if known.isVoid { try doubts.forget(hold: known.id) }
        outcome.changedTransactions += 1
    }

    // MARK: Known by what they are

    /// Takes those of the new transactions as known that are missing ones under
    /// another id.
    private func adoptReissued(
        _ new: inout [NewTransaction], coverage: Range<CalendarDay>?,
        missing: inout [StoredTransaction]
    ) throws {
        guard let coverage, !missing.isEmpty, !new.isEmpty else { return }
        let days = coverage.lowerBound.daysSinceEpoch..<coverage.upperBound.daysSinceEpoch
        let candidates = new.indices.filter { days.contains(new[$0].words.day) }
        let pairs = ReissuedIDs.pairs(
            gone: missing.map(\.words), new: candidates.map { new[$0].words })
        for pair in pairs {
            let received = new[candidates[pair.new]]
            try table.rename(
                missing[pair.gone], to: received.bankID, received.words, at: receivedAt)
            if received.words.isPending { namedHolds.insert(missing[pair.gone].id) }
        }
        new.remove(at: Set(pairs.map { candidates[$0.new] }))
        missing.remove(at: Set(pairs.map(\.gone)))
    }

    /// Takes those of the new transactions as known that settle a hold: one
    /// that has just vanished, or one that is void since another answer.
    ///
    /// - Parameter isWhole: whether what the answer does not name has vanished;
    ///   otherwise only its words can tell that a hold was posted.
    /// - Returns: the holds that are settled, and the holds that each of the
    ///   new transactions that are left may have been.
    private func settle(
        _ new: inout [NewTransaction], vanished: [StoredTransaction], isWhole: Bool, account: Int64
    ) throws -> (settled: Set<Int64>, doubtful: [Int: [Int64]]) {
        let days = new.lazy.filter { !$0.words.isPending }.map(\.words.day)
        guard let first = days.min(), let last = days.max() else { return ([], [:]) }
        let since = Int32(clamping: Int64(first) - Int64(limits.maximumDays))
        let decided = try doubts.decided()
        let holds =
            (vanished + (try table.voidHolds(in: since...last, account: account)))
            .filter { !decided.contains($0.id) }
        guard !holds.isEmpty else { return ([], [:]) }
        let asked = try doubts.asked()
        let entries = try holds.map {
            try entry(
                of: $0, onlyWordsTell: $0.isVoid || !isWhole, isInDoubt: asked.contains($0.id))
        }
        let heldDays = entries.map(\.day)
        let latest = Int32(clamping: Int64(heldDays.max() ?? last) + Int64(limits.maximumDays))
        let reach = min(heldDays.min() ?? first, latest)...latest
        let postedPlaces = new.indices.filter {
            !new[$0].words.isPending && reach.contains(new[$0].words.day)
        }
        let outcome = SettlementMatcher(limits).match(
            holds: entries, posted: postedPlaces.map { new[$0].entry })
        for pair in outcome.settled {
            let received = new[postedPlaces[pair.posted]]
            try table.rename(holds[pair.hold], to: received.bankID, received.words, at: receivedAt)
            self.outcome.changedTransactions += 1
        }
        let taken = Set(outcome.settled.map { postedPlaces[$0.posted] })
        var doubtful: [Int: [Int64]] = [:]
        for pair in outcome.doubtful where isWhole || holds[pair.hold].isVoid {
            let place = postedPlaces[pair.posted]
            doubtful[place - taken.count { $0 < place }, default: []].append(holds[pair.hold].id)
        }
        new.remove(at: taken)
        return (Set(outcome.settled.map { holds[$0.hold].id }), doubtful)
    }

    // MARK: Unknown

    private func add(
        _ new: [NewTransaction], _ doubtful: [Int: [Int64]], account: Int64
    ) throws {
        for (place, transaction) in new.enumerated() {
            let id = try table.add(
                transaction.bankID, transaction.words, account: account, receivedAt: receivedAt)
            if transaction.words.isPending { namedHolds.insert(id) }
            for hold in doubtful[place] ?? [] { try doubts.note(hold: hold, posted: id) }
        }
        outcome.newTransactions += new.count
    }

    // MARK: Words

    private func words(of transaction: ReceivedTransaction) throws -> TransactionWords {
        TransactionWords(
            day: transaction.day.daysSinceEpoch, amount: transaction.amount,
            description: try texts.id(of: transaction.description),
            payee: try texts.id(of: transaction.payee), memo: try texts.id(of: transaction.memo),
            merchantCode: try texts.id(of: transaction.merchantCode),
            isPending: transaction.isPending, postedAt: transaction.postedAt,
            transactedAt: transaction.transactedAt)
    }

    private func entry(
        of hold: StoredTransaction, onlyWordsTell: Bool, isInDoubt: Bool
    ) throws -> SettlementMatcher.Entry {
        let paid = hold.words.transactedAt.map { CalendarDay(secondsSinceEpoch: $0).daysSinceEpoch }
        let received = CalendarDay(secondsSinceEpoch: hold.firstReceivedAt).daysSinceEpoch
        return SettlementMatcher.Entry(
            // Without a day of its own a hold has that of its newest answer.
            day: paid == nil ? min(hold.words.day, received) : hold.words.day, paidDay: paid,
            amount: hold.words.amount,
            words: PayeeWords(
                payee: try texts.text(of: hold.words.payee),
                description: try texts.text(of: hold.words.description)),
            onlyWordsTell: onlyWordsTell, isInDoubt: isInDoubt)
    }
}

/// A transaction of the answer whose id the account does not have.
private struct NewTransaction {
    let bankID: String
    let words: TransactionWords
    private let payee: String
    private let description: String

    init(_ received: ReceivedTransaction, _ words: TransactionWords) {
        bankID = received.bankID
        self.words = words
        payee = received.payee
        description = received.description
    }

    var entry: SettlementMatcher.Entry {
        SettlementMatcher.Entry(
            day: words.day,
            paidDay: words.transactedAt.map {
                CalendarDay(secondsSinceEpoch: $0).daysSinceEpoch
            },
            amount: words.amount, words: PayeeWords(payee: payee, description: description))
    }
}

extension Array {
    fileprivate mutating func remove(at places: Set<Int>) {
        guard !places.isEmpty else { return }
        self = indices.filter { !places.contains($0) }.map { self[$0] }
    }
}
