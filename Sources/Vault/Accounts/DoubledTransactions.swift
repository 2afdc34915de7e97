internal import Model

/// The transactions that two accounts have in common.
///
/// A reconnected bank sends them under new ids, in other words, or on other days. So they
/// are paired one to one, the surest first:
///
/// 1. by content and day, then by id and amount;
/// 2. by amount and text without a day, if the bank sends none;
/// 3. by amount and similar text on the same day;
/// 4. by amount and similar text on a day nearby, if most transactions in the days that
///    both accounts have are paired;
/// 5. a pending charge with the posted one that it certainly became.
///
/// If the bank moved nearly all by the same number of days, "the same day" is that one.
struct DoubledTransactions {
    /// A transaction of the earlier account and its equal.
    private(set) var pairs: [(double: Int64, kept: Int64)] = []
    /// The number of pairs with different days.
    private(set) var onAnotherDay = 0
    /// Transactions that look alike on a day nearby, without enough evidence.
    private(set) var doubtful: [AccountMerge.DoubtfulPair] = []
    /// Paired transactions of the remaining account.
    private var paired: Set<Int64> = []
    private let texts: TextAgreement
    /// Whether both are lists of one account, from a connection and from a file.
    private let isOneAccount: Bool

    /// The largest number of days by which a bank may move all transactions.
    private static let daysMovedAlike: Int32 = 14
    /// Of one amount and day.
    private static let mostAlike = 50

    /// - Parameters:
    ///   - own: the transactions of the remaining account, including void ones.
    ///   - isOneAccount: whether both are lists of one account. Then two rows of a day with one
    ///     amount are one, however they are worded, unless both are of files; and rows on days
    ///     nearby can be one only where both lists have days.
    init(
        _ theirs: [StoredTransaction], _ own: [StoredTransaction], _ texts: TextAgreement,
        isOneAccount: Bool = false
    ) throws {
        self.texts = texts
        self.isOneAccount = isOneAccount
        let counting = own.filter { !$0.isVoid }
        let days = Self.daysMoved(theirs, counting)
        let alike = Dictionary(grouping: counting, by: \.content.likeness)
        let byID = Dictionary(grouping: counting, by: \.bankID)
        // Pending charges keep the day of payment where the bank moved what was posted.
        func moves(_ transaction: StoredTransaction) -> [Int32] {
            transaction.content.isPending && days != 0 ? [0, days] : [days]
        }
        var rest = pair(theirs) { transaction, open in
            for days in moves(transaction) {
                let equal = open(alike[transaction.content.likeness(daysLater: days)])
                let kept = equal.first { $0.bankID == transaction.bankID } ?? equal.first
                if let kept { return kept }
            }
            return nil
        }
        rest = pair(rest) { transaction, open in
            open(byID[transaction.bankID]).first { $0.content.amount == transaction.content.amount }
        }
        // An undated transaction has the day of an answer, which differs in each
        // account. A posted one from a later answer may be another purchase.
        let firstDay = (own.map(\.firstReceivedAt).min() ?? 0) + 86_400
        let undated = Dictionary(
            grouping: counting.filter { transaction in
                !transaction.content.isDated
                    && (transaction.content.isPending || transaction.firstReceivedAt < firstDay)
            }, by: \.content.undatedLikeness)
        rest = pair(rest) { transaction, open in
            guard !transaction.content.isDated else { return nil }
            return open(undated[transaction.content.undatedLikeness]).first
        }
        // Banks word the payees of a new connection differently.
        let byAmount = Dictionary(grouping: counting) { Purchase($0) }
        rest = try pair(rest) { transaction, open in
            for days in moves(transaction) {
                let kept = try open(byAmount[Purchase(transaction, daysLater: days)]).first {
                    try texts.agreeOrEnclose(transaction.content, $0.content)
                        && !(isOneAccount && Self.isContradicted(transaction, by: $0, texts))
                }
                if let kept { return kept }
            }
            return nil
        }
        if isOneAccount {
            rest = try pair(rest) { transaction, open in
                try open(byAmount[Purchase(transaction, daysLater: days)]).first {
                    try !Self.isContradicted(transaction, by: $0, texts)
                }
            }
        }
        try pairNearby(rest, byAmount, daysMoved: days, of: theirs, and: counting)
        if isOneAccount { noteContradicted(rest, byAmount, daysMoved: days) }
        try pairSettled(rest, counting)
        let matched = Set(pairs.map(\.double))
        let ids = Set(own.map(\.bankID))
        let clashes = rest.count { !matched.contains($0.id) && ids.contains($0.bankID) }
        // A bank that restarts its ids with each connection reuses them. Then most of
        // the common transactions are equal all the same.
        guard isOneAccount || clashes == 0 || clashes < pairs.count else {
            throw VaultError.accountsClash(transactions: clashes)
        }
        let contents = Dictionary(
            (theirs + counting).map { ($0.id, $0.content) }, uniquingKeysWith: { first, _ in first }
        )
        onAnotherDay = pairs.count { pair in
            guard let double = contents[pair.double], let kept = contents[pair.kept] else {
                return false
            }
            return double.isDated && kept.isDated && double.day != kept.day
        }
    }

