package import Model
import Rules
package import Scripting

/// Reads the effect of a Lua rule, from its table or from its function's result.
struct EffectReader {
    let categories: CategoryTree

    /// - Returns: the readable parts; the rest is in `mistakes`.
    func effect(
        _ value: ScriptValue, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> Effect {
        var effect = Effect()
        if case .table(let table) = value, case .string(let text)? = table.array.first,
            !table.fields.isEmpty
        {
            mistakes.add(
                "\"\(text)\" stands alone in \"set\"; a list has braces, such as "
                    + "tags = { \"a\", \"b\" }", at: path.item(0))
            return effect
        }
        guard case .table(let table) = value, table.array.isEmpty else {
            mistakes.add(
                "\"set\" must be a table such as { category = \"dining\" }", at: path)
            return effect
        }
        for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
            set(name, to: value, in: &effect, at: path, &mistakes)
        }
        effect.classifyLoan()
        return effect
    }

    /// Sets one attribute by its name.
    ///
    /// - Parameter path: that of the table.
    func set(
        _ name: String, to value: ScriptValue, in effect: inout Effect,
        at path: ValuePath = .whole, _ mistakes: inout Mistakes
    ) {
        let path = path.field(name)
        guard let attribute = SettableAttribute(rawValue: name) else {
            mistakes.add(
                "a rule can't set \"\(name)\""
                    + Suggestion.phrase(
                        for: name, among: SettableAttribute.allCases.map(\.rawValue)),
                at: path, aim: .key)
            return
        }
        mistakes.noting(at: path) { () throws(RuleReadingError) in
            try set(attribute, to: value, in: &effect)
        }
    }

    private func set(
        _ attribute: SettableAttribute, to value: ScriptValue, in effect: inout Effect
    ) throws(RuleReadingError) {
        switch attribute {
        case .class:
            effect.class = try choice(value, attribute, TransactionClass.allCases)
        case .lens: effect.lens = try choice(value, attribute, Lens.allCases)
        case .category:
            let written = try text(value, attribute)
            do throws(CategoryMistake) {
                effect.category = try categories.id(writtenAs: written)
            } catch {
                throw RuleReadingError(message: error.message)
            }
        case .series: effect.series = try text(value, attribute)
        case .payee: effect.payee = try text(value, attribute)
        case .loan: effect.loan = try text(value, attribute)
        case .notes: effect.note = try text(value, attribute)
        case .appendNotes: effect.appendedNote = try text(value, attribute)
        case .tags: effect.tags = try tags(value, attribute)
        case .removeTags: effect.removedTags = try tags(value, attribute)
        case .excluded:
            guard case .boolean(let isExcluded) = value else {
                throw RuleReadingError(message: "\"excluded\" must be true or false")
            }
            effect.excluded = isExcluded
        case .splits: effect.splits = try SplitReader(categories: categories).plan(value)
        }
    }

