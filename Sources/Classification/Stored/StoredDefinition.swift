import Scripting

/// The text of a stored rule: one Lua table that is data and runs nothing.
struct StoredDefinition {
    /// A source that declares the rule. Lines are those of the definition, and
    /// columns too but in the first line.
    let source: [UInt8]

    private static let verb = Array("rule".utf8)

    init(_ text: String) {
        source = Self.verb + Array(text.utf8)
    }

    /// A place of the source, as a place of the definition.
    static func column(_ column: Int?, inLine line: Int?) -> Int? {
        guard let column, line == 1 else { return column }
        return max(1, column - verb.count)
    }

    /// The first thing in the definition that is no data, or nil.
    func slip() -> SourceSlip? {
        let tokens = LuaLexer.tokens(of: source)
        guard tokens.count > 1, text(tokens[0]) == "rule", text(tokens[1]) == "{" else {
            return SourceSlip(
                message: "a stored rule is a table such as "
                    + "{ when = { description = \"NETFLIX\" }, set = { category = \"dining\" } }",
                place: SourcePlace(line: 1, column: Self.verb.count + 1))
        }
        var depth = 0
        for position in tokens.indices.dropFirst() {
            let token = tokens[position]
            let isKey = tokens.indices.contains(position + 1) && text(tokens[position + 1]) == "="
            if let message = slip(of: token, isKey: isKey) {
                return SourceSlip(message: message, place: token.place)
            }
            depth += depthChange(token)
            if depth == 0, tokens.indices.contains(position + 1) {
                return SourceSlip(
                    message: "a stored rule ends with its table; nothing may follow",
                    place: tokens[position + 1].place)
            }
        }
        return nil
    }

    private func slip(of token: LuaToken, isKey: Bool) -> String? {
        switch token.kind {
        case .keyword where !["true", "false", "nil"].contains(text(token)):
            return "a stored rule is data and can't have \"\(text(token))\"; write a rule with a "
                + "function into a file, \"ghostvault rules new mine\" begins one"
        case .name where !isKey && !Self.words.contains(text(token)):
            return "a stored rule can't use \"\(text(token))\""
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
