import Scripting

/// Finds mistakes in a rule's functions that Lua accepts, but that would fail on every
/// transaction.
struct FunctionDiagnostics {
    private let outline: LuaOutline
    private let layout: RecordLayout
    private let constructors: Set<String>
    private let undefined: UndefinedArguments

    static func find(
        in outline: LuaOutline, layout: RecordLayout, vocabulary: Vocabulary
    ) -> [SourceDiagnostic] {
        let slips = FunctionDiagnostics(
            outline: outline, layout: layout, constructors: Set(vocabulary.constructors),
            undefined: UndefinedArguments(in: outline))
        let functions = slips.functionsOfRules
        var seen: Set<Int> = []
        return functions.flatMap { slips.slips(in: $0.token, isAfter: $0.isAfter) }
            .filter { seen.insert($0.token).inserted }
            .map { SourceDiagnostic(message: $0.message, place: outline.tokens[$0.token].place) }
            .sorted { $0.place < $1.place }
    }

    /// Mistakes in the tables that `set` functions return, as far as they are literals.
    static func inReturnedTables(
        of outline: LuaOutline, _ effects: EffectReader
    ) -> [SourceDiagnostic] {
        let sets = Set(
            outline.groups.values.compactMap { $0.fields["set"]?.value }
                .filter { outline.isKeyword($0, "function") })
        return outline.tokens.indices.filter { outline.returnsTable($0, fromOneOf: sets) }
            .flatMap { outline.mistakes(inTableAt: $0 + 1, effects) }
    }

    private struct Slip {
        let message: String
        let token: Int
    }

    /// The functions written as `when` or `set`, or into the list of a `when`
    /// table.
    private var functionsOfRules: [(token: Int, isAfter: Bool)] {
        outline.groups.values.flatMap { group -> [(token: Int, isAfter: Bool)] in
            let when = group.fields["when"]?.value, set = group.fields["set"]?.value
            let inList = when.flatMap { outline.groups[$0]?.items } ?? []
            return ([when, set].compactMap(\.self) + inList)
                .filter { outline.isKeyword($0, "function") }
                .map { ($0, group.fields[RulePart.after.rawValue] != nil) }
        }
    }

    private func slips(in function: Int, isAfter: Bool) -> [Slip] {
        guard let end = outline.closings[function], outline.isSymbol(function + 1, "("),
            let bodyStart = outline.closings[function + 1].map({ $0 + 1 }), bodyStart < end
        else { return [] }
        let body = bodyStart..<end
        var slips = body.compactMap(wordOfTables)
        if outline.isName(function + 2) {
            let transaction = outline.text(function + 2)
            slips += undefined.first(in: body).map { token in
                Slip(
                    message: "there is no name '\(outline.text(token))'; the argument is "
                        + "'\(transaction)'", token: token)
            }
            if !outline.isNamedAgain(transaction, in: body) {
                slips += body.compactMap { use(of: transaction, at: $0, isAfter: isAfter) }
            }
        }
        return slips
    }

    /// A condition word that is called inside a function.
    private func wordOfTables(at position: Int) -> Slip? {
        guard outline.isName(position), constructors.contains(outline.text(position)),
            !outline.isSymbol(position - 1, "."), !outline.isSymbol(position - 1, ":"),
            outline.isCalled(position)
        else { return nil }
        let word = outline.text(position)
        let instead =
            Self.methods.contains(word)
            ? "; in a function, test the text itself, as in tx.payee:\(word)(\"…\")" : ""
        return Slip(message: "\(word) works in tables, not in functions\(instead)", token: position)
    }

