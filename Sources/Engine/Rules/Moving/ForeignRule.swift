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
    /// Whether no later rule takes back what it sets.
    var isFinal = false
    /// The line of the file on which it begins, or its number where there are no lines, from 1.
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
    /// Conditions that the beginning of the file has in a list, as they are asked for.
    case listed(String)

    /// The entries of a `when` table.
    var entries: [String] {
        switch self {
        case .field(let name, let test): return ["\(name) = \(test)"]
        case .none(.listed(let name)): return ["none { \(name) }"]
        case .none(let other):
            let entries = other.entries
            guard entries.count == 1 else { return ["none { { \(other.text) } }"] }
            // None of several, in place of not one of them.
            return [
                entries[0].hasPrefix("any {")
                    ? "none\(entries[0].dropFirst(3))" : "none { \(entries[0]) }"
            ]
        case .listed(let name): return ["all { \(name) }"]
        case .all(let parts):
            var names: Set<Substring> = []
            return parts.flatMap { part in
                // A table has each field once.
                let fields = part.entries.compactMap(Self.field)
                guard names.isDisjoint(with: fields) else { return ["all { \(part.item) }"] }
                names.formUnion(fields)
                return part.entries
            }
        case .any(let all):
            let parts = all.flatMap { part in
                if case .any(let inner) = part { inner } else { [part] }
            }
            if parts.count == 1 { return parts[0].entries }
            let fields = parts.compactMap { part -> (name: String, test: String)? in
                if case .field(let name, let test) = part { (name, test) } else { nil }
            }
            if fields.count == parts.count, let name = fields.first?.name,
                fields.allSatisfy({ $0.name == name })
            {
                return ["\(name) = { \(fields.map(\.test).joined(separator: ", ")) }"]
            }
            return ["any { \(parts.map(\.item).joined(separator: ", ")) }"]
        }
    }

    /// The field of an entry such as "amount = 5"; nil for one that combines others.
    private static func field(_ entry: String) -> Substring? {
        let name = entry.prefix { $0.isLetter || $0 == "_" }
        return entry.dropFirst(name.count).hasPrefix(" = ") ? name : nil
    }

    /// Whether it asks for what the beginning of the file defines.
    var asksForList: Bool {
        switch self {
        case .field: false
        case .all(let parts), .any(let parts): parts.contains(where: \.asksForList)
        case .none(let other): other.asksForList
        case .listed: true
        }
    }

    /// Whether it tests what is known after the stages only.
    var asksAfterStages: Bool {
        switch self {
        case .field(let name, _): name == "series"
        case .all(let parts), .any(let parts): parts.contains(where: \.asksAfterStages)
        case .none(let other): other.asksAfterStages
        case .listed: false
        }
    }

    /// As one of several conditions: a table, unless it combines others by itself.
    var item: String {
        if case .listed(let name) = self { return name }
        return entries.count == 1 && Self.field(entries[0]) == nil ? text : "{ \(text) }"
    }

    /// The entries, as a table has them.
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
    /// Whether a category of spending makes it spending, too, such as money back.
    var isSpendingByCategory = false
    var parts: [Part] = []

    /// A part of a split.
    struct Part: Hashable, Sendable {
        /// In the other program's words; nil for none.
        var category: String?
        /// "amount = 30" or "share = 0.3"; empty for the part that takes the rest.
        var size: String
        var note: String?
    }

    /// All categories that it names.
    var categories: [String] { [category].compactMap(\.self) + parts.compactMap(\.category) }

    /// Whether a part is something else than spending, which can't be here.
    func hasOtherPart(_ categories: [String: MovedCategory]) -> Bool {
        parts.contains { part in
            if case .class = part.category.flatMap({ categories[$0]?.meaning }) {
                true
            } else {
                false
            }
        }
    }

    /// The parts of a `splits` table.
    private func splits(_ categories: [String: MovedCategory]) -> [String] {
        parts.map { part in
            var id = "other"
            if case .category(let known, _) = part.category.flatMap({ categories[$0]?.meaning }) {
                id = known
            }
            let note = part.note.map { "note = \(LuaLiteral.text($0))" } ?? ""
            let entries = ["category = \(LuaLiteral.text(id))", part.size, note]
            return "{ \(entries.filter { !$0.isEmpty }.joined(separator: ", ")) }"
        }
    }

    /// The entries of a `set` table.
    ///
    /// - Parameter categories: by the other program's names.
    func entries(_ categories: [String: MovedCategory]) -> [String] {
        var (category, known, tags) = (String?.none, transactionClass, tags)
        if let name = self.category, let moved = categories[name] {
            switch moved.meaning {
            case .category(let id, _):
                category = id
                if isSpendingByCategory { known = known ?? .expense }
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
            + (parts.isEmpty ? [] : ["splits = { \(splits(categories).joined(separator: ", ")) }"])
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
