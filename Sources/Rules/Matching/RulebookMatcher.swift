public import Model

/// Matches the rules of a rulebook against the transactions of a snapshot.
///
/// Each distinct text is scanned once and its result cached, so use one matcher for
/// all transactions. Scanning a text of 40 bytes costs some 0.15 µs, whether there
/// are a thousand rules or many thousands. A transaction whose texts are cached costs
/// some 0.04 µs. A rule that no text selects (amounts only, or `none`) adds some
/// nanoseconds per transaction. See `docs/benchmarks.md` for measurements.
///
/// The results are those of ``PlainMatcher``.
public final class RulebookMatcher {
    public let rulebook: Rulebook
    public let snapshot: Snapshot

    private let texts: TextMemory
    private let conditions: ConditionEvaluator
    private let anchoringChannels: [Int]
    private let isSettledByAnchor: FlatList<UInt8>
    /// By account, in evaluation order.
    private let unanchoredRules: FlatLists<UnanchoredRule>

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
        unanchoredRules = FlatLists(
            snapshot.accounts.indices.map { account in
                program.unanchoredRules.compactMap {
                    conditions.unanchoredRule(Int($0), ofAccount: account)
                }
            })
    }

    /// How many regular expression matches exceeded their limits so far. They count
    /// as no match.
    public var regexesGivenUp: Int { texts.regexesGivenUp }

    /// Calls `body` for each matching rule in evaluation order until it returns false.
    ///
    /// - Parameters:
    ///   - row: an index into the snapshot's transactions.
    ///   - body: takes an index into the rulebook's rules and returns whether to
    ///     continue.
    public func forEachMatch(row: Int, _ body: (Int) -> Bool) {
        guard !anchoringChannels.isEmpty else { return forEachUnanchoredMatch(row: row, body) }
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
                row: row, among: UnsafeMutableBufferPointer(rebasing: lists[..<listCount]),
                body)
        }
    }

    /// The first matching rule in evaluation order.
    ///
    /// - Parameter row: an index into the snapshot's transactions.
    /// - Returns: an index into the rulebook's rules.
    public func firstMatch(row: Int) -> Int? {
        var first: Int?
        forEachMatch(row: row) { rule in
            first = rule
            return false
        }
        return first
    }

    /// All matches if no text makes a rule a candidate.
    private func forEachUnanchoredMatch(row: Int, _ body: (Int) -> Bool) {
        let account = Int(snapshot.transactions[row].account)
        for position in unanchoredRules.range(of: account)
        where unanchoredRules.elements[position].isInRanges(snapshot.transactions[row]) {
            let unanchored = unanchoredRules.elements[position]
            let rule = Int(unanchored.rule)
            if unanchored.isSettledByRanges
                || conditions.holds(rule: rule, row: row), !body(rule)
            {
                return
            }
        }
    }

    /// Merges the lists of candidates with the unanchored rules, so that each rule
    /// comes once and in order.
    @inline(__always)
    private func forEachMatch(
        row: Int, among lists: UnsafeMutableBufferPointer<CandidateList>,
        _ body: (Int) -> Bool
    ) {
        let transaction = snapshot.transactions[row]
        let unanchored = unanchoredRules.range(of: Int(transaction.account))
        var nextUnanchored = unanchored.lowerBound
        while true {
            while nextUnanchored < unanchored.upperBound,
                !unanchoredRules.elements[nextUnanchored].isInRanges(transaction)
            {
                nextUnanchored += 1
            }
            var rule = Int32.max
            var isSettled = false
            var isUnanchored = false
            if nextUnanchored < unanchored.upperBound {
                rule = unanchoredRules.elements[nextUnanchored].rule
                isSettled = unanchoredRules.elements[nextUnanchored].isSettledByRanges
                isUnanchored = true
            }
            for position in lists.indices where lists[position].rule < rule {
                rule = lists[position].rule
                isUnanchored = false
            }
            if rule == .max { return }
            if isUnanchored {
                nextUnanchored += 1
            } else {
                isSettled = isSettledByAnchor[Int(rule)] != 0
                for position in lists.indices where lists[position].rule == rule {
                    lists[position].advance(in: texts)
                }
            }
            if isSettled || conditions.holds(rule: Int(rule), row: row), !body(Int(rule)) {
                return
            }
        }
    }
}

