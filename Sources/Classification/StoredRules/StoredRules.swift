public import Model
import Rules
import Scripting

/// The stored rules of a vault: the usable ones in order, and the mistakes of the
/// others.
struct StoredRules {
    private(set) var rules: [LoadedRule] = []
    private(set) var leftOut: [RejectedFile] = []
    private var reader: StoredRuleReader?
    private var readings: [StoredRule: Result<LoadedRule, StoredRuleMistakes>] = [:]

    /// - Parameter earlier: loaded with the same categories and limits. Unchanged
    ///   rules are reused: loading a thousand rules takes as long as naming the
    ///   payees of a hundred thousand transactions.
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
                RejectedFile(
                    file: rule.reference, problems: [RuleFileProblem(rule.reference, error)],
                    isStoredRule: true)
            }
        }
    }

    /// Removes the rules that prevent a rulebook, such as those with an invalid
    /// regular expression.
    mutating func leaveOut(_ error: RulebookError) {
        let problems = Dictionary(grouping: error.problems, by: \.rule)
        for rule in rules.map(\.rule) {
            guard let problems = problems[rule.id] else { continue }
            leftOut.append(
                RejectedFile(
                    file: rule.id,
                    problems: problems.map {
                        RuleFileProblem(
                            file: rule.id, line: nil, message: "\(rule.name): \($0.kind)")
                    }, isStoredRule: true))
        }
        rules.removeAll { problems[$0.rule.id] != nil }
    }
}

