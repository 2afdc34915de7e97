import Model
import Scripting

/// The Tab completions at the prompt, by the text before the cursor.
public final class LuaCompletion {
    private let collect: () -> ConsoleNames
    /// Collected when Tab is first pressed in quotes.
    private lazy var names = collect()

    init(_ names: @escaping () -> ConsoleNames) { collect = names }

    /// The words that may stand in place of the last one.
    ///
    /// - Parameters:
    ///   - line: the line up to the cursor.
    ///   - start: the byte where its last word begins; blanks, quotes and symbols end a word.
    /// - Returns: in order. Within quotes, a word is the rest of a whole name.
    public func words(in line: String, from start: Int) -> [String] {
        let line = Array(line.utf8)
        guard (0...line.count).contains(start) else { return [] }
        if let quote = Self.openQuote(in: line) {
            return texts(at: LinePlace(line[..<quote]), line, quote: quote, from: start)
        }
        let word = String(decoding: line[start...], as: UTF8.self)
        return known(at: LinePlace(line[..<start])).filter { $0.hasPrefix(word) }.sorted()
    }

    /// The position of the quote that is not closed; nil if there is none.
    private static func openQuote(in line: [UInt8]) -> Int? {
        var quote: Int?
        var isEscaped = false
        for (position, byte) in line.enumerated() {
            if isEscaped {
                isEscaped = false
            } else if let open = quote {
                if byte == UInt8(ascii: "\\") { isEscaped = true }
                if byte == line[open] { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = position
            }
        }
        return quote
    }

    /// Names whose beginning is in the quotes, from the last word on.
    private func texts(
        at place: LinePlace, _ line: [UInt8], quote: Int, from start: Int
    ) -> [String] {
        guard start > quote else { return [] }
        let typed = String(decoding: line[(quote + 1)...], as: UTF8.self).lowercased()
        let before = String(decoding: line[(quote + 1)..<start], as: UTF8.self)
        return place.textsOwner.map { names.texts(of: $0) }.map { texts in
            texts.filter { $0.lowercased().hasPrefix(typed) }
                .map { String($0.dropFirst(before.count)) }
        } ?? []
    }

    private func known(at place: LinePlace) -> [String] {
        switch place.next {
        case .anything: ConsoleNames.globals
        case .field(of: let library): ConsoleNames.fields(of: library)
        case .method(of: let owner): ConsoleNames.methods(of: owner)
        case .condition: ConditionField.allCases.map(\.rawValue) + ["any", "all", "none", "near"]
        case .test(of: let field):
            ConditionField(rawValue: field).map(ConsoleNames.words) ?? ConsoleNames.globals
        case .rulePart:
            RulePart.allCases.map(\.rawValue) + SettableAttribute.allCases.map(\.rawValue)
        case .effect: SettableAttribute.allCases.map(\.rawValue)
        }
    }
}

/// A place in a line of Lua, by the tokens before it.
private struct LinePlace {
    /// What may stand there.
    enum Next {
        case anything
        /// After a dot.
        case field(of: String)
        /// After a colon.
        case method(of: String)
        case condition
        /// A test of a field of a condition.
        case test(of: String)
        case rulePart
        case effect
    }

    private var words: [String] = []
    private var kinds: [LuaToken.Kind] = []
    private var open: [Next] = []

    init(_ line: ArraySlice<UInt8>) {
        let line = Array(line)
        for token in LuaLexer.tokens(of: line) {
            let word = String(decoding: line[token.bytes], as: UTF8.self)
            if token.kind == .symbol { take(word) }
            words.append(word)
            kinds.append(token.kind)
        }
    }

    private static let groups: Set = ["any", "all", "none", "near"]

    private mutating func take(_ symbol: String) {
        switch symbol {
        case "{": open.append(table())
        case "(", "[": open.append(open.last ?? .anything)
        case "}", ")", "]": _ = open.popLast()
        default: break
        }
    }

    /// What stands in a table that opens here.
    private func table() -> Next {
        let outer = open.last ?? .anything
        var end = words.count
        if word(end - 1) == "(" { end -= 1 }
        switch word(end - 1) {
        case "where": return .condition
        case "try": return .rulePart
        case let group where Self.groups.contains(group):
            return word(end - 2) == "=" ? .test(of: word(end - 3)) : outer
        case "=":
            switch word(end - 2) {
            case "when": return .condition
            case "set": return .effect
            case let field: return .test(of: field)
            }
        default: return outer
        }
    }

    var next: Next {
        let last = words.count - 1
        switch word(last) {
        case ".": return .field(of: word(last - 1))
        case ":": return .method(of: owner(before: last))
        case "=":
            if case .condition? = open.last { return .test(of: word(last - 1)) }
            return .anything
        case "{", ",": return open.last ?? .anything
        default: return .anything
        }
    }

