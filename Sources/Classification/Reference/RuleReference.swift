import Model

/// Documentation of the parts of a rule.
enum RuleReference {
    static let rule = ReferenceSection(
        "A rule", type: "ghostvault.Rule", isAllOptional: true, required: ["when", "set"],
        "The argument of `rule { … }`. `when` and `set` are required.",
        [
            .field("name", "string", "The name in messages and `explain`; unique in its file."),
            .field(
                "id", "string",
                "A lasting name, unique among all rules: what you decided about the rule stays when "
                    + "its name, its file and its content change."),
            .field(
                "when",
                "ghostvault.When|ghostvault.AnyTest"
                    + "|fun(tx: ghostvault.Transaction, found: table<string, string?>?): boolean?",
                "When it applies. A function in the list part of a table runs last."),
            .field(
                "set",
                "ghostvault.Set|fun(tx: ghostvault.Transaction, found: table<string, string?>?): "
                    + "ghostvault.Set?",
                "What it sets; a function may return `nil` to set nothing."),
            .field(
                "priority", "integer", "Rules with a higher number run earlier; the default is 0."),
            .field(
                "stop", "boolean", "Whether no later rule runs once this one has matched."),
            .field(
                "after", "boolean",
                "Whether it runs after all other stages, sees what they decided, and decides what "
                    + "they left open. It does not see other rules of its kind."),
            .field(
                "overrule", "boolean",
                "With `after`: whether it also replaces what other stages decided; never what you "
                    + "did."),
            .field(
                "tests", "ghostvault.RuleTests",
                "Transactions that must match and that must not; `ghostvault rules test` "
                    + "tries them."),
        ])

    static let conditions = ReferenceSection(
        "Conditions", type: "ghostvault.When", isAllOptional: true,
        """
        The fields of a `when` table; all must match. A list of tests means or. Conditions in \
        `any { … }`, `all { … }`, `none { … }` and `near { … }` stand in the list part.
        """,
        ConditionField.allCases.map { .field($0.rawValue, $0.type, $0.help) })

    static let words = ReferenceSection(
        "Tests of a condition",
        """
        Words that stand in a `when` table. Texts are compared without case, and a run of white \
        space counts as one space.
        """,
        ConditionWord.allCases.map(\.entry))

    static let set = ReferenceSection(
        "Attributes that can be set", type: "ghostvault.Set", isAllOptional: true,
        "The attributes that a rule or a plugin sets. Others decide the missing ones.",
        SettableAttribute.allCases.map { .field($0.rawValue, $0.type, $0.help) })

    static let columns = ReferenceSection(
        "Values from a map",
        """
        A map in a condition, `payee = is(payees)`, matches where one of its keys is found: with \
        `is`, `contains`, `word`, `starts_with`, `ends_with` or `regex`. Of several the longest \
        key counts; of patterns the first.
        """,
        [
            .function(
                ColumnWord.name, [.init("name", "string")], returns: "any",
                "The value of the matching row in the column, in `set`: `category = column "
                    + "\"category\"`. An empty cell sets nothing.")
        ])

    static let splitPart = ReferenceSection(
        "A part of a split", type: "ghostvault.SplitPart", isAllOptional: true,
        """
        One of `splits`. It has a `category`, or a `loan`, a `class` or `excluded`. A part has an \
        `amount` or a `share`; the last has neither, and takes the rest.
        """,
        [
            .field(
                "category", "string",
                "A category's id. `\"keep\"` is the one that the transaction has, whatever decides "
                    + "it."),
            .field("amount", "number", "In whole units, without a sign."),
            .field("share", "number", "The share of the whole amount; 0.25 is a quarter."),
            .field("lens", "ghostvault.Lens", "The part's own; without it that of its category."),
            .field("note", "string", "A note of one line."),
            .field(
                "loan", "string",
                "The person whom the part was lent to or borrowed from, or who pays it back. Without "
                    + "a class it is a transfer."),
            .field("class", "ghostvault.Class", "What the part counts as."),
            .field("excluded", "boolean", "Whether the part is left out of figures."),
        ])

    static let total = ReferenceSection(
        "A running total", type: "ghostvault.Total", isAllOptional: true, required: ["total"],
        "What `month_total` and `year_total` test of some categories.",
        [
            .field(
                "category", "string|string[]", "The ids of categories, with those below them."),
            .field(
                "total", "number|ghostvault.NumberTest",
                "The test of what was spent, in whole units of the account's currency."),
        ])

    static let tests = ReferenceSection(
        "Tests of a rule", type: "ghostvault.RuleTests", isAllOptional: true,
        "Transactions to try a rule on, each as a table or as its description alone.",
        [
            .field(
                "match", "(string|ghostvault.Sample)[]", "Transactions that the rule must match."),
            .field(
                "no_match", "(string|ghostvault.Sample)[]", "Transactions that it must not match."),
        ])

