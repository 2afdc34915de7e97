import Classification
import Model
import Rules
import Scripting

/// A transaction with what a test does not care about filled in.
struct Row: Sendable {
    /// A position in ``accounts``.
    var account = 0
    var cents: Int64 = -1250
    /// Days after Sunday, 2025-03-09.
    var day = 0
    var description = ""
    var payee = ""
    var memo = ""
    var merchantCode = ""
    var isPending = false
    /// The vault's number, where it is not the row's place counted from 1.
    var id: Int64?
}

let accounts = [
    account("Everyday Checking", .checking), account("High Yield Savings", .savings),
    account("Rewards Card", .credit), account("Euro Account", .checking, "EUR"),
    account("Yen Account", .savings, "JPY"),
]

private func account(
    _ name: String, _ type: AccountType, _ currency: String = "USD"
) -> AccountFacts {
    AccountFacts(
        id: Int64(name.count), name: name, institution: "First Example Bank", type: type,
        currency: Currency(code: currency))
}

func makeSnapshot(_ rows: [Row], decisions: Decisions = .none) -> Snapshot {
    var texts = TextTable()
    let start = CalendarDay(year: 2025, month: 3, day: 9) ?? CalendarDay(daysSinceEpoch: 0)
    let transactions = rows.enumerated().map { position, row in
        TransactionFacts(
            id: row.id ?? Int64(position + 1), amount: row.cents, day: start.adding(days: row.day),
            account: Int32(row.account), description: texts.id(of: row.description),
            payee: texts.id(of: row.payee.isEmpty ? row.description : row.payee),
            memo: texts.id(of: row.memo),
            merchantCode: texts.id(of: row.merchantCode), isPending: row.isPending)
    }
    return Snapshot(
        asOf: start, accounts: accounts, transactions: transactions, texts: texts,
        decisions: decisions)
}

func makeCategories() throws -> CategoryTree {
    try CategoryTree([
        Category(id: "dining", name: "Dining", type: .expense, parent: nil, lens: .want),
        Category(id: "groceries", name: "Groceries", type: .expense, parent: nil, lens: .need),
        Category(id: "gifts", name: "Gifts", type: .expense, parent: nil, lens: nil),
        Category(id: "other", name: "Other", type: .expense, parent: nil, lens: .want),
    ])
}

let userStage = Stage(name: "user rules", kind: .userRules)
let correctionStage = Stage(name: "corrections", kind: .corrections)
let lensStage = Stage(name: "category lens", kind: .categoryLens)
let defaultStage = Stage(name: "default", kind: .byDefault)

/// What is known of merchants.
func grocers() throws -> Rulebook {
    try Rulebook([
        Rule(
            id: "grocer", name: "Grocer", origin: .shipped(file: "map.toml"),
            condition: .text(.anyText, .containsWord("GROCER")), effect: Effect())
    ])
}

func transferStage() throws -> Stage {
    Stage(
        name: "transfers",
        kind: .transfers(
            try TransferSettings(
                maximumDays: 3,
                wording: .any([
                    .text(.anyText, .containsWord("TRANSFER")),
                    .text(.merchantCode, .oneOf(["6012"])),
                ]),
                contradictions: .text(.anyText, .containsWord("PAYROLL")),
                merchants: try grocers())))
}

/// A few words of networks and banks.
func payeeStage() -> Stage {
    Stage(
        name: "payees",
        kind: .payees(PayeeNormaliser(PayeeWords(services: ["SQ"], nameless: ["DEPOSIT"]))))
}

func makePayeePipeline() throws -> Pipeline {
    Pipeline(
        stages: [userStage, correctionStage, payeeStage(), defaultStage],
        categories: try makeCategories())
}

func rulesStage(
    _ name: String, onlyFor: Set<TransactionClass>? = nil, _ rules: [(word: String, effect: Effect)]
) throws -> Stage {
    let rules = rules.map { word, effect in
        Rule(
            id: word.lowercased(), name: word, origin: .shipped(file: "\(name).toml"),
            condition: .text(.anyText, .containsWord(word)), effect: effect)
    }
    return Stage(name: name, kind: .rules(try Rulebook(rules), onlyFor: onlyFor))
}

/// Rules of files that are called rules/1.lua, rules/2.lua and so on.
func load(_ files: [String], limits: ScriptLimits = .standard) throws -> UserRules {
    try UserRules(
        files.enumerated().map { position, text in
            RuleSource(file: "rules/\(position + 1).lua", bytes: Array(text.utf8))
        }, categories: makeCategories(), limits: limits)
}

/// Every mistake in files that are called rules/1.lua, rules/2.lua and so on.
func mistakes(_ files: String...) throws -> [RuleFileProblem] {
    try load(files).leftOut.flatMap(\.problems)
}

extension RuleFileProblem {
    /// As "line:column message".
    var placed: String { "\(line ?? 0):\(column ?? 0) \(message)" }
}

func makeClassifier(
    _ lua: String..., stages: [Stage] = [userStage, defaultStage],
    limits: ScriptLimits = .standard
) throws -> Classifier {
    Classifier(
        pipeline: Pipeline(stages: stages, categories: try makeCategories()),
        userRules: try load(lua, limits: limits))
}

extension Classifier {
    func verdicts(_ rows: [Row]) throws -> [Verdict] {
        let conclusions = try conclude(makeSnapshot(rows)).conclusions
        return conclusions.entries.map(conclusions.verdict(of:))
    }

    func verdict(_ row: Row) throws -> Verdict {
        try verdicts([row])[0]
    }

    /// The vault's numbers of partners, in the order of the rows.
    func partners(_ rows: [Row]) throws -> [Int64?] {
        try conclude(makeSnapshot(rows)).conclusions.entries.map(\.partner)
    }
}

/// What a rule with this `when` does to a transaction.
func holds(_ when: String, for row: Row) throws -> Bool {
    let classifier = try makeClassifier(
        "rule { name = \"asked\", when = \(when), set = { notes = \"matched\" } }")
    return try classifier.verdict(row).notes?.value == "matched"
}
