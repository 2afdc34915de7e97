internal import Model

/// The matching of an answer's rows with stored transactions.
///
/// An id is evidence, not proof. Banks change ids, use one id for several, and restart their
/// numbering. So rows are recognised in this order, each row and each transaction once:
///
/// 1. by id and content;
/// 2. by content, under another id;
/// 3. by id, if most of the content agrees;
/// 4. by amount with the text or the day, if the answer lacks a stored transaction that it
///    should contain;
/// 5. by content, outside the answer's days, if the bank moved all of them as far.
///
/// A row that matches none is new.
struct TransactionMatcher {
    /// A row of the answer, with its text stored.
    struct Row {
        let bankID: ExactText
        let content: TransactionContent
    }

    /// The stored transaction of each row, by position; nil for an unrecognised row.
    private(set) var storedOfRow: [Int?]
    /// The row of each stored transaction, by position.
    private(set) var rowOfStored: [Int?]
    /// The number of rows with the same id and content.
    private(set) var unchanged = 0
    /// The number of recognised rows whose id and whose day or text changed.
    private(set) var recognised = 0
    /// Whether nearly all ids of stored transactions are missing from the answer's days.
    private(set) var looksReissued = false

    let rows: [Row]
    let stored: [StoredTransaction]
    let coverage: Range<Int32>?
    let isAskedFor: Bool
    /// The time during which rows of the account were held back.
    private let heldBack: ClosedRange<Int64>?
    /// The requested days, and those of the rows.
    let days: ClosedRange<Int32>?
    let texts: TextAgreement
    private let limits: SettlementLimits
    private var placesByID: [ExactText: [Int]] = [:]
    private var replaced: Set<Int> = []

    /// The number of days that a bank may move a transaction by when it issues a new id.
    static let daysMoved = 5

    /// - Parameters:
    ///   - rows: the account's rows in the answer, in its order.
    ///   - stored: the account's transactions of the rows' and the answer's days, of a few
    ///     days before, and those with the rows' ids; including void ones, by row ID.
    ///   - coverage: the days with complete data; nil if the answer may be incomplete.
    ///   - asked: the requested days; nil for a file, which may contain a few rows.
    ///   - heldBack: the POSIX seconds during which rows of the account were held back.
    init(
        rows: [Row], stored: [StoredTransaction], coverage: Range<CalendarDay>?,
        asked: Range<CalendarDay>?, heldBack: ClosedRange<Int64>?, texts: TextAgreement,
        limits: SettlementLimits
    ) throws {
        self.heldBack = heldBack
        self.limits = limits
        isAskedFor = asked != nil
        var ends = rows.map(\.content.day)
        if let asked, !asked.isEmpty {
            ends += [
                asked.lowerBound.daysSinceEpoch, asked.upperBound.adding(days: -1).daysSinceEpoch,
            ]
        }
        days = ends.min().flatMap { first in ends.max().map { first...$0 } }
        self.rows = rows
        self.stored = stored
        self.texts = texts
        self.coverage = coverage.map {
            $0.lowerBound.daysSinceEpoch..<$0.upperBound.daysSinceEpoch
        }
        storedOfRow = Array(repeating: nil, count: rows.count)
        rowOfStored = Array(repeating: nil, count: stored.count)
        guard !stored.isEmpty else { return }
        for (place, transaction) in stored.enumerated() {
            placesByID[transaction.bankID, default: []].append(place)
        }
        matchByIDAndContent()
        looksReissued = areNearlyAllGone
        matchByContent()
        try matchByID()
        recognised += try matchByAmount()
        recognised += matchMovedWithAll()
    }

    mutating func match(row: Int, stored place: Int) {
        storedOfRow[row] = place
        rowOfStored[place] = row
    }

    /// Ignores a stored transaction, as it was replaced.
    mutating func forget(stored place: Int) { replaced.insert(place) }

    /// Whether a transaction that counts matches no row.
    func isMissing(_ place: Int) -> Bool {
        rowOfStored[place] == nil && !stored[place].isVoid && !replaced.contains(place)
    }

