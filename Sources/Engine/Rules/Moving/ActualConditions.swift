internal import Classification
internal import Model
internal import Statements

/// The conditions of Actual's rules, as those of a `when` table.
///
/// Rows of Actual have the payee's name in `bank_payee` and the bank's own words in `memo`; a
/// connection has those in `description`. Both are tested.
struct ActualConditions {
    /// The names of the vault's accounts, by those of Actual.
    private let accounts: [String: String]
    /// Payees whose name here other payees of Actual's have, too, in small letters.
    private let ambiguousPayees: Set<String>
    /// The rules so far that set a payee, in their order.
    private var renamings: [Renaming] = []
    private var asksForRenamings = false

    /// A rule that sets the payee. Later rules see it.
    private struct Renaming {
        let condition: ForeignCondition
        let payee: String
        /// All that the bank may have written where it applies, in small letters; nil if that
        /// is more than a list.
        let words: Set<String>?
    }

    init(accounts: [String: String], ambiguousPayees: Set<String>) {
        self.accounts = accounts
        self.ambiguousPayees = ambiguousPayees
    }

    /// Notes what a rule sets the payee to.
    mutating func rename(to payee: String, _ rule: ProgramRule, where condition: ForeignCondition) {
        let tests = rule.conditions
        let isList =
            tests.count == 1 && tests[0].field == "imported_payee"
            && ["is", "oneOf"].contains(tests[0].test)
        renamings.append(
            Renaming(
                condition: condition, payee: payee,
                words: isList ? tests[0].values.map { Set($0.map { $0.lowercased() }) } : nil))
    }

    /// What the file with the rules begins with: the conditions under which rules rename, which
    /// other rules ask for.
    var definitions: String {
        guard asksForRenamings else { return "" }
        let lines = [
            "-- The rules that set a payee, which later ones see.", "local renaming = {}",
        ]
        return
            (lines
            + renamings.enumerated().map { "renaming[\($0 + 1)] = \($1.condition.item)" })
            .joined(separator: "\n")
    }

    /// Nil if it can't be said here.
    mutating func condition(_ test: ProgramRule.Condition) -> ForeignCondition? {
        guard let values = test.values else { return nil }
        switch (test.field, test.test) {
        case (_, "isNot"): return opposite(test, "is").map { ForeignCondition.none($0) }
        case (_, "doesNotContain"):
            return opposite(test, "contains").map { ForeignCondition.none($0) }
        case ("imported_payee", "notOneOf"):
            return opposite(test, "oneOf").map { ForeignCondition.none($0) }
        case ("account", "notOneOf"):
            return opposite(test, "oneOf").map { ForeignCondition.none($0) }
        case ("payee", "notOneOf"):
            // No payee at all is none of these either, and doesn't match there.
            return opposite(test, "oneOf").map { .all([.none($0), .none(payee([]))]) }
        case ("payee", "is"): return payee(values)
        case ("payee", "oneOf"): return values.isEmpty ? nil : payee(values)
        case ("account", "is"), ("account", "oneOf"):
            guard !values.isEmpty else { return nil }
            return .field("account", Self.one(of: values.map { accounts[$0] ?? $0 }))
        case ("imported_payee", _), ("notes", _): return text(test, values)
        case ("amount", _): return amount(test, values)
        case ("date", _): return values.first.flatMap { day(test.test, $0) }
        default: return nil
        }
    }

    private mutating func opposite(_ test: ProgramRule.Condition, _ name: String)
        -> ForeignCondition?
    {
        var other = test
        other.test = name
        return condition(other)
    }

    private static func one(of texts: [String]) -> String {
        texts.count == 1
            ? "is \(LuaLiteral.text(texts[0]))"
            : "one_of { \(texts.map(LuaLiteral.text).joined(separator: ", ")) }"
    }

    /// - Parameter names: empty for rows without a payee.
    private mutating func payee(_ names: [String]) -> ForeignCondition {
        let own = names.filter { !ambiguousPayees.contains($0.lowercased()) }
        let bank = ForeignCondition.field("bank_payee", Self.one(of: names.isEmpty ? [""] : names))
        let before = own.isEmpty ? bank : .any([.field("payee", Self.one(of: own)), bank])
        guard !renamings.isEmpty else { return before }
        asksForRenamings = true
        func isRenamed(by index: Int) -> ForeignCondition {
            .listed("renaming[\(index + 1)]")
        }
        // The last renaming counts.
        var parts = renamings.indices.filter { names.contains(renamings[$0].payee) }.map { index in
            let later = renamings.indices.filter { other in
                guard other > index, !names.contains(renamings[other].payee) else { return false }
                guard let words = renamings[index].words, let others = renamings[other].words else {
                    return true
                }
                return !words.isDisjoint(with: others)
            }
            return later.isEmpty
                ? isRenamed(by: index)
                : .all([isRenamed(by: index)] + later.map { .none(isRenamed(by: $0)) })
        }
        parts.append(
            .all([before, .none(.listed("table.unpack(renaming, 1, \(renamings.count))"))]))
        return .any(parts)
    }

