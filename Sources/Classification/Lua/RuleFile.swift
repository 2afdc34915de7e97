import Model
import Rules
import Scripting

/// A loaded rule file: its rules, or all its mistakes.
struct RuleFile {
    private(set) var rules: [LoadedRule] = []
    /// Its tests of all rules together.
    private(set) var passTests: [PluginTest] = []
    /// By rule: the index of its declaration in the file.
    private var positions: [Int] = []
    private var source: DeclaredSource

    /// - Parameter mostParts: how often the file is loaded again after an error, each time up to
    ///   the failing declaration, to find the mistakes before it.
    init(
        _ source: RuleSource, categories: CategoryTree, library: ScriptLibrary,
        limits: ScriptLimits, on host: ScriptHost, mostParts: Int = DeclaredSource.mostParts
    ) {
        self.init(source, RuleFields.vocabulary, categories, library, limits, host)
        guard self.source.failedWhileRunning else { return }
        // Loading stopped at the first unknown name; report the others as well.
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

    /// Loads a file with a vocabulary.
    private init(
        _ source: RuleSource, _ vocabulary: Vocabulary, _ categories: CategoryTree,
        _ library: ScriptLibrary, _ limits: ScriptLimits, _ host: ScriptHost
    ) {
        self.source = DeclaredSource(
            source, layout: RuleFields.layout, vocabulary: vocabulary, library: library,
            limits: limits, on: host)
        guard let sandbox = self.source.sandbox else { return }
        let effects = EffectReader(categories: categories)
        let reader = LuaRuleReader(file: source.file, effects: effects, library: library)
        let functions = FunctionWords(
            file: source.file, self.source.outline, library: library)
        var names: Set<String> = []
        var (count, nears) = (0, 0)
        for (position, declaration) in self.source.declarations.enumerated() {
            var mistakes = Mistakes()
            guard declaration.verb == "rule" else {
                passTests.append(
                    PluginTestReader(manifest: nil, effects: effects).test(declaration, &mistakes))
                self.source.note(mistakes, declaration: position)
                continue
            }
            count += 1
            if var rule = reader.rule(declaration, orElseNamed: "rule \(count)", &mistakes) {
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
                nears += rule.rule.condition.nearCount
                if nears > NearReader.most, rule.rule.condition.nearCount > 0 {
                    mistakes.add(
                        "a file can ask for transactions near \(NearReader.most) times at most",
                        at: RulePart.when.path)
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
        let outline = self.source.outline
        let slips = FunctionDiagnostics.find(
            in: outline, layout: RuleFields.layout, vocabulary: RuleFields.vocabulary)
        let returned = FunctionDiagnostics.inReturnedTables(of: outline, effects)
        self.source.note(
            (slips + returned + outline.repeatedFields + outline.returnedValues
                + outline.idleTexts).map { slip in
                    RuleFileProblem(
                        file: source.file, line: slip.place.line, column: slip.place.column,
                        message: slip.message)
                })
        // A file without mistakes becomes part of a rulebook, which reports these itself.
        if !isWhole { noteUnusableTexts() }
    }

    /// Records texts of rules that can't be matched, so that all mistakes of a file are
    /// reported at once.
    private mutating func noteUnusableTexts() {
        do {
            _ = try Rulebook(rules.map(\.rule))
        } catch {
            note(error)
        }
    }

    /// Its mistakes, including those that a rulebook would find: this file stands in for one that
    /// failed, so it never becomes part of a rulebook.
    private func allProblems() -> [RuleFileProblem] {
        var file = self
        if isWhole { file.noteUnusableTexts() }
        return file.source.problems
    }

    var name: String { source.file }

    /// The file as it was read.
    var declared: RuleSource { RuleSource(file: source.file, bytes: source.outline.source) }

    /// Nil if the file could not be loaded.
    var sandbox: Sandbox? { source.sandbox }

    /// Whether there are no mistakes.
    var isWhole: Bool { source.isWhole }

    var leftOut: RejectedFile { source.leftOut }

    /// Records rules whose `id` another rule has.
    ///
    /// - Parameter taken: the ids of the rules before; those of this file are added.
    mutating func note(idsTaken taken: inout Set<String>) {
        for (position, rule) in zip(positions, rules) {
            guard let id = rule.lua.lastingID, !taken.insert(id).inserted else { continue }
            var mistakes = Mistakes()
            mistakes.add("another rule has the id \"\(id)\"", at: RulePart.id.path)
            source.note(mistakes, declaration: position)
        }
    }

    /// Records the rules that prevent a rulebook, such as those with an invalid
    /// regular expression.
    mutating func note(_ error: RulebookError) {
        for (position, rule) in zip(positions, rules) {
            for problem in error.problems where problem.rule == rule.rule.id {
                let value = source.declarations[position].value
                var mistakes = Mistakes()
                mistakes.add(
                    "\(rule.rule.name): \(problem.kind)",
                    at: problem.kind.path(in: value) ?? .whole)
                source.note(mistakes, declaration: position)
            }
        }
    }
}

extension RuleProblem.Kind {
    /// The path in a rule's declaration to the text that can't be matched.
    fileprivate func path(in declared: ScriptValue) -> ValuePath? {
        let pattern: String
        switch self {
        case .invalidRegex(let invalid, _, _): pattern = invalid
        case .endlessRegex(let endless, _): pattern = endless
        case .regexOfEmptyText(let empty): pattern = empty
        case .emptyText: return nil
        }
        return declared.path(
            to: .constructed(
                ScriptConstruction(name: "regex", arguments: [.string(pattern)])))
    }
}

extension ScriptValue {
    /// The path to the argument of the first call that equals another one, ignoring
    /// lines.
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

/// Identifies a rule of a file by its content, regardless of its name and position.
///
/// The fingerprint covers its condition, its effect and the tokens of its functions,
/// but not name, position, comments, white space, priority and tests. Decisions store
/// fingerprints, so their composition must never change.
struct RuleFingerprint {
    private let functions: FunctionWords
    private var bytes: [UInt8] = []

    /// - Parameter functions: the sources that contain the rule's functions.
    static func text(of declaration: Declaration, functions: FunctionWords) -> String {
        var fingerprint = RuleFingerprint(functions: functions)
        guard case .table(let table) = declaration.value else { return "" }
        for part in [RulePart.when, .set] { fingerprint.add(table.fields[part.rawValue] ?? .nil) }
        var hash = SHA256()
        hash.add(fingerprint.bytes)
        return hash.digest().prefix(16).hexadecimal
    }

    private init(functions: FunctionWords) {
        self.functions = functions
    }

    private mutating func add(_ value: ScriptValue) {
        switch value {
        case .nil: add("nil")
        case .boolean(let isTrue): add("\(isTrue)")
        case .integer(let number): add("integer \(number)")
        case .number(let number): add("number \(number.bitPattern)")
        case .string(let text):
            add("text")
            add(text)
        case .table(let table):
            add("table \(table.array.count) \(table.fields.count)")
            for value in table.array { add(value) }
            let fields = table.fields.map { (name: Array($0.key.utf8), value: $0.value) }
            for field in fields.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
                add(field.name)
                add(field.value)
            }
        case .constructed(let made):
            add("word \(made.arguments.count) \(made.name)")
            for argument in made.arguments { add(argument) }
        case .function(let function):
            let words = functions.words(of: function)
            add("function \(words.count)")
            bytes += words.bytes
        }
    }

    private mutating func add(_ text: String) { add(Array(text.utf8)) }

    /// Adds a string with its length, so that different values can't collide.
    private mutating func add(_ text: [UInt8]) {
        bytes += Array("\(text.count):".utf8)
        bytes += text
    }
}

/// The tokens of a file's functions.
final class FunctionWords {
    private let library: ScriptLibrary
    /// By name.
    private var sources: [String: Source]
    /// A cache by the functions' start: many rules can share a long function.
    private var known: [Start: Words] = [:]

    private struct Start: Hashable {
        let source: String
        let line: Int
    }

    /// Tokens, each preceded by its length so that different lists can't collide. Beyond
    /// ``mostBytes``, their digest.
    struct Words {
        var count = 0
        var bytes: [UInt8] = []
    }

    private static let mostBytes = 64 << 10

    private struct Source {
        let outline: LuaOutline
        /// By line: the functions that begin there, as indexes of tokens.
        let starts: [Int: [Int]]

        init(_ outline: LuaOutline) {
            self.outline = outline
            let starts = outline.tokens.indices.filter { outline.isKeyword($0, "function") }
            self.starts = Dictionary(grouping: starts) { outline.tokens[$0].place.line }
        }

        /// The functions near a line. Lua reports the line of the bracket, which may
        /// come after that of the keyword.
        func starts(near line: Int) -> [Int] {
            if let starts = starts[line] { return starts }
            let nearest = starts.keys.filter { $0 < line }.max()
            return nearest.flatMap { starts[$0] } ?? []
        }
    }

    init(file: String, _ outline: LuaOutline, library: ScriptLibrary) {
        self.library = library
        sources = [file: Source(outline)]
    }

    /// The tokens of all functions that begin on the function's line, because Lua
    /// reports no column. Empty for one of Lua's own functions.
    func words(of function: ScriptFunction) -> Words {
        guard let line = function.line else { return Words() }
        let start = Start(source: function.chunkName, line: line)
        if let words = known[start] { return words }
        let words = source(function.chunkName).map { Self.words(in: $0, near: line) } ?? Words()
        known[start] = words
        return words
    }

    private static func words(in source: Source, near line: Int) -> Words {
        let outline = source.outline
        var words = Words()
        for start in source.starts(near: line) {
            for token in outline.tokens[start...(outline.closings[start] ?? start)] {
                words.count += 1
                words.bytes += Array("\(token.bytes.count):".utf8)
                words.bytes += outline.source[token.bytes]
            }
        }
        if words.bytes.count > mostBytes { words.bytes = SHA256.digest(of: words.bytes) }
        return words
    }

    private func source(_ name: String) -> Source? {
        if let known = sources[name] { return known }
        guard let module = library.modules.first(where: { $0.chunkName == name }) else {
            return nil
        }
        let source = Source(LuaOutline(module.source))
        sources[name] = source
        return source
    }
}
