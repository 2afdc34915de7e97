internal import Classification
internal import Model

/// The rules of Firefly III, as its export in CSV has them: a line for each rule, and one for
/// each of its triggers and actions.
struct FireflyRules {
    private(set) var rules: [ForeignRule] = []
    private let columns: [String: Int]
    /// Whether all triggers must match, by the position of the rule.
    private var areStrict: [Bool] = []
    private var triggers: [[ForeignCondition]] = []

    /// - Parameter records: with the line on which each begins; the first has the headings.
    init(_ records: [(line: Int, cells: [String])]) {
        columns = Dictionary(
            (records.first?.cells ?? []).enumerated().map { ($1, $0) },
            uniquingKeysWith: { first, _ in first })
        for record in records.dropFirst() {
            switch cell("row_contains", record.cells) {
            case "rule": start(record.cells, line: record.line)
            case "trigger" where !rules.isEmpty: take(trigger: record.cells)
            case "action" where !rules.isEmpty: take(action: record.cells)
            default: continue
            }
        }
        for position in rules.indices where !triggers[position].isEmpty {
            let parts = triggers[position]
            guard areStrict[position] else {
                rules[position].condition = .any(parts)
                continue
            }
            // Without one of them, the rule would match more than it did.
            rules[position].condition =
                rules[position].lost.contains { $0.hasPrefix("trigger ") } ? nil : .all(parts)
        }
    }

    static func recognises(_ headings: [String]) -> Bool {
        ["row_contains", "trigger_type", "action_type"].allSatisfy(headings.contains)
    }

    private func cell(_ name: String, _ cells: [String], after shift: Int = 0) -> String {
        guard let column = columns[name], cells.indices.contains(column + shift) else { return "" }
        return cells[column + shift]
    }

    private mutating func start(_ cells: [String], line: Int) {
        // Versions that also write the group's title lack a heading for it, so that all behind
        // it stands one further.
        let hasOrder = Int(cell("order", cells)) != nil
        let shift = !hasOrder && Int(cell("active", cells)) != nil ? 1 : 0
        let title = cell("title", cells, after: shift)
        var rule = ForeignRule(name: title.isEmpty ? "line \(line)" : title, line: line)
        rule.isEnabled = isTrue(cell("active", cells, after: shift))
        rule.stops = isTrue(cell("stop_processing", cells, after: shift))
        rules.append(rule)
        triggers.append([])
        areStrict.append(isTrue(cell("strict", cells, after: shift)))
    }

    private func isTrue(_ text: String) -> Bool { ["1", "true"].contains(text.lowercased()) }

    // MARK: Triggers

    private mutating func take(trigger cells: [String]) {
        var type = cell("trigger_type", cells)
        let value = cell("trigger_value", cells)
        // When a rule is asked, not of what.
        guard type != "user_action", isTrue(cell("trigger_active", cells)) else { return }
        let isNegated = type.hasPrefix("-")
        if isNegated { type.removeFirst() }
        guard let found = Self.condition(type, value) else {
            rules[rules.count - 1].lost.append(
                "trigger \(isNegated ? "-" : "")\(type) \(value)")
            return
        }
        triggers[triggers.count - 1].append(isNegated ? ForeignCondition.none(found) : found)
    }

    private static func condition(_ type: String, _ value: String) -> ForeignCondition? {
        if let test = number(type, value) { return test }
        switch type {
        case "transaction_type":
            switch value.lowercased() {
            case "withdrawal": return .field("amount", "less(0)")
            case "deposit": return .field("amount", "greater(0)")
            default: return nil
            }
        case "currency_is": return .field("currency", "is \(LuaLiteral.text(value))")
        case "has_no_notes": return .field("notes", "is \"\"")
        case "has_no_tag": return .field("tags", "is \"\"")
        case "bill_is": return .field("series", LuaLiteral.text(value))
        case "tag_is", "tag": return .field("tags", LuaLiteral.text(value))
        default: break
        }
        let ends: [(String, String)] = [
            ("_contains", ""), ("_starts", "starts_with "), ("_ends", "ends_with "), ("_is", "is "),
        ]
        guard let end = ends.first(where: { type.hasSuffix($0.0) }), !value.isEmpty else {
            return nil
        }
        let test = end.1 + LuaLiteral.text(value)
        switch type.dropLast(end.0.count) {
        case "description": return .field("description", test)
        case "notes": return .field("notes", test)
        // Money comes from the source: the other side's for what came in.
        case "source_account", "from_account": return side(test, own: "less(0)")
        case "destination_account", "to_account": return side(test, own: "greater(0)")
        case "account": return .any([.field("account", test), .field("bank_payee", test)])
        default: return nil
        }
    }

    /// A test of the account on one side, which is the person's own for amounts of one sign.
    private static func side(_ test: String, own sign: String) -> ForeignCondition {
        let other = sign == "less(0)" ? "greater(0)" : "less(0)"
        return .any([
            .all([.field("account", test), .field("amount", sign)]),
            .all([.field("bank_payee", test), .field("amount", other)]),
        ])
    }

    private static func number(_ type: String, _ value: String) -> ForeignCondition? {
        let tests = [
            "amount_is": "is", "amount_exactly": "is", "amount_less": "less",
            "amount_more": "greater", "amount_max": "at_most", "amount_min": "at_least",
        ]
        guard let test = tests[type] else { return nil }
        do throws(AmountError) {
            return .field("size", "\(test)(\(try DecimalAmount(exactly: value)))")
        } catch {
            return nil
        }
    }

    // MARK: Actions

    private mutating func take(action cells: [String]) {
        guard isTrue(cell("action_active", cells)) else { return }
        let (type, value) = (cell("action_type", cells), cell("action_value", cells))
        let last = rules.count - 1
        switch type {
        case "set_category": rules[last].effect.category = value
        case "add_tag": rules[last].effect.tags.append(value)
        case "remove_tag": rules[last].effect.removedTags.append(value)
        case "set_notes": rules[last].effect.notes = value
        case "append_notes": rules[last].effect.appendedNotes = value
        case "set_description", "set_destination_account", "set_source_account":
            rules[last].effect.payee = rules[last].effect.payee ?? value
        case "link_to_bill": rules[last].effect.series = value
        case "convert_transfer": rules[last].effect.transactionClass = .transfer
        case "convert_deposit": rules[last].effect.transactionClass = .income
        case "convert_withdrawal": rules[last].effect.transactionClass = .expense
        case "delete_transaction": rules[last].effect.transactionClass = .ignore
        default: rules[last].lost.append("action \(type) \(value)")
        }
    }
}