    // MARK: Texts

    private func text(_ test: ProgramRule.Condition, _ values: [String]) -> ForeignCondition? {
        let isNote = test.field == "notes"
        if ["hasTags", "hasAnyTag"].contains(test.test) {
            let tags = (values.first ?? "").split { $0 == "#" || $0.isWhitespace }
                .map { LuaLiteral.text(String($0)) }.joined(separator: ", ")
            guard isNote, !tags.isEmpty else { return nil }
            return .field("tags", test.test == "hasTags" ? "all { \(tags) }" : "{ \(tags) }")
        }
        // Actual's own words stand first, those of a connection second.
        let fields = isNote ? ["notes", "description"] : ["memo", "description"]
        let texts = values.filter { !$0.isEmpty }
        if texts.isEmpty {
            guard test.test == "is" else { return nil }
            let empty = fields.map { ForeignCondition.field($0, "is \"\"") }
            return isNote ? empty[0] : .all(empty)
        }
        switch test.test {
        case "is": return .any(fields.map { .field($0, Self.one(of: [texts[0]])) })
        case "oneOf": return .any(fields.map { .field($0, Self.one(of: texts)) })
        case "contains":
            guard texts[0].contains(where: { !$0.isWhitespace }) else { return nil }
            return .any(fields.map { .field($0, LuaLiteral.text(texts[0])) })
        case "matches":
            // Actual makes small letters of the expression, too.
            let regex = ForeignText.test(regex: texts[0].lowercased())
            let isPlain = !regex.hasPrefix("regex")
            return .any([
                .field(fields[0], regex),
                .field(fields[1], isPlain ? regex : "all { \(regex), none { is \"\" } }"),
            ])
        default: return nil
        }
    }

    // MARK: Amounts and days

    private func amount(_ test: ProgramRule.Condition, _ values: [String]) -> ForeignCondition? {
        let numbers = values.compactMap { Int64($0) }
        guard let number = numbers.first, numbers.allSatisfy({ abs(Int128($0)) < 1 << 53 }) else {
            return nil
        }
        // Money that went out counts without its sign.
        let isOut = test.flow == .outflow
        func text(_ hundredths: Int64) -> String {
            DecimalAmount(coefficient: isOut ? -hundredths : hundredths, decimals: 2).description
        }
        func between(_ first: Int64, _ last: Int64) -> String {
            isOut
                ? "between(\(text(last)), \(text(first)))"
                : "between(\(text(first)), \(text(last)))"
        }
        let found: String
        switch test.test {
        case "is": found = "is(\(text(number)))"
        case "isapprox":
            // 7.5 %, rounded to hundredths.
            let within = (abs(number) * 75 + 500) / 1000
            found = between(number - within, number + within)
        case "isbetween":
            guard numbers.count == 2 else { return nil }
            found = between(numbers[0], numbers[1])
        case "gt": found = "\(isOut ? "less" : "greater")(\(text(number)))"
        case "gte": found = "\(isOut ? "at_most" : "at_least")(\(text(number)))"
        case "lt": found = "\(isOut ? "greater" : "less")(\(text(number)))"
        case "lte": found = "\(isOut ? "at_least" : "at_most")(\(text(number)))"
        default: return nil
        }
        switch test.flow {
        case .outflow where !(test.test.hasPrefix("gt") && number >= 0):
            return .field("amount", "all { at_most(0), \(found) }")
        case .inflow where !(test.test.hasPrefix("gt") && number >= 0):
            return .field("amount", "all { at_least(0), \(found) }")
        case .outflow, .inflow, nil: return .field("amount", found)
        }
    }

    private func day(_ test: String, _ value: String) -> ForeignCondition? {
        guard let day = CalendarDay(value) else { return test == "is" ? days(in: value) : nil }
        func text(_ later: Int32) -> String {
            LuaLiteral.text("\(CalendarDay(daysSinceEpoch: day.daysSinceEpoch + later))")
        }
        switch test {
        case "is": return .field("day", text(0))
        case "isapprox": return .field("day", "between(\(text(-2)), \(text(2)))")
        case "gt": return .field("day", "at_least(\(text(1)))")
        case "gte": return .field("day", "at_least(\(text(0)))")
        case "lt": return .field("day", "at_most(\(text(-1)))")
        case "lte": return .field("day", "at_most(\(text(0)))")
        default: return nil
        }
    }

    /// The days of a month, "2025-03", or of a year.
    private func days(in value: String) -> ForeignCondition? {
        if let month = CalendarMonth(value) {
            return .field("day", "between(\"\(month.firstDay)\", \"\(month.lastDay)\")")
        }
        guard value.utf8.count == 4, let year = Int(value), year > 0 else { return nil }
        return .field("year", "\(year)")
    }
}
