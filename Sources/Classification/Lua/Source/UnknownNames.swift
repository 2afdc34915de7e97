import Scripting

/// The undefined names in a source: its author didn't define them, and scripts have no
/// such names.
///
/// Lua itself fails at the first one that it reaches. A name that is defined anywhere
/// in the source counts as defined everywhere.
struct UnknownNames {
    /// The first use of each, in source order.
    let uses: [Use]
    private let outline: LuaOutline

    struct Use: Hashable {
        let name: String
        let place: SourcePlace
        /// The message for its author.
        let message: String
    }

    /// - Parameter outline: of a source that is valid Lua.
    init(
        in outline: LuaOutline, layout: RecordLayout, vocabulary: Vocabulary, on host: ScriptHost
    ) {
        self.outline = outline
        do throws(ScriptError) {
            uses = try Self.uses(
                in: outline,
                askingIn: Sandbox(layout: layout, vocabulary: vocabulary, on: host))
        } catch {
            // Without a sandbox the defined names are unknown.
            uses = []
        }
    }

    private static func uses(in outline: LuaOutline, askingIn sandbox: Sandbox) -> [Use] {
        let meanings = NameMeanings(outline)
        var known = meanings.given
        var messages: [String: String] = [:]
        var uses: [Use] = []
        for token in meanings.uses where uses.count < mostUses {
            let name = outline.text(token)
            guard !known.contains(name) else { continue }
            guard let message = messages[name] ?? failure(of: name, in: sandbox) else {
                known.insert(name)
                continue
            }
            messages[name] = message
            uses.append(
                Use(
                    name: name, place: outline.tokens[token].place,
                    message: UnknownNameAdvice.message(
                        of: name, at: token, in: outline, otherwise: message)))
        }
        return uses
    }

    /// Lua's message for the use of the name; nil if it is defined.
    private static func failure(of name: String, in sandbox: Sandbox) -> String? {
        do throws(ScriptError) {
            try sandbox.load(source: "local value = \(name)", chunkName: "name")
            return nil
        } catch {
            return error.kind == .runtime ? error.message : nil
        }
    }

    /// Far more than a person misspells.
    private static let mostUses = 200

    /// A vocabulary that also contains these names, so that loading doesn't stop at
    /// them.
    func asWords(beside vocabulary: Vocabulary) -> Vocabulary {
        Vocabulary(
            declarations: vocabulary.declarations,
            constructors: vocabulary.constructors + Set(uses.map(\.name)).sorted(),
            requests: vocabulary.requests, queries: vocabulary.queries)
    }

    /// Whether one of them is used at a location, or in a call or table that begins there.
    func stand(at line: Int?, column: Int?) -> Bool {
        let start = outline.tokens.indices.first {
            outline.tokens[$0].place.line == line && outline.tokens[$0].place.column == column
        }
        guard let start else { return false }
        let end = outline.closings[start] ?? outline.closings[start + 1] ?? start
        let places = outline.tokens[start...end].map(\.place)
        return uses.contains { use in
            places.contains { $0.line == use.place.line && $0.column == use.place.column }
        }
    }

    func problems(in file: String) -> [RuleFileProblem] {
        uses.map { use in
            RuleFileProblem(
                file: file, line: use.place.line, column: use.place.column, message: use.message)
        }
    }
}

/// The uses of customary names of an argument, such as "tx", that nothing in a source defines.
package struct UndefinedArguments {
    private let outline: LuaOutline
    /// In their order.
    private let tokens: [Int]

    init(in outline: LuaOutline) {
        let customary: Set = ["tx", "transaction", "e", "ev", "event"]
        let meanings = NameMeanings(outline)
        let undefined = customary.subtracting(meanings.given)
        self.outline = outline
        tokens = meanings.uses.filter { undefined.contains(outline.text($0)) }
    }

    /// The first use of each name among some tokens.
    ///
    /// - Complexity: linear in the uses there.
    func first(in body: Range<Int>) -> [Int] {
        var seen: Set<String> = []
        return tokens[tokens.partitioningIndex { $0 >= body.lowerBound }...].prefix {
            $0 < body.upperBound
        }
        .filter { seen.insert(outline.text($0)).inserted }
    }
}

/// The names that a source uses, and those that it defines.
private struct NameMeanings {
    /// The tokens that read a variable.
    private(set) var uses: [Int] = []
    private(set) var given: Set<String> = ["self"]

    init(_ outline: LuaOutline) {
        for token in outline.tokens.indices where outline.isName(token) {
            if outline.isPart(token) { continue }
            if outline.isGivenMeaning(token) {
                given.insert(outline.text(token))
            } else {
                uses.append(token)
            }
        }
    }
}

extension LuaOutline {
    /// Whether a name is not a variable, but a field, a method, a table key, a label or
    /// an attribute.
    fileprivate func isPart(_ token: Int) -> Bool {
        if isSymbol(token - 1, ".") || isSymbol(token - 1, ":") { return true }
        if isSymbol(token - 1, "::") || isKeyword(token - 1, "goto") { return true }
        if isSymbol(token - 1, "<"), isSymbol(token + 1, ">"), isInNameList(token - 2) {
            return true
        }
        return isSymbol(token + 1, "=") && isInTable(token)
    }

