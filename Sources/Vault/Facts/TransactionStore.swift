internal import GRDB
internal import Model

/// The storing of an answer's transactions, one account at a time.
///
/// ``TransactionMatcher`` finds the stored transaction of each row. An unmatched row
/// may be what a pending transaction became. Then it takes over that row with its
/// decisions. The rest is added.
final class TransactionStore {
    var outcome = StoredAnswer()

    let receivedAt: Int64
    let limits: SettlementLimits
    let table: TransactionTable
    let texts: TextStore
    let agreement: TextAgreement
    let doubts: SettlementDoubts
    let database: Database
    /// Pending transactions that the answer names, by row ID.
    var namedHolds: Set<Int64> = []
    /// The ids of rows of the account that can't be read, empty for one without. Their stored
    /// versions aren't missing, and no other posted transaction surely is.
    var unreadable: Set<ExactText> = []

    init(database: Database, receivedAt: Int64, limits: SettlementLimits) throws {
        self.database = database
        self.receivedAt = receivedAt
        self.limits = limits
        table = try TransactionTable(database)
        texts = try TextStore(database)
        agreement = TextAgreement(texts, limits: limits)
        doubts = SettlementDoubts(database: database)
    }

    /// Stores one account's transactions, in this order:
    ///
    /// 1. Match rows with stored transactions, and update those.
    /// 2. Leave out pending rows that repeat a posted transaction.
    /// 3. Settle missing pending transactions whose posted version was stored earlier.
    /// 4. Settle missing and void ones with new posted rows.
    /// 5. Continue the remaining ones with new pending rows.
    /// 6. Continue those whose next pending row was stored earlier.
    /// 7. Ask about those whose posted version may be stored as something else.
    /// 8. Hold back doubtful rows, and add the others.
    /// 9. If the answer is complete, handle the transactions that it lacks.
    ///
    /// - Parameters:
    ///   - transactions: the account's transactions in the answer, each once.
    ///   - coverage: the days with complete data.
    ///   - asked: the requested days.
    func store(
        _ transactions: [ReceivedTransaction], coverage: Range<CalendarDay>?,
        asked: Range<CalendarDay>?, account: Int64
    ) throws {
        let rows = try transactions.map {
            TransactionMatcher.Row(bankID: ExactText($0.bankID), content: try content(of: $0))
        }
        let stored = try stored(rows, asked: asked, isWhole: coverage != nil, account: account)
        let heldBackSince = try table.heldBackSince(account: account)
        var matcher = try TransactionMatcher(
            rows: rows, stored: stored, coverage: coverage, asked: asked,
            heldBack: heldBackSince.map { $0...max($0, receivedAt) }, texts: agreement,
            limits: limits)
        for (row, place) in matcher.storedOfRow.enumerated() {
            if let place { try update(stored[place], from: rows[row]) }
        }
        for place in stored.indices where unreadable.contains(stored[place].bankID) {
            matcher.forget(stored: place)
        }
        outcome.recognised += matcher.recognised
        var new = rows.indices.filter { matcher.storedOfRow[$0] == nil }
        if !stored.isEmpty {
            let listed = Set(
                stored.indices.filter { matcher.rowOfStored[$0] != nil }.map { stored[$0].id })
            new = try new.filter { try !isEcho(rows[$0], of: account, beside: listed) }
        }
        let settledEarlier = try settlePostedStoredEarlier(
            new, rows, stored, &matcher, account: account)
        var doubtful = try settle(
            &new, rows, stored, &matcher, but: settledEarlier, asked: asked, account: account)
        try continuePending(&new, rows, stored, &matcher, account: account)
        let inDoubt = Set(doubtful.values.joined()).union(settledEarlier.map { stored[$0].id })
        try continuePendingStoredEarlier(
            beside: new, rows, stored, &matcher, inDoubt: inDoubt, account: account)
        try askAboutPossiblePostings(rows, stored, matcher, inDoubt: inDoubt, account: account)
        let heldBackBefore = outcome.heldBack
        new = try withoutDoubtful(
            new, rows, stored, &matcher, coverage: coverage, account: account, &doubtful)
        try askAboutReusedIDs(new, rows, stored, matcher, &doubtful)
        for row in new {
            let id = try table.add(
                rows[row].bankID.text, rows[row].content, account: account, receivedAt: receivedAt)
            if rows[row].content.isPending { namedHolds.insert(id) }
            for hold in doubtful[row] ?? [] { try doubts.note(hold: hold, posted: id) }
        }
        outcome.newTransactions += new.count
        guard coverage != nil else { return }
        try handleMissing(rows, stored, matcher, isHeldBack: outcome.heldBack > heldBackBefore)
    }

