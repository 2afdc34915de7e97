/// The matching of missing holds with their posted versions.
///
/// Banks post most holds under another id, without a reference to the hold. Each hold
/// and each posted transaction is used once, best evidence first. If several are
/// equally good, none is chosen.
public struct SettlementMatcher: Sendable {
    /// A pending transaction that its bank no longer lists, or a new posted one.
    public struct Entry: Hashable, Sendable {
        /// Days since 1970-01-01.
        public let day: Int32
        /// The day of payment, if the bank sends it.
        public let paidDay: Int32?
        /// Minor units; positive for incoming money.
        public let amount: Int64
        public let words: PayeeTextWords
        /// Whether only a matching text can settle the hold. It may have been dropped, if
        /// an earlier answer lacked it, or still be pending, if this answer is
        /// incomplete.
        public let onlyWordsTell: Bool
        /// Whether the bank listed it lately. Then an equal one matches however late it
        /// is posted.
        public let wasListedLately: Bool
        /// Whether the answer lists an equal pending one. Then only an equal one matches.
        public let mayStillBePending: Bool
        /// Whether a posted transaction that the hold may have become is already known.
        /// Then only an equal one, or one paid on the same day, matches.
        public let mayBePosted: Bool
        /// Whether the person was asked about it, and so decides.
        public let isInDoubt: Bool

        /// Whether it has decisions. Then an equal amount alone settles nothing, as they
        /// could move to another payee.
        public var isDecided: Bool

        public init(
            day: Int32, paidDay: Int32?, amount: Int64, words: PayeeTextWords,
            onlyWordsTell: Bool = false, wasListedLately: Bool = false,
            mayStillBePending: Bool = false, mayBePosted: Bool = false, isInDoubt: Bool = false,
            isDecided: Bool = false
        ) {
            self.mayStillBePending = mayStillBePending
            self.mayBePosted = mayBePosted
            self.wasListedLately = wasListedLately
            self.isDecided = isDecided
            self.day = day
            self.paidDay = paidDay
            self.amount = amount
            self.words = words
            self.onlyWordsTell = onlyWordsTell
            self.isInDoubt = isInDoubt
        }

        /// Whether the bank sends a later day of payment than another's.
        fileprivate func isPaid(after other: Entry) -> Bool {
            guard let paidDay, let earlier = other.paidDay else { return false }
            return paidDay > earlier
        }
    }

    /// A hold and a posted transaction, by their positions in the lists.
    public struct Pair: Hashable, Sendable {
        public let hold: Int
        public let posted: Int

        public init(hold: Int, posted: Int) {
            self.hold = hold
            self.posted = posted
        }
    }

    public struct Outcome: Hashable, Sendable {
        /// Certain pairs, in the order of the holds.
        public internal(set) var settled: [Pair] = []
        /// Possible pairs, in the order of the holds.
        public internal(set) var doubtful: [Pair] = []
    }

    private let limits: SettlementLimits

    public init(_ limits: SettlementLimits = SettlementLimits()) {
        self.limits = limits
    }

    /// - Complexity: the number of distinct holds times that of distinct posted
    ///   transactions that share a word or the amount.
    public func match(holds: [Entry], posted: [Entry]) -> Outcome {
        let holds = EqualEntries(holds)
        let posted = EqualEntries(posted)
        var levels: [Evidence: [Pair]] = [:]
        for (hold, held) in holds.entries.enumerated() {
            for place in posted.places(near: held) {
                guard let evidence = evidence(held, posted.entries[place]) else { continue }
                levels[evidence, default: []].append(Pair(hold: hold, posted: place))
            }
        }
        var outcome = Outcome()
        var doubtful: [Pair] = []
        var usedHolds: Set<Int> = []
        var usedPosted: Set<Int> = []
        for evidence in levels.keys.sorted(by: >) {
            let open = (levels[evidence] ?? []).filter {
                !usedHolds.contains($0.hold) && !usedPosted.contains($0.posted)
            }
            for group in Self.connected(open) {
                usedHolds.formUnion(group.map(\.hold))
                usedPosted.formUnion(group.map(\.posted))
                if let pairs = certain(group, evidence, holds, posted) {
                    outcome.settled += pairs
                } else {
                    doubtful += group
                }
            }
        }
        // One of two equal holds may also match a less similar, unclaimed transaction.
        let inDoubt = Set(doubtful.map(\.hold))
        doubtful += levels.values.joined().filter {
            inDoubt.contains($0.hold) && !usedPosted.contains($0.posted)
        }
        outcome.doubtful = doubtful.flatMap { pair in
            holds.members[pair.hold].flatMap { hold in
                posted.members[pair.posted].map { Pair(hold: hold, posted: $0) }
            }
        }
        outcome.settled.sort()
        outcome.doubtful.sort()
        return outcome
    }

