import Scripting

/// Finds the places in a source that the values of its declarations were
/// written at, which Lua does not keep.
struct DeclarationPlaces {
    private let outline: LuaOutline
    /// Where the call of each declaration begins, or nil where that can't be told.
    private let calls: [Int?]
    private let lines: [Int]

    /// - Parameter declarations: all that the source declares, in order.
    init(_ declarations: [Declaration], in outline: LuaOutline) {
        self.outline = outline
        lines = declarations.map(\.line)
        let verbs = Set(declarations.map(\.verb))
        var callsByLine: [Call: [Int]] = [:]
        for position in outline.tokens.indices where outline.isName(position) {
            let verb = outline.text(position)
            guard verbs.contains(verb), Self.isCall(position, outline) else { continue }
            // Lua has given a call the line of its name or of its bracket.
            let line = outline.tokens[position].place.line
            let bracket = outline.tokens[position + 1].place.line
            for line in Set([line, bracket]) {
                callsByLine[Call(verb: verb, line: line), default: []].append(position)
            }
        }
        var declarationsByLine: [Call: Int] = [:]
        for declaration in declarations {
            declarationsByLine[Call(declaration), default: 0] += 1
        }
        var seen: [Call: Int] = [:]
        self.calls = declarations.map { declaration in
            let call = Call(declaration)
            let calls = callsByLine[call] ?? []
            let ordinal = seen[call, default: 0]
            seen[call] = ordinal + 1
            // One call that is made again and again, in a loop say.
            if calls.count == 1 { return calls[0] }
            return calls.count == declarationsByLine[call] ? calls[ordinal] : nil
        }
    }

    /// Where a part of a declared value was written. Where the value did not
    /// come from a literal there, the place of what the literal names instead,
    /// else the declaration's line.
    ///
    /// - Parameters:
    ///   - declaration: its position among the declarations.
    ///   - aim: whether the key or the value of a field is meant.
    func place(
        of path: ValuePath, aim: Mistake.Aim, declaration: Int
    ) -> (line: Int, column: Int?) {
        guard let call = calls[declaration],
            var token = outline.entry(.argument(path.value), ofValueAt: call)?.value
        else { return (lines[declaration], nil) }
        for (position, step) in path.steps.enumerated() {
            guard let (key, value) = outline.entry(step, ofValueAt: token) else { break }
            token = aim == .key && position == path.steps.count - 1 ? key : value
        }
        guard outline.tokens.indices.contains(token) else { return (lines[declaration], nil) }
        let place = outline.tokens[token].place
        return (place.line, place.column)
    }

    private struct Call: Hashable {
        let verb: String
        let line: Int

        init(verb: String, line: Int) {
            self.verb = verb
            self.line = line
        }

        init(_ declaration: Declaration) {
            self.init(verb: declaration.verb, line: declaration.line)
        }
    }

    private static func isCall(_ name: Int, _ outline: LuaOutline) -> Bool {
        !outline.isSymbol(name - 1, ".") && !outline.isSymbol(name - 1, ":")
            && !outline.isKeyword(name - 1, "function")
            && outline.entry(.argument(0), ofValueAt: name) != nil
    }
}

extension LuaOutline {
    /// Where key and value of a part begin, of a value that begins at a token.
    func entry(_ step: ValuePath.Step, ofValueAt token: Int) -> (key: Int, value: Int)? {
        switch step {
        case .field(let name):
            guard isSymbol(token, "{"), let entry = groups[token]?.fields[name] else { return nil }
            return (entry.key, entry.value)
        case .item(let number):
            guard isSymbol(token, "{"), let items = groups[token]?.items,
                items.indices.contains(number)
            else { return nil }
            return (items[number], items[number])
        case .argument(let number):
            guard isName(token) else { return nil }
            if number == 0, isText(token + 1) || isSymbol(token + 1, "{") {
                return (token + 1, token + 1)
            }
            guard isSymbol(token + 1, "("), let items = groups[token + 1]?.items,
                items.indices.contains(number)
            else { return nil }
            return (items[number], items[number])
        }
    }
}
