/// Finds which posted transactions are what vanished holds have become.
///
/// Banks post most holds under another id, without a word on what they were.
/// Each hold and each posted transaction is used once, the best evidence first;
/// where several are equally good, none is chosen.
public struct SettlementMatcher: Sendable {
    /// Something pending that its bank no longer names, or something posted
    /// that it names for the first time.
    public struct Entry: Hashable, Sendable {
        /// Days since 1970-01-01.
        public let day: Int32
        /// The day of the payment, where the bank says it.
        public let paidDay: Int32?
        /// Minor units; positive is money that came in.
        public let amount: Int64
        public let words: PayeeWords
        /// Whether only words can tell what the hold became: it may well have been
        /// dropped, since an earlier answer lacked it already, or be there still,
        /// since this answer does not name everything.
        public let onlyWordsTell: Bool
        /// Whether the person was asked about it already, and so has the say.
        public let isInDoubt: Bool

        public init(
            day: Int32, paidDay: Int32?, amount: Int64, words: PayeeWords,
            onlyWordsTell: Bool = false, isInDoubt: Bool = false
        ) {
            self.day = day
            self.paidDay = paidDay
            self.amount = amount
            self.words = words
            self.onlyWordsTell = onlyWordsTell
            self.isInDoubt = isInDoubt
        }
    }

    /// A hold and a posted transaction, by their places in the lists.
    public struct Pair: Hashable, Sendable {
        public let hold: Int
        public let posted: Int

        public init(hold: Int, posted: Int) {
            self.hold = hold
            self.posted = posted
        }
    }

    public struct Outcome: Hashable, Sendable {
        /// What surely belongs together, in the order of the holds.
        public internal(set) var settled: [Pair] = []
        /// What may belong together, in the order of the holds.
        public internal(set) var doubtful: [Pair] = []
    }

    private let limits: SettlementLimits

    public init(_ limits: SettlementLimits = SettlementLimits()) {
        self.limits = limits
    }

    /// - Complexity: the number of holds times that of posted transactions.
    public func match(holds: [Entry], posted: [Entry]) -> Outcome {
        var outcome = Outcome()
        var rest: [(pair: Pair, evidence: Evidence)] = []
        for (hold, held) in holds.enumerated() {
            for (place, candidate) in posted.enumerated() {
                guard let evidence = evidence(held, candidate) else { continue }
                rest.append((Pair(hold: hold, posted: place), evidence))
            }
        }
        rest.sort { ($1.evidence, $0.pair) < ($0.evidence, $1.pair) }
        var usedHolds: Set<Int> = []
        var usedPosted: Set<Int> = []
        while let best = rest.first?.evidence {
            let end = rest.firstIndex { $0.evidence != best } ?? rest.endIndex
            let open = rest[..<end].map(\.pair).filter {
                !usedHolds.contains($0.hold) && !usedPosted.contains($0.posted)
            }
            rest.removeSubrange(..<end)
            for group in Self.connected(open) {
                usedHolds.formUnion(group.map(\.hold))
                usedPosted.formUnion(group.map(\.posted))
                if let pairs = certain(group, holds, posted) {
                    outcome.settled += pairs
                } else {
                    outcome.doubtful += group
                }
            }
        }
        outcome.settled.sort()
        outcome.doubtful.sort()
        return outcome
    }

    /// The pairs that a group of equally good ones leaves, or nil where it
    /// leaves a doubt. Holds that are alike and transactions that are alike,
    /// as many of the one as of the other, leave none.
    private func certain(_ group: [Pair], _ holds: [Entry], _ posted: [Entry]) -> [Pair]? {
        let heldPlaces = Set(group.map(\.hold)).sorted()
        let postedPlaces = Set(group.map(\.posted)).sorted()
        guard !heldPlaces.contains(where: { holds[$0].isInDoubt }),
            heldPlaces.count == postedPlaces.count,
            Set(heldPlaces.map { holds[$0] }).count == 1,
            Set(postedPlaces.map { posted[$0] }).count == 1
        else { return nil }
        return zip(heldPlaces, postedPlaces).map(Pair.init)
    }

    /// Pairs in groups that share a hold or a posted transaction.
    private static func connected(_ pairs: [Pair]) -> [[Pair]] {
        var byHold: [Int: [Pair]] = [:]
        var byPosted: [Int: [Pair]] = [:]
        for pair in pairs {
            byHold[pair.hold, default: []].append(pair)
            byPosted[pair.posted, default: []].append(pair)
        }
        var seen: Set<Pair> = []
        return pairs.compactMap { start in
            guard seen.insert(start).inserted else { return nil }
            var group = [start]
            var next = 0
            while next < group.count {
                let pair = group[next]
                next += 1
                for other in (byHold[pair.hold] ?? []) + (byPosted[pair.posted] ?? [])
                where seen.insert(other).inserted {
                    group.append(other)
                }
            }
            return group.sorted()
        }
    }

    // MARK: Evidence

    /// How well two entries fit, compared from the first to the last. The days
    /// between them tell nothing: a second cup of coffee is posted as soon as
    /// the first one.
    private struct Evidence: Comparable {
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
        /// The amounts are equal, whatever the texts say.
        case sameAmount
        /// The texts name the same payee, whatever the amounts are.
        case samePayee
        case tip
        case sameAmountAndWords

        var isToldByWords: Bool { self == .tip || self == .sameAmountAndWords }
    }

    private func evidence(_ hold: Entry, _ posted: Entry) -> Evidence? {
        let days = Int(posted.day) - Int(hold.day)
        guard days >= 0, days <= limits.maximumDays, hold.amount.signum() == posted.amount.signum()
        else { return nil }
        let agreement = hold.words.agreement(with: posted.words)
        guard let kind = kind(hold.amount, posted.amount, agreement: agreement, days: days),
            kind.isToldByWords || !hold.onlyWordsTell
        else { return nil }
        return Evidence(
            kind: kind, agreement: agreement,
            isPaidOnSameDay: hold.paidDay != nil && hold.paidDay == posted.paidDay)
    }

    private func kind(_ held: Int64, _ posted: Int64, agreement: Int, days: Int) -> Kind? {
        let agrees = agreement >= limits.commonWordsPercent
        if held == posted { return agrees ? .sameAmountAndWords : .sameAmount }
        if agrees, isTip(Int128(held.magnitude), Int128(posted.magnitude)) { return .tip }
        return agreement == 100 && days <= limits.maximumDaysOfOtherAmounts ? .samePayee : nil
    }

    private func isTip(_ held: Int128, _ posted: Int128) -> Bool {
        posted > held && (posted - held) * 100 <= held * Int128(limits.maximumTipPercent)
    }
}

extension SettlementMatcher.Pair: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        (left.hold, left.posted) < (right.hold, right.posted)
    }
}