    /// Whether a name is that of a variable, parameter or function at its definition
    /// or assignment.
    fileprivate func isGivenMeaning(_ token: Int) -> Bool {
        if let opening = opening(around: token), groups[opening] != nil {
            return isParameter(inGroup: opening)
        }
        if isKeyword(token - 1, "function") || isInNameList(token) { return true }
        // In a multiple assignment, the last name comes before the equals sign.
        let last = last(from: token, by: 2) { isSymbol($0 - 1, ",") && isName($0) }
        return isSymbol(last + 1, "=")
    }

    private func isInTable(_ token: Int) -> Bool {
        opening(around: token).map { isSymbol($0, "{") } ?? false
    }

    /// Whether a name is in a list such as `local a, b` or `for a, b`.
    private func isInNameList(_ token: Int) -> Bool {
        let first = last(from: token, by: -2) { isName($0) && isSymbol($0 + 1, ",") }
        return isKeyword(first - 1, "local") || isKeyword(first - 1, "for")
    }

    private func isParameter(inGroup opening: Int) -> Bool {
        guard isSymbol(opening, "(") else { return false }
        // The function may have a name, "a.b:c".
        let start = last(from: opening, by: -1) {
            isName($0) || isSymbol($0, ".") || isSymbol($0, ":")
        }
        return isKeyword(start - 1, "function")
    }

    /// The last token reachable from another one in steps that satisfy a condition.
    private func last(from token: Int, by step: Int, while continues: (Int) -> Bool) -> Int {
        var last = token
        // Lua allows at most 200 variables, and nobody nests names deeper.
        for _ in 0..<200 {
            guard continues(last + step) else { break }
            last += step
        }
        return last
    }
}

/// A more helpful message for an undefined name, if the source shows what was meant.
struct UnknownNameAdvice {
    let message: String
    let column: Int?

    /// Nil for any other error.
    init?(_ error: ScriptError, in outline: LuaOutline) {
        guard error.kind == .runtime, let line = error.line,
            let match = error.message.firstMatch(of: /^there is no name '([A-Za-z_0-9]+)'/)
        else { return nil }
        let name = String(match.1)
        let uses = outline.tokens.indices.filter {
            outline.tokens[$0].place.line == line && outline.isName($0)
                && outline.text($0) == name && !outline.isSymbol($0 - 1, ".")
                && !outline.isSymbol($0 - 1, ":") && !outline.isSymbol($0 + 1, "=")
        }
        column = uses.count == 1 ? outline.tokens[uses[0]].place.column : nil
        message = Self.message(
            of: name, at: uses.count == 1 ? uses[0] : nil, in: outline, otherwise: error.message)
    }

    /// - Parameters:
    ///   - token: the use of the name, if known.
    ///   - otherwise: the message if the source shows nothing.
    static func message(
        of name: String, at token: Int?, in outline: LuaOutline, otherwise: String
    ) -> String {
        if let luas = names[name] { return "there is no name '\(name)'; Lua writes \(luas)" }
        if let meant = wordsOfComparisons[name] {
            return "there is no name '\(name)'; did you mean '\(meant)'?"
        }
        if let token, let advice = advice(name, at: token, outline) {
            return "there is no name '\(name)'; \(advice)"
        }
        // Lua's own message guesses among the names that every file has.
        guard otherwise == "there is no name '\(name)'" else { return otherwise }
        return otherwise + Suggestion.phrase(for: name, among: NameMeanings(outline).given.sorted())
    }

    private static let names = [
        "null": "nil", "NULL": "nil", "None": "nil", "undefined": "nil", "True": "true",
        "False": "false", "TRUE": "true", "FALSE": "false",
    ]

    private static let wordsOfComparisons = [
        "more": "greater", "over": "greater", "above": "greater", "bigger": "greater",
        "larger": "greater", "more_than": "greater", "greater_than": "greater",
        "below": "less", "under": "less", "smaller": "less", "fewer": "less",
        "less_than": "less", "lower": "less", "minimum": "at_least", "maximum": "at_most",
    ]

    private static func advice(_ name: String, at token: Int, _ outline: LuaOutline) -> String? {
        let comparisons = [
            "<": "less", ">": "greater", "<=": "at_most", ">=": "at_least",
        ]
        if ConditionField(rawValue: name) != nil,
            let word = comparisons[outline.text(token + 1)],
            outline.opening(around: token).map({ outline.isSymbol($0, "{") }) == true
        {
            let number =
                outline.isSymbol(token + 2, "-")
                ? "-" + outline.text(token + 3)
                : outline.text(token + 2)
            return "write \(name) = \(word)(\(number))"
        }
        guard let opening = outline.opening(around: token), outline.isSymbol(opening, "{") else {
            return nil
        }
        let beginsEntry = [",", ";", "{"].contains { outline.isSymbol(token - 1, $0) }
        if beginsEntry, outline.isSymbol(token + 1, "==") {
            return "write \(name) = …, with one equals sign"
        }
        let endsEntry = [",", ";", "}"].contains { outline.isSymbol(token + 1, $0) }
        guard endsEntry, beginsEntry || outline.isSymbol(token - 1, "=") else { return nil }
        return "a string needs quotes: \"\(name)\""
    }
}