    /// Whether the answer should contain a stored transaction.
    func covers(_ transaction: StoredTransaction) -> Bool {
        coverage?.contains(transaction.content.day) == true
    }

    var openRows: [Int] { rows.indices.filter { storedOfRow[$0] == nil } }

    func isOpen(_ place: Int) -> Bool { rowOfStored[place] == nil }

    /// Whether at most one in five posted transactions that count, of at least three, kept
    /// its id.
    ///
    /// Transactions that came while rows are held back have the new ids, so they don't count.
    private var areNearlyAllGone: Bool {
        let expected = stored.indices.filter { place in
            let transaction = stored[place]
            let isEarlier = heldBack?.contains(transaction.firstReceivedAt) != true
            return isEarlier && !transaction.isVoid && !transaction.content.isPending
                && transaction.content.isDated
                && (covers(transaction)
                    || coverage == nil && days?.contains(transaction.content.day) == true)
        }
        guard expected.count >= 3 else { return false }
        return expected.count { !isOpen($0) } * 5 <= expected.count
    }

    // MARK: By id and content

    private mutating func matchByIDAndContent() {
        // A dated and an undated equal transaction may have swapped ids.
        let listed = Set(rows.lazy.map { Listed($0.content) })
        let known = Set(stored.lazy.filter { !$0.isVoid }.map { Listed($0.content) })
        for isVoid in [false, true] {
            // An equal posted one that counts may have the id of a void one now.
            let counting = isVoid ? openCounting : [:]
            for (row, received) in rows.enumerated() where storedOfRow[row] == nil {
                func isEqual(_ place: Int) -> Bool {
                    hasSameContent(received.content, stored[place].content)
                }
                let places = (placesByID[received.bankID] ?? []).filter {
                    let content = stored[$0].content
                    return isOpen($0) && stored[$0].isVoid == isVoid && isEqual($0)
                        && (received.content.isDated == content.isDated
                            || !listed.contains(Listed(content))
                                && !known.contains(Listed(received.content)))
                }
                let best =
                    places.first { stored[$0].content.isPending == received.content.isPending }
                    ?? places.first
                guard let best,
                    received.content.isPending
                        || counting[Kind(received.content)]?.contains(where: isEqual) != true
                else { continue }
                match(row: row, stored: best)
                unchanged += 1
            }
        }
    }

    /// The transactions that count and match no row yet, by kind.
    private var openCounting: [Kind: [Int]] {
        Dictionary(grouping: stored.indices.filter { isMissing($0) }) { Kind(stored[$0].content) }
    }

    /// The identity of a row in the answer, without its id.
    private struct Listed: Hashable {
        let identity: TransactionContent.Identity
        /// Nil if the bank sent none.
        let day: Int32?

        init(_ content: TransactionContent) {
            identity = content.identity
            day = content.isDated ? content.day : nil
        }
    }

    private func hasSameContent(_ row: TransactionContent, _ other: TransactionContent) -> Bool {
        row.identity == other.identity && (row.day == other.day || !row.isDated)
    }

    // MARK: By content

