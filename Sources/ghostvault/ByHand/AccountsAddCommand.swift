import ArgumentParser
import Engine
import Model
import Vault

struct AccountsAddCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an account that you keep yourself.",
        discussion: """
            For what no bank brings: cash, a house, a car, money that you lent or owe. At a \
            terminal, what is missing is asked. \
            Cash from a machine goes into a cash account instead of spending. Other accounts \
            follow transactions with a text that you name: a loan falls when its payment is seen. \
            "ghostvault undo" reverts it.

            Examples:
              ghostvault accounts add Cash --type cash --value 120
              ghostvault accounts add House --type asset --value 420000 --on 2026-03-01
              ghostvault accounts add "Car loan" --type loan --value 11500 --follows "TIDE AUTO FINANCE"
              ghostvault accounts add "Lent to Sam" --type asset --value 500 --follows "ZELLE SAM"
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The account's name.")
    var name: String?

    @Option(help: "The type; asset for a house, a car or money lent.")
    var type: AccountType?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("What it is worth; of a debt, what you owe.", valueName: "amount"))
    var value: TypedAmount?

    @OptionGroup var day: DayOption

    @Option(help: "The currency, such as EUR. (default: that of your accounts)")
    var currency: String?

    @Option(
        help: ArgumentHelp(
            "A text of transactions that change its value; repeatable.", valueName: "text"))
    var follows: [String] = []

    func validate() throws {
        try OneLine.check(name, of: "The name")
        for text in follows { try OneLine.check(text, of: "--follows") }
    }

    func run(on screen: Screen) throws {
        let moment = try vault.moment()
        let questions = HandQuestions(screen: screen)
        let name = try name ?? questions.name()
        let type = try type ?? questions.type()
        let currency = try knownCurrency() ?? questions.currency()
        let value = try value ?? questions.value(isDebt: type.isLiability)
        let day = try self.day.day(asOf: moment.today) ?? questions.day(asOf: moment.today)
        let account = HandAccount(name: name, type: type, currency: currency, follows: follows)
        let entered = HandValue(
            day: day, minorUnits: try value.worth(in: currency, isDebt: type.isLiability))
        // A vault is made last, so that an answer that is missing leaves nothing behind.
        let engine =
            vault.folder.holdsVault
            ? try vault.engine()
            : vault.engine(
                over: try Engine.layOut(vault.folder, configuration: false).vault, at: moment)
        let totals = try TotalsChange(of: engine)
        let (id, report) = try engine.addAccount(account, worth: entered)
        try HandView(screen: screen, engine: engine).show(account: id, report, totals)
    }

    /// The currency that is given, else that of all accounts.
    private func knownCurrency() throws -> Currency? {
        if let currency { return Currency(code: currency.uppercased()) }
        guard vault.folder.holdsVault else { return nil }
        let used = Set(try vault.engine().vault.accounts().map(\.currency))
        return used.count == 1 ? used.first : nil
    }
}

/// The questions about an account that no option answers.
private struct HandQuestions {
    let screen: Screen

    func name() throws -> String {
        try asked("Name, such as House:", else: "Give a name") { answer in
            try OneLine.check(answer, of: "The name")
            return answer
        }
    }

    func type() throws -> AccountType {
        let types = "cash, asset for a house, a car or money lent, loan for money owed"
        return try asked("Type (\(types)):", else: "Say --type, such as --type cash") {
            AccountType(argument: $0.lowercased())
        }
    }

    func currency() throws -> Currency {
        try asked("Currency, such as EUR:", else: "Say --currency, such as --currency EUR") {
            $0.wholeMatch(of: /[A-Za-z]{3}/) == nil ? nil : Currency(code: $0.uppercased())
        }
    }

    func value(isDebt: Bool) throws -> TypedAmount {
        try asked(
            isDebt ? "How much do you owe?" : "What is it worth?",
            else: "Say --value, such as --value 420000", TypedAmount.init(argument:))
    }

    /// In a script, the value is of today.
    func day(asOf today: CalendarDay) throws -> CalendarDay {
        guard Conversation.isPossible else { return today }
        return try asked("On which day? Enter for today:", else: "") { answer in
            answer.isEmpty ? today : PeriodWords(answer)?.lastDay(asOf: today)
        }
    }

    /// Asks until there is an answer.
    ///
    /// - Throws: `NobodyToAsk` without a terminal, or after Control-D.
    private func asked<Answer>(
        _ question: String, else advice: String, _ read: (String) throws -> Answer?
    ) throws -> Answer {
        if Conversation.isPossible {
            while let line = try Conversation(screen: screen).ask(question) {
                do {
                    if let answer = try read(line) { return answer }
                } catch let mistake as ValidationError {
                    try screen.note(mistake.message)
                }
            }
        }
        throw NobodyToAsk(question: question, advice: advice)
    }
}
