import Model
import Rules
import Scripting

/// One walk of a person's rules over the transactions of a snapshot.
///
/// Functions are asked some hundred questions at a time, which costs half as
/// much as one by one. They are asked in the order of transactions and rules
/// all the same, and so are opinions told.
struct OpinionWalk {
    /// What every rule matched and did wrong so far.
    private(set) var outcomes: RuleOutcomes

    private let rules: [LoadedRule]
    /// By rule.
    private let ways: [Way]
    private var questions: QuestionRound
    private let snapshot: Snapshot
    private let record: RecordBuffer
    /// A rule of which to count the matches that it is not asked about, since
    /// one before it ends the rules.
    private let looked: Int?
    /// The rule that ended the rules as last, and the row where it did.
    private var end: (row: Int, rule: Int)?

    /// How to come to a rule's opinion of a transaction that its table holds for.
    private enum Way {
        /// It has no function.
        case known(stops: Bool)
        /// Its `when` is asked, together with others.
        case asked
        /// Its functions are called at once: what they say decides what is
        /// called next.
        case called
    }

    /// Takes a row, a rule's place among all, and what the rule's function set;
    /// nil where the rule sets what it says as data.
    typealias Listener = (_ row: Int, _ rule: Int, _ own: Effect?) -> Void

    /// - Parameters:
    ///   - rules: in the order of the rulebook.
    ///   - record: of the snapshot's transactions, with texts that stay in place.
    ///   - looked: a rule of which to count where others end the rules before it.
    init(
        _ rules: [LoadedRule], over snapshot: Snapshot, record: RecordBuffer,
        lookingBehindEndsFor looked: Int? = nil
    ) {
        self.looked = looked
        self.rules = rules
        self.snapshot = snapshot
        self.record = record
        outcomes = RuleOutcomes(count: rules.count)
        questions = QuestionRound(rules)
        ways = rules.map { loaded in
            let stops = loaded.lua.rule.stops
            guard loaded.hasFunction else { return .known(stops: stops) }
            return loaded.lua.set == nil && !stops ? .asked : .called
        }
    }

    /// Asks every rule about every transaction, and tells what each sets.
    mutating func run(_ matcher: RulebookMatcher, _ body: Listener) {
        for row in snapshot.transactions.indices {
            matcher.forEachMatch(row: row) { rule in take(rule, row, body) }
            if questions.isFull { ask(body) }
        }
        ask(body)
    }

    /// Takes up a rule whose table holds for a transaction.
    ///
    /// - Returns: whether to go on with the rules behind it.
    private mutating func take(_ rule: Int, _ row: Int, _ body: Listener) -> Bool {
        if let end, end.row == row {
            // To ask a function that a pass does not could change what it says of others.
            if rule == looked, !rules[rule].hasFunction { outcomes.noteEnd(by: end.rule) }
            return rule != looked
        }
        switch ways[rule] {
        case .asked:
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
            guard !outcomes.isSetAside(rule), let effect = opinion(rule, row) else { return true }
            body(row, rule, rules[rule].lua.set == nil ? nil : effect)
            return !rules[rule].lua.rule.stops || looksBehindEnd(by: rule, row)
        }
    }

    /// Takes up that a rule ends the rules for a transaction.
    ///
    /// - Returns: whether those behind it are to be looked at all the same.
    private mutating func looksBehindEnd(by rule: Int, _ row: Int) -> Bool {
        guard let looked, rule < looked else { return false }
        end = (row, rule)
        return true
    }

    /// Asks all that waits to be asked, and tells what comes of it.
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

    /// What a rule sets, or nil where its functions have no opinion or fail.
    private mutating func opinion(_ rule: Int, _ row: Int) -> Effect? {
        record.show(row: row)
        do {
            guard try rules[rule].isMatch(record) else { return nil }
            outcomes.noteMatch(of: rule, on: snapshot.transactions[row].day)
            return try rules[rule].effect(on: record)
        } catch {
            outcomes.noteFailure(
                of: rule, snapshot.transactions[row].id, rules[rule].problem(error))
            return nil
        }
    }
}

/// Rules whose tables hold for transactions, in the order in which they were
/// taken up. Whether their functions hold too is asked for many at once.
struct QuestionRound {
    /// Those that are asked.
    private let sandboxes: [Sandbox]
    /// By rule, about any row; not asked where a rule has nothing to ask. Each
    /// has its rule's number for a mark.
    private let questionsOfRules: [ScriptQuestion]
    /// By rule; -1 where there is nothing to ask.
    private let sandboxesOfRules: [Int]
    /// Of the rules that wait, in their order.
    private var questions: [ScriptQuestion] = []
    /// By question; of those that are not asked never looked at.
    private var answers: [Bool] = []

    /// Waking the worker costs as much as some hundred questions.
    private static let mostWaiting = 2_000

    /// - Parameter rules: of these, the ones with a `when` function are asked.
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

    /// Whether it is time to ask.
    var isFull: Bool { questions.count >= Self.mostWaiting }

    mutating func add(_ rule: Int, row: Int) {
        questions.append(questionsOfRules[rule].about(row: row))
    }

    /// Asks what is to be asked.
    ///
    /// - Parameters:
    ///   - record: shows rows.
    ///   - settle: takes what a rule's function came to that neither is true nor
    ///     false, and returns whether it counts as a match; or nil where the
    ///     rule is not to be asked any more.
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

    /// Gives the matches in their order, and forgets all that waited.
    mutating func takeMatches(_ body: (_ rule: Int, _ row: Int) -> Void) {
        for place in questions.indices where answers[place] || !questions[place].isAsked {
            body(Int(questions[place].mark), questions[place].row)
        }
        questions.removeAll(keepingCapacity: true)
    }
}

/// What a person's rules matched and did wrong in one run.
struct RuleOutcomes {
    /// By rule.
    private(set) var matches: [RuleMatches]
    /// By rule, how often it ended the rules before the one that was looked for.
    private(set) var ends: [Int: Int] = [:]
    private var failures: [Int: Failure] = [:]
    /// By rule; looked at for every transaction.
    private var isSetAside: [Bool]

    private struct Failure {
        let first: RuleFileProblem
        let firstTransaction: Int64
        var transactions = 0
    }

    init(count: Int) {
        matches = [RuleMatches](repeating: RuleMatches(), count: count)
        isSetAside = [Bool](repeating: false, count: count)
    }

    /// What went wrong, a problem a rule, in the order of rules.
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

    /// Whether a rule is not asked any more in this run.
    func isSetAside(_ rule: Int) -> Bool { isSetAside[rule] }

    mutating func noteMatch(of rule: Int, on day: CalendarDay) {
        matches[rule].add(day)
    }

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