    /// Pairs rows and transactions that differ only in the id. Equal ones can't be told
    /// apart, so they are paired in their order, as many as there are of both.
    ///
    /// A transaction missing from an incomplete answer may still exist, and an equal row be a
    /// second purchase. There, ids count as changed only if more rows changed than kept theirs,
    /// in the whole answer or in a block of days, or if another row has one of the ids now.
    private mutating func matchByContent() {
        let open = openRows
        guard !open.isEmpty else { return }
        var rowsByKind: [Kind: [Int]] = [:]
        for row in open { rowsByKind[Kind(rows[row].content), default: []].append(row) }
        var placesByKind: [Kind: [Int]] = [:]
        for place in stored.indices where isOpen(place) {
            let kind = Kind(stored[place].content)
            if rowsByKind[kind] != nil { placesByKind[kind, default: []].append(place) }
        }
        var pairs: [(row: Int, place: Int)] = []
        var paired: Set<Int> = []
        // Void ones last: a bank may list a dropped transaction again.
        for void in [false, true] {
            for (kind, places) in placesByKind {
                let found = equalPairs(
                    (rowsByKind[kind] ?? []).filter { !paired.contains($0) },
                    places.filter { stored[$0].isVoid == void })
                pairs += found
                paired.formUnion(found.map(\.row))
            }
        }
        // If IDs were reassigned (such as list positions), ignore them.
        let openByID = Dictionary(grouping: open) { rows[$0].bankID }
        let isRenumbered = pairs.contains { pair in
            !stored[pair.place].content.isPending
                && (openByID[stored[pair.place].bankID] ?? []).contains {
                    !hasSameContent(rows[$0].content, stored[pair.place].content)
                }
        }
        // A row outside the answer's days proves nothing about others, nor about pending ones.
        func group(_ place: Int) -> Int {
            (stored[place].content.isPending ? 1 : 0) + (covers(stored[place]) ? 2 : 0)
        }
        var kept = Array(repeating: DayCounts(), count: 4)
        for case let place? in storedOfRow { kept[group(place)].add(stored[place].content.day) }
        var changed = Array(repeating: DayCounts(), count: 4)
        for pair in pairs { changed[group(pair.place)].add(stored[pair.place].content.day) }
        let blocks = (0..<4).map { changed[$0].blocks(besides: kept[$0]) }
        for (row, place) in pairs {
            let (changed, kept) = (changed[group(place)], kept[group(place)])
            let isReissued =
                changed.total > kept.total && (isAskedFor || changed.total >= Self.fewest)
                || isAskedFor && blocks[group(place)].contains(stored[place].content.day)
            if covers(stored[place]) || isReissued || isRenumbered {
                match(row: row, stored: place)
                if rows[row].content.isDated, daysBetween(row, place) > 0 { recognised += 1 }
            }
        }
    }

    /// At least this many rows of a file that equal known ones are the same under other
    /// ids; fewer may be further purchases.
    static let fewest = 5

    /// Pairs rows and stored transactions of one identity by day. If there are as many of
    /// both and the bank may have moved them, pairs all in the order of their days.
    private func equalPairs(_ rows: [Int], _ places: [Int]) -> [(row: Int, place: Int)] {
        guard let row = rows.first, !places.isEmpty else { return [] }
        if !self.rows[row].content.isDated {
            return zip(rows, places.filter { !stored[$0].content.isDated }).map { ($0, $1) }
        }
        let movable = places.filter { !stored[$0].content.isPending && covers(stored[$0]) }
        if rows.count == movable.count {
            let rows = rows.sorted {
                (self.rows[$0].content.day, $0) < (self.rows[$1].content.day, $1)
            }
            let places = movable.sorted {
                (stored[$0].content.day, $0) < (stored[$1].content.day, $1)
            }
            if zip(rows, places).allSatisfy({ daysBetween($0, $1) <= Self.daysMoved }) {
                return zip(rows, places).map { ($0, $1) }
            }
        }
        let placesByDay = Dictionary(grouping: places) { stored[$0].content.day }
        return Dictionary(grouping: rows) { self.rows[$0].content.day }.flatMap { day, rows in
            zip(rows, placesByDay[day] ?? []).map { ($0, $1) }
        }
    }

    private struct Kind: Hashable {
        let identity: TransactionContent.Identity
        let isPending: Bool
        let isDated: Bool

        init(_ content: TransactionContent) {
            identity = content.identity
            isPending = content.isPending
            isDated = content.isDated
        }
    }

    // MARK: By id

    /// How well two rows with one id agree.
    private enum Agreement: Int { case none, little, much }

