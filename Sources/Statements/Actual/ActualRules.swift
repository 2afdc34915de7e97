/// Reads the rules of an Actual budget.
///
/// They are JSON in columns, which SQLite itself takes apart.
struct ActualRules: ~Copyable {
    private let names: ActualNames
    private let database: ForeignDatabase

    /// All rules in the order in which Actual applies them.
    static func all(
        in source: borrowing ForeignDatabase, _ names: ActualNames
    ) throws(StatementError) -> [ProgramRule] {
        let columns = ["id", "stage", "conditions", "actions", "tombstone", "conditions_op"]
        guard let rows = try source.rows(of: "rules", columns) else { return [] }
        // An empty database knows the functions as well, and has no tables of a stranger's.
        let reader = ActualRules(names: names, database: try ForeignDatabase())
        var ranked: [(rank: Rank, rule: ProgramRule)] = []
        for row in rows where !row.isTrue(4) {
            guard let conditions = try reader.items(row.text(2)),
                let actions = try reader.items(row.text(3))
            else { continue }
            var rule = ProgramRule(
                isAny: row.text(5) == "or", conditions: [], actions: [])
            for item in conditions { rule.conditions.append(try reader.condition(item)) }
            for item in actions { rule.actions.append(try reader.action(item)) }
            ranked.append((Rank(row.text(1), rule, id: row.text(0)), rule))
        }
        return ranked.sorted { $0.rank < $1.rank }.map { reader.namingAccounts(in: $0.rule) }
    }

    /// The rule with the names of the accounts on the budget, or off it, where it tests that.
    private func namingAccounts(in rule: ProgramRule) -> ProgramRule {
        var rule = rule
        for index in rule.conditions.indices where rule.conditions[index].field == "account" {
            let test = rule.conditions[index].test
            guard ["onBudget", "offBudget"].contains(test) else { continue }
            rule.conditions[index].test = "oneOf"
            rule.conditions[index].values = names.accounts(offBudget: test == "offBudget")
        }
        return rule
    }

    /// The place of a rule in a run: by stage, then by how little its tests say.
    private struct Rank: Comparable {
        private let stage: Int
        private let score: Int
        private let id: String

        init(_ stage: String, _ rule: ProgramRule, id: String) {
            switch stage {
            case "pre", "cleanup", "modify": self.stage = 0
            case "post": self.stage = 2
            default: self.stage = 1
            }
            let tests = rule.conditions.map(\.test)
            let scores = tests.map { Self.scores[$0] ?? 0 }
            let isExact = tests.allSatisfy(Self.exact.contains)
            score = scores.reduce(0, +) * (isExact ? 2 : 1)
            self.id = id
        }

        static func < (left: Self, right: Self) -> Bool {
            // Ids are compared by their letters' codes.
            (left.stage, left.score) != (right.stage, right.score)
                ? (left.stage, left.score) < (right.stage, right.score)
                : left.id.utf16.lexicographicallyPrecedes(right.id.utf16)
        }

        private static let exact: Set = ["is", "isNot", "isapprox", "oneOf", "notOneOf"]
        private static let scores = [
            "is": 10, "isNot": 10, "oneOf": 9, "notOneOf": 9, "isapprox": 5, "isbetween": 5,
            "gt": 1, "gte": 1, "lt": 1, "lte": 1,
        ]
    }

    // MARK: JSON

    /// One of the objects in a list.
    private struct Item {
        let list: String
        let path: String
    }

    /// The items of a list; nil if the text is none.
    private func items(_ list: String) throws(StatementError) -> [Item]? {
        guard try database.rows("SELECT json_valid(?)", [list])[0].isTrue(0),
            try database.rows("SELECT json_type(?)", [list])[0].text(0) == "array"
        else { return nil }
        return try database.rows("SELECT fullkey FROM json_each(?)", [list]).map {
            Item(list: list, path: $0.text(0))
        }
    }

    /// The values at some paths of an item, and the type of the first of them.
    private func values(
        _ item: Item, _ paths: [String]
    ) throws(StatementError) -> ForeignDatabase.Row {
        let list =
            paths.map { "json_extract(?1, ?2 || '.\($0)')" } + ["json_type(?1, ?2 || '.value')"]
        return try database.rows(
            "SELECT \(list.joined(separator: ", "))", [item.list, item.path])[0]
    }

    private static let fields = [
        "description": "payee", "imported_description": "imported_payee", "acct": "account",
    ]

    private func condition(_ item: Item) throws(StatementError) -> ProgramRule.Condition {
        let found = try values(
            item,
            [
                "op", "field", "value", "options.inflow", "options.outflow", "value.num1",
                "value.num2",
            ])
        let field = Self.fields[found.text(1)] ?? found.text(1)
        var condition = ProgramRule.Condition(field: field, test: found.text(0), values: nil)
        condition.flow = found.isTrue(4) ? .outflow : found.isTrue(3) ? .inflow : nil
        switch found.text(7) {
        case "array":
            let values = try database.rows(
                "SELECT value FROM json_each(?, ? || '.value')", [item.list, item.path])
            let names = values.map { name($0.text(0), of: field) }
            if !names.contains(nil) { condition.values = names.compactMap(\.self) }
        case "text": condition.values = name(found.text(2), of: field).map { [$0] }
        case "integer", "real": condition.values = found.integer(2).map { [String($0)] }
        case "object":
            if let first = found.integer(5), let last = found.integer(6) {
                condition.values = [first, last].sorted().map(String.init)
            }
        // A test for nothing.
        case "null": condition.values = []
        default: break
        }
        return condition
    }

    private func action(_ item: Item) throws(StatementError) -> ProgramRule.Action {
        let found = try values(
            item,
            [
                "op", "field", "value", "options.splitIndex", "options.method", "options.template",
                "options.formula",
            ])
        let field = Self.fields[found.text(1)] ?? found.text(1)
        var action = ProgramRule.Action(
            kind: found.text(0), field: field, value: nil,
            part: Int(clamping: max(0, found.integer(3) ?? 0)), method: found.text(4))
        guard found.text(5).isEmpty, found.text(6).isEmpty else { return action }
        switch found.text(7) {
        case "text":
            action.value = name(found.text(2), of: field)
            action.isTransfer = field == "payee" && names.otherAccount(found.text(2)) != nil
        case "integer", "real": action.value = found.integer(2).map(String.init)
        case "true", "false": action.value = found.text(7)
        default: break
        }
        return action
    }

    /// A text, or the name of what an id stands for; nil if that is gone.
    private func name(_ value: String, of field: String) -> String? {
        switch field {
        case "payee": names.payee(value)
        case "account": names.account(value)
        case "category": names.category(value)
        default: value
        }
    }
}