    /// Lists rows of a day and amount that only their texts tell apart, one to one.
    private mutating func noteContradicted(
        _ rest: [StoredTransaction], _ byAmount: [Purchase: [StoredTransaction]],
        daysMoved days: Int32
    ) {
        let known = Set(pairs.map(\.double) + doubtful.map(\.earlier))
        var used = Set(doubtful.map(\.kept))
        for transaction in rest where !known.contains(transaction.id) {
            let kept = byAmount[Purchase(transaction, daysLater: days)]?.first {
                !paired.contains($0.id) && !used.contains($0.id)
            }
            guard let kept else { continue }
            used.insert(kept.id)
            doubtful.append(.init(earlier: transaction.id, kept: kept.id))
        }
    }

    /// Whether both rows are of files or typed, whose words for one purchase have something in
    /// common. A connection has words of its own, and so has another program.
    private static func isContradicted(
        _ transaction: StoredTransaction, by other: StoredTransaction, _ texts: TextAgreement
    ) throws -> Bool {
        guard transaction.isOfFile, other.isOfFile else { return false }
        return try texts.contradict(transaction.content, other.content)
    }

    /// Pairs each transaction with the one chosen among those that are unpaired.
    /// Returns those without a match.
    private mutating func pair(
        _ theirs: [StoredTransaction],
        _ choose: (StoredTransaction, ([StoredTransaction]?) -> [StoredTransaction]) throws ->
            StoredTransaction?
    ) rethrows -> [StoredTransaction] {
        var rest: [StoredTransaction] = []
        for transaction in theirs {
            let kept = try choose(transaction) { candidates in
                (candidates ?? []).filter { !paired.contains($0.id) }
            }
            guard let kept else {
                rest.append(transaction)
                continue
            }
            pairs.append((transaction.id, kept.id))
            paired.insert(kept.id)
        }
        return rest
    }

    /// Pairs pending charges that only the earlier account lists with what the other one posted.
    private mutating func pairSettled(
        _ rest: [StoredTransaction], _ own: [StoredTransaction]
    ) throws {
        let holds = rest.filter(\.content.isPending)
        let posted = own.filter { !$0.content.isPending && !paired.contains($0.id) }
        func entry(_ transaction: StoredTransaction) throws -> SettlementMatcher.Entry {
            SettlementMatcher.Entry(
                day: transaction.content.day, paidDay: transaction.content.paidDay,
                amount: transaction.content.amount, words: try texts.words(of: transaction.content),
                onlyWordsTell: true, isDecided: true)
        }
        let found = SettlementMatcher().match(
            holds: try holds.map(entry), posted: try posted.map(entry))
        for pair in found.settled {
            pairs.append((holds[pair.hold].id, posted[pair.posted].id))
            paired.insert(posted[pair.posted].id)
        }
    }

    // MARK: Moved days

    /// The number of days by which the bank moved most common transactions; 0 if they
    /// kept their days.
    ///
    /// Weekly purchases agree with those of the next week, too. So the days must explain
    /// more than twice as many as no move does, and the accounts' periods must overlap.
    private static func daysMoved(
        _ theirs: [StoredTransaction], _ own: [StoredTransaction]
    ) -> Int32 {
        let (theirs, own) = (theirs.filter(\.isPostedAndDated), own.filter(\.isPostedAndDated))
        guard areOverlapping(theirs, own) else { return 0 }
        let counts = Dictionary(grouping: own, by: \.content.likeness).mapValues(\.count)
        let expected = Dictionary(grouping: theirs, by: \.content.likeness)
        func alike(_ days: Int32) -> Int {
            expected.values.reduce(0) { sum, group in
                guard let first = group.first else { return sum }
                return sum
                    + min(group.count, counts[first.content.likeness(daysLater: days)] ?? 0)
            }
        }
        let kept = alike(0)
        let moved = (-daysMovedAlike...daysMovedAlike).map { (days: $0, count: alike($0)) }
        let best = moved.max { ($0.count, -abs($0.days)) < ($1.count, -abs($1.days)) }
        guard let best, best.count > 2 * kept, best.count >= 3 else { return 0 }
        return best.days
    }

    private static func areOverlapping(
        _ theirs: [StoredTransaction], _ own: [StoredTransaction]
    ) -> Bool {
        guard let one = daysOf(theirs), let other = daysOf(own) else { return false }
        return one.overlaps(other)
    }

    private static func daysOf(_ transactions: [StoredTransaction]) -> ClosedRange<Int32>? {
        let days = transactions.map(\.content.day)
        return days.min().flatMap { first in days.max().map { first...$0 } }
    }