/// The remaining candidates of one text.
private struct CandidateList {
    /// The first candidate; `Int32.max` if there is none.
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

/// Evaluates the conditions of a rulebook for the transactions of a snapshot.
final class ConditionEvaluator {
    private let snapshot: Snapshot
    private let texts: TextMemory
    private let tests: ConditionTests
    /// By row; empty if no test asks for them.
    private let earlierPayments: [EarlierPayments]
    /// By the step of each `near`, made when it is first asked for.
    private var nearIndexes: [Int: NearIndex] = [:]
    /// By the number of the test, made when it is first asked for.
    private var totals: [SpendingOrder.Total?] = []
    private var spendingOrder: SpendingOrder?
    private let steps: FlatList<ConditionStep>
    private let firstSteps: FlatList<Int32>
    /// By account.
    private let accounts: [Account]
    /// For each currency exponent in the snapshot: the ranges of all amount
    /// tests, then those of all size tests.
    private let ranges: [AmountRange]

    private struct Account {
        let type: Int
        /// The offset of its currency's ranges.
        let amountRanges: Int
        let sizeRanges: Int
    }

    init(program: RulebookProgram, snapshot: Snapshot, texts: TextMemory) {
        self.snapshot = snapshot
        self.texts = texts
        tests = program.tests
        earlierPayments = tests.histories.isEmpty ? [] : snapshot.earlierPayments
        steps = program.steps
        firstSteps = program.firstSteps
        var ranges: [AmountRange] = []
        var rangesOfExponent: [Int: Int] = [:]
        accounts = snapshot.accounts.map { account in
            let exponent = account.currency.exponent
            let first = rangesOfExponent[exponent] ?? ranges.count
            if first == ranges.count {
                rangesOfExponent[exponent] = first
                ranges += program.tests.amounts.ranges(exponent: exponent)
            }
            return Account(
                type: account.type.position, amountRanges: first,
                sizeRanges: first + program.tests.amounts.firstSize)
        }
        self.ranges = ranges
    }

    /// - Parameter row: an index into the snapshot's transactions.
    func holds(rule: Int, row: Int) -> Bool {
        var step = Int(firstSteps[rule])
        return holds(&step, for: snapshot.transactions[row], row: row)
    }

    /// A rule's requirements for the transactions of one account; nil if it can't
    /// match any of them.
    ///
    /// - Parameter account: an index into the snapshot's accounts.
    func unanchoredRule(_ rule: Int, ofAccount account: Int) -> UnanchoredRule? {
        let transaction = TransactionFacts(inAccount: Int32(account))
        var unanchored = UnanchoredRule(rule: Int32(rule))
        var step = Int(firstSteps[rule])
        var end = step + 1
        if steps[step].kind == .all {
            end = steps[step].end
            step += 1
        }
        while step < end {
            let place = step
            step += 1
            let number = Int(steps[place].number)
            switch steps[place].kind {
            case .all, .any, .none:
                unanchored.isSettledByRanges = false
                step = steps[place].end
            case .amount:
                unanchored.narrow(to: ranges[accounts[account].amountRanges + number])
            case .day: unanchored.narrow(to: tests.days[number])
            case .text where !texts.isOfAccount(number):
                unanchored.isSettledByRanges = false
            case .text, .accountType, .always:
                step = place
                guard holds(&step, for: transaction, row: 0) else { return nil }
            case .near:
                unanchored.isSettledByRanges = false
                step = steps[step].end
            case .negatedSize, .dayOfMonth, .weekday, .month, .pending, .fact, .decided,
                .history:
                unanchored.isSettledByRanges = false
            }
        }
        return unanchored
    }

