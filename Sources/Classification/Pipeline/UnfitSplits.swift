import Rules

/// Counts where the splits of rules did not fit their transaction.
///
/// A rule loses its splits there and keeps what else it says: a plan for large
/// purchases is no reason to lose the payee of a small one.
struct UnfitSplits {
    private var transactions: [Decider: Int] = [:]

    private struct Decider: Hashable {
        let name: String
        let file: String
        let line: Int?
    }

    mutating func note(_ rule: Rule) {
        let (file, line) = rule.fileAndLine
        transactions[Decider(name: rule.name, file: file, line: line), default: 0] += 1
    }

    mutating func note(plugin name: String) {
        let file = "Plugins/\(name)/\(PluginSource.mainPath)"
        transactions[Decider(name: name, file: file, line: nil), default: 0] += 1
    }

    /// One for each rule or plugin, in the order of files and lines.
    var problems: [RuleFileProblem] {
        transactions.map { decider, count in
            RuleFileProblem(
                file: decider.file, line: decider.line,
                message: "\(decider.name): its splits do not fit (they come to more than the "
                    + "transaction, or have more decimals than its currency) and were left out "
                    + "there; narrow \"when\" by the amount",
                transactions: count)
        }.sorted { ($0.file, $0.line ?? 0, $0.message) < ($1.file, $1.line ?? 0, $1.message) }
    }
}

extension Rule {
    fileprivate var fileAndLine: (file: String, line: Int?) {
        switch origin {
        case .shipped(let file), .vault(let file): (file, nil)
        case .stored: (id, nil)
        case .lua(let file, let line): (file, line)
        }
    }
}
