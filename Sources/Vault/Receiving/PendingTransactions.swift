internal import Model

/// The settlement of pending transactions: each becomes a posted row, another pending
/// one, or nothing.
extension TransactionStore {
    /// Recognises new rows that a missing or void pending transaction became.
    ///
    /// - Returns: the possible pending transactions of each row with several
    ///   candidates.
    func settle(
        _ new: inout [Int], _ rows: [TransactionMatcher.Row], _ stored: [StoredTransaction],
        _ matcher: inout TransactionMatcher, but settledEarlier: Set<Int>,
        asked: Range<CalendarDay>?, account: Int64
    ) throws -> [Int: [Int64]] {
        let days = new.lazy.filter { !rows[$0].content.isPending }.map { rows[$0].content.day }
        guard let first = days.min(), let last = days.max() else { return [:] }
        let since = Int32(clamping: Int64(first) - Int64(limits.maximumDays))
        let decided = try doubts.decided()
        let gone = stored.indices.filter {
            matcher.isMissing($0) && stored[$0].content.isPending && !settledEarlier.contains($0)
                && asked?.contains(CalendarDay(daysSinceEpoch: stored[$0].content.day)) == true
        }
        let places = Dictionary(
            stored.indices.map { (stored[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
        // A row paid on the day of a pending charge may be it, however late it is
        // posted.
        let newPaidDays = Set(
            new.lazy.filter { !rows[$0].content.isPending }.compactMap { rows[$0].content.paidDay })
        let earliest = newPaidDays.reduce(since, min)
        let near = try table.voidHolds(in: earliest...last, account: account).filter { hold in
            hold.content.day >= since || hold.content.paidDay.map(newPaidDays.contains) == true
        }
        let undated = try goneLately(account: account).filter { !$0.content.isDated }
        let listedLately = Set(gone.map { stored[$0].id } + undated.map(\.id))
        let known = Set(near.map(\.id))
        let goneIDs = Set(gone.map { stored[$0].bankID })
        let void = try (near + undated.filter { !known.contains($0.id) }).filter { hold in
            guard places[hold.id].map({ matcher.rowOfStored[$0] == nil }) ?? true else {
                return false
            }
            // A pending transaction that continued under another one's id is finished.
            return try !goneIDs.contains(hold.bankID)
                && !table.transactions(onceNamed: hold.bankID.text, account: account)
                    .contains { $0.id != hold.id }
        }
        let holds = (gone.map { stored[$0] } + void).filter { !decided.contains($0.id) }
        guard !holds.isEmpty else { return [:] }
        let inDoubt = try doubts.asked()
        let pending = new.map { rows[$0].content }.filter(\.isPending)
        let postedEarlier = try postedOnDays(of: holds, account: account)
        let entries = try holds.map { hold in
            try entry(
                of: hold, onlyWordsTell: hold.isVoid || !matcher.covers(hold),
                wasListedLately: listedLately.contains(hold.id),
                mayStillBePending: try pending.contains {
                    try mayContinue(hold, as: $0, beside: new, rows, stored, matcher)
                },
                // If a pending one can't continue it, the answer lists what it became.
                mayBePosted: try mayBePosted(hold, among: postedEarlier)
                    || pending.contains { try mayContinue(hold.content, as: $0) },
                isInDoubt: inDoubt.contains(hold.id))
        }
        let heldDays = entries.map(\.day)
        let latest = Int32(clamping: Int64(heldDays.max() ?? last) + Int64(limits.maximumDays))
        let reach = min(heldDays.min() ?? first, latest)...latest
        let paidDays = Set(entries.compactMap(\.paidDay))
        let lateAmounts = Set(entries.filter(\.wasListedLately).map(\.amount))
        let posted = new.filter {
            let content = rows[$0].content
            return !content.isPending
                && (reach.contains(content.day) || content.paidDay.map(paidDays.contains) == true
                    || lateAmounts.contains(content.amount))
        }
        let listed = Dictionary(
            grouping: rows.lazy.map(\.content).filter(\.isPending), by: \.amount)
        let found = SettlementMatcher(limits).match(
            holds: entries,
            posted: try posted.map { row in
                try entry(
                    of: rows[row],
                    mayStillBePending: try listed[rows[row].content.amount]?.contains {
                        try agreement.agree($0, rows[row].content)
                    } ?? false)
            })
        for pair in found.settled {
            let (row, hold) = (posted[pair.posted], holds[pair.hold])
            if let place = places[hold.id] { matcher.match(row: row, stored: place) }
            try update(hold, from: rows[row])
        }
        let taken = Set(found.settled.map { posted[$0.posted] })
        new.removeAll(where: taken.contains)
        var doubtful: [Int: [Int64]] = [:]
        for pair in found.doubtful {
            let hold = holds[pair.hold]
            guard matcher.covers(hold) || hold.isVoid else { continue }
            doubtful[posted[pair.posted], default: []].append(hold.id)
        }
        return doubtful
    }

    /// Recognises new pending rows that continue a pending transaction under another
    /// id. Banks that date pending rows by the answer, or not at all, often rotate ids
    /// and omit rows occasionally.
    func continuePending(
        _ new: inout [Int], _ rows: [TransactionMatcher.Row], _ stored: [StoredTransaction],
        _ matcher: inout TransactionMatcher, account: Int64
    ) throws {
        let open = new.filter { rows[$0].content.isPending }
        let days = open.map { rows[$0].content.day }
        guard let first = days.min(), let last = days.max() else { return }
        let places = Dictionary(
            stored.indices.map { (stored[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
        let since = Int32(clamping: Int64(first) - Int64(limits.maximumDays))
        let asked = try doubts.asked().union(try doubts.decided())
        func isOpen(_ known: StoredTransaction) -> Bool {
            places[known.id].map { matcher.rowOfStored[$0] == nil } ?? true
        }
        let gone = stored.filter { $0.content.isPending && !$0.isVoid && matcher.covers($0) }
        // A void one without a decision has nothing worth keeping.
        let near = try table.voidHolds(in: since...last, account: account)
        let undated = try goneLately(account: account).filter {
            !$0.content.isDated && $0.content.day < since
        }
        let void = try (near + undated).filter {
            try !asked.contains($0.id) && doubts.isDecided($0.id)
        }
        let candidates = Dictionary(grouping: gone + void) { $0.content.amount }
        var taken: Set<Int64> = []
        for row in open {
            let content = rows[row].content
            let found = try (candidates[content.amount] ?? []).filter { known in
                guard !taken.contains(known.id), isOpen(known) else { return false }
                return try mayContinue(
                    known, as: content, beside: new, rows, stored, matcher)
            }
            func rank(_ known: StoredTransaction) -> (Int, Int, Int64) {
                (known.isVoid ? 1 : 0, abs(Int(known.content.day) - Int(content.day)), known.id)
            }
            guard let best = found.min(by: { rank($0) < rank($1) }) else { continue }
            taken.insert(best.id)
            if let place = places[best.id] { matcher.match(row: row, stored: place) }
            try update(best, from: rows[row])
            new.removeAll { $0 == row }
        }
        // A tip may come with the new id. Only a single match of the same day and text
        // is certain.
        let others = open.filter { new.contains($0) }
        let stillGone = gone.filter { !taken.contains($0.id) && isOpen($0) }
        func mayBe(_ known: StoredTransaction, _ row: Int) throws -> Bool {
            let content = rows[row].content
            let isSameDay =
                known.content.paidDay.map { $0 == content.paidDay }
                ?? (content.isDated && known.content.isDated && content.day == known.content.day)
            return try isSameDay && limits.allowsTip(from: known.content.amount, to: content.amount)
                && agreement.agree(known.content, content)
        }
        for row in others {
            let found = try stillGone.filter { try mayBe($0, row) }
            guard let known = found.first, found.count == 1,
                try others.filter({ try mayBe(known, $0) }).count == 1
            else { continue }
            if let place = places[known.id] { matcher.match(row: row, stored: place) }
            try update(known, from: rows[row])
            new.removeAll { $0 == row }
        }
    }

    /// Whether one pending row may continue another of its amount and payee. Either both
    /// are undated, or they are near and have the same day of payment, unless that is
    /// merely the day of the answer.
    func mayContinue(_ known: TransactionContent, as row: TransactionContent) throws -> Bool {
        guard known.amount == row.amount, try agreement.agree(known, row) else { return false }
        guard known.isDated || row.isDated else { return true }
        guard abs(Int(known.day) - Int(row.day)) <= limits.maximumDays else { return false }
        guard let before = known.paidDay, let paid = row.paidDay else { return true }
        return before == paid || paid == CalendarDay(secondsSinceEpoch: receivedAt).daysSinceEpoch
    }

    private func entry(
        of hold: StoredTransaction, onlyWordsTell: Bool, wasListedLately: Bool,
        mayStillBePending: Bool, mayBePosted: Bool, isInDoubt: Bool
    ) throws -> SettlementMatcher.Entry {
        let paid = hold.content.paidDay
        let received = CalendarDay(secondsSinceEpoch: hold.firstReceivedAt).daysSinceEpoch
        return SettlementMatcher.Entry(
            // Without a day of its own a pending transaction has that of an answer.
            day: paid == nil ? min(hold.content.day, received) : hold.content.day, paidDay: paid,
            amount: hold.content.amount, words: try agreement.words(of: hold.content),
            onlyWordsTell: onlyWordsTell, wasListedLately: wasListedLately,
            mayStillBePending: mayStillBePending, mayBePosted: mayBePosted, isInDoubt: isInDoubt,
            isDecided: try doubts.isDecided(hold.id))
    }

    private func entry(
        of row: TransactionMatcher.Row, mayStillBePending: Bool
    ) throws -> SettlementMatcher.Entry {
        SettlementMatcher.Entry(
            day: row.content.day, paidDay: row.content.paidDay, amount: row.content.amount,
            words: try agreement.words(of: row.content), mayStillBePending: mayStillBePending)
    }
}