    private func choice<Choice: RawRepresentable<String>>(
        _ value: ScriptValue, _ attribute: SettableAttribute, _ all: [Choice]
    ) throws(RuleReadingError) -> Choice {
        let name = try text(value, attribute)
        guard let choice = Choice(rawValue: name) else {
            throw RuleReadingError(
                message: "\"\(attribute.rawValue)\" can't be \"\(name)\"; it is one of "
                    + all.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    private func tags(
        _ value: ScriptValue, _ attribute: SettableAttribute
    ) throws(RuleReadingError) -> [String] {
        guard case .table(let list) = value, list.fields.isEmpty else {
            guard case .string = value else {
                throw RuleReadingError(
                    message: "\"\(attribute.rawValue)\" must be a text or a list of texts")
            }
            return [try text(value, attribute)]
        }
        guard list.array.count <= Verdict.mostTags else {
            throw RuleReadingError(
                message: "\"\(attribute.rawValue)\" can have \(Verdict.mostTags) tags at most")
        }
        var tags: [String] = []
        for tag in list.array {
            let tag = try text(tag, attribute)
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    private func text(
        _ value: ScriptValue, _ attribute: SettableAttribute
    ) throws(RuleReadingError) -> String {
        guard case .string(let text) = value, !text.allSatisfy(\.isWhitespace),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
            !text.contains(where: \.isNewline)
        else {
            throw RuleReadingError(
                message: "\"\(attribute.rawValue)\" must be a text of one line")
        }
        guard text.utf8.count <= Self.mostBytesOfText else {
            throw RuleReadingError(
                message: "\"\(attribute.rawValue)\" is longer than \(Self.mostBytesOfText) bytes")
        }
        return text
    }

    /// The size limit for strings. They are stored for each transaction, so long
    /// strings from a careless function would bloat the vault.
    static let mostBytesOfText = 1000
}

/// The attributes that a rule can set, by the names that JSON uses too.
enum SettableAttribute: String, CaseIterable {
    case `class`, category, lens, series, payee, loan, tags
    case removeTags = "remove_tags"
    case notes
    case appendNotes = "append_notes"
    case excluded, splits
}

/// Reads a Lua rule's split plan: a list of parts, each with a category and an
/// amount, a share or, in the last part, the rest.
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
        let loan = try text(field(.loan), .loan, number)
        let kind =
            try choice(field(.class), .class, number) ?? loan.map { _ in TransactionClass.transfer }
        let isExcluded = try isExcluded(field(.excluded), number)
        let category = try category(field(.category), number)
        guard category != nil || kind != nil || isExcluded || field(.category) != .nil else {
            throw mistake(
                number,
                "has no category; \"\(SplitPlan.Part.keptWord)\" is the one that the transaction "
                    + "has")
        }
        let size: SplitPlan.Size
        switch (field(.amount), field(.share)) {
        case (.nil, .nil): size = .remainder
        case (let amount, .nil): size = .amount(try self.number(amount, .amount, number))
        case (.nil, let share): size = .share(try self.number(share, .share, number))
        default: throw mistake(number, "has both an amount and a share")
        }
        return SplitPlan.Part(
            category: category, size: size, lens: try choice(field(.lens), .lens, number),
            note: try text(field(.note), .note, number), class: kind, loan: loan,
            isExcluded: isExcluded)
    }

    /// Nil for none, and for the word that keeps the transaction's.
    private func category(
        _ value: ScriptValue, _ number: Int
    ) throws(RuleReadingError) -> String? {
        guard let written = try text(value, .category, number) else { return nil }
        if written.lowercased() == SplitPlan.Part.keptWord, categories[written] == nil {
            return nil
        }
        do throws(CategoryMistake) {
            return try categories.id(writtenAs: written)
        } catch {
            throw mistake(number, "is wrong: \(error.message)")
        }
    }

    private func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: ScriptValue, _ field: SplitField, _ number: Int
    ) throws(RuleReadingError) -> Choice? {
        guard let name = try text(value, field, number) else { return nil }
        guard let choice = Choice(rawValue: name) else {
            throw mistake(
                number,
                "can't have the \(field.rawValue) \"\(name)\"; it is one of "
                    + Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    private func isExcluded(_ value: ScriptValue, _ number: Int) throws(RuleReadingError) -> Bool {
        switch value {
        case .nil: return false
        case .boolean(let isExcluded): return isExcluded
        default: throw mistake(number, "must have true or false as its excluded")
        }
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

    private func number(
        _ value: ScriptValue, _ field: SplitField, _ number: Int
    ) throws(RuleReadingError) -> DecimalAmount {
        do throws(UnusableNumber) {
            return try value.decimal(suchAs: field.example)
        } catch {
            throw RuleReadingError(
                message: "\"\(field.rawValue)\" in part \(number) of \"splits\" must be "
                    + error.expected)
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
    case category, amount, share, lens, note, loan, `class`, excluded

    var example: String { self == .share ? "0.25" : "12.50" }
}

extension String {
    /// Whether the string is not blank and contains no control characters.
    fileprivate var isOneWrittenLine: Bool {
        !allSatisfy(\.isWhitespace) && !contains(where: \.isNewline)
            && !unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

/// Reads a script's correction of one transaction, with the names and checks of
/// rules.
package struct CorrectionReader {
    private let effects: EffectReader

    package init(categories: CategoryTree) {
        effects = EffectReader(categories: categories)
    }

    /// - Parameter value: a table such as `{ category = "dining" }`.
    /// - Returns: the readable parts; the rest is in `mistakes`.
    package func correction(_ value: ScriptValue, _ mistakes: inout Mistakes) -> Correction {
        let effect = effects.effect(value, at: .whole, &mistakes)
        if effect.series != nil {
            mistakes.add("\"series\" can't be set for one transaction", at: .whole)
        }
        if effect.splits != nil {
            mistakes.add("\"splits\" can't be set by a handler", at: .whole)
        }
        if !effect.removedTags.isEmpty || effect.appendedNote != nil {
            mistakes.add(
                "\"remove_tags\" and \"append_notes\" are for rules, not for one transaction",
                at: .whole)
        }
        return Correction(
            class: effect.class, category: effect.category, lens: effect.lens,
            payee: effect.payee, loan: effect.loan, note: effect.note, tags: effect.tags,
            excluded: effect.excluded)
    }
}
