import Model
import Rules
import Scripting

/// One evaluation of the person's rules over the transactions of a snapshot.
///
/// Functions are called in batches of some hundred questions, which costs half as much
/// as single calls. Calls and results still come in the order of transactions and
/// rules.
struct RuleEvaluator {
    /// The matches and errors of each rule so far.
    private(set) var outcomes: RuleOutcomes

    private let rules: [LoadedRule]
    /// By rule.
    private let ways: [Way]
    private var questions: QuestionRound
    private let snapshot: Snapshot
    private let record: RecordBuffer
    /// A rule whose unreached matches are counted: an earlier rule stopped the
    /// evaluation there.
    private let observed: Int?
    /// The rule that stopped an evaluation last, and the row.
    private var end: (row: Int, rule: Int)?

    /// How to get a rule's opinion on a transaction that its table matches.
    private enum Way {
        /// It has no function.
        case known(stops: Bool)
        /// Its `when` is called in a batch.
        case asked
        /// Its functions are called immediately, because the result decides what is
        /// called next.
        case called
    }

    /// Takes a row, a rule's index, and the effect from the rule's function; nil if
    /// the rule's effect is data.
    typealias Listener = (_ row: Int, _ rule: Int, _ own: Effect?) -> Void

    /// - Parameters:
    ///   - rules: in the order of the rulebook.
    ///   - record: shows the snapshot's transactions; strings must stay in place.
    ///   - observed: the rule whose unreached matches are counted.
    init(
        _ rules: [LoadedRule], over snapshot: Snapshot, record: RecordBuffer,
        countingHiddenMatchesOf observed: Int? = nil
    ) {
        self.observed = observed
        self.rules = rules
        self.snapshot = snapshot
        self.record = record
        outcomes = RuleOutcomes(count: rules.count)
        questions = QuestionRound(rules)
        ways = rules.map { loaded in
            let stops = loaded.rule.stops
            guard loaded.hasFunction || loaded.hasOwnEffects else { return .known(stops: stops) }
            return !loaded.hasOwnEffects && !stops ? .asked : .called
        }
    }

    /// Evaluates all rules for all transactions and reports their effects.
    mutating func run(_ matcher: RulebookMatcher, _ body: Listener) {
        for row in snapshot.transactions.indices {
            matcher.forEachMatch(row: row) { rule in take(rule, row, body) }
            if questions.isFull { ask(body) }
        }
        ask(body)
    }

    /// Processes a rule whose table matches a transaction.
    ///
    /// - Returns: whether to continue with the rules after it.
    private mutating func take(_ rule: Int, _ row: Int, _ body: Listener) -> Bool {
        if let end, end.row == row {
            // A pass doesn't call its function.
            if rule == observed, !rules[rule].hasFunction { outcomes.noteEnd(by: end.rule) }
            return rule != observed
        }
        switch ways[rule] {
        case .asked:
            outcomes.noteQuestion(to: rule)
            if !outcomes.isSetAside(rule) { questions.add(rule, row: row) }
            return true
        case .known(let stops):
            if questions.isEmpty {
                outcomes.noteMatch(of: rule, on: snapshot.transactions[row].day)
                body(row, rule, nil)
            } else {
                questions.add(rule, row: row)
            }
            return !stops || looksBehindEnd(by: rule, row)
        case .called:
            ask(body)
            outcomes.noteQuestion(to: rule)
            guard !outcomes.isSetAside(rule), let effect = opinion(rule, row) else { return true }
            body(row, rule, rules[rule].hasOwnEffects ? effect : nil)
            return !rules[rule].rule.stops || looksBehindEnd(by: rule, row)
        }
    }

    /// Records that a rule stops the evaluation of a transaction.
    ///
    /// - Returns: whether to look at later rules anyway.
    private mutating func looksBehindEnd(by rule: Int, _ row: Int) -> Bool {
        guard let observed, rule < observed else { return false }
        end = (row, rule)
        return true
    }

