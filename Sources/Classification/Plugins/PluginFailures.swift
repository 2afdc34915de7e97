import Scripting

/// What plugins did wrong in a pass: the first failure of each, and on how
/// many transactions it failed.
struct PluginFailures {
    private var first: [String: RuleFileProblem] = [:]
    private var counts: [String: Int] = [:]

    mutating func note(_ plugin: LoadedPlugin, _ error: any Error, line: Int?) {
        let name = plugin.manifest.name
        counts[name, default: 0] += 1
        guard first[name] == nil else { return }
        let file = "\(plugin.source.folder)/\(PluginSource.mainPath)"
        switch error {
        case let error as ScriptError: first[name] = RuleFileProblem(file, error)
        case let error as RuleReadingError:
            first[name] = RuleFileProblem(
                file: file, line: line, message: error.message)
        default: first[name] = RuleFileProblem(file: file, line: nil, message: "\(error)")
        }
    }

    func isSetAside(_ plugin: LoadedPlugin) -> Bool {
        counts[plugin.manifest.name, default: 0] >= UserRules.failuresUntilSetAside
    }

    /// In the order of the plugins' names.
    var problems: [RuleFileProblem] {
        first.sorted { $0.key < $1.key }.map { name, problem in
            RuleFileProblem(
                file: problem.file, line: problem.line, message: problem.message,
                traceback: problem.traceback, transactions: counts[name] ?? 0)
        }
    }
}