    /// Voids pending transactions that are too old to be requested and that the answer
    /// does not contain, in all accounts. They come back if a bank lists them again.
    /// Files have no next answer, while a sync requests the days of pending
    /// transactions.
    ///
    /// A synced account's days are measured from its balance, as the clock may be
    /// ahead.
    func voidOldHolds() throws {
        let today = CalendarDay(secondsSinceEpoch: receivedAt)
        let old = try Int64.fetchAll(
            database,
            sql: """
                SELECT transactions.id FROM transactions
                JOIN accounts ON accounts.id = account_id
                JOIN connections ON connections.id = connection_id
                WHERE is_pending = 1 AND voided_at IS NULL
                    AND iif(connections.kind = 'file', day < :today - :days,
                        day < min(:today, coalesce(balance_at / 86400, (
                            SELECT max(day) FROM transactions AS posted
                            WHERE posted.account_id = accounts.id AND is_pending = 0), :today)
                        ) - :daysIfSynced)
                """,
            arguments: [
                "today": today.daysSinceEpoch, "days": limits.daysUntilVoid,
                "daysIfSynced": limits.daysUntilVoidIfSynced,
            ])
        for hold in old where !namedHolds.contains(hold) {
            try table.void(hold, at: receivedAt)
            outcome.changedTransactions += 1
        }
    }

    /// The possible matches of rows: the account's transactions near their days and the
    /// answer's, and those with their ids.
    private func stored(
        _ rows: [TransactionMatcher.Row], asked: Range<CalendarDay>?, isWhole: Bool, account: Int64
    ) throws -> [StoredTransaction] {
        guard try !table.isEmpty(account: account) else { return [] }
        var first = asked?.lowerBound.daysSinceEpoch ?? .max
        var end = asked.map { $0.upperBound.daysSinceEpoch } ?? .min
        for row in rows {
            first = min(first, row.content.day)
            end = max(end, row.content.day == .max ? .max : row.content.day + 1)
        }
        var stored: [Int64: StoredTransaction] = [:]
        if first < end {
            first = Int32(clamping: Int64(first) - Int64(TransactionMatcher.daysMoved))
            // What follows an incomplete answer may be what it lacks.
            if isWhole { end = Int32(clamping: Int64(end) + Int64(TransactionMatcher.daysMoved)) }
            let days = CalendarDay(daysSinceEpoch: first)..<CalendarDay(daysSinceEpoch: end)
            for known in try table.transactions(in: days, account: account) {
                stored[known.id] = known
            }
        }
        // Only the same id and content proves that the row is among these days.
        let known = Set(stored.values.map { Named(id: $0.bankID, identity: $0.content.identity) })
        for row in rows where !known.contains(Named(id: row.bankID, identity: row.content.identity))
        {
            for known in try table.transactions(named: row.bankID.text, account: account) {
                stored[known.id] = known
            }
        }
        return stored.values.sorted { $0.id < $1.id }
    }

    private struct Named: Hashable {
        let id: ExactText
        let identity: TransactionContent.Identity
    }

    // MARK: Recognised

    func update(_ known: StoredTransaction, from row: TransactionMatcher.Row) throws {
        var content = row.content
        // A day that the bank doesn't send is that of the first answer. If the clock
        // was ahead then, it is that of this answer, unless the clock is behind now.
        if !content.isDated {
            let isAhead = content.day < known.content.day
            let newest = isAhead ? try table.newestDatedDay(besides: known.id) : nil
            if newest.map({ content.day < $0 }) ?? true { content.day = known.content.day }
        }
        if content.isPending {
            // A pending row beside its own posted version brings nothing new.
            guard known.content.isPending else { return }
            if known.isVoid, try doubts.isSettled(hold: known.id) { return }
            namedHolds.insert(known.id)
        }
        try table.forgetMissing(known.id)
        if row.bankID != known.bankID {
            try table.rename(known, to: row.bankID.text, content, at: receivedAt)
            guard content != known.content || known.isVoid else { return }
        } else {
            guard content != known.content || known.isVoid else { return }
            try table.change(known.id, to: known.bankID.text, content)
        }
        // A transaction that is listed again was neither dropped nor posted as
        // something else.
        if known.isVoid { try doubts.forget(hold: known.id) }
        outcome.changedTransactions += 1
    }

