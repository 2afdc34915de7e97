public import Model

/// Tells which rules of a rulebook match the transactions of a snapshot.
///
/// It scans each distinct text once and remembers what it found, so ask one
/// matcher for all transactions. The first look at a text of 40 bytes costs
/// some 0.15 µs whether there are a thousand rules or many thousands; a
/// transaction whose texts were seen before costs some 0.04 µs. A rule that no
/// text announces (amounts only, or `none`) adds some nanoseconds for each
/// transaction. `docs/benchmarks.md` has the measurements.
///
/// The answers are those of ``PlainMatcher``.
public final class RulebookMatcher {
    public let rulebook: Rulebook
    public let snapshot: Snapshot

    private let texts: TextMemory
    private let conditions: ConditionEvaluator
    private let anchoringChannels: [Int]
    private let isSettledByAnchor: [Bool]
    /// By account, each in evaluation order.
    private let standingRules: Lists<StandingRule>

    public init(rulebook: Rulebook, snapshot: Snapshot) {
        self.rulebook = rulebook
        self.snapshot = snapshot
        let program = rulebook.program
        let texts = TextMemory(program: program, snapshot: snapshot)
        let conditions = ConditionEvaluator(program: program, snapshot: snapshot, texts: texts)
        self.texts = texts
        self.conditions = conditions
        anchoringChannels = program.anchoringChannels
        isSettledByAnchor = program.isSettledByAnchor
        standingRules = Lists(
            snapshot.accounts.indices.map { account in
                program.standingRules.compactMap {
                    conditions.standingRule(Int($0), ofAccount: account)
                }
            })
    }

    /// How often a regular expression exceeded its limits so far, which counts
    /// as no match.
    public var regexesGivenUp: Int { texts.regexesGivenUp }

    /// Gives the matching rules in evaluation order until `body` returns false.
    ///
    /// - Parameters:
    ///   - row: a position in the snapshot's transactions.
    ///   - body: takes a position in the rulebook's rules and returns whether
    ///     to go on.
    public func forEachMatch(row: Int, _ body: (Int) -> Bool) {
        guard !anchoringChannels.isEmpty else { return forEachStandingMatch(row: row, body) }
        let transaction = snapshot.transactions[row]
        withUnsafeTemporaryAllocation(
            of: CandidateList.self, capacity: anchoringChannels.count
        ) { lists in
            var listCount = 0
            for position in anchoringChannels.indices {
                let candidates = texts.candidates(in: anchoringChannels[position], of: transaction)
                if candidates.isEmpty { continue }
                lists.initializeElement(
                    at: listCount, to: CandidateList(positions: candidates, of: texts))
                listCount += 1
            }
            forEachMatch(
                of: transaction, among: UnsafeMutableBufferPointer(rebasing: lists[..<listCount]),
                body)
        }
    }

    /// The first matching rule in evaluation order.
    ///
    /// - Parameter row: a position in the snapshot's transactions.
    /// - Returns: a position in the rulebook's rules.
    public func firstMatch(row: Int) -> Int? {
        var first: Int?
        forEachMatch(row: row) { rule in
            first = rule
            return false
        }
        return first
    }

    /// All matches where no text makes a rule a candidate.
    private func forEachStandingMatch(row: Int, _ body: (Int) -> Bool) {
        let account = Int(snapshot.transactions[row].account)
        for position in standingRules.range(of: account)
        where standingRules.elements[position].isInRanges(snapshot.transactions[row]) {
            let standing = standingRules.elements[position]
            let rule = Int(standing.rule)
            if standing.isSettledByRanges
                || conditions.holds(rule: rule, for: snapshot.transactions[row]), !body(rule)
            {
                return
            }
        }
    }

    /// Merges the lists of candidates and the standing rules, so that each
    /// rule comes once and in its turn.
    @inline(__always)
    private func forEachMatch(
        of transaction: TransactionFacts, among lists: UnsafeMutableBufferPointer<CandidateList>,
        _ body: (Int) -> Bool
    ) {
        let standing = standingRules.range(of: Int(transaction.account))
        var nextStanding = standing.lowerBound
        while true {
            while nextStanding < standing.upperBound,
                !standingRules.elements[nextStanding].isInRanges(transaction)
            {
                nextStanding += 1
            }
            var rule = Int32.max
            var isSettled = false
            var isStanding = false
            if nextStanding < standing.upperBound {
                rule = standingRules.elements[nextStanding].rule
                isSettled = standingRules.elements[nextStanding].isSettledByRanges
                isStanding = true
            }
            for position in lists.indices where lists[position].rule < rule {
                rule = lists[position].rule
                isStanding = false
            }
            if rule == .max { return }
            if isStanding {
                nextStanding += 1
            } else {
                isSettled = isSettledByAnchor[Int(rule)]
                for position in lists.indices where lists[position].rule == rule {
                    lists[position].advance(in: texts)
                }
            }
            if isSettled || conditions.holds(rule: Int(rule), for: transaction), !body(Int(rule)) {
                return
            }
        }
    }
}

/// The candidates of one text that are still to be looked at.
private struct CandidateList {
    /// The first of them; `Int32.max` where there is none.
    private(set) var rule: Int32
    private var position: Int
    private let end: Int

    /// - Parameter positions: not empty.
    init(positions: Range<Int>, of texts: TextMemory) {
        position = positions.lowerBound
        end = positions.upperBound
        rule = texts.rule(at: position)
    }

    mutating func advance(in texts: TextMemory) {
        position += 1
        rule = position < end ? texts.rule(at: position) : .max
    }
}
