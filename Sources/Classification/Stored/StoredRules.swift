import Model
import Rules
import Scripting

/// Stored rules that were read: those that can be used, in their order, and
/// what is wrong with the others.
struct StoredRules {
    private(set) var rules: [LoadedRule] = []
    private(set) var leftOut: [LeftOutFile] = []
    private var reader: StoredRuleReader?
    private var readings: [StoredRule: Result<LoadedRule, StoredRuleMistakes>] = [:]

    /// - Parameter earlier: read with the same categories and limits; what did not
    ///   change since need not be read again, which for a thousand rules takes as
    ///   long as naming the payees of a hundred thousand transactions.
    init(
        _ stored: [StoredRule], categories: CategoryTree, limits: ScriptLimits,
        on host: ScriptHost, after earlier: StoredRules? = nil
    ) {
        guard !stored.isEmpty else { return }
        let stored = stored.sorted { ($0.position, $0.id) < ($1.position, $1.id) }
        do throws(ScriptError) {
            let reader: StoredRuleReader
            if let kept = earlier?.reader {
                reader = kept
            } else {
                reader = try StoredRuleReader(
                    categories: categories, limits: limits, on: host)
            }
            self.reader = reader
            for rule in stored {
                let reading = earlier?.readings[rule] ?? reader.reading(of: rule)
                readings[rule] = reading
                switch reading {
                case .success(let rule): rules.append(rule)
                case .failure(let mistakes): leftOut.append(mistakes.leftOut)
                }
            }
        } catch {
            leftOut = stored.map { rule in
                LeftOutFile(
                    file: rule.reference, problems: [RuleFileProblem(rule.reference, error)],
                    isStoredRule: true)
            }
        }
    }

    /// Leaves out the rules that keep all from becoming a rulebook: their
    /// regular expressions are broken, say.
    mutating func leaveOut(_ error: RulebookError) {
        let problems = Dictionary(grouping: error.problems, by: \.rule)
        for rule in rules.map(\.lua.rule) {
            guard let problems = problems[rule.id] else { continue }
            leftOut.append(
                LeftOutFile(
                    file: rule.id,
                    problems: problems.map {
                        RuleFileProblem(
                            file: rule.id, line: nil, message: "\(rule.name): \($0.kind)")
                    }, isStoredRule: true))
        }
        rules.removeAll { problems[$0.lua.rule.id] != nil }
    }
}
