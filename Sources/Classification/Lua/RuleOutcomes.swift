import Model

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