    /// Evaluates the condition at a step and advances to the step after it.
    private func holds(
        _ step: inout Int, for transaction: TransactionFacts, row: Int
    ) -> Bool {
        let current = steps[step]
        let number = Int(current.number)
        step += 1
        switch current.kind {
        case .all:
            return !hasPart(that: false, in: &step, end: number, for: transaction, row: row)
        case .any:
            return hasPart(that: true, in: &step, end: number, for: transaction, row: row)
        case .none:
            return !hasPart(that: true, in: &step, end: number, for: transaction, row: row)
        case .text: return texts.holds(current.predicate, in: number, of: transaction)
        case .amount:
            let first = accounts[Int(transaction.account)].amountRanges
            return ranges[first + number].contains(transaction.amount)
        case .negatedSize:
            let first = accounts[Int(transaction.account)].sizeRanges
            return ranges[first + number].contains(transaction.negatedSize)
        case .day: return tests.days[number].holds(for: transaction.day)
        case .dayOfMonth: return current.set.contains(transaction.day.components.day)
        case .weekday: return current.set.contains(transaction.day.isoWeekday)
        case .month: return current.set.contains(transaction.day.components.month)
        case .pending: return transaction.isPending == (number == 1)
        case .accountType:
            return current.set.contains(accounts[Int(transaction.account)].type)
        case .fact:
            return tests.facts[number].holds(
                for: transaction, of: snapshot.account(of: transaction))
        case .decided:
            guard let decided = snapshot.decided else { return false }
            return tests.decided[number].holds(
                for: decided[row],
                exponent: snapshot.account(of: transaction).currency.exponent
            ) { spent(in: $0, number, row: row) }
        case .history:
            return tests.histories[number].holds(
                for: transaction.amount, on: transaction.day, after: earlierPayments[row],
                exponent: snapshot.account(of: transaction).currency.exponent)
        case .near:
            let first = step
            step = steps[first].end
            return nearIndex(of: number, at: first).contains(near: row)
        case .always: return true
        }
    }

    /// - Parameter number: that of the test.
    private func spent(in total: SpendingTotal, _ number: Int, row: Int) -> Int128? {
        if totals.isEmpty { totals = Array(repeating: nil, count: tests.decided.count) }
        let order = spendingOrder ?? SpendingOrder(snapshot)
        spendingOrder = order
        let known = totals[number] ?? order.total(total)
        totals[number] = known
        return order.value(of: known, row: row)
    }

    /// - Parameter first: the step of the other transaction's condition.
    private func nearIndex(of number: Int, at first: Int) -> NearIndex {
        if let known = nearIndexes[first] { return known }
        let index = NearIndex(tests.nears[number], snapshot) { row in
            var step = first
            return holds(&step, for: snapshot.transactions[row], row: row)
        }
        nearIndexes[first] = index
        return index
    }

    /// Whether one of the conditions up to a step has the given outcome; advances
    /// to that step.
    private func hasPart(
        that outcome: Bool, in step: inout Int, end: Int, for transaction: TransactionFacts,
        row: Int
    ) -> Bool {
        var found = false
        while !found, step < end { found = holds(&step, for: transaction, row: row) == outcome }
        step = end
        return found
    }
}

extension TransactionFacts {
    /// The magnitude of the amount, negated: unlike the magnitude, it always
    /// fits into an `Int64`.
    fileprivate var negatedSize: Int64 { amount > 0 ? -amount : amount }

    /// Any transaction, for conditions that depend only on the account.
    fileprivate init(inAccount account: Int32) {
        self.init(
            id: 0, amount: 0, day: CalendarDay(daysSinceEpoch: 0), account: account,
            description: .empty, payee: .empty, memo: .empty, merchantCode: .empty,
            isPending: false)
    }
}

/// A rule that no text makes a candidate, reduced to what it requires in one
/// account.
struct UnanchoredRule {
    /// An index into the rulebook's rules.
    let rule: Int32
    /// Whether the rule matches wherever day and amount are in its ranges.
    var isSettledByRanges = true

    private var amounts = AmountRange.everything
    private var firstDay = Int32.min
    private var lastDay = Int32.max

    init(rule: Int32) {
        self.rule = rule
    }

    mutating func narrow(to range: AmountRange) {
        amounts = amounts.intersection(range)
    }

    mutating func narrow(to test: DayTest) {
        firstDay = max(firstDay, test.first?.daysSinceEpoch ?? .min)
        lastDay = min(lastDay, test.last?.daysSinceEpoch ?? .max)
    }

    func isInRanges(_ transaction: TransactionFacts) -> Bool {
        let day = transaction.day.daysSinceEpoch
        return day >= firstDay && day <= lastDay && amounts.contains(transaction.amount)
    }
}