    /// Asks all waiting questions and reports the results.
    private mutating func ask(_ body: Listener) {
        guard !questions.isEmpty else { return }
        var outcomes = outcomes
        questions.ask(on: record) { rule, row, outcome in
            do {
                return try rules[rule].isTrue(try outcome.get())
            } catch {
                outcomes.noteFailure(
                    of: rule, snapshot.transactions[row].id, rules[rule].problem(error))
                return outcomes.isSetAside(rule) ? nil : false
            }
        }
        questions.takeMatches { rule, row in
            outcomes.noteMatch(of: rule, on: snapshot.transactions[row].day)
            body(row, rule, nil)
        }
        self.outcomes = outcomes
    }

    /// The rule's effect; nil if its functions have no opinion or fail.
    private mutating func opinion(_ rule: Int, _ row: Int) -> Effect? {
        record.show(row: row)
        do {
            guard try rules[rule].isMatch(record, in: snapshot, row: row) else { return nil }
            outcomes.noteMatch(of: rule, on: snapshot.transactions[row].day)
            let effect = try rules[rule].effect(on: record, in: snapshot, row: row)
            if effect != nil { outcomes.noteEffect(of: rule) }
            return effect
        } catch {
            outcomes.noteFailure(
                of: rule, snapshot.transactions[row].id, rules[rule].problem(error))
            return nil
        }
    }
}

/// Rules whose tables match transactions, in order. Whether their functions match
/// too is asked in batches.
struct QuestionRound {
    /// The sandboxes with questions.
    private let sandboxes: [Sandbox]
    /// By rule, for any row; a placeholder if the rule has no question. The mark
    /// is the rule's number.
    private let questionsOfRules: [ScriptQuestion]
    /// By rule; -1 if it has no question.
    private let sandboxesOfRules: [Int]
    /// The waiting rules' questions, in order.
    private var questions: [ScriptQuestion] = []
    /// By question; ignored for placeholders.
    private var answers: [Bool] = []

    /// The batch size: waking the worker costs as much as some hundred questions.
    private static let mostWaiting = 2_000

    /// - Parameter rules: those with a `when` function are asked.
    init(_ rules: [LoadedRule]) {
        var sandboxes: [Sandbox] = []
        sandboxesOfRules = rules.map { rule in
            guard rule.lua.when != nil else { return -1 }
            let known = sandboxes.firstIndex { $0 === rule.sandbox }
            if known == nil { sandboxes.append(rule.sandbox) }
            return known ?? sandboxes.count - 1
        }
        self.sandboxes = sandboxes
        questionsOfRules = rules.enumerated().map { number, rule in
            let mark = Int32(truncatingIfNeeded: number)
            return rule.lua.when.map { ScriptQuestion($0, row: 0, mark: mark) }
                ?? .none(row: 0, mark: mark)
        }
        questions.reserveCapacity(Self.mostWaiting)
    }

    var isEmpty: Bool { questions.isEmpty }

    /// Whether the batch should be asked now.
    var isFull: Bool { questions.count >= Self.mostWaiting }

    mutating func add(_ rule: Int, row: Int) {
        questions.append(questionsOfRules[rule].about(row: row))
    }

    /// Asks the waiting questions.
    ///
    /// - Parameters:
    ///   - record: shows rows.
    ///   - settle: handles an outcome that is neither true nor false. It returns
    ///     whether it counts as a match, or nil if the rule must not be asked any
    ///     more.
    mutating func ask(
        on record: RecordBuffer,
        _ settle: (_ rule: Int, _ row: Int, _ outcome: Result<ScriptValue, ScriptError>) -> Bool?
    ) {
        answers.removeAll(keepingCapacity: true)
        answers.append(contentsOf: repeatElement(false, count: questions.count))
        for sandbox in sandboxes.indices {
            var questions = questions(to: sandbox)
            var next = 0
            while let stop = ask(sandboxes[sandbox], questions[next...], on: record) {
                next += stop.position
                let mark = questions[next].mark
                let isMatch = settle(Int(mark), questions[next].row, stop.outcome)
                answers[next] = isMatch ?? false
                next += 1
                guard isMatch == nil else { continue }
                for place in questions.indices[next...] where questions[place].mark == mark {
                    questions[place] = .none(row: questions[place].row, mark: mark)
                }
            }
        }
    }