    /// Pairs rows with the same id and other content. The row is the newer version, unless
    /// it differs so much that the bank must have reused the id.
    private mutating func matchByID() throws {
        var much: [(row: Int, place: Int)] = []
        var little: [(row: Int, place: Int)] = []
        var contradictions = 0
        let areRenumbered = self.areRenumbered
        let rowsByKind = Dictionary(grouping: openRows) { Kind(rows[$0].content) }
        let placesByKind = openCounting
        // If each of the two has an equal nearby, the bank moved both and reused the id.
        // A dropped one has none.
        func isUsedAgain(_ row: Int, _ place: Int) -> Bool {
            let (received, known) = (Kind(rows[row].content), Kind(stored[place].content))
            let isVoid = stored[place].isVoid
            guard received.isDated, !received.isPending,
                isVoid || !known.isPending && known != received
            else { return false }
            return (placesByKind[received] ?? []).contains { isNear(row, $0) }
                && (isVoid || (rowsByKind[known] ?? []).contains { isNear($0, place) })
        }
        // A transaction that the answer should contain elsewhere, but doesn't, is this row. An
        // incomplete answer may lack it, and banks reuse ids each month. An undated one may be
        // older than all requested days.
        func isLater(_ row: Int, _ place: Int) -> Bool {
            let (received, known) = (rows[row].content, stored[place].content)
            guard received.isDated == known.isDated || received.amount == known.amount else {
                return false
            }
            return covers(stored[place])
                || coverage == nil && !areRenumbered
                    && daysBetween(row, place) <= 2 * Self.daysMoved
        }
        for row in openRows {
            let open = (placesByID[rows[row].bankID] ?? []).filter { isOpen($0) }
            guard !open.isEmpty else { continue }
            var found = try open.map { place in
                let level: Agreement =
                    isUsedAgain(row, place)
                    ? .none
                    : try agreement(rows[row].content, stored[place], areRenumbered: areRenumbered)
                return (place: place, agreement: level)
            }
            // A void one stays void if the row may be one that counts.
            let counts = found.contains { place, agreement in
                isMissing(place)
                    && (agreement == .much || agreement == .little && isLater(row, place))
            }
            if counts, !rows[row].content.isPending { found.removeAll { !isMissing($0.place) } }
            if let best = found.first(where: { $0.agreement == .much }) {
                much.append((row, best.place))
            } else if let best = found.first(where: { $0.agreement == .little }) {
                little.append((row, best.place))
            } else {
                contradictions += 1
            }
        }
        for (row, place) in much where isOpen(place) { match(row: row, stored: place) }
        let areReliable = contradictions == 0 && little.count <= max(1, unchanged / 2)
        for (row, place) in little where isOpen(place) && areReliable && isLater(row, place) {
            match(row: row, stored: place)
        }
    }

    /// Whether most recognised rows have the former ids of others, such as list positions.
    private var areRenumbered: Bool {
        let count = rows.indices.count { row in
            guard let place = storedOfRow[row] else { return false }
            return rows[row].bankID != stored[place].bankID && placesByID[rows[row].bankID] != nil
        }
        return count > unchanged
    }

    private func agreement(
        _ row: TransactionContent, _ known: StoredTransaction, areRenumbered: Bool
    ) throws -> Agreement {
        let content = known.content
        let sameAmount = row.amount == content.amount
        let sameText = try texts.agree(row, content)
        let days = row.isDated ? abs(Int(row.day) - Int(content.day)) : 0
        if content.isPending {
            // Until it is posted, a bank may change either.
            if sameAmount || sameText { return .much }
            let isTip = limits.allowsTip(from: content.amount, to: row.amount)
            return isTip && !known.isVoid ? .much : .none
        }
        let sameDay = days == 0 && row.isDated == content.isDated
        switch (sameAmount, sameText) {
        // If rows were renumbered, an undated one has another number.
        case (true, true):
            return days <= 2 * Self.daysMoved
                && (row.isDated == content.isDated || !areRenumbered) ? .much : .little
        // Two undated ones don't agree in their day.
        case (true, false), (false, true):
            return sameDay && row.isDated && (covers(known) || !areRenumbered) ? .much : .little
        case (false, false): return sameDay && row.isDated ? .little : .none
        }
    }

    private func isNear(_ row: Int, _ place: Int) -> Bool {
        daysBetween(row, place) <= Self.daysMoved
    }

    func daysBetween(_ row: Int, _ place: Int) -> Int {
        abs(Int(rows[row].content.day) - Int(stored[place].content.day))
    }
}
