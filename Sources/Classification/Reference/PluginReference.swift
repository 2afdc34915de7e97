/// Documentation of the parts of a plugin.
enum PluginReference {
    static let plugin = ReferenceSection(
        "A plugin", type: "ghostvault.Plugin", isAllOptional: true,
        required: ["name", "version", "summary"],
        """
        What `plugin { … }` is given, once in a plugin's `plugin.lua`. `name`, `version`, \
        `summary` and one of the functions are required; `classify` and `classify_all` need \
        `decides`, and `read` needs `reads`.
        """,
        [
            .field("name", "string", "The name of its folder."),
            .field("version", "string", "Any text of one line."),
            .field("summary", "string", "One sentence for lists."),
            .field("decides", "ghostvault.Attribute[]", "The attributes that it may decide."),
            .field("after", "string|string[]", "Stages or plugins that it comes after."),
            .field("before", "string|string[]", "Stages or plugins that it comes before."),
            .field(
                "overrules", "string|string[]",
                "Stages or plugins whose decisions it replaces; it comes after them. Never what you "
                    + "decided."),
            .field("needs", "string|string[]", "Plugins that must be on; they come before it."),
            .field(
                "settings", "table<string, ghostvault.Setting>",
                "Its settings; `ctx.settings` has the values."),
            .field(
                "classify",
                "fun(tx: ghostvault.DecidedTransaction, ctx: ghostvault.Context): "
                    + "ghostvault.Set?, string?",
                "Called for each transaction; returns what it decides, and why."),
            .field(
                "classify_all", "fun(view: ghostvault.View, ctx: ghostvault.Context)",
                "Called once for all transactions, before `classify`; decides with `view:decide`."),
            .field("reads", "ghostvault.Reads", "The files that `read` is for."),
            .field(
                "read", "fun(file: ghostvault.File, ctx: ghostvault.Context)",
                "Called for a file to import; calls `transaction` for each that it holds."),
        ])

    static let setting = ReferenceSection(
        "A setting", type: "ghostvault.Setting", isAllOptional: true, required: ["type"],
        "A setting of a plugin, changed with `ghostvault plugins set`.",
        [
            .field(
                "type",
                "\"boolean\"|\"integer\"|\"number\"|\"text\"|\"choice\"|\"texts\"",
                "What kind of value it takes."),
            .field("default", "any", "The default value."),
            .field("help", "string", "What it is for, in a sentence."),
            .field("at_least", "number", "The minimum of a number."),
            .field("at_most", "number", "The maximum of a number."),
            .field("choices", "string[]", "The words of a choice."),
        ])

    static let context = ReferenceSection(
        "The context", type: "ghostvault.Context",
        "The last argument of a plugin's functions, read-only.",
        [
            .field("settings", "table<string, any>", "The value of each setting."),
            .field(
                "today", "string", "The day that counts as today, `\"2025-03-09\"`; not in `read`."),
        ])

    static let view = ReferenceSection(
        "The view", type: "ghostvault.View",
        """
        All transactions, oldest first, as `classify_all` sees them. `#view` is their number, and \
        `view[1]` the first. What it gives ends with the call.
        """,
        [
            .method("count", returns: "integer", "How many transactions there are."),
            .method(
                "each", returns: "fun(): ghostvault.DecidedTransaction?",
                "For loops over all: `for tx in view:each() do … end`."),
            .method(
                "first", [.init("count?", "integer")],
                returns: "ghostvault.DecidedTransaction|ghostvault.View|nil",
                "A view of the first so many; without a number the first transaction."),
            .method(
                "last", [.init("count?", "integer")],
                returns: "ghostvault.DecidedTransaction|ghostvault.View|nil",
                "A view of the last so many; without a number the last transaction."),
            .method(
                "by_id", [.init("id", "integer")], returns: list,
                "That of a number, as `ghostvault transactions` shows it."),
            .method(
                "by_payee", [.init("payee", "string")], returns: list,
                "The transactions of a payee, as decided so far; without case."),
            .method(
                "by_account", [.init("account", "string")], returns: list,
                "The transactions of the accounts with a name."),
            .method(
                "by_amount", [.init("minor", "integer")], returns: list,
                "The transactions of exactly that amount, in the smallest unit (cents)."),
            .method(
                "between", [.init("first", "string"), .init("last", "string")], returns: list,
                "The transactions from the first day to the last, both included."),
            .method(
                "decide",
                [
                    .init("tx", "ghostvault.DecidedTransaction"), .init("set", "ghostvault.Set"),
                    .init("why?", "string"),
                ],
                "Decides of a transaction. Where nothing fails, all decisions hold; where "
                    + "something does, none."),
        ])

    private static let list = "ghostvault.DecidedTransaction[]"

    static let test = ReferenceSection(
        "A test of a plugin or of all rules", type: "ghostvault.PluginTest", isAllOptional: true,
        """
        What `test { … }` is given in a plugin's `tests.lua`. The transactions pass the whole \
        pipeline as it is shipped, with this plugin alone. In a rule file they pass the vault's \
        pipeline and all rules, and the test has neither `settings` nor `rules`. A test of `read` \
        has a `file` in place of transactions.
        """,
        [
            .field("name", "string", "The purpose of the test."),
            .field("settings", "table<string, any>", "Settings other than the defaults."),
            .field("rules", "string", "A rule file to apply too, as a text."),
            .field("today", "string", "The day that counts as today; else the latest day."),
            .field("transactions", "ghostvault.Sample[]", "In any order; numbered from 1."),
            .field("file", "string", "A file for `read`, in place of transactions."),
            .field(
                "reads", "ghostvault.ReadTransaction[]",
                "What the file holds; fields that aren't named don't matter."),
            .field("unreadable", "integer[]", "The lines of the file that can't be read."),
        ])
}