    static let sample = ReferenceSection(
        "A sample transaction", type: "ghostvault.Sample", isAllOptional: true,
        "A made-up transaction. Missing fields get defaults.",
        [
            .field("description", "string", "The bank's text."),
            .field(
                "payee", "string", "The payee; without it, it is read from the other texts."),
            .field("bank_payee", "string", "The bank's word for it; without it the description."),
            .field("memo", "string", "The bank's memo."),
            .field("amount", "number", "In whole units; the default is -10."),
            .field("day", "string", "`\"2025-01-15\"` where it is not given."),
            .field("account", "string", "The account's name; `\"Checking\"`."),
            .field("account_type", "ghostvault.AccountType", "`\"checking\"`."),
            .field("institution", "string", "The bank's name; `\"Bank\"`."),
            .field("currency", "string", "The currency's code; `\"USD\"`."),
            .field("merchant_code", "string", "The merchant category code."),
            .field("pending", "boolean", "Whether it is still pending."),
            .field("tags", "string|string[]", "The tags that you gave it."),
            .field("notes", "string", "The note that you gave it."),
            .field(
                "class", "ghostvault.Class",
                "Only with `after`: what it was decided to be; by its sign where it is not given."),
            .field("category", "string", "Only with `after`: its category's id; `\"other\"`."),
            .field("lens", "ghostvault.Lens", "Only with `after`: its lens."),
            .field("guessed", "boolean", "Only with `after`: whether the category is a guess."),
            .field("series", "string", "Only with `after`: the name of its series."),
            .field(
                "gets", "ghostvault.Set",
                "The expected attributes; only those listed are compared."),
        ])
}

/// The functions that conditions are written with.
enum ConditionWord: String, CaseIterable {
    case contains, word
    case startsWith = "starts_with"
    case endsWith = "ends_with"
    case `is`
    case oneOf = "one_of"
    case regex, less, greater
    case atLeast = "at_least"
    case atMost = "at_most"
    case between, approx, any, all, none, near

    fileprivate var entry: ReferenceEntry {
        .function(rawValue, parameters, returns: result, help)
    }

    private var parameters: [ReferenceEntry.Parameter] {
        switch self {
        case .contains, .word, .startsWith, .endsWith: [.init("text", "string|ghostvault.Map")]
        case .regex: [.init("pattern", "string|ghostvault.Map")]
        case .is: [.init("value", "string|number|ghostvault.Map")]
        case .oneOf: [.init("texts", "string[]")]
        case .less, .greater: [.init("amount", "number")]
        case .atLeast, .atMost: [.init("value", "number|string")]
        case .between: [.init("first", "number|string"), .init("last", "number|string")]
        case .approx:
            [
                .init("amount", "number"), .init("share?", "number|{ within: number }"),
            ]
        case .near: [.init("other", "ghostvault.Near")]
        case .any, .all, .none:
            [
                .init(
                    "parts",
                    "ghostvault.When|(string|number|ghostvault.Test|ghostvault.When)[]")
            ]
        }
    }

    /// The type of the test that it makes; `AnyTest` fits every field.
    private var result: String {
        switch self {
        case .contains, .word, .startsWith, .endsWith, .oneOf, .regex: "ghostvault.TextTest"
        case .less, .greater, .approx: "ghostvault.NumberTest"
        case .is, .atLeast, .atMost, .between, .any, .all, .none, .near:
            "ghostvault.AnyTest"
        }
    }

    private var help: String {
        switch self {
        case .contains: "The text occurs somewhere. A text alone means the same."
        case .word: "The text occurs as whole words: GAS is not in VEGAS."
        case .startsWith: "The text comes first."
        case .endsWith: "The text comes last."
        case .is: "Exactly that text or number; `is \"\"` is an empty text."
        case .oneOf: "Exactly one of these texts."
        case .regex: "A PCRE2 regular expression matches somewhere."
        case .less: "Below the amount."
        case .greater: "Above the amount."
        case .atLeast: "The amount or above; the day or later."
        case .atMost: "The amount or below; the day or earlier."
        case .between: "From the first to the last, both included: amounts, days or whole numbers."
        case .approx:
            "About the amount: 7.5 % either way, or the share that is given (0.2 is 20 %), or an "
                + "amount of money: `approx(-1850, { within = 20 })`."
        case .any: "At least one part matches."
        case .all: "Every part matches."
        case .none: "No part matches."
        case .near:
            "Another transaction of the account matches: `near { days = 7, amount = \"opposite\" }`."
        }
    }
}

