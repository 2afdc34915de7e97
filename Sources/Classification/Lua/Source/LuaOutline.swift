/// The nesting of a Lua source: brackets, tables with their entries, calls with their
/// arguments, functions and blocks.
///
/// It is built in one pass over the tokens, at any nesting depth. It knows no more of
/// Lua's grammar than that.
struct LuaOutline {
    /// The entries of a table literal or the arguments of a call, as indexes of
    /// tokens.
    struct Group: Hashable {
        /// By name: where key and value begin. Of duplicates the last one counts, as
        /// in Lua.
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
    /// The groups, by their opening bracket.
    private(set) var groups: [Int: Group] = [:]
    /// By opening token: the token that closes it.
    private(set) var closings: [Int: Int] = [:]
    /// By closing token: the token that opened it.
    private(set) var openings: [Int: Int] = [:]
    /// By token: the innermost opening token around it.
    private var enclosings: [Int?] = []
    /// Keys that repeat an earlier key of their table. Lua silently drops the
    /// earlier value.
    private(set) var repeatedKeys: [Int] = []
    /// Tokens that are never closed, outermost first.
    private(set) var unclosed: [Int] = []
    /// The first unmatched closing token, with the innermost open token there.
    private(set) var mismatch: (closing: Int, opening: Int?)?

    init(_ source: [UInt8]) {
        self.source = source
        tokens = LuaLexer.tokens(of: source)
        find()
    }

    /// The text of a token; empty if there is none.
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

    /// The innermost opening token around another one.
    func opening(around position: Int) -> Int? {
        enclosings.indices.contains(position) ? enclosings[position] : nil
    }

    /// The token that would close an opening one, such as "}" or "end".
    func closing(of opening: Int) -> String? {
        let word = text(opening)
        return Self.brackets[word] ?? Self.blocks[word]
    }

    // MARK: Building

    private struct Open {
        let token: Int
        /// The token that closes it.
        let closing: String
        var isGroup: Bool
        /// Whether the next token begins an entry of the group.
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
                // The nesting of the rest is unknown.
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