    /// Whether a pending row is the earlier version of a posted transaction, listed
    /// beside it: it has that one's former id, and is no younger. An answer with both, in
    /// other amounts and other texts, proves that they are two.
    ///
    /// - Parameter listed: the stored transactions that the answer contains.
    private func isEcho(
        _ row: TransactionMatcher.Row, of account: Int64, beside listed: Set<Int64>
    ) throws -> Bool {
        guard row.content.isPending else { return false }
        let found = try table.transactions(onceNamed: row.bankID.text, account: account)
        guard let known = found.first, found.count == 1, !known.content.isPending else {
            return false
        }
        if listed.contains(known.id), row.content.amount != known.content.amount,
            try agreement.words(of: row.content).differs(from: agreement.words(of: known.content))
        {
            return false
        }
        // Some banks date pending rows with the moment of each answer.
        let today = CalendarDay(secondsSinceEpoch: receivedAt).daysSinceEpoch
        let isSamePayment = row.content.paidDay.map { $0 == known.content.paidDay } ?? false
        if row.content.isDated, row.content.day != today, !isSamePayment {
            let days = Int(known.content.day) - Int(row.content.day)
            guard (0...limits.maximumDays).contains(days) else { return false }
        }
        return try row.content.amount == known.content.amount
            || agreement.agree(row.content, known.content)
    }

    // MARK: In doubt

    /// The new rows without those that are held back.
    ///
    /// Nearly all known transactions may be missing by id, while about as many rows
    /// match none of them. Then the bank may have changed more than ids, such as signs.
    /// Storing the rows at once would double the account. They wait until the bank has
    /// repeated them for a day, and then replace the earlier ones. A transaction that
    /// is listed again comes back.
    private func withoutDoubtful(
        _ new: [Int], _ rows: [TransactionMatcher.Row], _ stored: [StoredTransaction],
        _ matcher: inout TransactionMatcher, coverage: Range<CalendarDay>?, account: Int64,
        _ replacements: inout [Int: [Int64]]
    ) throws -> [Int] {
        guard let coverage else { return new }
        let new = try withoutHeldBack(new, rows, beside: coverage, account: account)
        let gone = stored.indices.filter {
            matcher.rowOfStored[$0] == nil && !stored[$0].isVoid && !stored[$0].content.isPending
                && matcher.covers(stored[$0])
        }
        let days = gone.map { stored[$0].content.day }
        guard let first = days.min(), let last = days.max() else { return new }
        let answered = first..<max(first, coverage.upperBound.daysSinceEpoch)
        let doubtful = new.filter {
            !rows[$0].content.isPending && (first...last).contains(rows[$0].content.day)
        }
        // A replaced transaction that is listed again comes back at once.
        let back = matcher.storedOfRow.count { place in place.map { stored[$0].isVoid } ?? false }
        func mayReplace(_ count: Int) -> Bool {
            matcher.looksReissued && min(count, gone.count) >= 3
                && min(count, gone.count) * 2 >= max(count, gone.count)
        }
        guard mayReplace(back) || mayReplace(doubtful.count) else {
            try table.forgetHeldBack(account: account, firstDays: answered)
            return new
        }
        let since = try table.holdBack(account: account, firstDay: first, at: receivedAt)
        guard mayReplace(back) || receivedAt - since >= Self.secondsHeldBack else {
            outcome.heldBack += doubtful.count
            return new.filter { !doubtful.contains($0) }
        }
        try table.forgetHeldBack(account: account, firstDays: answered)
        for place in gone {
            if try doubts.isDecided(stored[place].id),
                let row = try replacement(of: stored[place], among: doubtful, rows)
            {
                replacements[row, default: []].append(stored[place].id)
            }
            try table.withdraw(stored[place].id, at: receivedAt)
            matcher.forget(stored: place)
            outcome.takenBack += 1
        }
        return new
    }