    private func questions(to sandbox: Int) -> [ScriptQuestion] {
        guard sandboxes.count > 1 else { return questions }
        return questions.map { question in
            sandboxesOfRules[Int(question.mark)] == sandbox
                ? question : .none(row: question.row, mark: question.mark)
        }
    }

    private mutating func ask(
        _ sandbox: Sandbox, _ questions: ArraySlice<ScriptQuestion>, on record: RecordBuffer
    ) -> ScriptStop? {
        questions.withUnsafeBufferPointer { questions in
            answers.withUnsafeMutableBufferPointer { answers in
                sandbox.ask(
                    questions, on: record,
                    answers: UnsafeMutableBufferPointer(
                        rebasing: answers.suffix(questions.count)))
            }
        }
    }

    /// Reports the matches in order and empties the batch.
    mutating func takeMatches(_ body: (_ rule: Int, _ row: Int) -> Void) {
        for place in questions.indices where answers[place] || !questions[place].isAsked {
            body(Int(questions[place].mark), questions[place].row)
        }
        questions.removeAll(keepingCapacity: true)
    }
}

/// The matches and errors of the person's rules in one run.
struct RuleOutcomes {
    /// By rule.
    private(set) var matches: [RuleMatches]
    /// By rule: how often it stopped the evaluation before the observed rule.
    private(set) var ends: [Int: Int] = [:]
    private var failures: [Int: Failure] = [:]
    /// By rule: whether its `set` function returned something.
    private var hasEffect: [Bool]
    /// By rule: how many transactions its table matched.
    private(set) var questions: [Int]
    /// By rule; read for every transaction.
    private var isSetAside: [Bool]

    private struct Failure {
        let first: RuleFileProblem
        let firstTransaction: Int64
        var transactions = 0
    }

    init(count: Int) {
        matches = [RuleMatches](repeating: RuleMatches(), count: count)
        isSetAside = [Bool](repeating: false, count: count)
        hasEffect = isSetAside
        questions = [Int](repeating: 0, count: count)
    }

    /// Sets the outcomes of some of the rules.
    ///
    /// - Parameter start: the index of their first one here.
    mutating func set(_ outcomes: RuleOutcomes, from start: Int) {
        for (number, matches) in outcomes.matches.enumerated() {
            self.matches[start + number] = matches
            isSetAside[start + number] = outcomes.isSetAside[number]
            hasEffect[start + number] = outcomes.hasEffect[number]
            questions[start + number] = outcomes.questions[number]
        }
        for (number, count) in outcomes.ends { ends[start + number] = count }
        for (number, failure) in outcomes.failures { failures[start + number] = failure }
    }

    /// The problems, one per rule, in the order of rules.
    var problems: [RuleFileProblem] {
        failures.sorted { $0.key < $1.key }.map { _, failure in
            var problem = RuleFileProblem(
                file: failure.first.file, line: failure.first.line,
                message: failure.first.message, traceback: failure.first.traceback,
                transactions: failure.transactions)
            problem.rule = failure.first.rule
            problem.firstTransaction = failure.firstTransaction
            return problem
        }
    }

    /// Whether a rule is disabled for the rest of this run.
    func isSetAside(_ rule: Int) -> Bool { isSetAside[rule] }

    mutating func noteMatch(of rule: Int, on day: CalendarDay) {
        matches[rule].add(day)
    }

    mutating func noteQuestion(to rule: Int) { questions[rule] += 1 }

    mutating func noteEffect(of rule: Int) { hasEffect[rule] = true }

    /// Whether a rule's functions failed on a transaction.
    func failed(_ rule: Int) -> Bool { failures[rule] != nil }

    /// Whether a rule's `set` function never returned anything.
    func isSilent(_ rule: Int) -> Bool { !hasEffect[rule] }

    mutating func noteEnd(by rule: Int) { ends[rule, default: 0] += 1 }

    mutating func noteFailure(
        of rule: Int, _ transaction: Int64, _ problem: @autoclosure () -> RuleFileProblem
    ) {
        var failure = failures[rule] ?? Failure(first: problem(), firstTransaction: transaction)
        failure.transactions += 1
        failures[rule] = failure
        isSetAside[rule] = failure.transactions >= UserRules.failuresUntilSetAside
    }
}
