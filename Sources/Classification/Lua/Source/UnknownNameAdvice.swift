import Scripting

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
