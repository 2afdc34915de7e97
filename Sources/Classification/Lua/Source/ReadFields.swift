/// The fields of a value that a function gets, and those of the tables in it.
package struct KnownFields {
    /// By name; nil for a field that is no table, or a table with unknown fields.
    let fields: [String: KnownFields?]

    package init(_ fields: [String: KnownFields?]) { self.fields = fields }
}

extension DeclaredSource {
    /// The fields that the last argument of a declaration, a function, reads of its first
    /// parameter although there is no such field, and its uses of that parameter by another name,
    /// as far as the source shows.
    ///
    /// - Parameter undefined: those of the source.
    package func unknownFields(
        readBy declaration: Int, of known: KnownFields, _ undefined: UndefinedArguments
    ) -> [RuleFileProblem] {
        guard let function = lastArgument(ofDeclaration: declaration) else { return [] }
        let mistakes =
            outline.unknownFields(readBy: function, of: known)
            + outline.undefinedArguments(of: function, known, undefined)
        return mistakes.map { mistake in
            RuleFileProblem(
                file: file, line: mistake.place.line, column: mistake.place.column,
                message: mistake.message)
        }
    }

    /// The uses of names such as "tx" that nothing in the source defines.
    package var undefinedArguments: UndefinedArguments { UndefinedArguments(in: outline) }
}

extension LuaOutline {
    fileprivate func unknownFields(
        readBy function: Int, of known: KnownFields
    ) -> [SourceDiagnostic] {
        guard isKeyword(function, "function"), let end = closings[function],
            isSymbol(function + 1, "("), let close = closings[function + 1],
            isName(function + 2), close < end
        else { return [] }
        let parameter = text(function + 2)
        let body = close + 1..<end
        guard !isNamedAgain(parameter, in: body) else { return [] }
        return body.filter { isName($0) && text($0) == parameter && !isField($0) }
            .compactMap { unknownField(behind: $0, of: known) }
    }

    /// Uses of the argument by a name that it doesn't have, such as the "tx" of rules.
    fileprivate func undefinedArguments(
        of function: Int, _ known: KnownFields, _ undefined: UndefinedArguments
    ) -> [SourceDiagnostic] {
        guard isKeyword(function, "function"), let end = closings[function],
            isSymbol(function + 1, "("), let close = closings[function + 1], close < end
        else { return [] }
        let parameter = isName(function + 2) ? text(function + 2) : nil
        return undefined.first(in: close + 1..<end).map { token in
            let name = text(token)
            var instead = "name the argument, as in function(e)"
            if let parameter {
                let isPart = ["tx", "transaction"].contains(name)
                instead =
                    isPart && known.fields["transaction"] != nil
                    ? "write \(parameter).transaction"
                    : "the argument is '\(parameter)'"
            }
            return SourceDiagnostic(
                message: "there is no name '\(name)'; \(instead)", place: tokens[token].place)
        }
    }

    /// The first unknown field in a chain such as `e.transaction.payee`.
    private func unknownField(behind start: Int, of known: KnownFields) -> SourceDiagnostic? {
        var token = start
        var known = known
        while isSymbol(token + 1, "."), isName(token + 2) {
            let name = text(token + 2)
            guard let field = known.fields[name] else {
                let names = known.fields.keys.sorted()
                let guess = Suggestion.phrase(for: name, among: names)
                let all = guess.isEmpty ? "; it has \(names.joined(separator: ", "))" : guess
                return SourceDiagnostic(
                    message: "\"\(text(token))\" has no field \"\(name)\"\(all)",
                    place: tokens[token + 2].place)
            }
            guard let inner = field else { return nil }
            known = inner
            token += 2
        }
        return nil
    }

    private func isField(_ token: Int) -> Bool {
        isSymbol(token - 1, ".") || isSymbol(token - 1, ":")
            || isSymbol(token + 1, "=") && opening(around: token).map { isSymbol($0, "{") } == true
    }

    /// Whether another variable in the body may have the parameter's name.
    func isNamedAgain(_ name: String, in body: Range<Int>) -> Bool {
        body.contains { position in
            guard isName(position), text(position) == name,
                !isSymbol(position - 1, "."), !isSymbol(position - 1, ":")
            else { return false }
            if isSymbol(position + 1, "=") { return true }
            if isKeyword(position - 1, "local") || isKeyword(position - 1, "for") { return true }
            // In a list of names, or in another function's parameters.
            guard let opening = opening(around: position) else { return false }
            let isParameter =
                isSymbol(opening, "(")
                && (isKeyword(opening - 1, "function") || isKeyword(opening - 2, "function"))
            return isParameter || isSymbol(position - 1, ",") && isInNameList(position)
        }
    }

    /// Whether a name is in a list such as `local a, b` or `for a, b`.
    private func isInNameList(_ position: Int) -> Bool {
        var first = position
        // Lua allows at most 200 names in a list.
        for _ in 0..<200 where isSymbol(first - 1, ",") && isName(first - 2) { first -= 2 }
        return isKeyword(first - 1, "local") || isKeyword(first - 1, "for")
    }
}
