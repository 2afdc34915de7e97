import ArgumentParser
import Classification
import Engine
import Model

/// The parts of a rule, as options of commands that add, edit or preview one.
struct RuleOptions: ParsableArguments {
    @Option(help: "The rule's name. (default: the text that it matches)")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The condition, as in a rule file: '{ amount = less(-100) }'.", valueName: "lua"))
    var when: String?

    @Option(
        help: ArgumentHelp(
            "The attributes to set, as in a rule file: '{ tags = { \"trip\" } }'.", valueName: "lua"
        ))
    var set: String?

    @Option(help: ArgumentHelp("Text that the description contains.", valueName: "text"))
    var descriptionContains: String?

    @Option(help: ArgumentHelp("Text that the payee contains.", valueName: "text"))
    var payee: String?

    @Option(help: ArgumentHelp("Text that the account's name contains.", valueName: "text"))
    var account: String?

    @Option(help: ArgumentHelp("The category to set.", valueName: "id"))
    var category: String?

    @Option(name: .customLong("class"), help: "The class to set.")
    var transactionClass: TransactionClass?

    @Option(help: "The lens to set.")
    var lens: Lens?

    @Option(help: "A tag to add; repeatable.")
    var tag: [TagList] = []

    @Option(
        // A negative number would look like an option.
        parsing: .unconditional, help: "Higher runs first; the default is 0.")
    var priority: Int?

    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive,
        help: "Whether to skip later rules if this one matches.")
    var stop: Bool?

    func validate() throws {
        for (option, text, example) in [
            ("--when", when, "{ amount = less(-100) }"), ("--set", set, "{ tags = { \"trip\" } }"),
        ] {
            // Other errors are reported when the rule is parsed.
            guard text?.firstMatch(of: /^\s*\w+\s*=/) != nil else { continue }
            throw ValidationError("\(option) takes a table, in braces: \(option) '\(example)'.")
        }
        try refuseSaidTwice(change.conditionsSaidTwice, beside: "--when")
        try refuseSaidTwice(change.effectsSaidTwice, beside: "--set")
    }

    /// Rejects an option for a field that the table sets too, since one would replace the
    /// other.
    private func refuseSaidTwice(_ fields: [String], beside table: String) throws {
        guard let field = fields.first else { return }
        throw ValidationError(
            "\(Self.option(of: field)) and \(table) both set \"\(field)\": give one, or put "
                + "everything into \(table).")
    }

    /// Checks that the options have both a condition and an effect.
    ///
    /// - Throws: `ValidationError` that names the options.
    func requireWholeRule() throws {
        let change = change
        guard change.when != nil || !change.conditions.isEmpty else {
            throw ValidationError(
                "Give a condition: --description-contains, --payee, --account or --when.")
        }
        guard change.set != nil || !change.effects.isEmpty else {
            throw ValidationError(
                "Give a result: --category, --class, --lens, --tag or --set.")
        }
    }

    /// The change, with the category by its id.
    ///
    /// A category that isn't there is left to the reader of rules, which knows merged ones.
    ///
    /// - Throws: `AmbiguousName`.
    func change(in engine: Engine) throws -> RuleChange {
        var options = self
        do {
            options.category = try category.map { try engine.categories().meant(by: $0) }
        } catch is UnknownCategory {
            options.category = category
        }
        return options.change
    }

    var change: RuleChange {
        var change = RuleChange()
        change.name = name
        change.when = when
        change.set = set
        change.priority = priority
        change.stops = stop
        change.conditions = Self.fields([
            ("description", descriptionContains.map { "contains \(LuaLiteral.text($0))" }),
            ("payee", payee.map { "contains \(LuaLiteral.text($0))" }),
            ("account", account.map { "contains \(LuaLiteral.text($0))" }),
        ])
        let tags = tag.tags.map(LuaLiteral.text).joined(separator: ", ")
        change.effects = Self.fields([
            ("class", transactionClass.map { LuaLiteral.text($0.rawValue) }),
            ("category", category.map(LuaLiteral.text)),
            ("lens", lens.map { LuaLiteral.text($0.rawValue) }),
            ("tags", tag.isEmpty ? nil : "{ \(tags) }"),
        ])
        return change
    }

    /// The option for a field of a rule.
    private static func option(of field: String) -> String {
        switch field {
        case "description": "--description-contains"
        case "tags": "--tag"
        default: "--\(field)"
        }
    }

    private static func fields(
        _ fields: [(name: String, value: String?)]
    ) -> [RuleChange.Field] {
        fields.compactMap { name, value in value.map { RuleChange.Field(name, $0) } }
    }
}

enum RuleArgument {
    static let help: ArgumentHelp =
        "The rule: its name, its id from \"rules list\", or a stored rule's number."
}
