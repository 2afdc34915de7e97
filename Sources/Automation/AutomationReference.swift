internal import Classification

/// The reference of everything that Lua files can name: rules, plugins and event handlers.
public enum AutomationReference {
    /// `docs/lua-reference.md`.
    public static var page: String { LuaReference.page(with: sections) }

    /// Annotations for the Lua language server.
    ///
    /// - Parameters:
    ///   - categories: the known category ids.
    ///   - accounts: the names of the accounts.
    public static func stubs(categories: [String], accounts: [String] = []) -> String {
        LuaReference.stubs(categories: categories, accounts: accounts, with: sections)
    }

    private static var sections: [ReferenceSection] {
        [words, queries, filter, options, event] + parts + [notification, settings, test]
    }

    private static var words: ReferenceSection {
        let kinds = EventKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|")
        let transaction = ReferenceEntry.Parameter("tx", type(of: EventTransaction.shape))
        return ReferenceSection(
            "Words of automations",
            """
            `on` works while a file of `automation/` is read, the others in its handlers. \
            [Automation](automation.md) describes each kind of event.
            """,
            [
                .function(
                    "on",
                    [
                        .init("kind", kinds),
                        .init("options?", "ghostvault.EventOptions|\(handler)"),
                        .init("handler?", handler),
                    ], "Declares a handler: a function that receives events of one kind."),
                .function(
                    "notify", [.init("notification", "ghostvault.Notification")],
                    "Requests a desktop notification."),
                .function(
                    "webhook", [.init("name", "string"), .init("message?", "table")],
                    "Requests a message to a webhook of `config/automation.toml`."),
                .function(
                    "run", [.init("name", "string"), .init("arguments?", "(string|number)[]")],
                    "Requests a command of `config/automation.toml`, with arguments behind its "
                        + "own."),
                .function(
                    "tag", [transaction, .init("...", "string")],
                    "Requests tags on a transaction of the event."),
                .function(
                    "note", [transaction, .init("text", "string")],
                    "Requests a one-line note on a transaction of the event."),
                .function(
                    "set", [transaction, .init("set", "ghostvault.Correction")],
                    "Requests a correction of a transaction of the event."),
            ])
    }

    private static var queries: ReferenceSection {
        ReferenceSection(
            "Queries of handlers",
            """
            They work in handlers, and change nothing. [Automation](automation.md) shows them.
            """,
            QueryWord.allCases.map { word in
                switch word {
                case .balance:
                    .function(
                        word.rawValue, [.init("account", "string")], returns: "number?, string?",
                        word.help)
                case .spent, .income:
                    .function(
                        word.rawValue, [filterParameter], returns: "number, string", word.help)
                case .count:
                    .function(word.rawValue, [filterParameter], returns: "integer", word.help)
                case .transactions:
                    .function(
                        word.rawValue, [filterParameter],
                        returns: type(of: EventTransaction.shape) + "[]", word.help)
                }
            })
    }

    private static let filterParameter = ReferenceEntry.Parameter("filter", "ghostvault.Query")

    private static let filter = ReferenceSection(
        "What a query is about", type: "ghostvault.Query: ghostvault.When", isAllOptional: true,
        """
        The argument of `spent`, `income`, `count` and `transactions`. All fields of a condition may \
        stand there, too, as in a rule with `after = true`.
        """,
        [
            .field(
                "period", "string",
                "Days such as `\"this month\"` or `\"2026-01..2026-03\"`, counted from the event's day."
            ),
            .field(
                "limit", "integer",
                "Of `transactions`, how many at most; \(QueryReader.usualTransactions) without it, "
                    + "up to \(QueryReader.mostTransactions)."),
        ])

    private static let handler = "fun(e: ghostvault.Event, state?: table)"

    private static var options: ReferenceSection {
        let name = ReferenceEntry.field(
            "name", "string", "The handler's name in its file, whatever its options.")
        return ReferenceSection(
            "Options of a handler", type: "ghostvault.EventOptions", isAllOptional: true,
            "Filters for the events that a handler receives. Each kind takes some of them.",
            EventOption.allCases.map { .field($0.rawValue, $0.type, $0.help) } + [name])
    }