    /// The certain pairs of a group of equally good ones, or nil if it is in doubt. As
    /// many equal holds as equal transactions are certain.
    private func certain(
        _ group: [Pair], _ evidence: Evidence, _ holds: EqualEntries, _ posted: EqualEntries
    ) -> [Pair]? {
        guard let pair = group.first, group.count == 1 else { return nil }
        let (hold, transaction) = (holds.entries[pair.hold], posted.entries[pair.posted])
        let isEnough =
            evidence.kind != .sameAmount || !hold.isDecided
            || (evidence.isPaidOnSameDay && !hold.words.contradicts(transaction.words))
        // A hold dropped earlier may be another purchase of that day.
        guard evidence.kind != .samePayee || !hold.onlyWordsTell else { return nil }
        // So may a later payment, and the decisions would move to it.
        guard evidence.kind != .samePayee || !hold.isDecided || !transaction.isPaid(after: hold)
        else { return nil }
        // A hold that was dropped and then posted is posted within days. What is paid later may
        // be next week's purchase.
        guard
            !hold.onlyWordsTell || !hold.isDecided || hold.wasListedLately
                || Int(transaction.day) - Int(hold.day) <= limits.maximumDaysUntilPosted
                || evidence.isPaidOnSameDay
        else { return nil }
        let (held, settled) = (holds.members[pair.hold], posted.members[pair.posted])
        guard isEnough, !hold.isInDoubt, held.count == settled.count else { return nil }
        return zip(held, settled).map(Pair.init)
    }

    /// Pairs in groups that share a hold or a posted transaction.
    private static func connected(_ pairs: [Pair]) -> [[Pair]] {
        let byHold = Dictionary(grouping: pairs, by: \.hold)
        let byPosted = Dictionary(grouping: pairs, by: \.posted)
        var seen: Set<Pair> = []
        var seenHolds: Set<Int> = []
        var seenPosted: Set<Int> = []
        return pairs.compactMap { start in
            guard seen.insert(start).inserted else { return nil }
            var group = [start]
            var next = 0
            while next < group.count {
                let pair = group[next]
                next += 1
                var others: [Pair] = []
                if seenHolds.insert(pair.hold).inserted { others += byHold[pair.hold] ?? [] }
                if seenPosted.insert(pair.posted).inserted {
                    others += byPosted[pair.posted] ?? []
                }
                group += others.filter { seen.insert($0).inserted }
            }
            return group.sorted()
        }
    }

    // MARK: Evidence

    /// How well two entries match. Properties compare in their order. The days between
    /// them prove nothing, as a second cup of coffee is posted as soon as the first
    /// one.
    private struct Evidence: Comparable, Hashable {
        let kind: Kind
        let agreement: Int
        let isPaidOnSameDay: Bool

        static func < (left: Evidence, right: Evidence) -> Bool {
            if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
            if left.isPaidOnSameDay != right.isPaidOnSameDay { return right.isPaidOnSameDay }
            return left.agreement < right.agreement
        }
    }

    private enum Kind: Int {
        /// Equal amounts; the texts may differ.
        case sameAmount
        /// Texts with the same payee; the amounts may differ.
        case samePayee
        case tip
        case sameAmountAndWords

        var isToldByWords: Bool { self == .tip || self == .sameAmountAndWords }
    }

    private func evidence(_ hold: Entry, _ posted: Entry) -> Evidence? {
        let days = Int(posted.day) - Int(hold.day)
        let isPaidOnSameDay = hold.paidDay != nil && hold.paidDay == posted.paidDay
        let agreement = hold.words.agreement(with: posted.words)
        guard days >= 0, hold.amount.signum() == posted.amount.signum(),
            days <= limits.maximumDays || isPaidOnSameDay
                || isLateEqual(hold, posted, agreement: agreement),
            let kind = kind(
                hold.amount, posted.amount, agreement: agreement,
                areNear: days <= limits.maximumDaysOfOtherAmounts || isPaidOnSameDay),
            kind.isToldByWords || !hold.onlyWordsTell
                || kind == .samePayee && isPaidOnSameDay && hold.isDecided,
            kind == .sameAmountAndWords
                || !hold.mayStillBePending && !posted.mayStillBePending
                    && (!hold.mayBePosted || isPaidOnSameDay)
        else { return nil }
        return Evidence(
            kind: kind, agreement: agreement, isPaidOnSameDay: isPaidOnSameDay)
    }

