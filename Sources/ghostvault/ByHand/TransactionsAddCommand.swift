import ArgumentParser
import Engine
import Model
import Terminal
import Vault

struct TransactionsAddCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a transaction by hand.",
        discussion: """
            For accounts that you added yourself, such as cash. An amount is spent; with a plus \
            sign it was received. The payee decides the category unless you name one. \
            "ghostvault undo" reverts it.

            Examples:
              ghostvault transactions add 4.20 "Kelp Coffee"
              ghostvault transactions add 35 "Flea market" --on saturday --category shopping
              ghostvault transactions add +20 Sam --account Cash --note "his half of lunch"
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The amount; with + it was received.")
    var amount: TypedAmount

    @Argument(help: "Whom you paid, or who paid you.")
    var payee: String

    @Option(help: "The account: its name, part of it, or its number. (default: the cash account)")
    var account: String?

    @OptionGroup var day: DayOption

    @Option(help: "The category: its id, its name or part of it.")
    var category: String?

    @Option(help: "A note.")
    var note: String?

    @Option(help: "A tag; repeatable.")
    var tag: [TagList] = []

    func validate() throws {
        try OneLine.check(payee, of: "The payee")
        try OneLine.check(note, of: "--note")
    }

    static var report: Report<Effect<TransactionRecord?>> {
        ClassifyView.report(
            "transactions add", .value("id", "The transaction.") { $0?.id },
            .value("account_id", "Its account.") { $0?.account },
            .value("day", "Its day.") { $0?.day },
            .value("amount", "Its amount; negative for money that went out.") { $0?.amount },
            .value("category", "Its category.") { $0?.verdict?.category.value })
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let account = try chosenAccount(in: engine)
        let today = try vault.moment().today
        let correction = Correction(
            category: try category.map { try engine.categories().meant(by: $0) }, note: note,
            tags: tag.tags)
        let transaction = HandTransaction(
            day: day.day(asOf: today) ?? today,
            amount: try amount.movement(in: account.currency), payee: payee,
            correction: correction)
        let (id, report) = try engine.addTransaction(transaction, to: account)
        let record = try engine.vault.transaction(id)
        if output.json {
            try ClassifyView(screen: screen, engine: engine).showJSON(Self.report, record, report)
        } else {
            if let record { try show(record, of: engine, on: screen) }
            try RuleProblemsView(screen: screen).show(report)
        }
        if let status = report.exitStatus { throw PartialResult(status) }
    }

    /// - Throws: `ValidationError` if no account is named, and not just one is of cash.
    private func chosenAccount(in engine: Engine) throws -> AccountRecord {
        if let account { return try engine.account(meantBy: account) }
        let cash = try engine.vault.accounts().filter {
            $0.isByHand && $0.type == .cash && $0.visibility != .hidden
        }
        guard cash.count == 1 else {
            throw ValidationError(
                cash.isEmpty
                    ? "Name an account with --account. "
                        + "\"ghostvault accounts add Cash --type cash\" adds one."
                    : "There are several cash accounts: name one with --account.")
        }
        return cash[0]
    }

    private func show(
        _ record: TransactionRecord, of engine: Engine, on screen: Screen
    ) throws {
        let category = record.verdict?.category.value ?? "other"
        try screen.print(
            SafeText.neutralised(
                "Added \(record.id): \(record.day), \(record.payee), "
                    + "\(record.amount.signedText), \(category)"))
        let account = try engine.vault.accounts().first { $0.id == record.account }
        if let account, let balance = account.balance {
            try screen.print(SafeText.neutralised("\(account.name): \(balance.text)"))
        }
    }
}

struct TransactionsRemoveCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a transaction that you added.",
        discussion: """
            Only those of "ghostvault transactions add": a bank's own can be excluded. \
            "ghostvault undo" brings it back.

            Example:
              ghostvault transactions remove 12
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(
        help: ArgumentHelp(
            "The transaction's number from \"transactions\"; last is the newest.",
            valueName: "id"))
    var number: TransactionNumber

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let number = try vault.number(number, in: engine)
        let report = try engine.removeTransaction(number)
        try screen.print("Removed \(number); \"ghostvault undo\" brings it back.")
        try RuleProblemsView(screen: screen).show(report)
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
