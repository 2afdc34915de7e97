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

    init(database: Database, receivedAt: Int64, limits: SettlementLimits) throws {
        self.database = database
        self.receivedAt = receivedAt
        self.limits = limits
        table = try TransactionTable(database)
        texts = try TextStore(database)
        agreement = TextAgreement(texts, limits: limits)
        doubts = SettlementDoubts(database: database)
    }

    /// - Parameters:
    ///   - transactions: the account's transactions in the answer, each once.
    ///   - coverage: the days with complete data.
    ///   - asked: the requested days.
    func store(
        _ transactions: [ReceivedTransaction], coverage: Range<CalendarDay>?,
        asked: Range<CalendarDay>?, account: Int64
    ) throws {
        let rows = try transactions.map {
            TransactionMatcher.Row(bankID: ExactText($0.bankID), words: try words(of: $0))
        }
        let stored = try stored(rows, asked: asked, isWhole: coverage != nil, account: account)
        let heldBackSince = try table.heldBackSince(account: account)
        var matcher = try TransactionMatcher(
            rows: rows, stored: stored, coverage: coverage, asked: asked,
            heldBack: heldBackSince.map { $0...max($0, receivedAt) }, texts: agreement,
            limits: limits)
        for (row, place) in matcher.storedOfRow.enumerated() {
            if let place { try take(rows[row], as: stored[place]) }
        }
        outcome.recognised += matcher.recognised
        var new = rows.indices.filter { matcher.storedOfRow[$0] == nil }
        if !stored.isEmpty { new = try new.filter { try !isEcho(rows[$0], of: account) } }
        let settledBefore = try settleBefore(new, rows, stored, &matcher, account: account)
        var doubtful = try settle(
            &new, rows, stored, &matcher, but: settledBefore, asked: asked, account: account)
        try continuePending(&new, rows, stored, &matcher, account: account)
        let inDoubt = Set(doubtful.values.joined()).union(settledBefore.map { stored[$0].id })
        try continueBefore(rows, stored, &matcher, inDoubt: inDoubt, account: account)
        try askAboutBeside(rows, stored, matcher, inDoubt: inDoubt, account: account)
        let heldBackBefore = outcome.heldBack
        new = try withoutDoubtful(
            new, rows, stored, &matcher, coverage: coverage, account: account, &doubtful)
        for row in new {
            let id = try table.add(
                rows[row].bankID.text, rows[row].words, account: account, receivedAt: receivedAt)
            if rows[row].words.isPending { namedHolds.insert(id) }
            for hold in doubtful[row] ?? [] { try doubts.note(hold: hold, posted: id) }
        }
        outcome.newTransactions += new.count
        guard coverage != nil else { return }
        try takeBack(rows, stored, matcher, isHeldBack: outcome.heldBack > heldBackBefore)
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
            first = min(first, row.words.day)
            end = max(end, row.words.day == .max ? .max : row.words.day + 1)
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
        let known = Set(stored.values.map { Named(id: $0.bankID, content: $0.words.content) })
        for row in rows where !known.contains(Named(id: row.bankID, content: row.words.content)) {
            for known in try table.transactions(named: row.bankID.text, account: account) {
                stored[known.id] = known
            }
        }
        return stored.values.sorted { $0.id < $1.id }
    }

    private struct Named: Hashable {
        let id: ExactText
        let content: TransactionWords.Content
    }

    // MARK: Recognised

    func take(_ row: TransactionMatcher.Row, as known: StoredTransaction) throws {
        var words = row.words
        // A day that the bank doesn't send is that of the first answer. If the clock
        // was ahead then, it is that of this answer, unless the clock is behind now.
        if !words.isDated {
            let isAhead = words.day < known.words.day
            let newest = isAhead ? try table.newestDatedDay(besides: known.id) : nil
            if newest.map({ words.day < $0 }) ?? true { words.day = known.words.day }
        }
        if words.isPending {
            // A pending row beside its own posted version brings nothing new.
            guard known.words.isPending else { return }
            if known.isVoid, try doubts.isSettled(hold: known.id) { return }
            namedHolds.insert(known.id)
        }
        try table.forgetMissing(known.id)
        if row.bankID != known.bankID {
            try table.rename(known, to: row.bankID.text, words, at: receivedAt)
            guard words != known.words || known.isVoid else { return }
        } else {
            guard words != known.words || known.isVoid else { return }
            try table.change(known.id, to: known.bankID.text, words)
        }
        // A transaction that is listed again was neither dropped nor posted as
        // something else.
        if known.isVoid { try doubts.forget(hold: known.id) }
        outcome.changedTransactions += 1
    }

    /// Whether a pending row is the earlier version of a posted transaction, listed
    /// beside it: it has that one's former id, and is no younger.
    private func isEcho(_ row: TransactionMatcher.Row, of account: Int64) throws -> Bool {
        guard row.words.isPending else { return false }
        let found = try table.transactions(onceNamed: row.bankID.text, account: account)
        guard let known = found.first, found.count == 1, !known.words.isPending else {
            return false
        }
        // Some banks date pending rows with the moment of each answer.
        let today = CalendarDay(secondsSinceEpoch: receivedAt).daysSinceEpoch
        let isSamePayment = row.words.paidDay.map { $0 == known.words.paidDay } ?? false
        if row.words.isDated, row.words.day != today, !isSamePayment {
            let days = Int(known.words.day) - Int(row.words.day)
            guard (0...limits.maximumDays).contains(days) else { return false }
        }
        return try row.words.amount == known.words.amount
            || agreement.agree(row.words, known.words)
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
            matcher.rowOfStored[$0] == nil && !stored[$0].isVoid && !stored[$0].words.isPending
                && matcher.covers(stored[$0])
        }
        let days = gone.map { stored[$0].words.day }
        guard let first = days.min(), let last = days.max() else { return new }
        let answered = first..<max(first, coverage.upperBound.daysSinceEpoch)
        let doubtful = new.filter {
            !rows[$0].words.isPending && (first...last).contains(rows[$0].words.day)
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
            let words = rows[$0].words
            return words.isPending || !words.isDated || words.day < first
                || coverage.contains(CalendarDay(daysSinceEpoch: words.day))
        }
    }

    /// The most likely successor of a replaced transaction: of the same size, text or
    /// both.
    private func replacement(
        of known: StoredTransaction, among doubtful: [Int], _ rows: [TransactionMatcher.Row]
    ) throws -> Int? {
        var best: (row: Int, cost: Int)?
        for row in doubtful {
            let words = rows[row].words
            let days = abs(Int(words.day) - Int(known.words.day))
            let isSameSize = words.amount.magnitude == known.words.amount.magnitude
            let isSameText = try agreement.agree(words, known.words)
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
    private func takeBack(
        _ rows: [TransactionMatcher.Row], _ stored: [StoredTransaction],
        _ matcher: TransactionMatcher, isHeldBack: Bool
    ) throws {
        // An undated one may be older than an equal dated one.
        var kept: [Bool: [TransactionWords.Likeness: Int64]] = [:]
        for (row, place) in matcher.storedOfRow.enumerated() {
            guard let place else { continue }
            let words = rows[row].words
            kept[words.isDated, default: [:]][words.likeness] = stored[place].id
        }
        var missing: [StoredTransaction] = []
        for (place, known) in stored.enumerated()
        where matcher.isMissing(place) && matcher.covers(known) {
            if known.words.isPending {
                try table.void(known.id, at: receivedAt)
                outcome.changedTransactions += 1
            } else if let equal = kept[known.words.isDated]?[known.words.likeness] {
                try table.withdraw(known.id, at: receivedAt)
                if try doubts.isDecided(known.id) {
                    try doubts.note(hold: known.id, posted: equal)
                }
                outcome.takenBack += 1
            } else if known.words.isDated {
                missing.append(known)
            }
        }
        // They are missing because their replacement is held back.
        guard !isHeldBack else { return }
        let found = stored.indices.count { place in
            matcher.rowOfStored[place] != nil && matcher.covers(stored[place])
                && !stored[place].words.isPending
        }
        let listed = rows.lazy.filter { !$0.words.isPending && $0.words.isDated }.map(\.words.day)
        let today = CalendarDay(secondsSinceEpoch: receivedAt)
        let since = max(
            listed.min() ?? .min, today.adding(days: -Self.daysRemembered).daysSinceEpoch)
        for known in missing where found >= missing.count || known.words.day >= since {
            if try table.noteMissing(known.id, at: receivedAt) { outcome.missing.append(known.id) }
        }
    }

    /// The last days, which every bank lists.
    private static let daysRemembered = 30

    // MARK: Content

    private func words(of transaction: ReceivedTransaction) throws -> TransactionWords {
        TransactionWords(
            day: transaction.day.daysSinceEpoch, amount: transaction.amount,
            description: try texts.id(of: transaction.description),
            payee: try texts.id(of: transaction.payee), memo: try texts.id(of: transaction.memo),
            merchantCode: try texts.id(of: transaction.merchantCode),
            isPending: transaction.isPending, postedAt: transaction.postedAt,
            transactedAt: transaction.transactedAt)
    }
}

/// The table of distinct strings.
final class TextStore {
    private let find: BoundStatement
    private let insert: BoundStatement
    private let read: BoundStatement
    private let database: Database
    private var ids: [ExactText: Int64] = [ExactText(""): 0]

    init(_ database: Database) throws {
        self.database = database
        find = try BoundStatement(database, sql: "SELECT id FROM texts WHERE value = ?")
        insert = try BoundStatement(database, sql: "INSERT INTO texts (value) VALUES (?)")
        read = try BoundStatement(database, sql: "SELECT value FROM texts WHERE id = ?")
    }

    /// The row ID of a string, which is added if it is new.
    func id(of text: String) throws -> Int64 {
        let exact = ExactText(text)
        if let known = ids[exact] { return known }
        let stored = try find.withText(text, at: 1) { try find.first { $0.integer(0) } }
        let id = try stored ?? add(text)
        ids[exact] = id
        return id
    }

    private func add(_ text: String) throws -> Int64 {
        try insert.withText(text, at: 1) { try insert.execute() }
        return database.lastInsertedRowID
    }

    /// The string of a row ID; empty if there is none.
    func text(of id: Int64) throws -> String {
        read.bind(id, at: 1)
        return try read.first { $0.text(0) } ?? ""
    }
}
