import Model
import Rules
import Scripting

/// Reads how a Lua rule splits a transaction: a list of parts, each with a
/// category and an amount, a share or, as the last one, the rest.
struct SplitReader {
    let categories: CategoryTree

    func plan(_ value: ScriptValue) throws(RuleReadingError) -> SplitPlan {
        guard case .table(let list) = value, list.fields.isEmpty else {
            throw RuleReadingError(
                message: "\"splits\" must be a list of parts such as "
                    + "{ { category = \"groceries\", amount = 20 }, { category = \"shopping\" } }")
        }
        var parts: [SplitPlan.Part] = []
        for (position, value) in list.array.prefix(SplitPlan.maximumParts + 1).enumerated() {
            parts.append(try part(value, number: position + 1))
        }
        do {
            return try SplitPlan(parts)
        } catch {
            throw RuleReadingError(message: Self.message(for: error))
        }
    }

    private func part(
        _ value: ScriptValue, number: Int
    ) throws(RuleReadingError) -> SplitPlan.Part {
        guard case .table(let table) = value, table.array.isEmpty else {
            throw mistake(number, "must be a table such as { category = \"dining\", amount = 20 }")
        }
        for name in table.fields.keys.sorted() where SplitField(rawValue: name) == nil {
            throw mistake(
                number,
                "can't have \"\(name)\""
                    + Suggestion.phrase(for: name, among: SplitField.allCases.map(\.rawValue)))
        }
        func field(_ field: SplitField) -> ScriptValue { table.fields[field.rawValue] ?? .nil }
        guard let category = try text(field(.category), .category, number) else {
            throw mistake(number, "has no category")
        }
        guard categories[category] != nil else {
            throw mistake(
                number,
                "has a category that is not there: \"\(category)\""
                    + Suggestion.phrase(for: category, among: categories.categories.map(\.id)))
        }
        let size: SplitPlan.Size
        switch (field(.amount), field(.share)) {
        case (.nil, .nil): size = .remainder
        case (let amount, .nil): size = .amount(try self.number(amount, .amount, number))
        case (.nil, let share): size = .share(try self.number(share, .share, number))
        default: throw mistake(number, "has an amount and a share; it can have one of them")
        }
        return SplitPlan.Part(
            category: category, size: size, lens: try lens(field(.lens), number),
            note: try text(field(.note), .note, number))
    }

    private func lens(_ value: ScriptValue, _ number: Int) throws(RuleReadingError) -> Lens? {
        guard let name = try text(value, .lens, number) else { return nil }
        guard let lens = Lens(rawValue: name) else {
            throw mistake(
                number,
                "can't have the lens \"\(name)\"; it is one of "
                    + Lens.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return lens
    }

    private func text(
        _ value: ScriptValue, _ field: SplitField, _ number: Int
    ) throws(RuleReadingError) -> String? {
        switch value {
        case .nil: return nil
        case .string(let text) where text.isOneWrittenLine: return text
        default: throw mistake(number, "must have a text of one line as its \(field.rawValue)")
        }
    }

    /// A number of Lua as the decimal that its author wrote: the shortest text
    /// that reads back as the same number.
    private func number(
        _ value: ScriptValue, _ field: SplitField, _ number: Int
    ) throws(RuleReadingError) -> DecimalAmount {
        let text: String
        switch value {
        case .integer(let number): text = String(number)
        case .number(let number): text = number.description
        default: throw mistake(number, "must have a number as its \(field.rawValue)")
        }
        do {
            return try DecimalAmount(exactly: text)
        } catch {
            throw mistake(
                number, "must have a number such as \(field.example) as its \(field.rawValue)")
        }
    }

    private func mistake(_ number: Int, _ what: String) -> RuleReadingError {
        RuleReadingError(message: "part \(number) of \"splits\" \(what)")
    }

    private static func message(for error: SplitPlanError) -> String {
        switch error {
        case .tooFewParts:
            "\"splits\" needs two parts or more; for one category alone set category"
        case .tooManyParts: "\"splits\" can have \(SplitPlan.maximumParts) parts at most"
        case .amountNotPositive(let part):
            "part \(part) of \"splits\" must have an amount above 0, written without a sign: it "
                + "has that of the transaction"
        case .shareOutOfRange(let part):
            "part \(part) of \"splits\" must have a share above 0 and at most 1; a quarter is 0.25"
        case .remainderNotLast(let part):
            "part \(part) of \"splits\" has neither amount nor share; only the last part takes "
                + "the rest"
        case .lastPartHasAmount:
            "the last part of \"splits\" takes the rest; leave its amount out, or add a part"
        case .sharesExceedWhole: "the shares of \"splits\" add up to more than 1"
        case .lastShareIsNotTheRest:
            "the last part of \"splits\" takes the rest, which is not its share; leave the share "
                + "out, or add a part"
        }
    }
}

private enum SplitField: String, CaseIterable {
    case category, amount, share, lens, note

    var example: String { self == .share ? "0.25" : "12.50" }
}

extension String {
    /// Whether the text has something to read, and no control characters.
    fileprivate var isOneWrittenLine: Bool {
        !allSatisfy(\.isWhitespace) && !contains(where: \.isNewline)
            && !unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
