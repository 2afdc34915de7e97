public import Model

extension LuaOutline {
    /// The fields that are written twice in one table, each where it stands
    /// again.
    var repeatedFields: [SourceSlip] {
        repeatedKeys.map { key in
            // A key in brackets, ["name"], is told by its text.
            let name = isSymbol(key, "[") ? String(text(key + 1).dropFirst().dropLast()) : text(key)
            return SourceSlip(
                message: "\"\(name)\" is written twice in one table, and Lua keeps only the last",
                place: tokens[key].place)
        }
    }
}

extension StoredRule {
    /// The fields that are written twice in one table of the definition: the
    /// rule says less than it reads.
    public var repeatedFields: [RuleFileProblem] {
        LuaOutline(StoredDefinition(definition).source).repeatedFields.map { slip in
            RuleFileProblem(
                file: reference, line: slip.place.line,
                column: StoredDefinition.column(slip.place.column, inLine: slip.place.line),
                message: slip.message)
        }
    }
}