    /// Whether a transaction equals a hold that the bank listed lately, but is posted
    /// long after it. The bank sent no day for the hold, or not that of payment.
    private func isLateEqual(_ hold: Entry, _ posted: Entry, agreement: Int) -> Bool {
        guard hold.wasListedLately, hold.amount == posted.amount, agreement == 100 else {
            return false
        }
        guard let held = hold.paidDay, let paid = posted.paidDay else { return true }
        return paid <= held
    }

    /// - Parameter areNear: whether the same payee is enough if the amounts differ.
    private func kind(
        _ held: Int64, _ posted: Int64, agreement: Int, areNear: Bool
    ) -> Kind? {
        let agrees = agreement >= limits.commonWordsPercent
        if held == posted { return agrees ? .sameAmountAndWords : .sameAmount }
        if agrees, limits.allowsTip(from: held, to: posted) { return .tip }
        return agreement == 100 && areNear ? .samePayee : nil
    }
}

/// Distinct entries.
private struct EqualEntries {
    private(set) var entries: [SettlementMatcher.Entry] = []
    /// The positions of each entry in the original list.
    private(set) var members: [[Int]] = []
    private var placesByAmount: [Int64: [Int]] = [:]
    private var placesByKey: [String: [Int]] = [:]

    init(_ list: [SettlementMatcher.Entry]) {
        var places: [SettlementMatcher.Entry: Int] = [:]
        for (member, entry) in list.enumerated() {
            // Entries with and without decisions count as equal.
            var kind = entry
            kind.isDecided = false
            if let place = places[kind] {
                members[place].append(member)
                if entry.isDecided { entries[place].isDecided = true }
            } else {
                places[kind] = entries.count
                placesByAmount[entry.amount, default: []].append(entries.count)
                for key in entry.words.keys {
                    placesByKey[key, default: []].append(entries.count)
                }
                entries.append(entry)
                members.append([member])
            }
        }
    }

    /// Those with the amount or a word of another entry, in order.
    func places(near other: SettlementMatcher.Entry) -> [Int] {
        var found = Set(placesByAmount[other.amount] ?? [])
        for key in other.words.keys { found.formUnion(placesByKey[key] ?? []) }
        return found.sorted()
    }
}

extension SettlementMatcher.Pair: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        (left.hold, left.posted) < (right.hold, right.posted)
    }
}

/// The allowed differences between a hold and its posted version.
public struct SettlementLimits: Hashable, Sendable {
    /// Days from a hold to the posted transaction of the same amount, or with a
    /// tip. Most are posted within five, some travel bookings within fourteen.
    public var maximumDays: Int
    /// Days if the amounts differ otherwise. Fuel pumps and hotels reserve a round sum
    /// and post the actual one.
    public var maximumDaysOfOtherAmounts: Int
    /// Days from a hold that the bank dropped to the posted transaction that takes over the
    /// person's decisions without a question.
    public var maximumDaysUntilPosted: Int
    /// The largest tip, in percent of the hold.
    public var maximumTipPercent: Int
    /// The percentage of words that two texts must have in common if the amounts
    /// differ by a tip.
    public var commonWordsPercent: Int
    /// Days until a pending transaction from a file becomes void.
    public var daysUntilVoid: Int
    /// Days until a pending transaction of a synced bank becomes void even if no answer
    /// covered its day. Longer than a sync reaches back for it.
    public var daysUntilVoidIfSynced: Int

    public init(
        maximumDays: Int = 14, maximumDaysOfOtherAmounts: Int = 7,
        maximumDaysUntilPosted: Int = 5, maximumTipPercent: Int = 30,
        commonWordsPercent: Int = 60, daysUntilVoid: Int = 45, daysUntilVoidIfSynced: Int = 180
    ) {
        self.daysUntilVoidIfSynced = daysUntilVoidIfSynced
        self.maximumDays = maximumDays
        self.maximumDaysOfOtherAmounts = maximumDaysOfOtherAmounts
        self.maximumDaysUntilPosted = maximumDaysUntilPosted
        self.maximumTipPercent = maximumTipPercent
        self.commonWordsPercent = commonWordsPercent
        self.daysUntilVoid = daysUntilVoid
    }

    /// Whether a posted amount may be a pending one with a tip.
    func allowsTip(from pending: Int64, to posted: Int64) -> Bool {
        let (held, full) = (Int128(pending.magnitude), Int128(posted.magnitude))
        return pending.signum() == posted.signum() && full > held
            && (full - held) * 100 <= held * Int128(maximumTipPercent)
    }
}
