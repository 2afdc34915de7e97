import Classification
import Model
import Rules
import Scripting

// What people wrote runs in this process in these tests: that a worker answers alike is tested with
// Scripting.

extension UserRules {
    convenience init(
        _ sources: [RuleSource], stored: [StoredRule] = [], disabled: Set<RuleIdentity> = [],
        categories: CategoryTree, library: ScriptLibrary = .empty,
        limits: ScriptLimits = .standard, after earlier: UserRules? = nil
    ) throws(RulebookError) {
        try self.init(
            sources, stored: stored, disabled: disabled, categories: categories, library: library,
            limits: limits, on: .inThisProcess, after: earlier)
    }
}

extension LoadedPlugin {
    convenience init(
        _ source: PluginSource, library: ScriptLibrary = .empty,
        limits: ScriptLimits = LoadedPlugin.limits
    ) throws(PluginLoadError) {
        try self.init(source, library: library, limits: limits, on: .inThisProcess)
    }
}

extension PluginTests {
    static func run(
        _ plugin: LoadedPlugin, in pipeline: Pipeline
    ) throws(PluginLoadError) -> [Outcome] {
        try run(plugin, in: pipeline, on: .inThisProcess)
    }
}

extension LuaConsole {
    static func open<Result>(
        over snapshot: Snapshot, classifier: Classifier, library: ScriptLibrary = .empty,
        _ body: (LuaConsole) throws -> Result
    ) throws -> Result {
        try open(
            over: snapshot, classifier: classifier, categories: try makeCategories(),
            library: library,
            on: .inThisProcess, body)
    }

    /// What a line gives, each value as text.
    func lines(_ line: String) throws -> [String] {
        try evaluate(line).flatMap { result -> [String] in
            switch result {
            case .text(let text): [text]
            case .transactions(let transactions, let count):
                transactions.map {
                    "\($0.id) \($0.day) \($0.payee) \($0.amount.text) \($0.category ?? "-")"
                } + (count == transactions.count ? [] : ["\(count)"])
            case .groups(let groups): groups.map { "\($0.key) \($0.sum) \($0.count)" }
            case .explanation(let id, let rule): ["explain \(id) \(rule ?? "-")"]
            case .trial(let definition): ["try \(definition)"]
            case .help(let name): ["help \(name ?? "-")"]
            }
        }
    }
}