    /// What a method is called on: a name, or the name of the call that gives it.
    private func owner(before colon: Int) -> String {
        var position = colon - 1
        guard [")", "}"].contains(word(position)) else {
            return kinds.indices.contains(position) && kinds[position] == .text
                ? "string" : word(position)
        }
        var depth = 0
        while position >= 0 {
            if [")", "}"].contains(words[position]) { depth += 1 }
            if ["(", "{"].contains(words[position]) { depth -= 1 }
            position -= 1
            if depth == 0, !["(", "{"].contains(word(position)) { break }
        }
        return word(position)
    }

    /// The field or function that a text here belongs to.
    var textsOwner: String? {
        for position in words.indices.reversed() {
            let word = words[position]
            switch kinds[position] {
            case .symbol where word == "=": return self.word(position - 1)
            case .symbol where ["{", "(", ","].contains(word): continue
            case .text, .number: continue
            case .name where ConditionWord(rawValue: word) != nil: continue
            case .name: return word
            default: return nil
            }
        }
        return nil
    }

    private func word(_ position: Int) -> String {
        words.indices.contains(position) ? words[position] : ""
    }
}

/// The names that can be completed.
struct ConsoleNames {
    private let byOwner: [String: [String]]

    init(of view: PluginView, _ categories: CategoryTree, _ library: ScriptLibrary, rules: [String])
    {
        let snapshot = view.snapshot
        let payees = snapshot.transactions.indices.reduce(into: Set<String>()) {
            $0.insert(view.decidedPayee(of: $1))
        }
        let tags = snapshot.transactions.indices.reduce(into: Set<String>()) {
            $0.formUnion(view.decision(of: $1).verdict.tags)
        }
        func sorted(_ names: some Sequence<String>) -> [String] {
            Set(names).filter { !$0.isEmpty }.sorted()
        }
        let accounts = sorted(snapshot.accounts.map(\.name))
        byOwner = [
            "payee": sorted(payees), "by_payee": sorted(payees), "account": accounts,
            "by_account": accounts, "institution": sorted(snapshot.accounts.map(\.institution)),
            "currency": sorted(snapshot.accounts.map(\.currency.code)),
            "category": categories.categories.map(\.id).sorted(),
            "class": TransactionClass.allCases.map(\.rawValue),
            "lens": Lens.allCases.map(\.rawValue),
            "account_type": AccountType.allCases.map(\.rawValue),
            "weekday": RuleFields.weekdays, "tags": sorted(tags),
            "by": GroupKey.allCases.map(\.rawValue), "map": library.maps.map(\.name),
            "explain": sorted(rules), "help": ConsoleHelp.names,
        ]
    }

    /// The texts of a field, or of a function's argument.
    func texts(of owner: String) -> [String] { byOwner[owner] ?? [] }

    static let globals =
        ConditionWord.allCases.map(\.rawValue) + ConsoleReference.words.entries.map(\.name)
        + ["map", "require", "print", "ipairs", "pairs", "tostring", "tonumber", "type", "string"]
        + ["math", "table", "utf8", "local", "function", "return", "for", "while", "then", "end"]

    /// After a dot.
    static func fields(of owner: String) -> [String] {
        switch owner {
        case "math": ["abs", "ceil", "floor", "huge", "max", "min", "type", "tointeger"]
        case "string":
            texts + ["find", "format", "gmatch", "gsub", "lower", "match", "rep", "upper"]
        case "table": ["concat", "insert", "remove", "sort", "unpack"]
        case "utf8": ["char", "codepoint", "codes", "len"]
        case "view": []
        default:
            names(
                in: [TransactionReference.ofPlugins, TransactionReference.ofRules], methods: false)
        }
    }

    /// After a colon.
    static func methods(of owner: String) -> [String] {
        switch owner {
        case "view", "where", "first", "last": viewMethods
        case "tx": ofTransactions
        case "string": texts + ["find", "gsub", "lower", "match", "upper"]
        default: Set(viewMethods + ofTransactions + texts).sorted()
        }
    }

    private static let viewMethods = names(
        in: [PluginReference.view, ConsoleReference.view], methods: true
    ).filter { $0 != "decide" }
    private static let ofTransactions = names(in: [TransactionReference.ofRules], methods: true)
    private static let texts = names(in: [LibraryReference.texts], methods: true)

    private static func names(in sections: [ReferenceSection], methods: Bool) -> [String] {
        let entries = sections.flatMap(\.entries).filter { $0.isMethod == methods }
        return Set(entries.map(\.name)).sorted()
    }

    /// The words of a field's tests.
    static func words(of field: ConditionField) -> [String] {
        let tests: [ConditionWord] =
            switch field {
            case _ where field.textField != nil:
                [.contains, .word, .startsWith, .endsWith, .is, .oneOf, .regex]
            case .day: [.atLeast, .atMost, .between]
            case .dayOfMonth, .month: [.between]
            case .pending, .guessed: []
            case .weekday, .accountType, .class, .category, .lens, .series: []
            default: [.less, .greater, .atLeast, .atMost, .between, .approx, .is]
            }
        let isBoolean = field == .pending || field == .guessed
        return isBoolean ? ["true", "false"] : (tests + [.any, .all, .none]).map(\.rawValue)
    }
}
