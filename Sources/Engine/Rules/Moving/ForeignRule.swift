internal import Classification
internal import Model

/// A rule of another program, in the words of rules here.
struct ForeignRule: Sendable {
    var name: String
    /// Nil if it can't be said here.
    var condition: ForeignCondition?
    var effect = ForeignEffect()
    var isEnabled = true
    /// Whether no rule behind it applies where it does.
    var stops = false
    /// The line of the file on which it begins, from 1.
    let line: Int
    /// What of it can't be said here, in the words of its file.
    var lost: [String] = []

    init(name: String, line: Int) {
        // Names are one line, and short enough for a list.
        let words = SafeText.neutralised(name).split(whereSeparator: \.isWhitespace)
        self.name = String(words.joined(separator: " ").prefix(60))
        self.line = line
    }
}

/// What a rule of another program tests.
indirect enum ForeignCondition: Hashable, Sendable {
    /// A field of a `when` table, and its test as Lua.
    case field(String, String)
    case all([ForeignCondition])
    case any([ForeignCondition])
    case none(ForeignCondition)

    /// The entries of a `when` table.
    var entries: [String] {
        switch self {
        case .field(let name, let test): return ["\(name) = \(test)"]
        case .none(let other): return ["none { { \(other.text) } }"]
        case .all(let parts):
            var names: Set<String> = []
            return parts.flatMap { part in
                // A table has each field once.
                guard case .field(let name, _) = part, !names.insert(name).inserted else {
                    return part.entries
                }
                return ["all { { \(part.text) } }"]
            }
        case .any(let parts):
            if parts.count == 1 { return parts[0].entries }
            let fields = parts.compactMap { part -> (name: String, test: String)? in
                if case .field(let name, let test) = part { (name, test) } else { nil }
            }
            if fields.count == parts.count, let name = fields.first?.name,
                fields.allSatisfy({ $0.name == name })
            {
                return ["\(name) = { \(fields.map(\.test).joined(separator: ", ")) }"]
            }
            return ["any { \(parts.map { "{ \($0.text) }" }.joined(separator: ", ")) }"]
        }
    }

    private var text: String { entries.joined(separator: ", ") }
}

/// What a rule of another program sets.
struct ForeignEffect: Hashable, Sendable {
    /// In the other program's words.
    var category: String?
    var transactionClass: TransactionClass?
    var payee: String?
    var notes: String?
    var appendedNotes: String?
    var series: String?
    var tags: [String] = []
    var removedTags: [String] = []

    /// The entries of a `set` table.
    ///
    /// - Parameter categories: by the other program's names.
    func entries(_ categories: [String: MovedCategory]) -> [String] {
        var (category, known, tags) = (String?.none, transactionClass, tags)
        if let name = self.category, let moved = categories[name] {
            switch moved.meaning {
            case .category(let id, _): category = id
            case .class(let other):
                known = known ?? other
                tags += [moved.tag].compactMap(\.self)
            case .undecided: break
            }
        }
        let texts = [
            ("category", category), ("class", known?.rawValue), ("payee", payee), ("notes", notes),
            ("append_notes", appendedNotes), ("series", series),
        ]
        func list(_ name: String, _ texts: [String]) -> [String] {
            texts.isEmpty
                ? [] : ["\(name) = { \(texts.map(LuaLiteral.text).joined(separator: ", ")) }"]
        }
        return texts.compactMap { name, text in text.map { "\(name) = \(LuaLiteral.text($0))" } }
            + list("tags", tags) + list("remove_tags", removedTags)
    }
}

/// A text that another program searches for, as a test in Lua.
enum ForeignText {
    /// The test of a regular expression without regard to case.
    ///
    /// What is a plain text is written as one.
    static func test(regex pattern: String) -> String {
        let alternatives = pattern.split(separator: "|", omittingEmptySubsequences: false)
            .map { plain($0) }
        if alternatives.allSatisfy({ $0 != nil }) {
            let tests = alternatives.compactMap(\.self)
            return tests.count == 1 ? tests[0] : "{ \(tests.joined(separator: ", ")) }"
        }
        // The ends of words, which Perl's expressions write otherwise.
        let perl = pattern.replacing("\\<", with: "\\b").replacing("\\>", with: "\\b")
        return "regex \(quoted(perl))"
    }

    /// A long string, which needs no escapes, if the text can stand in it.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 }
        guard isPlain, !text.contains("]=]") else { return LuaLiteral.text(text) }
        return text.contains("]]") || text.hasSuffix("]") ? "[=[\(text)]=]" : "[[\(text)]]"
    }

    /// A test of a text without anything special in it; nil for another expression.
    private static func plain(_ pattern: Substring) -> String? {
        var rest = pattern
        let isStart = rest.hasPrefix("^")
        if isStart { rest.removeFirst() }
        var text = ""
        var isEnd = false
        while let letter = rest.popFirst() {
            switch letter {
            case "\\":
                guard let next = rest.popFirst(), !next.isLetter, !next.isNumber, next != "<",
                    next != ">"
                else { return nil }
                text.append(next)
            case "$" where rest.isEmpty: isEnd = true
            case ".", "[", "]", "(", ")", "*", "+", "?", "{", "}", "^", "$": return nil
            default: text.append(letter)
            }
        }
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        let literal = LuaLiteral.text(text)
        return switch (isStart, isEnd) {
        case (true, true): "is \(literal)"
        case (true, false): "starts_with \(literal)"
        case (false, true): "ends_with \(literal)"
        case (false, false): literal
        }
    }
}
