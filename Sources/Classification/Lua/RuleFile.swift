import Model
import Rules
import Scripting

/// A rule file that was read: its rules, or all that is wrong in it.
struct RuleFile {
    let name: String
    private(set) var rules: [LoadedRule] = []
    private(set) var problems: [RuleFileProblem] = []

    /// Nil where the file could not be read.
    private(set) var sandbox: Sandbox?

    private var declarations: [Declaration] = []
    private var places: DeclarationPlaces?

    init(
        _ source: RuleSource, categories: CategoryTree, library: ScriptLibrary,
        limits: ScriptLimits
    ) {
        name = source.file
        let sandbox: Sandbox
        do {
            sandbox = try Sandbox(
                limits: limits, layout: RuleFields.layout, vocabulary: RuleFields.vocabulary,
                library: library)
            try sandbox.load(source: source.bytes, chunkName: source.file)
        } catch {
            problems = [Self.problem(error, in: source, library)]
            if let earlier = Self.part(of: source, before: error) {
                let part = RuleFile(
                    earlier, categories: categories, library: library, limits: limits)
                problems = part.problems + problems
            }
            return
        }
        self.sandbox = sandbox
        declarations = sandbox.declarations
        let outline = LuaOutline(source.bytes)
        let places = DeclarationPlaces(declarations, in: outline)
        self.places = places
        let effects = EffectReader(categories: categories)
        let reader = LuaRuleReader(file: source.file, effects: effects)
        var names: Set<String> = []
        for (position, declaration) in declarations.enumerated() {
            var mistakes = Mistakes()
            if var rule = reader.rule(declaration, position: position + 1, &mistakes) {
                for (number, example) in rule.examples.enumerated() {
                    let place = places.place(
                        of: example.path, aim: .value, declaration: position)
                    rule.examples[number].line = place.line
                    rule.examples[number].column = place.column
                }
                if !names.insert(rule.rule.name).inserted {
                    mistakes.add(
                        "there are two rules named \"\(rule.rule.name)\" in this file",
                        at: RulePart.name.path)
                }
                rules.append(
                    LoadedRule(
                        lua: rule, file: source.file, line: declaration.line, sandbox: sandbox,
                        effects: effects))
            }
            for mistake in mistakes.all { note(mistake, declaration: position) }
        }
        let slips = FunctionSlips.find(
            in: outline, layout: RuleFields.layout, vocabulary: RuleFields.vocabulary)
        for slip in slips {
            problems.append(
                RuleFileProblem(
                    file: name, line: slip.place.line, column: slip.place.column,
                    message: slip.message))
        }
    }

    /// Whether all of it can be used.
    var isWhole: Bool { problems.isEmpty }

    var leftOut: LeftOutFile {
        LeftOutFile(
            file: name,
            problems: problems.sorted {
                ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0)
            })
    }

    /// Notes which of the file's rules keep it from becoming part of a
    /// rulebook: their regular expressions are broken, say.
    mutating func note(_ error: RulebookError) {
        // A whole file has a rule for each declaration.
        for (position, rule) in rules.enumerated() {
            for problem in error.problems where problem.rule == rule.lua.rule.id {
                let value = declarations[position].value
                note(
                    Mistake(
                        message: "\(rule.lua.rule.name): \(problem.kind)",
                        path: problem.kind.path(in: value) ?? .whole, aim: .value),
                    declaration: position)
            }
        }
    }

    /// What stands before the rule in which a source failed to run, so that all
    /// mistakes are told at once; nil where nothing does. It is shorter with
    /// each failure, and it does not fail where it ran before.
    private static func part(of source: RuleSource, before error: ScriptError) -> RuleSource? {
        guard error.kind == .runtime, error.chunkName == source.file, let line = error.line else {
            return nil
        }
        let outline = LuaOutline(source.bytes)
        let start = outline.tokens.indices.last { position in
            outline.tokens[position].place.line <= line && outline.text(position) == "rule"
                && outline.opening(around: position) == nil
        }
        guard let start, outline.tokens[start].bytes.lowerBound > 0 else { return nil }
        return RuleSource(
            file: source.file, bytes: Array(source.bytes[..<outline.tokens[start].bytes.lowerBound])
        )
    }

    /// Why a source could not be read, with what to do where that can be told.
    static func problem(
        _ error: ScriptError, in source: RuleSource, _ library: ScriptLibrary
    ) -> RuleFileProblem {
        // What a module raised has its place in the module's file.
        let module = library.modules.first { $0.chunkName == error.chunkName }
        let file = module?.chunkName ?? source.file
        let bytes = module?.source ?? source.bytes
        if error.kind == .syntax {
            let advice = SyntaxAdvice(error, in: bytes, vocabulary: RuleFields.vocabulary)
            return RuleFileProblem(
                file: file, line: advice.line, column: advice.column, message: advice.message)
        }
        if let advice = UnknownNameAdvice(error, in: LuaOutline(bytes)) {
            return RuleFileProblem(
                file: file, line: error.line, column: advice.column, message: advice.message,
                traceback: error.traceback)
        }
        return RuleFileProblem(file, error)
    }

    private mutating func note(_ mistake: Mistake, declaration: Int) {
        let place = places?.place(of: mistake.path, aim: mistake.aim, declaration: declaration)
        problems.append(
            RuleFileProblem(
                file: name, line: place?.line, column: place?.column, message: mistake.message))
    }
}

extension RuleProblem.Kind {
    /// Where in a rule's declaration the text stands that can't be matched.
    fileprivate func path(in declared: ScriptValue) -> ValuePath? {
        guard case .invalidRegex(let pattern, _, _) = self else { return nil }
        return declared.path(
            to: .constructed(
                ScriptConstruction(name: "regex", arguments: [.string(pattern)])))
    }
}

extension ScriptValue {
    /// The way to the argument of the first word that equals another, lines
    /// aside.
    fileprivate func path(to wanted: ScriptValue) -> ValuePath? {
        func step(_ step: ValuePath, _ value: ScriptValue) -> ValuePath? {
            value.path(to: wanted).map { step.appending($0) }
        }
        switch self {
        case .table(let table):
            for (position, value) in table.array.enumerated() {
                if let path = step(.whole.item(position), value) { return path }
            }
            for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
                if let path = step(.whole.field(name), value) { return path }
            }
            return nil
        case .constructed(let made):
            let plain = ScriptConstruction(name: made.name, arguments: made.arguments)
            if .constructed(plain) == wanted { return .whole.argument(0) }
            for (position, value) in made.arguments.enumerated() {
                if let path = step(.whole.argument(position), value) { return path }
            }
            return nil
        case .nil, .boolean, .integer, .number, .string, .function: return nil
        }
    }
}