    /// The new rows without those outside the answer's days that may be held back. An
    /// answer with their days decides.
    private func withoutHeldBack(
        _ new: [Int], _ rows: [TransactionMatcher.Row], beside coverage: Range<CalendarDay>,
        account: Int64
    ) throws -> [Int] {
        guard let first = try table.firstDayHeldBack(account: account) else { return new }
        return new.filter {
            let content = rows[$0].content
            return content.isPending || !content.isDated || content.day < first
                || coverage.contains(CalendarDay(daysSinceEpoch: content.day))
        }
    }

    /// The most likely successor of a replaced transaction: of the same size, text or
    /// both.
    private func replacement(
        of known: StoredTransaction, among doubtful: [Int], _ rows: [TransactionMatcher.Row]
    ) throws -> Int? {
        var best: (row: Int, cost: Int)?
        for row in doubtful {
            let content = rows[row].content
            let days = abs(Int(content.day) - Int(known.content.day))
            let isSameSize = content.amount.magnitude == known.content.amount.magnitude
            let isSameText = try agreement.agree(content, known.content)
            guard days <= TransactionMatcher.daysMoved, isSameSize || isSameText else { continue }
            let cost = days + (isSameSize ? 0 : 10) + (isSameText ? 0 : 10)
            if best.map({ cost < $0.cost }) ?? true { best = (row, cost) }
        }
        return best?.row
    }

    /// Slightly less than a day, so that the next day's sync counts.
    private static let secondsHeldBack: Int64 = 20 * 3600

    // MARK: Gone

    /// Handles transactions that are missing from completely answered days.
    ///
    /// A pending one becomes void. So does a posted one if the answer still has its
    /// equal, as the bank had listed it twice. Any other posted one still counts, since
    /// banks forget, but is marked as missing. If most are missing, the bank has
    /// dropped those days, and only the last weeks are marked.
    private func handleMissing(
        _ rows: [TransactionMatcher.Row], _ stored: [StoredTransaction],
        _ matcher: TransactionMatcher, isHeldBack: Bool
    ) throws {
        // An undated one may be older than an equal dated one.
        var kept: [Bool: [TransactionContent.Likeness: Int64]] = [:]
        for (row, place) in matcher.storedOfRow.enumerated() {
            guard let place else { continue }
            let content = rows[row].content
            kept[content.isDated, default: [:]][content.likeness] = stored[place].id
        }
        var missing: [StoredTransaction] = []
        for (place, known) in stored.enumerated()
        where matcher.isMissing(place) && matcher.covers(known) {
            if known.content.isPending {
                try table.void(known.id, at: receivedAt)
                outcome.changedTransactions += 1
            } else if !unreadable.isEmpty {
                // It may be a row that can't be read, under another id.
                continue
            } else if let equal = kept[known.content.isDated]?[known.content.likeness] {
                try table.withdraw(known.id, at: receivedAt)
                if try doubts.isDecided(known.id) {
                    try doubts.note(hold: known.id, posted: equal)
                }
                outcome.takenBack += 1
            } else if known.content.isDated {
                missing.append(known)
            }
        }
        // They are missing because their replacement is held back.
        guard !isHeldBack else { return }
        let found = stored.indices.count { place in
            matcher.rowOfStored[place] != nil && matcher.covers(stored[place])
                && !stored[place].content.isPending
        }
        let listed = rows.lazy.filter { !$0.content.isPending && $0.content.isDated }.map(
            \.content.day)
        let today = CalendarDay(secondsSinceEpoch: receivedAt)
        let since = max(
            listed.min() ?? .min, today.adding(days: -Self.daysRemembered).daysSinceEpoch)
        for known in missing where found >= missing.count || known.content.day >= since {
            if try table.noteMissing(known.id, at: receivedAt) { outcome.missing.append(known.id) }
        }
    }

    /// The last days, which every bank lists.
    private static let daysRemembered = 30

    // MARK: Content

    private func content(of transaction: ReceivedTransaction) throws -> TransactionContent {
        TransactionContent(
            day: transaction.day.daysSinceEpoch, amount: transaction.amount,
            description: try texts.id(of: transaction.description),
            payee: try texts.id(of: transaction.payee), memo: try texts.id(of: transaction.memo),
            merchantCode: try texts.id(of: transaction.merchantCode),
            isPending: transaction.isPending, postedAt: transaction.postedAt,
            transactedAt: transaction.transactedAt)
    }
}