    private static var event: ReferenceSection {
        var fields: [EventField] = []
        var kinds: [String: [EventKind]] = [:]
        for kind in EventKind.allCases {
            for field in kind.shape.fields {
                if kinds[field.name] == nil { fields.append(field) }
                kinds[field.name, default: []].append(kind)
            }
        }
        return ReferenceSection(
            "An event", type: "ghostvault.Event",
            "The event that a handler receives. It is read-only. Which fields it has depends on its kind.",
            fields.map { field in
                let of = kinds[field.name] ?? []
                let names = of.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                return .field(
                    field.name, type(of: field),
                    field.help + (of.count == EventKind.allCases.count ? "" : " Of \(names)."))
            })
    }

    private static var parts: [ReferenceSection] {
        [
            section(
                "A transaction of an event", EventTransaction.shape,
                "A transaction with its conclusions."),
            section(
                "A classification", EventClassification.shape,
                "A class and a category."),
            section("A series of payments", EventSeries.shape, "A recurring series."),
            section("An account", EventAccount.shape, "An account with its balance."),
            section("A budget", EventBudget.shape, "Spending that a budget covers, and its limit."),
            section("A week or a month", EventPeriod.shape, "What came in and went out."),
            section("A category in a week or a month", EventSpending.shape, "One of `categories`."),
            section("A sync", EventSync.shape, "The outcome of a sync."),
            section("A file", EventFile.shape, "The rows of a file that went into one account."),
            section("A bank", EventBank.shape, "A bank that needs you."),
            section("A backup", EventBackup.shape, "A scheduled backup that failed."),
            section("A fall", EventFall.shape, "A balance that is expected to be low."),
            section("A gap", EventGap.shape, "Money that no transaction explains."),
            section("A silence", EventSilence.shape, "An account without news."),
        ]
    }

    private static let notification = ReferenceSection(
        "A notification", type: "ghostvault.Notification", isAllOptional: true,
        "The argument of `notify { … }`: a title, a text or both.",
        [
            .field("title", "string|integer", "One line; cut after 200 characters."),
            .field("text", "string|integer", "Cut after 2,000 characters."),
            .field("urgent", "boolean", "Whether it is shown as urgent."),
        ])

    private static let settings = ReferenceSection(
        "What a handler can set", type: "ghostvault.Correction", isAllOptional: true,
        "The argument of `set`, with the names that rules use.",
        [
            .field("category", "string", "A category's id."),
            .field("class", "ghostvault.Class", "The class of the transaction."),
            .field("lens", "ghostvault.Lens", "The part of the 50/30/20 plan."),
            .field("payee", "string", "The payee to show, in one line."),
            .field("tags", "string|string[]", "Tags to add."),
            .field("notes", "string", "A note of one line."),
            .field("excluded", "boolean", "Whether it is left out of income and spending."),
        ])

    private static let test = ReferenceSection(
        "A test of a handler", type: "ghostvault.HandlerTest", isAllOptional: true,
        """
        What `test { … }` is given beside handlers. `on` and `expect` are required; \
        [automation](automation.md) shows them.
        """,
        [
            .field("name", "string", "The purpose of the test."),
            .field("on", "string", "The kind of event."),
            .field("event", "table", "Fields of the event; the others are made up."),
            .field("vault", "table", "The answers to queries, by their words."),
            .field("state", "table", "What the handler kept before the event."),
            .field("keeps", "table", "What it keeps afterwards, of the fields that are named."),
            .field(
                "expect", "table",
                "The count or the arguments of each action; `{}` is none."),
        ])

    private static func section(
        _ title: String, _ shape: EventShape, _ introduction: String
    ) -> ReferenceSection {
        ReferenceSection(
            title, type: type(of: shape), introduction,
            shape.fields.map { .field($0.name, type(of: $0), $0.help) })
    }

    private static func type(of shape: EventShape) -> String {
        "ghostvault.Event" + shape.name.prefix(1).uppercased() + shape.name.dropFirst()
    }

    private static func type(of field: EventField) -> String {
        let type =
            switch field.kind {
            case .text, .day, .moneyText, .category, .categoryName: "string"
            case .number: "number"
            case .wholeNumber: "integer"
            case .boolean: "boolean"
            case .texts: "string[]"
            case .part(let shape): type(of: shape)
            case .parts(let shape): type(of: shape) + "[]"
            }
        return field.isOptional ? type + "?" : type
    }
}

extension EventOption {
    fileprivate var type: String {
        switch self {
        case .over, .below, .limit: "number"
        case .category, .tag, .view, .account, .payee, .weekday: "string"
        case .days, .day: "integer"
        case .at: "integer|string"
        }
    }
}
