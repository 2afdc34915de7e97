import Scripting

/// The names in a source that mean nothing there: its author did not give them
/// a meaning, and scripts have none of that name.
///
/// Lua itself fails at the first of them that it comes to. A name that is given
/// a meaning anywhere in the source counts as known in all of it.
struct UnknownNames {
    /// The first places where one stands, in the order of the source.
    let uses: [Use]

    struct Use: Hashable {
        let name: String
        let place: SourcePlace
        /// What to tell of it.
        let message: String
    }

    /// - Parameter outline: of a source that could be read as Lua.
    init(
        in outline: LuaOutline, layout: RecordLayout, vocabulary: Vocabulary, on host: ScriptHost
    ) {
        do throws(ScriptError) {
            uses = try Self.uses(
                in: outline,
                askingIn: Sandbox(layout: layout, vocabulary: vocabulary, on: host))
        } catch {
            // Without a sandbox nobody knows what means something.
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

    /// What scripts are told that use the name; nil where it means something.
    private static func failure(of name: String, in sandbox: Sandbox) -> String? {
        do throws(ScriptError) {
            try sandbox.load(source: "local value = \(name)", chunkName: "name")
            return nil
        } catch {
            return error.kind == .runtime ? error.message : nil
        }
    }

    /// More than a person misspells.
    private static let mostUses = 200

    /// A vocabulary in which the names are words too, so that a source can be
    /// read past them.
    func asWords(beside vocabulary: Vocabulary) -> Vocabulary {
        Vocabulary(
            declarations: vocabulary.declarations,
            constructors: vocabulary.constructors + Set(uses.map(\.name)).sorted(),
            requests: vocabulary.requests)
    }

    /// Whether one of them stands at a place.
    func stand(at line: Int?, column: Int?) -> Bool {
        uses.contains { $0.place.line == line && $0.place.column == column }
    }

    func problems(in file: String) -> [RuleFileProblem] {
        uses.map { use in
            RuleFileProblem(
                file: file, line: use.place.line, column: use.place.column, message: use.message)
        }
    }
}

/// Where a source uses names, and which of them it gives a meaning.
private struct NameMeanings {
    /// The tokens that read the value of a name.
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
    /// Whether a name is a field, a method, the key of an entry, a label or an
    /// attribute of a variable: something that is no variable.
    fileprivate func isPart(_ token: Int) -> Bool {
        if isSymbol(token - 1, ".") || isSymbol(token - 1, ":") { return true }
        if isSymbol(token - 1, "::") || isKeyword(token - 1, "goto") { return true }
        if isSymbol(token - 1, "<"), isSymbol(token + 1, ">"), isInNameList(token - 2) {
            return true
        }
        return isSymbol(token + 1, "=") && isInTable(token)
    }

    /// Whether a name is that of a variable, of a parameter or of a function
    /// where it is made or assigned.
    fileprivate func isGivenMeaning(_ token: Int) -> Bool {
        if let opening = opening(around: token), groups[opening] != nil {
            return isParameter(inGroup: opening)
        }
        if isKeyword(token - 1, "function") || isInNameList(token) { return true }
        // The last of several that are assigned at once stands before the sign.
        let last = last(from: token, by: 2) { isSymbol($0 - 1, ",") && isName($0) }
        return isSymbol(last + 1, "=")
    }

    private func isInTable(_ token: Int) -> Bool {
        opening(around: token).map { isSymbol($0, "{") } ?? false
    }

    /// Whether a name stands in a list such as `local a, b` or `for a, b`.
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

    /// The last token to which one comes from another in steps that continue.
    private func last(from token: Int, by step: Int, while continues: (Int) -> Bool) -> Int {
        var last = token
        // Lua takes no more than 200 variables, and nobody nests names deeper.
        for _ in 0..<200 {
            guard continues(last + step) else { break }
            last += step
        }
        return last
    }
}

/// Says more of a name that a script used and that is not there, where the
/// source tells what was meant.
struct UnknownNameAdvice {
    let message: String
    let column: Int?

    /// Nil where the error is another one.
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
    ///   - token: where the name stands, where that is known.
    ///   - otherwise: what is told where the source tells nothing.
    static func message(
        of name: String, at token: Int?, in outline: LuaOutline, otherwise: String
    ) -> String {
        if let luas = names[name] { return "there is no name '\(name)'; Lua writes \(luas)" }
        if let token, let advice = advice(name, at: token, outline) {
            return "there is no name '\(name)'; \(advice)"
        }
        return otherwise
    }

    private static let names = [
        "null": "nil", "NULL": "nil", "None": "nil", "undefined": "nil", "True": "true",
        "False": "false", "TRUE": "true", "FALSE": "false",
    ]

    private static func advice(_ name: String, at token: Int, _ outline: LuaOutline) -> String? {
        guard let opening = outline.opening(around: token), outline.isSymbol(opening, "{") else {
            return nil
        }
        let beginsEntry = [",", ";", "{"].contains { outline.isSymbol(token - 1, $0) }
        if beginsEntry, outline.isSymbol(token + 1, "==") {
            return "write \(name) = …, with one equals sign"
        }
        let endsEntry = [",", ";", "}"].contains { outline.isSymbol(token + 1, $0) }
        guard endsEntry, beginsEntry || outline.isSymbol(token - 1, "=") else { return nil }
        return "a text needs quotes: \"\(name)\""
    }
}
