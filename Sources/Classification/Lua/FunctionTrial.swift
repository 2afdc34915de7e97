import Model
import Rules
import Scripting

extension UserRules {
    /// The errors of rule functions on sample transactions.
    public struct FunctionTrial: Sendable {
        /// Functions that fail on every transaction.
        public var failures: [RuleFileProblem] = []
        /// Functions that fail on some.
        public var notes: [RuleFileProblem] = []
    }

    /// The errors of functions on the transactions of the last run. Functions that it gave
    /// nothing to do are called on the samples of the rule's tests and on a few plain
    /// transactions, if the rule's table matches them.
    ///
    /// - Parameter pipeline: names the payees.
    public func functionTrial(in pipeline: Pipeline) throws -> FunctionTrial {
        var trial = FunctionTrial()
        let met = problems()
        trial.failures += met
        for (position, rule) in rules.enumerated() where rule.hasFunction {
            if outcomes.failed(position) { continue }
            let matches = outcomes.matches[position].count
            if matches == 0, outcomes.questions[position] > 0 {
                let count = outcomes.questions[position]
                trial.notes.append(
                    RuleFileProblem(
                        file: rule.file, line: rule.lua.when?.line ?? rule.line,
                        message: "\(rule.rule.name): its function returned true for none of the "
                            + "\(count) \(count == 1 ? "transaction" : "transactions") it was asked "
                            + "about"))
            }
            guard matches == 0 else {
                if rule.lua.set != nil, outcomes.isSilent(position) {
                    trial.notes.append(
                        RuleFileProblem(
                            file: rule.file, line: rule.lua.set?.line ?? rule.line,
                            message: "\(rule.rule.name): its \"set\" function returned nothing "
                                + "wherever the rule matches "
                                + "(\(matches == 1 ? "once" : "\(matches) times")); write "
                                + "return { category = \"dining\" }"))
                }
                continue
            }
            let outcome = try Self.outcome(of: rule, in: pipeline)
            guard let problem = outcome.problem else { continue }
            if outcome.isSlip || outcome.failed == outcome.tried {
                trial.failures.append(problem)
            } else {
                let rule = problem.rule.map { "\($0): " } ?? ""
                trial.notes.append(
                    RuleFileProblem(
                        file: problem.file, line: problem.line,
                        message: rule + "it fails on some of the made-up transactions that test "
                            + "it: \(problem.message)"))
            }
        }
        return trial
    }

    /// The results of one rule's functions on made-up transactions.
    private struct Outcome {
        /// How many transactions it was tried on.
        var tried = 0
        var failed = 0
        var problem: RuleFileProblem?
        var isSlip = false
    }

    private static func outcome(of rule: LoadedRule, in pipeline: Pipeline) throws -> Outcome {
        let samples = plainTransactions + rule.lua.examples.map(\.sample)
        let snapshot = pipeline.namingPayees(
            in: SampleTransaction.snapshot(of: samples, isDecided: rule.rule.layer.isAfter))
        let matcher = RulebookMatcher(
            rulebook: try Rulebook([rule.rule]), snapshot: snapshot)
        return snapshot.texts.withUTF8Bytes { texts in
            let record = RecordFiller(snapshot, texts: texts).record()
            var outcome = Outcome()
            for row in samples.indices {
                record.show(row: row)
                let holds = matcher.firstMatch(row: row) != nil
                if holds { outcome.tried += 1 }
                // A function may rely on what its table, or `when`, requires.
                var isItsTurn = holds
                do {
                    isItsTurn = try rule.isMatch(record, in: snapshot, row: row) && holds
                    // Call it even if `when` doesn't match: a plain transaction is rarely
                    // what a rule looks for.
                    _ = try rule.effect(on: record, in: snapshot, row: row)
                } catch {
                    // What patterns would find is missing here.
                    if error is RuleReadingError, !rule.groups.isEmpty, !holds { continue }
                    if isSlip(error) {
                        outcome.problem = rule.problem(error)
                        outcome.isSlip = true
                        return outcome
                    }
                    guard isItsTurn else { continue }
                    outcome.failed += 1
                    outcome.problem = outcome.problem ?? rule.problem(error)
                }
            }
            return outcome
        }
    }

    /// Whether an error would occur on every transaction: an unknown name, an
    /// invalid value, or endless work.
    private static func isSlip(_ error: any Error) -> Bool {
        switch error {
        case is RuleReadingError: true
        case let error as ScriptError:
            error.kind == .instructionLimit || error.kind == .keptState
                || error.message.hasPrefix("there is no ")
        default: false
        }
    }

    private static let plainTransactions = [
        SampleTransaction(description: "PLAIN PURCHASE 0042 ANYTOWN"),
        {
            var sample = SampleTransaction(description: "PLAIN DEPOSIT 0042")
            sample.amount = 1_234_56
            sample.memo = "PLAIN MEMO"
            return sample
        }(),
        {
            var sample = SampleTransaction(description: "PLAIN SHOP #12 ANYTOWN")
            sample.bankPayee = "Plain Shop"
            sample.merchantCode = "5411"
            sample.isPending = true
            return sample
        }(),
    ]
}
