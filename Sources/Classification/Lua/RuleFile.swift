import Model
import Rules
import Scripting

/// A rule file that was read: its rules, or all that is wrong in it.
struct RuleFile {
    private(set) var rules: [LoadedRule] = []
    /// By rule, its position among what the file declares.
    private var positions: [Int] = []
    private var source: DeclaredSource

    /// - Parameter mostParts: how often a part of it is read where it fails, for the mistakes that
    ///   stand before.
    init(
        _ source: RuleSource, categories: CategoryTree, library: ScriptLibrary,
        limits: ScriptLimits, on host: ScriptHost, mostParts: Int = DeclaredSource.mostParts
    ) {
        self.init(source, RuleFields.vocabulary, categories, library, limits, host)
        guard self.source.failedWhileRunning else { return }
        // It failed at the first thing that is wrong: the others are to be told too.
        let unknown = UnknownNames(
            in: self.source.outline, layout: RuleFields.layout, vocabulary: RuleFields.vocabulary,
            on: host)
        let told = self.source.problems
        let pastThem =
            unknown.uses.isEmpty
            ? nil
            : RuleFile(
                source, unknown.asWords(beside: RuleFields.vocabulary), categories, library, limits,
                host)
        if let pastThem, pastThem.sandbox != nil {
            self.source.note(
                pastThem.allProblems().filter { !unknown.stand(at: $0.line, column: $0.column) })
        } else if mostParts > 0, let part = self.source.partBeforeFailure {
            let part = RuleFile(
                part, categories: categories, library: library, limits: limits, on: host,
                mostParts: mostParts - 1)
            self.source.note(part.allProblems())
        }
        self.source.note(
            unknown.problems(in: source.file).filter { problem in
                !told.contains { $0.line == problem.line && $0.message == problem.message }
            })
    }

    /// Reads a file that may use the words of a vocabulary.
    private init(
        _ source: RuleSource, _ vocabulary: Vocabulary, _ categories: CategoryTree,
        _ library: ScriptLibrary, _ limits: ScriptLimits, _ host: ScriptHost
    ) {
        self.source = DeclaredSource(
            source, layout: RuleFields.layout, vocabulary: vocabulary, library: library,
            limits: limits, on: host)
        guard let sandbox = self.source.sandbox else { return }
        let effects = EffectReader(categories: categories)
        let reader = LuaRuleReader(file: source.file, effects: effects)
        let functions = FunctionWords(
            file: source.file, self.source.outline, library: library)
        var names: Set<String> = []
        for (position, declaration) in self.source.declarations.enumerated() {
            var mistakes = Mistakes()
            if var rule = reader.rule(
                declaration, orElseNamed: "rule \(position + 1)", &mistakes)
            {
                for (number, example) in rule.examples.enumerated() {
                    let place = self.source.place(of: example.path, declaration: position)
                    rule.examples[number].line = place.line
                    rule.examples[number].column = place.column
                }
                if !names.insert(rule.rule.name).inserted {
                    mistakes.add(
                        "there are two rules named \"\(rule.rule.name)\" in this file",
                        at: RulePart.name.path)
                }
                positions.append(position)
                rules.append(
                    LoadedRule(
                        lua: rule, file: source.file, line: declaration.line, sandbox: sandbox,
                        effects: effects,
                        fingerprint: RuleFingerprint.text(of: declaration, functions: functions)))
            }
            self.source.note(mistakes, declaration: position)
        }
        let slips = FunctionSlips.find(
            in: self.source.outline, layout: RuleFields.layout, vocabulary: RuleFields.vocabulary)
        let returned = FunctionSlips.inReturnedTables(of: self.source.outline, effects)
        self.source.note(
            (slips + returned).map { slip in
                RuleFileProblem(
                    file: source.file, line: slip.place.line, column: slip.place.column,
                    message: slip.message)
            })
        // A file without mistakes becomes part of a rulebook, which finds these.
        if !isWhole { noteUnusableTexts() }
    }

    /// Notes the texts of rules that can't be matched, so that all mistakes of a file
    /// are told at once.
    private mutating func noteUnusableTexts() {
        do {
            _ = try Rulebook(rules.map(\.lua.rule))
        } catch {
            note(error)
        }
    }

    /// Its mistakes, with those that a rulebook would find: a file that stands for one that fails
    /// never becomes part of a rulebook.
    private func allProblems() -> [RuleFileProblem] {
        var file = self
        if isWhole { file.noteUnusableTexts() }
        return file.source.problems
    }

    var name: String { source.file }

    /// Nil where the file could not be read.
    var sandbox: Sandbox? { source.sandbox }

    /// Whether all of it can be used.
    var isWhole: Bool { source.isWhole }

    var leftOut: LeftOutFile { source.leftOut }

    /// What is written twice in one table.
    var repeatedFields: [RuleFileProblem] {
        source.outline.repeatedFields.map { slip in
            RuleFileProblem(
                file: name, line: slip.place.line, column: slip.place.column,
                message: slip.message)
        }
    }

    /// Notes which of the file's rules keep it from becoming part of a
    /// rulebook: their regular expressions are broken, say.
    mutating func note(_ error: RulebookError) {
        for (position, rule) in zip(positions, rules) {
            for problem in error.problems where problem.rule == rule.lua.rule.id {
                let value = source.declarations[position].value
                var mistakes = Mistakes()
                mistakes.add(
                    "\(rule.lua.rule.name): \(problem.kind)",
                    at: problem.kind.path(in: value) ?? .whole)
                source.note(mistakes, declaration: position)
            }
        }
    }
}

extension RuleProblem.Kind {
    /// Where in a rule's declaration the text stands that can't be matched.
    fileprivate func path(in declared: ScriptValue) -> ValuePath? {
        let pattern: String
        switch self {
        case .invalidRegex(let invalid, _, _): pattern = invalid
        case .endlessRegex(let endless, _): pattern = endless
        case .emptyText: return nil
        }
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
