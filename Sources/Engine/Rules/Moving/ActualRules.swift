internal import Classification
internal import Model
internal import Statements

/// The rules of Actual, in the words of rules here.
///
/// There each rule sees what those before it set. Here none does, so a test of the payee is also
/// one of the conditions under which a rule before sets that payee. What can't be said is left
/// out with the whole rule: without one of its conditions, it would match other rows.
struct ActualRules {
    private(set) var rules: [ForeignRule] = []
    private var conditions: ActualConditions
    /// The fields that rules before set to something that isn't known here.
    private var unknownFields: Set<String> = []

    /// - Parameters:
    ///   - rules: in the order in which Actual applies them.
    ///   - accounts: the names of the vault's accounts, by those of Actual.
    ///   - ambiguousPayees: payees that are those of several of Actual's here, in small letters.
    init(_ rules: [ProgramRule], accounts: [String: String], ambiguousPayees: Set<String>) {
        conditions = ActualConditions(accounts: accounts, ambiguousPayees: ambiguousPayees)
        for (index, rule) in rules.enumerated() { take(rule, number: index + 1) }
    }

    /// What their file begins with; empty for nothing.
    var definitions: String { conditions.definitions }

    private mutating func take(_ rule: ProgramRule, number: Int) {
        var foreign = ForeignRule(name: Self.name(of: rule, number), line: number)
        var parts: [ForeignCondition] = []
        for test in rule.conditions {
            if unknownFields.contains(test.field) {
                foreign.lost.append(
                    "\(Self.words(test)), since a rule before changes the \(test.field)")
            } else if let part = conditions.condition(test) {
                parts.append(part)
            } else {
                foreign.lost.append(Self.words(test))
            }
        }
        if foreign.lost.isEmpty, !parts.isEmpty {
            foreign.condition = rule.isAny ? .any(parts) : .all(parts)
        }
        if Self.isTriedOnSome(rule) {
            foreign.lost.append("Actual tries it on the rows of some payees only")
            foreign.condition = nil
        }
        for action in rule.actions where action.part == 0 { take(action, of: rule, &foreign) }
        split(rule.actions.filter { $0.part > 0 }, &foreign)
        rules.append(foreign)
    }

    /// Whether Actual's index of rules keeps it from rows that its conditions match: it looks a
    /// rule up by the bank's words and by the payee, if it has tests of both.
    private static func isTriedOnSome(_ rule: ProgramRule) -> Bool {
        let first = ["imported_payee", "payee"].map { field in
            rule.conditions.first { $0.field == field }?.test ?? ""
        }
        let isLookedUp = first.allSatisfy(["is", "isNot", "oneOf", "notOneOf"].contains)
        return isLookedUp && (rule.isAny || !first.allSatisfy(["is", "oneOf"].contains))
    }

    private static func name(of rule: ProgramRule, _ number: Int) -> String {
        let texts = rule.conditions.flatMap { test in
            ["amount", "date"].contains(test.field) ? [] : test.values ?? []
        }
        return texts.first { !$0.isEmpty } ?? "rule \(number)"
    }

    private static func words(_ test: ProgramRule.Condition) -> String {
        let values = test.values.map { $0.prefix(3).joined(separator: ", ") } ?? "…"
        return "condition \(test.field) \(test.test) \(values)"
    }

    private static func words(_ action: ProgramRule.Action) -> String {
        let part = action.part > 0 ? " of part \(action.part)" : ""
        return ["action \(action.kind)\(part)", action.field, action.value ?? ""]
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    // MARK: Actions

    private mutating func take(
        _ action: ProgramRule.Action, of rule: ProgramRule, _ foreign: inout ForeignRule
    ) {
        switch (action.kind, action.field, action.value) {
        case ("set", "payee", let payee?), ("set", "payee_name", let payee?):
            if action.isTransfer {
                foreign.effect.transactionClass = .transfer
            } else {
                foreign.effect.payee = payee
            }
            guard let condition = foreign.condition else {
                unknownFields.insert("payee")
                return
            }
            conditions.rename(to: payee, rule, where: condition)
            return
        case ("set", "category", let category?):
            foreign.effect.category = category
            foreign.effect.isSpendingByCategory = true
        case ("set", "notes", let notes?) where !notes.isEmpty:
            foreign.effect.notes = notes
        case ("append-notes", _, let text?), ("prepend-notes", _, let text?):
            let tags = ActualTags.tags(in: text)
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if !tags.isEmpty, words == tags.map({ "#\($0)" }).joined(separator: " ") {
                foreign.effect.tags += tags
            } else if action.kind == "append-notes", !words.isEmpty {
                foreign.effect.appendedNotes = (foreign.effect.appendedNotes ?? "") + words
            } else {
                foreign.lost.append(Self.words(action))
            }
        case ("delete-transaction", _, _):
            foreign.effect.transactionClass = .ignore
            foreign.isFinal = true
        default: foreign.lost.append(Self.words(action))
        }
        let field = action.kind.hasSuffix("-notes") ? "notes" : action.field
        if !field.isEmpty { unknownFields.insert(field == "payee_name" ? "payee" : field) }
    }

    /// Takes the parts of a split: amounts, then shares of what is left, then the rest.
    private func split(_ actions: [ProgramRule.Action], _ foreign: inout ForeignRule) {
        guard !actions.isEmpty else { return }
        var parts: [(part: ForeignEffect.Part, method: String)] = []
        var hundredths = 0
        for (_, actions) in Dictionary(grouping: actions, by: \.part).sorted(by: { $0.key < $1.key }
        ) {
            var part = ForeignEffect.Part(size: "")
            var method = ""
            for action in actions {
                let number = action.value.flatMap { Int64($0) }
                switch (action.kind, action.field, action.method) {
                case ("set", "category", _) where action.value != nil: part.category = action.value
                case ("set", "notes", _) where action.value != nil: part.note = action.value
                case ("set-split-amount", _, "fixed-amount"):
                    guard let number, number < 0, number > -1 << 53 else {
                        return foreign.lost.append(Self.words(action))
                    }
                    part.size = "amount = \(DecimalAmount(coefficient: -number, decimals: 2))"
                    method = action.method
                case ("set-split-amount", _, "fixed-percent"):
                    guard let number, (1...100).contains(number) else {
                        return foreign.lost.append(Self.words(action))
                    }
                    hundredths += Int(number)
                    part.size = "share = \(DecimalAmount(coefficient: number, decimals: 2))"
                    method = action.method
                case ("set-split-amount", _, "remainder"): method = action.method
                default: return foreign.lost.append(Self.words(action))
                }
            }
            parts.append((part, method))
        }
        // The last part takes what is left.
        let isRest = { (part: (part: ForeignEffect.Part, method: String)) in
            part.method == "remainder"
        }
        let (sized, rest) = (parts.filter { !isRest($0) }, parts.filter(isRest))
        let methods = Set(sized.map(\.method))
        guard parts.count > 1, methods.count == 1, methods != [""],
            rest.count == 1 || rest.isEmpty && methods == ["fixed-percent"] && hundredths == 100,
            rest.isEmpty || hundredths < 100
        else { return foreign.lost.append("a split that can't be said here") }
        // Amounts without a sign are those of money that went out.
        if methods == ["fixed-amount"], let condition = foreign.condition {
            guard foreign.effect == ForeignEffect() else {
                return foreign.lost.append("a split into amounts, beside other actions")
            }
            foreign.condition = .all([condition, .field("amount", "less(0)")])
        }
        foreign.effect.parts = (sized + rest).map(\.part)
        foreign.effect.parts[parts.count - 1].size = ""
        foreign.effect.transactionClass = .expense
    }
}