    /// Pairs transactions of the same amount and a similar text on days nearby, the
    /// nearest first.
    ///
    /// A card that replaces another has purchases of its own, such as a coffee each day.
    /// So the pairs hold only if most transactions in the days of both accounts are
    /// paired, or all of one account.
    private mutating func pairNearby(
        _ rest: [StoredTransaction], _ byAmount: [Purchase: [StoredTransaction]],
        daysMoved: Int32, of theirs: [StoredTransaction], and own: [StoredTransaction]
    ) throws {
        var found: [Nearby] = []
        let common = isOneAccount ? CommonDays(Self.daysOf(theirs), Self.daysOf(own)) : nil
        let near = Int32(TransactionMatcher.daysMoved)
        let reach = Set(-near...near).union(daysMoved - near...daysMoved + near)
        for transaction in rest where transaction.isPostedAndDated {
            for days in reach {
                let nearby = byAmount[Purchase(transaction, daysLater: days)] ?? []
                // Among so many, nothing tells which one it would be.
                guard nearby.count <= Self.mostAlike else { continue }
                for kept in nearby
                where kept.isPostedAndDated && !paired.contains(kept.id) {
                    let isAlike = try texts.agreeOrEnclose(transaction.content, kept.content)
                    let isInBoth = common?.contains(transaction, kept) ?? false
                    guard isAlike || isInBoth,
                        try !isOneAccount || !Self.isContradicted(transaction, by: kept, texts)
                    else { continue }
                    let isExact = transaction.content.identity == kept.content.identity
                    found.append(
                        Nearby(
                            distance: min(abs(days), abs(days - daysMoved)),
                            rank: isExact ? 0 : isAlike ? 1 : 2, double: transaction.id,
                            kept: kept.id, isSure: common == nil || isInBoth))
                }
            }
        }
        var usedDoubles: Set<Int64> = []
        var usedKept: Set<Int64> = []
        let chosen = found.sorted().filter { pair in
            guard !usedDoubles.contains(pair.double), !usedKept.contains(pair.kept) else {
                return false
            }
            usedDoubles.insert(pair.double)
            usedKept.insert(pair.kept)
            return true
        }
        usedDoubles.formUnion(pairs.map(\.double))
        usedKept.formUnion(paired)
        let isConvincing =
            Self.isMost(theirs, paired: usedDoubles, beside: own)
            || Self.isMost(own, paired: usedKept, beside: theirs)
        for pair in chosen {
            if isConvincing && pair.isSure {
                pairs.append((pair.double, pair.kept))
                paired.insert(pair.kept)
            } else {
                doubtful.append(.init(earlier: pair.double, kept: pair.kept))
            }
        }
    }

    /// Whether most of an account's transactions in the days of the other one are
    /// paired; all of them, if the days don't overlap.
    private static func isMost(
        _ transactions: [StoredTransaction], paired: Set<Int64>,
        beside others: [StoredTransaction]
    ) -> Bool {
        let posted = transactions.filter(\.isPostedAndDated)
        guard let days = daysOf(others.filter(\.isPostedAndDated)) else { return false }
        let common = posted.filter { days.contains($0.content.day) }
        guard !common.isEmpty else {
            return !posted.isEmpty && posted.allSatisfy { paired.contains($0.id) }
        }
        return common.count { paired.contains($0.id) } * 2 > common.count
    }

    /// The days of two lists of one account. Beyond the end of either, a row nearby is
    /// the next purchase and not the same one.
    private struct CommonDays {
        let theirs: ClosedRange<Int32>?
        let own: ClosedRange<Int32>?

        init(_ theirs: ClosedRange<Int32>?, _ own: ClosedRange<Int32>?) {
            self.theirs = theirs
            self.own = own
        }

        func contains(_ transaction: StoredTransaction, _ kept: StoredTransaction) -> Bool {
            own?.contains(transaction.content.day) == true
                && theirs?.contains(kept.content.day) == true
        }
    }

    /// Two transactions that are alike but for the day.
    private struct Nearby: Comparable {
        /// Days between them, or from the move of all.
        let distance: Int32
        /// 0 for equal texts.
        let rank: Int
        let double: Int64
        let kept: Int64
        let isSure: Bool

        static func < (left: Self, right: Self) -> Bool {
            (left.distance, left.rank, left.double, left.kept)
                < (right.distance, right.rank, right.double, right.kept)
        }
    }

    /// The part of a purchase that stays the same if a bank words it differently.
    private struct Purchase: Hashable {
        let day: Int32
        let amount: Int64
        let isPending: Bool

        init(_ transaction: StoredTransaction, daysLater days: Int32 = 0) {
            day = transaction.content.day &+ days
            amount = transaction.content.amount
            isPending = transaction.content.isPending
        }
    }
}

extension StoredTransaction {
    fileprivate var isOfFile: Bool {
        bankID.text.hasPrefix("file:") || bankID.text.hasPrefix("hand:")
    }

    fileprivate var isPostedAndDated: Bool { !content.isPending && content.isDated }
}

extension TransactionContent {
    /// What equal transactions of two merged accounts share, if neither answer gave a
    /// day.
    fileprivate var undatedLikeness: Likeness {
        Likeness(identity: identity, day: 0, isPending: isPending)
    }

    /// The likeness of a dated transaction that the bank moved by some days.
    fileprivate func likeness(daysLater days: Int32) -> Likeness {
        Likeness(identity: identity, day: isDated ? day &+ days : day, isPending: isPending)
    }
}
