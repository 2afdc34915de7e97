internal import Model

/// Pending transactions that were listed beside their posted version, now or earlier.
extension TransactionStore {
    /// Finds missing pending transactions whose posted version was listed beside them,
    /// and so stored separately. The posted version is equal, or the only one with a
    /// tip paid on that day. The pending row becomes the posted one to keep its
    /// decisions, unless the posted one has decisions too.
    ///
    /// - Returns: the positions of the pending transactions.
    func settlePostedStoredEarlier(
        _ new: [Int], _ rows: [TransactionMatcher.Row], _ stored: [StoredTransaction],
        _ matcher: inout TransactionMatcher, account: Int64
    ) throws -> Set<Int> {
        let gone = try missingHolds(stored, matcher) + decidedGoneLately(account: account)
        guard !gone.isEmpty else { return [] }
        let places = Dictionary(
            stored.indices.map { (stored[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
        let known = stored.indices.filter { place in
            matcher.rowOfStored[place].map { !rows[$0].content.isPending } ?? false
                && !stored[place].content.isPending && !stored[place].isVoid
        }
        let placesByAmount = Dictionary(grouping: known) { stored[$0].content.amount }
        let placesByPaidDay = Dictionary(grouping: known) { stored[$0].content.paidDay }
        var settled: [(hold: StoredTransaction, known: Int)] = []
        var taken: Set<Int> = []
        for hold in gone where places[hold.id].map({ !isNamed($0, matcher) }) ?? true {
            let days = settlingDays(of: hold)
            func equals(_ content: TransactionContent) throws -> Bool {
                try content.amount == hold.content.amount && days.contains(Int64(content.day))
                    && agreement.agree(hold.content, content)
            }
            func isWithTip(_ content: TransactionContent) throws -> Bool {
                try hold.content.paidDay != nil && content.paidDay == hold.content.paidDay
                    && limits.allowsTip(from: hold.content.amount, to: content.amount)
                    && agreement.agree(hold.content, content)
            }
            let isPostedNow = try new.contains {
                let content = rows[$0].content
                return try !content.isPending && (equals(content) || isWithTip(content))
            }
            guard !isPostedNow else { continue }
            func isOpen(_ known: Int) -> Bool {
                stored[known].firstReceivedAt > hold.firstReceivedAt && !taken.contains(known)
            }
            let equal = try placesByAmount[hold.content.amount]?.first {
                try isOpen($0) && equals(stored[$0].content)
            }
            let paidThatDay = hold.content.paidDay.flatMap { placesByPaidDay[$0] }
            let withTip = try paidThatDay?.filter {
                try isOpen($0) && isWithTip(stored[$0].content)
            }
            guard let found = equal ?? (withTip?.count == 1 ? withTip?.first : nil) else {
                continue
            }
            taken.insert(found)
            settled.append((hold, found))
        }
        for (hold, known) in settled {
            let posted = stored[known]
            guard try doubts.isDecided(hold.id), let row = matcher.rowOfStored[known] else {
                continue
            }
            guard try !doubts.isDecided(posted.id) else {
                try doubts.note(hold: hold.id, posted: posted.id)
                continue
            }
            matcher.forget(stored: known)
            if let place = places[hold.id] { matcher.match(row: row, stored: place) }
            try update(hold, from: rows[row])
            try table.withdraw(posted.id, at: receivedAt)
        }
        return Set(settled.compactMap { places[$0.hold.id] })
    }

    /// Finds missing pending transactions whose equals came under another id in an
    /// incomplete answer, and so were stored separately. The earlier row continues as
    /// the other, to keep its decisions.
    ///
    /// - Parameters:
    ///   - new: the rows that match no stored transaction.
    ///   - inDoubt: those that may have become a posted row.
    func continuePendingStoredEarlier(
        beside new: [Int], _ rows: [TransactionMatcher.Row], _ stored: [StoredTransaction],
        _ matcher: inout TransactionMatcher, inDoubt: Set<Int64>, account: Int64
    ) throws {
        let known = stored.indices.filter { place in
            matcher.rowOfStored[place].map { rows[$0].content.isPending } ?? false
        }
        guard !known.isEmpty else { return }
        let listed = missingHolds(stored, matcher).filter { !inDoubt.contains($0.id) }
        let void = try decidedGoneLately(account: account).filter {
            !$0.content.isDated && !inDoubt.contains($0.id)
        }
        let decided = try listed.filter { try doubts.isDecided($0.id) } + void
        // Without a decision either may continue, but two would wait for one posted
        // row.
        let decidedIDs = Set(decided.map(\.id))
        let gone = decided + listed.filter { !decidedIDs.contains($0.id) }
        let places = Dictionary(
            stored.indices.map { (stored[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
        var taken: Set<Int> = []
        for hold in gone {
            let other = try known.first { other in
                guard let row = matcher.rowOfStored[other], !taken.contains(other) else {
                    return false
                }
                let known = stored[other]
                return try known.id != hold.id && known.firstReceivedAt > hold.firstReceivedAt
                    && mayContinue(
                        hold, as: rows[row].content, beside: new, rows, stored, matcher)
                    && !doubts.isDecided(known.id)
            }
            guard let other, let row = matcher.rowOfStored[other] else { continue }
            taken.insert(other)
            matcher.forget(stored: other)
            if let place = places[hold.id] { matcher.match(row: row, stored: place) }
            try update(hold, from: rows[row])
            try table.void(stored[other].id, at: receivedAt)
        }
    }

    /// Asks about a missing pending transaction if a new posted row has its id and day but
    /// neither its amount nor its text. The bank says that they are one, but banks also use
    /// ids twice.
    func askAboutReusedIDs(
        _ new: [Int], _ rows: [TransactionMatcher.Row], _ stored: [StoredTransaction],
        _ matcher: TransactionMatcher, _ doubtful: inout [Int: [Int64]]
    ) throws {
        let posted = Dictionary(
            grouping: new.filter { !rows[$0].content.isPending }
        ) { rows[$0].bankID }
        for (place, hold) in stored.enumerated()
        where matcher.isMissing(place) && hold.content.isPending && matcher.covers(hold) {
            guard let row = posted[hold.bankID]?.first, try doubts.isDecided(hold.id),
                doubtful[row]?.contains(hold.id) != true
            else { continue }
            doubtful[row, default: []].append(hold.id)
        }
    }

    /// Asks about missing pending transactions with a decision if what they became may
    /// already be stored as something else. That is another amount, paid to the same
    /// payee on the same day and listed beside it. Fuel pumps, for one, reserve a round
    /// sum that some banks keep for days. Or it is what an equal pending one became.
    ///
    /// - Parameter inDoubt: those with an open question.
    func askAboutPossiblePostings(
        _ rows: [TransactionMatcher.Row], _ stored: [StoredTransaction],
        _ matcher: TransactionMatcher, inDoubt: Set<Int64>, account: Int64
    ) throws {
        let missing = try missingHolds(stored, matcher).filter { try doubts.isDecided($0.id) }
        let gone = try missing + decidedGoneLately(account: account)
        for hold in gone where !inDoubt.contains(hold.id) {
            let paidDays = paidDays(of: hold)
            let days = settlingDays(of: hold)
            for other in stored.indices where stored[other].id != hold.id {
                let known = stored[other]
                guard let row = matcher.rowOfStored[other], !rows[row].content.isPending else {
                    continue
                }
                let content = rows[row].content
                let wasListedBeside =
                    known.firstReceivedAt > hold.firstReceivedAt
                    && content.paidDay.map { paidDays?.contains($0) == true } == true
                    && content.amount.signum() == hold.content.amount.signum()
                let isSettledNow =
                    known.content.isPending && content.amount == hold.content.amount
                    && days.contains(Int64(content.day))
                if wasListedBeside || isSettledNow, try agreement.agree(hold.content, content) {
                    try doubts.note(hold: hold.id, posted: known.id)
                }
            }
        }
    }

    /// Whether a pending row may continue a missing one under another id. It can't if the bank
    /// says that it was paid on another day, and lists what the missing one became.
    ///
    /// - Parameter new: the rows that match no stored transaction.
    func mayContinue(
        _ hold: StoredTransaction, as row: TransactionContent, beside new: [Int],
        _ rows: [TransactionMatcher.Row], _ stored: [StoredTransaction],
        _ matcher: TransactionMatcher
    ) throws -> Bool {
        guard try mayContinue(hold.content, as: row) else { return false }
        return try hold.content.paidDay == row.paidDay
            || !isPostedBeside(hold, new, rows, stored, matcher)
    }

    /// Whether a response lists a posted transaction of another amount that the pending one may
    /// have become: paid to the same payee, on the pending one's day, and received later.
    private func isPostedBeside(
        _ hold: StoredTransaction, _ new: [Int], _ rows: [TransactionMatcher.Row],
        _ stored: [StoredTransaction], _ matcher: TransactionMatcher
    ) throws -> Bool {
        guard let paid = paidDays(of: hold), paid.count == 1 else { return false }
        let receivedLater = stored.indices.lazy.filter {
            stored[$0].firstReceivedAt > hold.firstReceivedAt
        }.compactMap { matcher.rowOfStored[$0] }
        // An equal new one settles it, or is in doubt.
        let others = new.filter { rows[$0].content.amount != hold.content.amount }
        return try (others + receivedLater).contains { row in
            let content = rows[row].content
            return try !content.isPending && content.paidDay == paid.lowerBound
                && content.amount.signum() == hold.content.amount.signum()
                && agreement.agree(hold.content, content)
        }
    }

    /// The stored posted transactions near the days of payment of holds, by their own.
    func postedOnDays(
        of holds: [StoredTransaction], account: Int64
    ) throws -> [Int32?: [StoredTransaction]] {
        let days = holds.compactMap(\.content.paidDay)
        guard let first = days.min(), let last = days.max() else { return [:] }
        let end = Int32(clamping: Int64(last) + Int64(limits.maximumDays) + 1)
        let known = try table.transactions(
            in: CalendarDay(daysSinceEpoch: first)..<CalendarDay(daysSinceEpoch: end),
            account: account)
        return Dictionary(
            grouping: known.lazy.filter { !$0.content.isPending && !$0.isVoid },
            by: \.content.paidDay)
    }

    /// Whether a stored posted transaction may be what a hold became: paid to the same payee on
    /// the same day, with any amount.
    func mayBePosted(
        _ hold: StoredTransaction, among posted: [Int32?: [StoredTransaction]]
    ) throws -> Bool {
        guard let paid = paidDays(of: hold), paid.count == 1 else { return false }
        return try (posted[paid.lowerBound] ?? []).contains {
            try $0.content.amount.signum() == hold.content.amount.signum()
                && agreement.agree(hold.content, $0.content)
        }
    }

    /// Pending transactions that the answer should contain and doesn't.
    private func missingHolds(
        _ stored: [StoredTransaction], _ matcher: TransactionMatcher
    ) -> [StoredTransaction] {
        stored.indices.filter {
            matcher.isMissing($0) && stored[$0].content.isPending && matcher.covers(stored[$0])
        }.map { stored[$0] }
    }

    private func isNamed(_ place: Int, _ matcher: TransactionMatcher) -> Bool {
        matcher.rowOfStored[place] != nil
    }

    /// The possible days of payment of a pending transaction; nil if the bank sends
    /// none.
    ///
    /// A day of payment after the first answer is merely the moment of each answer.
    private func paidDays(of hold: StoredTransaction) -> ClosedRange<Int32>? {
        guard let paid = hold.content.paidDay else { return nil }
        let received = CalendarDay(secondsSinceEpoch: hold.firstReceivedAt).daysSinceEpoch
        guard paid > received else { return paid...paid }
        return Int32(clamping: Int64(received) - Int64(limits.maximumDaysOfOtherAmounts))...received
    }

    /// The possible posting days of a pending transaction. Some banks date it with the
    /// moment of each answer.
    private func settlingDays(of hold: StoredTransaction) -> ClosedRange<Int64> {
        let received = CalendarDay(secondsSinceEpoch: hold.firstReceivedAt).daysSinceEpoch
        let day = Int64(min(hold.content.day, received))
        return day...day + Int64(limits.maximumDays)
    }

    /// Void pending transactions that were listed within the last weeks. One may be
    /// missing from an answer before another answer has its posted version.
    func goneLately(account: Int64) throws -> [StoredTransaction] {
        let lately = receivedAt - Int64(limits.maximumDays) * 86_400
        return try table.voidHolds(since: lately, account: account)
    }

    /// Those with a decision and without an open question.
    private func decidedGoneLately(account: Int64) throws -> [StoredTransaction] {
        let asked = try doubts.asked().union(try doubts.decided())
        return try goneLately(account: account).filter {
            try !asked.contains($0.id) && doubts.isDecided($0.id)
        }
    }
}