/// Reads stored rules, all in one sandbox. They are pure data and can't affect each
/// other.
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

    /// - Throws: all mistakes in the rule.
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
            // The same name for all: the sandbox keeps every name that it is given.
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
        // A rule that is not stored yet has no number.
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
            stops: read.stops, layer: read.layer, wordings: read.wordings)
        return LoadedRule(
            lua: LuaRule(
                rule: rule, hasName: lua.hasName, lastingID: nil, when: nil, set: nil,
                examples: lua.examples),
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

/// The mistakes that make a stored rule unusable, located in its definition.
struct StoredRuleMistakes: Error {
    let rule: StoredRule
    let problems: [RuleFileProblem]

    /// - Parameter problems: located in the source that declares the rule,
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

    var leftOut: RejectedFile {
        RejectedFile(file: rule.reference, problems: problems, isStoredRule: true)
    }
}

/// The text of a stored rule: one Lua table that contains only data.
struct StoredDefinition {
    /// A source that declares the rule. Lines equal those of the definition;
    /// columns do too, except on the first line.
    let source: [UInt8]

    private static let verb = Array("rule".utf8)

    init(_ text: String) {
        source = Self.verb + Array(text.utf8)
    }

    /// Converts a column of the source to one of the definition.
    static func column(_ column: Int?, inLine line: Int?) -> Int? {
        guard let column, line == 1 else { return column }
        return max(1, column - verb.count)
    }

    /// The first token in the definition that is not data, if any.
    func slip() -> SourceDiagnostic? {
        let tokens = LuaLexer.tokens(of: source)
        guard tokens.count > 1, text(tokens[0]) == "rule", text(tokens[1]) == "{" else {
            return SourceDiagnostic(
                message: "a stored rule is a table such as "
                    + "{ when = { description = \"NETFLIX\" }, set = { category = \"dining\" } }",
                place: SourcePlace(line: 1, column: Self.verb.count + 1))
        }
        var depth = 0
        for position in tokens.indices.dropFirst() {
            let token = tokens[position]
            let isKey = tokens.indices.contains(position + 1) && text(tokens[position + 1]) == "="
            if let message = slip(of: token, isKey: isKey) {
                return SourceDiagnostic(message: message, place: token.place)
            }
            depth += depthChange(token)
            if depth == 0, tokens.indices.contains(position + 1) {
                return SourceDiagnostic(
                    message: "a stored rule is one table; nothing may follow",
                    place: tokens[position + 1].place)
            }
        }
        return nil
    }

    private func slip(of token: LuaToken, isKey: Bool) -> String? {
        switch token.kind {
        case .keyword where text(token) == "or":
            return "a stored rule can't have \"or\"; write { \"A\", \"B\" } for one of two texts, "
                + "and any { … } for one of two conditions"
        case .keyword where text(token) == "not":
            return "a stored rule can't have \"not\"; write none { … }"
        case .keyword where !["true", "false", "nil"].contains(text(token)):
            return "a stored rule is data and can't have \"\(text(token))\"; write a rule with a "
                + "function in a file; \"ghostvault rules new mine\" creates one"
        case .name where !isKey && !Self.words.contains(text(token)):
            let name = text(token)
            if ConditionField(rawValue: name) != nil {
                return "\"\(name)\" needs an equals sign, as in amount = less(0)"
            }
            return "a stored rule can't use \"\(name)\""
                + Suggestion.phrase(for: text(token), among: RuleFields.vocabulary.constructors)
        case .symbol where !Self.symbols.contains(text(token)):
            return "a stored rule is data and can't compute with \"\(text(token))\""
        case .keyword, .name, .number, .symbol, .text, .unfinished, .foreign: return nil
        }
    }

    private func depthChange(_ token: LuaToken) -> Int {
        guard token.kind == .symbol else { return 0 }
        switch text(token) {
        case "{", "(", "[": return 1
        case "}", ")", "]": return -1
        default: return 0
        }
    }

    private func text(_ token: LuaToken) -> String {
        String(decoding: source[token.bytes], as: UTF8.self)
    }

    private static let words = Set(RuleFields.vocabulary.constructors)
    private static let symbols: Set<String> = ["{", "}", "(", ")", "[", "]", ",", ";", "=", "-"]
}

extension LuaOutline {
    /// Fields that occur twice in one table, located at the repetition.
    var repeatedFields: [SourceDiagnostic] {
        repeatedKeys.map { key in
            // A key in brackets, ["name"], is reported without them.
            let name = isSymbol(key, "[") ? String(text(key + 1).dropFirst().dropLast()) : text(key)
            return SourceDiagnostic(
                message: "\"\(name)\" is twice in one table; Lua keeps only the last",
                place: tokens[key].place)
        }
    }
}

extension LuaOutline {
    /// A value that the file itself returns: rules are declared.
    var returnedValues: [SourceDiagnostic] {
        tokens.indices.filter { token in
            isKeyword(token, "return") && opening(around: token) == nil
                && tokens.indices.contains(token + 1) && !isSymbol(token + 1, ";")
        }.map { token in
            SourceDiagnostic(
                message: "what a rule file returns is ignored; declare each rule with rule { … }",
                place: tokens[token].place)
        }
    }
}

extension LuaOutline {
    /// Texts beside `or` and `not`, which Lua takes for true.
    var idleTexts: [SourceDiagnostic] {
        tokens.indices.compactMap { token in
            guard isText(token) else { return nil }
            if isKeyword(token - 1, "not"), !isSymbol(token + 1, ":"), !isSymbol(token + 1, "..") {
                return SourceDiagnostic(
                    message: "not \(text(token)) is always false; write none { … } around the test",
                    place: tokens[token - 1].place)
            }
            guard isKeyword(token + 1, "or"), isText(token + 2), isIdleChoice(token) else {
                return nil
            }
            return SourceDiagnostic(
                message:
                    "\(text(token)) or \(text(token + 2)) is always \(text(token)); for either "
                    + "write { \(text(token)), \(text(token + 2)) }, or compare with each",
                place: tokens[token].place)
        }
    }

    /// Whether neither text of "A" or "B" is compared, and no "and" chooses between them.
    private func isIdleChoice(_ token: Int) -> Bool {
        let operators = ["==", "~=", "..", ":", "<", ">"]
        guard !isSymbol(token - 1, ".."), !operators.contains(where: { isSymbol(token + 3, $0) })
        else { return false }
        for before in stride(from: token - 1, through: 0, by: -1) {
            if isKeyword(before, "and") || isKeyword(before, "or") { return false }
            let begins = ["=", "{", "(", ",", ";"].contains { isSymbol(before, $0) }
            if begins
                || ["return", "if", "elseif", "while"].contains(where: { isKeyword(before, $0) })
            {
                return true
            }
        }
        return true
    }
}

extension StoredRule {
    /// Fields that occur twice in one table of the definition: only the last one
    /// takes effect.
    public var repeatedFields: [RuleFileProblem] {
        LuaOutline(StoredDefinition(definition).source).repeatedFields.map { slip in
            RuleFileProblem(
                file: reference, line: slip.place.line,
                column: StoredDefinition.column(slip.place.column, inLine: slip.place.line),
                message: slip.message)
        }
    }
}

extension Condition {
    /// The text that the condition searches for, in one line: the default name of a
    /// stored rule. Nil if it searches for none.
    ///
    /// It is derived on every load and never stored, so that it follows edits.
    var soughtText: String? {
        Self.tellingFields.lazy.compactMap(text(soughtIn:)).first
    }

    /// The fields by which a person recognises a rule, the most telling first.
    private static let tellingFields: [TextField] = [
        .description, .anyText, .payee, .bankPayee, .memo, .account, .institution, .tags, .notes,
    ]

    private func text(soughtIn field: TextField) -> String? {
        switch self {
        case .all(let parts), .any(let parts):
            parts.lazy.compactMap { $0.text(soughtIn: field) }.first
        case .text(field, let test): test.plainText
        case .text, .none, .amount, .size, .day, .dayOfMonth, .weekday, .month, .pending,
            .accountType, .fact, .decided, .history, .near, .always:
            nil
        }
    }
}

extension TextTest {
    fileprivate var plainText: String? {
        let text: String? =
            switch self {
            case .contains(let text), .containsWord(let text), .startsWith(let text),
                .endsWith(let text), .equals(let text):
                text
            case .oneOf(let texts): texts.first
            case .anyOf, .matches: nil
            }
        let line = text?.split { $0.isNewline || $0.isControl }.joined(separator: " ") ?? ""
        return line.allSatisfy(\.isWhitespace) ? nil : line
    }
}

extension Character {
    fileprivate var isControl: Bool {
        unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
    }
}
