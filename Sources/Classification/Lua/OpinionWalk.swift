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
