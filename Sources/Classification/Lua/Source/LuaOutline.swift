/// What stands within what in a Lua source: brackets, tables with their
/// entries, calls with their arguments, functions and blocks.
///
/// Found in one walk over the tokens, however deep they are nested. It knows
/// no more of Lua's grammar than that.
struct LuaOutline {
    /// The entries of a table literal, or the arguments of a call: positions
    /// among the tokens.
    struct Group: Hashable {
        /// By name, where key and value begin. Of a name that stands twice the
        /// last one, as in Lua.
        var fields: [String: Entry] = [:]
        /// Where each value without a key begins.
        var items: [Int] = []

        struct Entry: Hashable {
            let key: Int
            let value: Int
        }
    }

    let source: [UInt8]
    let tokens: [LuaToken]
    /// The groups, by the position of their opening bracket.
    private(set) var groups: [Int: Group] = [:]
    /// By the position of a token that opens something, that which closes it.
    private(set) var closings: [Int: Int] = [:]
    /// By the position of a token that closes something, that which opened it.
    private(set) var openings: [Int: Int] = [:]
    /// By token, the innermost one that is open there.
    private var enclosings: [Int?] = []
    /// The keys of entries whose table has the same key before them, which Lua
    /// drops without a word.
    private(set) var repeatedKeys: [Int] = []
    /// What is still open at the end, the outermost first.
    private(set) var unclosed: [Int] = []
    /// The first token that closes what is not open, with what is open there.
    private(set) var mismatch: (closing: Int, opening: Int?)?

    init(_ source: [UInt8]) {
        self.source = source
        tokens = LuaLexer.tokens(of: source)
        find()
    }

    /// The text of a token, or nothing where there is no such token.
    func text(_ position: Int) -> String {
        guard tokens.indices.contains(position) else { return "" }
        return String(decoding: source[tokens[position].bytes], as: UTF8.self)
    }

    func isSymbol(_ position: Int, _ symbol: String) -> Bool {
        reads(position, .symbol, symbol)
    }

    func isKeyword(_ position: Int, _ keyword: String) -> Bool {
        reads(position, .keyword, keyword)
    }

    func isName(_ position: Int) -> Bool {
        tokens.indices.contains(position) && tokens[position].kind == .name
    }

    func isText(_ position: Int) -> Bool {
        tokens.indices.contains(position) && tokens[position].kind == .text
    }

    private func reads(_ position: Int, _ kind: LuaToken.Kind, _ text: String) -> Bool {
        tokens.indices.contains(position) && tokens[position].kind == kind
            && source[tokens[position].bytes].elementsEqual(text.utf8)
    }

    /// The innermost token that is open where another one stands.
    func opening(around position: Int) -> Int? {
        enclosings.indices.contains(position) ? enclosings[position] : nil
    }

    /// What closes what a token opens: "}" or "end", say.
    func closing(of opening: Int) -> String? {
        let word = text(opening)
        return Self.brackets[word] ?? Self.blocks[word]
    }

    // MARK: Finding

    private struct Open {
        let token: Int
        /// What closes it.
        let closing: String
        var isGroup: Bool
        /// Whether an entry of the group begins with the next token.
        var awaitsEntry: Bool
    }

    private mutating func find() {
        var stack: [Open] = []
        for (position, token) in tokens.enumerated() {
            let word = text(position)
            enclosings.append(stack.last?.token)
            if let top = stack.last, top.isGroup, top.awaitsEntry, word != top.closing {
                stack[stack.count - 1].awaitsEntry = false
                noteEntry(at: position, in: top)
            }
            switch token.kind {
            case .symbol:
                if word == "," || word == ";", stack.last?.isGroup == true {
                    stack[stack.count - 1].awaitsEntry = true
                }
                if let closing = Self.brackets[word] {
                    let isGroup = word != "["
                    if isGroup { groups[position] = Group() }
                    stack.append(
                        Open(
                            token: position, closing: closing, isGroup: isGroup,
                            awaitsEntry: isGroup))
                    continue
                }
            case .keyword:
                if let closing = Self.blocks[word] {
                    stack.append(
                        Open(token: position, closing: closing, isGroup: false, awaitsEntry: false))
                    continue
                }
            case .name, .number, .text, .unfinished, .foreign: continue
            }
            guard Self.closings.contains(word) else { continue }
            let open = stack.popLast()
            guard let open, open.closing == word else {
                // The rest can't be told apart.
                mismatch = (position, open?.token)
                return
            }
            closings[open.token] = position
            openings[position] = open.token
        }
        unclosed = stack.map(\.token)
    }

    private mutating func noteEntry(at position: Int, in open: Open) {
        let isTable = open.closing == "}"
        if isTable, isName(position), isSymbol(position + 1, "=") {
            noteField(text(position), Group.Entry(key: position, value: position + 2), in: open)
        } else if isTable, isSymbol(position, "["), isSymbol(position + 3, "="),
            isSymbol(position + 2, "]"), isText(position + 1)
        {
            let name = String(text(position + 1).dropFirst().dropLast())
            noteField(name, Group.Entry(key: position, value: position + 4), in: open)
        } else if !isTable || !isSymbol(position, "[") {
            groups[open.token]?.items.append(position)
        }
    }

    private mutating func noteField(_ name: String, _ entry: Group.Entry, in open: Open) {
        let earlier = groups[open.token]?.fields.updateValue(entry, forKey: name)
        if earlier != nil { repeatedKeys.append(entry.key) }
    }

    private static let brackets = ["{": "}", "(": ")", "[": "]"]
    private static let blocks = ["function": "end", "if": "end", "do": "end", "repeat": "until"]
    private static let closings: Set<String> = ["}", ")", "]", "end", "until"]
}