    /// A mistaken use of the transaction at a token.
    private func use(of transaction: String, at position: Int, isAfter: Bool) -> Slip? {
        guard outline.isName(position), outline.text(position) == transaction,
            !outline.isSymbol(position - 1, "."), !outline.isSymbol(position - 1, ":"),
            outline.isSymbol(position + 1, "."), outline.isName(position + 2)
        else { return nil }
        let name = outline.text(position + 2)
        if outline.isSymbol(position + 3, "=") {
            return Slip(
                message: "a \(layout.typeName) is read-only; a rule returns what it sets, or has "
                    + "set = { … }", token: position)
        }
        if Self.methods.contains(name) || name == "copy" {
            return Slip(
                message: "write \(transaction):\(name)(…), with a colon", token: position + 1)
        }
        let fields = layout.fields.map(\.name)
        guard fields.contains(name) else {
            return Slip(
                message: "a \(layout.typeName) has no field \"\(name)\""
                    + Suggestion.phrase(for: name, among: fields), token: position + 2)
        }
        if !isAfter, RuleFields.decided.contains(where: { $0.name == name }) {
            return Slip(
                message:
                    "\"\(name)\" is known only after the other stages; add after = true to the rule",
                token: position + 2)
        }
        let method = outline.text(position + 4)
        if outline.isSymbol(position + 3, "."), Self.textMethods.contains(method),
            outline.isCalled(position + 4)
        {
            return Slip(
                message: "write \(transaction).\(name):\(method)(…), with a colon",
                token: position + 3)
        }
        return nil
    }

    private static let methods: Set<String> = ["contains", "starts_with", "ends_with"]
    private static let textMethods = methods.union([
        "trim", "split", "lower", "upper", "sub", "len", "find", "match", "gmatch", "gsub", "rep",
        "reverse", "byte", "format",
    ])
}

extension LuaOutline {
    /// Whether a `return` of these functions, rather than of a nested one, returns the
    /// table at a token.
    fileprivate func returnsTable(_ position: Int, fromOneOf functions: Set<Int>) -> Bool {
        guard isKeyword(position, "return"), isSymbol(position + 1, "{"),
            let closing = closings[position + 1],
            isSymbol(closing + 1, ";")
                || ["end", "else", "elseif", "until"].contains(where: { isKeyword(closing + 1, $0) }
                )
        else { return false }
        var around = opening(around: position)
        // No realistic function nests blocks deeper.
        for _ in 0..<100 {
            guard let open = around, !isKeyword(open, "function") else { break }
            around = opening(around: open)
        }
        return around.map(functions.contains) ?? false
    }

    fileprivate func mistakes(inTableAt table: Int, _ effects: EffectReader) -> [SourceDiagnostic] {
        let fields = groups[table]?.fields ?? [:]
        return fields.sorted { $0.key < $1.key }.flatMap { name, entry -> [SourceDiagnostic] in
            let isKnown = SettableAttribute(rawValue: name) != nil
            // An unknown name is wrong whatever its value.
            guard let value = isKnown ? constant(entry.value) : .boolean(true) else { return [] }
            var mistakes = Mistakes()
            _ = effects.effect(.table(ScriptTable(fields: [name: value])), at: .whole, &mistakes)
            let place = tokens[isKnown ? entry.value : entry.key].place
            return mistakes.all.map { SourceDiagnostic(message: $0.message, place: place) }
        }
    }

    /// The value of a literal; nil for any other expression.
    private func constant(_ position: Int) -> ScriptValue? {
        guard [",", ";", "}"].contains(where: { isSymbol(position + 1, $0) }) else { return nil }
        if isKeyword(position, "true") || isKeyword(position, "false") {
            return .boolean(isKeyword(position, "true"))
        }
        let written = text(position)
        // Long brackets and escapes are not parsed here.
        guard isText(position), !written.hasPrefix("["), !written.contains("\\") else { return nil }
        return .string(String(written.dropFirst().dropLast()))
    }

    /// Whether a name is followed by call arguments.
    fileprivate func isCalled(_ position: Int) -> Bool {
        isSymbol(position + 1, "(") || isSymbol(position + 1, "{") || isText(position + 1)
    }
}
