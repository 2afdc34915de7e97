import Scripting

/// Advice for a file with a syntax error: what to change, and where.
///
/// Lua reports a line and the token at which it gave up. The advice is derived from
/// the surrounding tokens; if that fails, Lua's own message stays.
struct SyntaxAdvice {
    let message: String
    let line: Int?
    let column: Int?

    init(_ error: ScriptError, in source: [UInt8], vocabulary: Vocabulary) {
        let reader = SyntaxSlipReader(
            outline: LuaOutline(source), vocabulary: vocabulary, error: error)
        if let slip = reader.slip() {
            message = slip.message
            line = slip.place.line
            column = slip.place.column
        } else {
            message = error.message
            line = error.line
            column =
                reader.candidates.count == 1
                ? reader.outline.tokens[reader.candidates[0]].place.column : nil
        }
    }
}

/// A mistake and its location.
struct SourceDiagnostic {
    let message: String
    let place: SourcePlace
}

/// Finds the mistake behind a syntax error.
private struct SyntaxSlipReader {
    let outline: LuaOutline
    let vocabulary: Vocabulary
    /// The token at which Lua gave up, and equal ones on its line, because Lua reports
    /// no column. Empty at the end of the file.
    let candidates: [Int]

    /// A line has no more of them by mistake.
    private static let mostCandidates = 50

    private let failsAtEnd: Bool
    private let hasBadEscape: Bool

    init(outline: LuaOutline, vocabulary: Vocabulary, error: ScriptError) {
        self.outline = outline
        self.vocabulary = vocabulary
        hasBadEscape = error.message.hasPrefix("invalid escape sequence")
        let near = error.message.split(separator: " near ", maxSplits: .max).last.map(String.init)
        failsAtEnd = near == "<eof>"
        guard let near, let line = error.line, !failsAtEnd else {
            candidates = []
            return
        }
        let word = String(near.dropFirst().dropLast())
        let alike = outline.tokens.indices.lazy.filter { position in
            let token = outline.tokens[position]
            guard token.place.line == line else { return false }
            let text = outline.text(position)
            return switch token.kind {
            // Lua reports only the first byte, and bytes outside ASCII as
            // numbers.
            case .foreign: text.hasPrefix(word) || word.hasPrefix("<\\")
            case .text, .unfinished: text.hasPrefix(word)
            case .name, .keyword, .number, .symbol: text == word
            }
        }
        candidates = Array(alike.prefix(Self.mostCandidates))
    }

    func slip() -> SourceDiagnostic? {
        foreign ?? unfinished ?? misplaced ?? mismatched ?? neverClosed
    }

    // MARK: Foreign syntax

    private var foreign: SourceDiagnostic? {
        let first = outline.tokens.indices.first { outline.tokens[$0].kind == .foreign }
        guard let first, candidates.last.map({ first <= $0 }) ?? true else { return nil }
        let word = outline.text(first)
        return slip(Self.words(forForeign: word), at: first)
    }

    private static func words(forForeign word: String) -> String {
        switch word {
        case "“", "”", "„", "‘", "’", "«", "»", "‹", "›":
            "\(word) is a typographic quote; use straight quotes, \"like this\""
        case "!=": "Lua writes ~= for \"is not\""
        case "!": "Lua writes not in place of !"
        case "&&": "Lua writes and in place of &&"
        case "||": "Lua writes or in place of ||"
        case "++": "Lua has no ++; write n = n + 1"
        case "+=", "-=", "*=", "/=":
            "Lua has no \(word); write n = n \(word.prefix(1)) …"
        case "=>": "Lua has no =>; write function(tx) return … end"
        case "\u{A0}": "this is a no-break space; use a plain space"
        case "\u{FEFF}":
            "this is an invisible byte order mark; save the file as UTF-8 without one"
        default: "Lua has no \"\(word)\""
        }
    }

    private var unfinished: SourceDiagnostic? {
        let last = outline.tokens.indices.last { outline.tokens[$0].kind == .unfinished }
        guard let last else { return nil }
        let text = outline.text(last)
        if text.hasPrefix("--") {
            return slip("this comment is never closed", at: last)
        }
        if text.hasPrefix("[") {
            return slip("this string is never closed; write ]] at its end", at: last)
        }
        return slip("this string has no closing quote on its line", at: last)
    }

    // MARK: Misplaced tokens

    private var misplaced: SourceDiagnostic? {
        if hasBadEscape, let text = candidates.first {
            return slip(
                "a backslash in quotes must be written twice; or write the string as [[…]]",
                at: text)
        }
        for token in candidates {
            let slip =
                comment(token) ?? key(token) ?? function(token) ?? comparison(token)
                ?? entry(token)
            if let slip { return slip }
        }
        return nil
    }

    /// A comment in another language's syntax.
    private func comment(_ token: Int) -> SourceDiagnostic? {
        let word = outline.text(token)
        let beginsLine =
            token == 0
            || outline.tokens[token - 1].place.line < outline.tokens[token].place.line
        guard beginsLine, word == "//" || word == "#" || word == "/" else { return nil }
        return slip("Lua begins a comment with --, not with \(word)", at: token)
    }

    /// A table key in another language's syntax.
    private func key(_ token: Int) -> SourceDiagnostic? {
        if outline.isSymbol(token - 1, ":"), outline.isName(token - 2), isInTable(token) {
            let name = outline.text(token - 2)
            return slip(
                "write \(name) = …, with an equals sign in place of the colon", at: token - 1)
        }
        guard outline.isSymbol(token, "=") else { return nil }
        if outline.isText(token - 1), isInTable(token) {
            let name = outline.text(token - 1).dropFirst().dropLast()
            return slip("write \(name) = …, without quotes around the name", at: token - 1)
        }
        if let opening = outline.opening(around: token), outline.isSymbol(opening, "("),
            let word = vocabulary.declaration(outline.text(opening - 1))
        {
            guard word.mostValues == 1 else {
                return slip("write { \(outline.text(token - 1)) = … }, with braces", at: token - 1)
            }
            return slip("write \(word.name) { … }, with braces", at: opening)
        }
        return nil
    }

