import Model
import Rules
import Scripting

/// Reads stored rules, all in one sandbox: they are data, so that none can
/// touch another.
struct StoredRuleReader {
    private let sandbox: Sandbox
    private let effects: EffectReader

    private static let chunkName = "stored rule"

    init(
        categories: CategoryTree, limits: ScriptLimits, on host: ScriptHost
    ) throws(ScriptError) {
        sandbox = try Sandbox(
            limits: limits, layout: RuleFields.layout, vocabulary: RuleFields.vocabulary,
            on: host)
        effects = EffectReader(categories: categories)
    }

    func reading(of stored: StoredRule) -> Result<LoadedRule, StoredRuleMistakes> {
        Result { () throws(StoredRuleMistakes) in try read(stored) }
    }

    /// - Throws: all that is wrong with the rule.
    func read(_ stored: StoredRule) throws(StoredRuleMistakes) -> LoadedRule {
        let definition = StoredDefinition(stored.definition)
        if let slip = definition.slip() {
            throw StoredRuleMistakes(
                stored,
                [
                    RuleFileProblem(
                        file: stored.reference, line: slip.place.line, column: slip.place.column,
                        message: slip.message)
                ])
        }
        do throws(ScriptError) {
            // One name for all: the sandbox keeps every name that it is given.
            try sandbox.load(source: definition.source, chunkName: Self.chunkName)
        } catch {
            let source = RuleSource(file: Self.chunkName, bytes: definition.source)
            throw StoredRuleMistakes(
                stored, [RuleFileProblem(error, in: source, RuleFields.vocabulary)])
        }
        guard let declaration = sandbox.declarations.first else {
            throw StoredRuleMistakes(
                stored,
                [
                    RuleFileProblem(
                        file: stored.reference, line: 1, message: "there is no rule in it")
                ])
        }
        var mistakes = Mistakes()
        let reader = LuaRuleReader(file: stored.reference, effects: effects)
        // One that is not stored yet has no number.
        let substitute = stored.id == 0 ? "the new rule" : "rule \(stored.id)"
        let rule = reader.rule(declaration, orElseNamed: substitute, &mistakes)
        guard let rule, mistakes.all.isEmpty else {
            throw StoredRuleMistakes(
                stored, Self.problems(mistakes, in: definition, declaration, of: stored.reference))
        }
        return loaded(rule, of: stored)
    }

    private func loaded(_ lua: LuaRule, of stored: StoredRule) -> LoadedRule {
        let read = lua.rule
        let name = lua.hasName ? read.name : read.condition.soughtText ?? read.name
        let rule = Rule(
            id: stored.reference, name: name, origin: .stored, priority: read.priority,
            isEnabled: stored.isEnabled, condition: read.condition, effect: read.effect,
            stops: read.stops)
        return LoadedRule(
            lua: LuaRule(
                rule: rule, hasName: lua.hasName, when: nil, set: nil, examples: lua.examples),
            file: stored.reference, line: nil, sandbox: sandbox, effects: effects)
    }

    private static func problems(
        _ mistakes: Mistakes, in definition: StoredDefinition, _ declaration: Declaration,
        of file: String
    ) -> [RuleFileProblem] {
        let places = DeclarationPlaces([declaration], in: LuaOutline(definition.source))
        return mistakes.all.map { mistake in
            let place = places.place(of: mistake.path, aim: mistake.aim, declaration: 0)
            return RuleFileProblem(
                file: file, line: place.line, column: place.column, message: mistake.message)
        }
    }
}

/// Why a stored rule can't be used, with places in its definition.
struct StoredRuleMistakes: Error {
    let rule: StoredRule
    let problems: [RuleFileProblem]

    /// - Parameter problems: with places in the source that declares it,
    ///   whatever its name.
    init(_ rule: StoredRule, _ problems: [RuleFileProblem]) {
        self.rule = rule
        self.problems = problems.map { problem in
            RuleFileProblem(
                file: rule.reference, line: problem.line,
                column: StoredDefinition.column(problem.column, inLine: problem.line),
                message: problem.message, traceback: problem.traceback)
        }
    }

    var leftOut: LeftOutFile {
        LeftOutFile(file: rule.reference, problems: problems, isStoredRule: true)
    }
}
