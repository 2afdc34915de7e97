import Model

/// Documentation of a transaction's fields and methods.
enum TransactionReference {
    static let ofRules = ReferenceSection(
        "A transaction", type: "ghostvault.Transaction",
        """
        What `when` and `set` functions are given. It is read-only and ends with the call: kept \
        longer, it raises an error; keep its `copy()`. A text that the bank did not send is `""`.
        """,
        RuleFields.allCases.map { .field($0.name, $0.type, $0.help) } + [
            .method(
                "contains", [.init("part", "string")], returns: "boolean",
                "Whether description, bank_payee or memo contains the text, without case."),
            .method(
                "starts_with", [.init("part", "string")], returns: "boolean",
                "Whether description, bank_payee or memo begins with the text, without case."),
            .method(
                "ends_with", [.init("part", "string")], returns: "boolean",
                "Whether description, bank_payee or memo ends with the text, without case."),
            .method("copy", returns: "table", "A table of all fields, to keep."),
        ])

    static let ofPlugins = ReferenceSection(
        "A transaction in a plugin", type: "ghostvault.DecidedTransaction: ghostvault.Transaction",
        """
        What plugins are given: a transaction, and what the stages before the plugin decided of \
        it. Its `payee` and `notes` are the decided ones, where they were decided. Its `class`, \
        `category` and `lens` are `nil` while they are open.
        """,
        PluginFields.allCases.map { .field($0.name, $0.type, $0.help) } + [
            .field(
                RuleFields.tags.name, "string[]",
                "All tags so far, those that rules set too; empty where there are none.")
        ])
}

extension RuleFields {
    fileprivate var type: String {
        switch self {
        case .id, .amountMinor, .year, .month, .dayOfMonth, .accountID: "integer"
        case .transactedDay, .category: "string?"
        case .class: "ghostvault.Class?"
        case .lens: "ghostvault.Lens?"
        case .guessed: "boolean?"
        case .earlier: "integer"
        case .lastAmount, .usualAmount: "number?"
        case .accountBalance: "number?"
        case .accountBalanceMinor: "integer?"
        case .amount: "number"
        case .pending: "boolean"
        case .accountType: "ghostvault.AccountType"
        case .weekday: "ghostvault.Weekday"
        case .account, .institution, .currency, .day, .description, .payee, .bankPayee, .memo,
            .merchantCode, .accountBankID, .accountBankName, .notes:
            "string"
        case .tags: "string[]"
        }
    }

    fileprivate var help: String {
        switch self {
        case .id: "The number that `ghostvault transactions` shows."
        case .account: "The account's name, as you see it."
        case .accountType: "The account's type."
        case .institution: "The bank's name."
        case .accountBankID: "The bank's own id of the account, which stays as you rename it."
        case .accountBankName: "The bank's name for the account."
        case .amount:
            "In whole units (dollars), negative where money went out. Near enough for comparing; "
                + "`amount_minor` is exact."
        case .amountMinor: "The exact amount in the smallest unit (cents)."
        case .currency: "The currency's code, `\"USD\"`."
        case .day: "The day it was posted, `\"2025-03-09\"`; days compare as texts."
        case .year: "The year of its day, 2025."
        case .month: "The month of its day, 1 to 12."
        case .dayOfMonth: "1 to 31."
        case .weekday: "The weekday of its day."
        case .description: "What the bank wrote, unaltered."
        case .payee: "Who was paid: one name, however banks and networks write it."
        case .bankPayee: "The bank's own payee; the description if it has none."
        case .memo: "The bank's memo."
        case .merchantCode: "The merchant category code, four digits."
        case .pending: "Whether it is still pending."
        case .transactedDay:
            "The day it was made, which may be before `day`; `nil` where the bank does not say."
        case .accountID: "The number that `ghostvault accounts` shows."
        case .accountBalance:
            "The account's newest balance, negative if it is owed; `nil` if there is none. "
                + "Rules that depend on it change with the balance."
        case .accountBalanceMinor: "The same, exact, in the smallest unit (cents)."
        case .tags: "Your own tags, not those from rules; empty if there are none."
        case .notes: "Your own note, not one from a rule; `\"\"` if there is none."
        case .earlier:
            "How many payments in this direction the payee had on earlier days, in this currency."
        case .lastAmount: "The amount of the last of those; `nil` without one."
        case .usualAmount:
            "The median of the last \(EarlierPayments.usualCount) of those; `nil` without one."
        case .class: "The decided class. Only with `after = true`, else `nil`."
        case .category:
            "The id of the category that was decided. Only with `after = true`, else `nil`."
        case .lens:
            "The lens that was decided, before that of the category. Only with `after = true`, "
                + "else `nil`."
        case .guessed:
            "Whether the category is a guess. Only with `after = true`, else `nil`."
        }
    }
}

extension PluginFields {
    fileprivate var type: String {
        switch self {
        case .splits: "string[]"
        }
    }

    fileprivate var help: String {
        switch self {
        case .splits:
            "The parts that it is split into, each a text such as `\"groceries -80.40\"`; empty "
                + "where it is not split. `category` is that of the whole."
        }
    }
}