    /// A function without its `end`, or with braces.
    private func function(_ token: Int) -> SourceDiagnostic? {
        if outline.isSymbol(token, "{"), outline.isSymbol(token - 1, ")"),
            let bracket = outline.openings[token - 1],
            outline.isKeyword(bracket - 1, "function") || outline.isKeyword(bracket - 2, "function")
        {
            return slip("a function has no braces; write function(tx) return … end", at: token)
        }
        guard let opening = outline.opening(around: token), outline.closing(of: opening) == "end"
        else { return nil }
        // "return a, set = …": the equals sign is the first invalid token, but it
        // belongs to a field after the function.
        if outline.isSymbol(token, "="), outline.isName(token - 1),
            outline.isSymbol(token - 2, ",")
        {
            return missingEnd(of: opening, before: token - 1)
        }
        let ends = [",", ";", "}", ")"].contains { outline.isSymbol(token, $0) }
        return ends ? missingEnd(of: opening, before: token) : nil
    }

    private func missingEnd(of opening: Int, before token: Int) -> SourceDiagnostic {
        slip(
            "\"end\" is missing before \"\(outline.text(token))\": \(Self.article(outline, opening)) "
                + "is still open", at: token)
    }

    /// A single equals sign in a comparison.
    private func comparison(_ token: Int) -> SourceDiagnostic? {
        guard outline.isSymbol(token, "=") else { return nil }
        let line = outline.tokens[token].place.line
        var position = token - 1
        while position >= 0, outline.tokens[position].place.line == line {
            if outline.tokens[position].kind == .keyword {
                let word = outline.text(position)
                if Self.questions.contains(word) {
                    return slip("= gives a name its value; to compare, write ==", at: token)
                }
                if Self.beginnings.contains(word) { return nil }
            }
            position -= 1
        }
        return nil
    }

    private static let questions: Set<String> = [
        "if", "elseif", "while", "until", "return", "and", "or", "not",
    ]

    /// A statement begins after these, where = is valid.
    private static let beginnings: Set<String> = [
        "then", "do", "else", "end", "local", "function", "repeat",
    ]

    /// A table entry without a comma before it.
    private func entry(_ token: Int) -> SourceDiagnostic? {
        guard outline.beginsEntryWithoutComma(token), let opening = outline.opening(around: token)
        else { return nil }
        let word = outline.text(token)
        if vocabulary.declaration(word) != nil {
            return slip(
                "} is missing before \"\(word)\": \(Self.article(outline, opening)) is still open",
                at: token)
        }
        let previous = outline.text(token - 1)
        if vocabulary.constructors.contains(previous) {
            return slip("write \(previous)(\(word)), with brackets", at: token - 1)
        }
        let shown = outline.isText(token) ? word : "\"\(word)\""
        return slip("a comma is missing before \(shown)", at: token)
    }

    // MARK: Unclosed blocks

    private var mismatched: SourceDiagnostic? {
        guard let mismatch = outline.mismatch,
            candidates.isEmpty || candidates.contains(mismatch.closing)
        else { return nil }
        let word = outline.text(mismatch.closing)
        guard let opening = mismatch.opening, let closing = outline.closing(of: opening) else {
            return slip("this \(word) closes nothing; remove it", at: mismatch.closing)
        }
        return slip(
            "\(closing) is expected here, not \(word): \(Self.article(outline, opening)) is still "
                + "open", at: mismatch.closing)
    }

    private var neverClosed: SourceDiagnostic? {
        guard failsAtEnd, let opening = outline.unclosed.last,
            let closing = outline.closing(of: opening)
        else { return nil }
        return slip(
            "this \(outline.text(opening)) is never closed; write \(closing) where it ends",
            at: opening)
    }

    // MARK: Helpers

    private func isInTable(_ token: Int) -> Bool {
        outline.opening(around: token).map { outline.isSymbol($0, "{") } ?? false
    }

    private func slip(_ message: String, at token: Int) -> SourceDiagnostic {
        SourceDiagnostic(message: message, place: outline.tokens[token].place)
    }

    /// "the function of line 2, column 9".
    private static func article(_ outline: LuaOutline, _ opening: Int) -> String {
        let place = outline.tokens[opening].place
        return "the \(outline.text(opening)) of line \(place.line), column \(place.column)"
    }
}

extension LuaOutline {
    /// Whether a token begins a table entry directly after another entry.
    fileprivate func beginsEntryWithoutComma(_ token: Int) -> Bool {
        guard let opening = opening(around: token), isSymbol(opening, "{"), opening < token - 1,
            endsValue(token - 1)
        else { return false }
        switch tokens[token].kind {
        case .name, .number, .text: return true
        case .symbol: return isSymbol(token, "{") || isSymbol(token, "[")
        case .keyword: return ["function", "true", "false", "nil"].contains(text(token))
        case .foreign, .unfinished: return false
        }
    }

    private func endsValue(_ token: Int) -> Bool {
        switch tokens[token].kind {
        case .name, .number, .text: true
        case .symbol: ["}", ")", "]"].contains(text(token))
        case .keyword: ["end", "true", "false", "nil"].contains(text(token))
        case .foreign, .unfinished: false
        }
    }
}