extension ConditionField {
    fileprivate var type: String {
        switch self {
        case .description, .payee, .bankPayee, .memo, .text, .account, .institution, .currency,
            .merchantCode, .tags, .notes:
            "string|ghostvault.TextTest|(string|ghostvault.TextTest)[]"
        case .accountType: "ghostvault.AccountType|ghostvault.AnyTest|ghostvault.AccountType[]"
        case .weekday: "ghostvault.Weekday|ghostvault.AnyTest|ghostvault.Weekday[]"
        case .id, .accountID: "integer|integer[]"
        case .amount, .size, .accountBalance, .earlier, .lastAmount, .usualAmount, .differsFromLast,
            .timesUsual, .daysSinceLast:
            "number|ghostvault.NumberTest|(number|ghostvault.NumberTest)[]"
        case .day, .transactedDay: "string|ghostvault.DayTest|(string|ghostvault.DayTest)[]"
        case .dayOfMonth, .month, .year:
            "integer|ghostvault.NumberTest|(integer|ghostvault.NumberTest)[]"
        case .pending, .guessed: "boolean"
        case .class: "ghostvault.Class|ghostvault.AnyTest|ghostvault.Class[]"
        case .category: "string|ghostvault.AnyTest|string[]"
        case .lens: "ghostvault.Lens|ghostvault.AnyTest|ghostvault.Lens[]"
        case .series: "string|boolean|ghostvault.AnyTest|string[]"
        case .monthTotal, .yearTotal: "number|ghostvault.NumberTest|ghostvault.Total"
        }
    }

    fileprivate var help: String {
        switch self {
        case .description: "What the bank wrote."
        case .payee: "Who was paid: one name, however banks and networks write it."
        case .bankPayee: "The bank's own payee; the description if it has none."
        case .memo: "The bank's memo."
        case .text: "Any of description, bank_payee and memo."
        case .account: "The account's name."
        case .institution: "The bank's name."
        case .currency: "The currency's code."
        case .merchantCode: "The merchant category code, or empty."
        case .accountType: "The account's type."
        case .amount: "In whole units (dollars); money that went out is negative."
        case .size: "The amount without its sign."
        case .day: "The day of posting, such as `\"2025-03-09\"`."
        case .dayOfMonth: "1 to 31."
        case .weekday: "The weekday of posting, `\"monday\"` to `\"sunday\"`."
        case .month: "1 to 12."
        case .year: "The year of posting, or `between` of two."
        case .transactedDay:
            "The day of the payment. Doesn't match if the bank doesn't send it."
        case .id:
            "The transaction's number in this vault, as `explain` takes it; a list for several."
        case .accountID: "The account's number in this vault, as `accounts --json` shows it."
        case .accountBalance:
            "The account's current balance. Doesn't match if it is unknown."
        case .pending: "Whether it is still pending."
        case .tags:
            "One of your own tags; a text alone is the whole tag. Tags from rules don't count."
        case .notes: "Your own note, or empty. Notes from rules don't count."
        case .earlier:
            "How many payments in this direction the payee had on earlier days, in this currency."
        case .lastAmount: "The amount of the last of those. Doesn't match without one."
        case .usualAmount:
            "The median of the last \(EarlierPayments.usualCount) of those. Doesn't match without one."
        case .differsFromLast:
            "By which share of the last one the amount differs from it: `greater(0.03)` is by more "
                + "than 3 %."
        case .timesUsual: "How many times the usual amount it is: `greater(2)` is more than twice."
        case .daysSinceLast:
            "The days since the last one: `less(4)` is within three. Doesn't match without one."
        case .class: "The decided class. Only with `after = true`, like all that follow."
        case .category: "The id of the decided category, or of one above it."
        case .lens: "The lens that was decided, before that of the category."
        case .guessed: "Whether the category is a guess."
        case .series: "The name of its recurring series; `true` for any, `false` for none."
        case .monthTotal:
            "What was spent in the month up to it: `greater(400)`, or of categories: "
                + "`{ category = \"dining\", total = greater(400) }`. Doesn't match what isn't in it."
        case .yearTotal: "The same of the year."
        }
    }
}

extension SettableAttribute {
    fileprivate var type: String {
        switch self {
        case .class: "ghostvault.Class"
        case .category, .payee, .loan, .notes, .appendNotes, .series: "string"
        case .splits: "ghostvault.SplitPart[]"
        case .lens: "ghostvault.Lens"
        case .tags, .removeTags: "string|string[]"
        case .excluded: "boolean"
        }
    }

    fileprivate var help: String {
        switch self {
        case .class:
            "`\"expense\"` with a positive amount is money back; `\"transfer\"` is between your "
                + "accounts; `\"ignore\"` is in no figure."
        case .category: "A category's id. It does not change the class."
        case .lens: "The part of the 50/30/20 plan; without it that of the category."
        case .series: "The name of the series that it belongs to, such as a contract."
        case .splits:
            "Parts that it is split into; they add up to its amount, since the last takes the rest."
        case .payee: "The payee to show, in one line."
        case .loan:
            "The person whom it was lent to or borrowed from, or who pays it back; `ghostvault loans` "
                + "has what is still owed. A rule without a class makes it a transfer."
        case .tags: "Tags to add."
        case .removeTags: "Tags of other rules to leave out, whatever their order; never yours."
        case .notes: "A note of one line."
        case .appendNotes: "A text behind the note of another rule, or alone; never behind yours."
        case .excluded: "Whether it is left out of income and spending, but still listed."
        }
    }
}
