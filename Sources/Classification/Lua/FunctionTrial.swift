import Model
import Rules
import Scripting

extension UserRules {
    /// Calls every function of every rule on a few plain transactions, and
    /// tells what goes wrong: what a pass would tell of the person's own.
    public func functionProblems() -> [RuleFileProblem] {
        let snapshot = SampleTransaction.snapshot(of: Self.plainTransactions)
        return snapshot.texts.withUTF8Bytes { texts in
            let record = RecordFiller(snapshot, texts: texts).record()
            return rules.compactMap { rule in
                guard rule.hasFunction else { return nil }
                for row in snapshot.transactions.indices {
                    record.show(row: row)
                    do {
                        // A `set` is asked even where `when` does not hold: a
                        // plain transaction seldom is what a rule looks for.
                        _ = try rule.isMatch(record)
                        _ = try rule.effect(on: record)
                    } catch  where Self.isSlip(error) {
                        return rule.problem(error)
                    } catch {
                        // A function may rely on what its table asks for.
                        continue
                    }
                }
                return nil
            }
        }
    }

    /// Whether an error is one on every transaction: a name that is not there,
    /// a value that can't be set, or work without an end.
    private static func isSlip(_ error: any Error) -> Bool {
        switch error {
        case is RuleReadingError: true
        case let error as ScriptError:
            error.kind == .instructionLimit || error.message.hasPrefix("there is no ")
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
    ]
}
