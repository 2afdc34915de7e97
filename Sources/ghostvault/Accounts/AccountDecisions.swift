import ArgumentParser
import Classification
import Engine
import Model
import Terminal
import Vault

struct AccountsRenameCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename an account.",
        discussion: """
            The new name is shown everywhere, and rules match it. "ghostvault undo" restores the \
            old one.
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The account: its name, part of it, or its number.")
    var account: String

    @Argument(help: "The name.")
    var name: String?

    @Flag(help: "Restore the bank's name.")
    var bankName = false

    func validate() throws {
        guard (name == nil) == bankName else {
            throw ValidationError("Give a name, or --bank-name.")
        }
        try OneLine.check(name, of: "The name")
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let account = try engine.account(meantBy: account)
        let report = try engine.name(account, name)
        try AccountsView(screen: screen).showOne(account.id, of: engine)
        if !report.classified.changes.isEmpty || !report.silenced.isEmpty {
            try screen.print()
            try RenamingView(screen: screen, engine: engine).show(report)
        }
        if let status = report.classified.exitStatus { throw PartialResult(status) }
    }
}

/// The effect of renaming an account or a payee.
struct RenamingView {
    let screen: Screen
    let engine: Engine

    func show(_ report: RenamingReport) throws {
        try ClassifyView(screen: screen, engine: engine).showEffect(report.classified)
        for rule in report.silenced {
            try screen.warn(SafeText.neutralised(Self.words(of: rule)))
        }
    }

    private static func words(of rule: ListedRule) -> String {
        let place = rule.file.map { file in rule.line.map { "\(file):\($0)" } ?? file }
        let remedy =
            place == nil
            ? "ghostvault rules edit \(rule.reference)" : "edit it and run ghostvault apply-rules"
        return "\"\(rule.name)\" (\(place ?? rule.reference)) tests the earlier name and no longer "
            + "matches: \(remedy)"
    }
}

struct AccountsHideCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide",
        abstract: "Leave an account out of lists and totals.",
        discussion: """
            Nothing is deleted, and syncs still fetch its transactions. To stop that, remove the \
            bank on the bridge's website; the stored history stays.

            Examples:
              ghostvault accounts hide "old savings"
              ghostvault accounts hide --bank meridian
            """)

    @OptionGroup var choice: AccountChoice

    func run(on screen: Screen) throws { try choice.decide(.hidden, on: screen) }
}

struct AccountsTrackCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "track",
        abstract: "Show an account, but leave it out of totals.")

    @OptionGroup var choice: AccountChoice

    func run(on screen: Screen) throws { try choice.decide(.trackingOnly, on: screen) }
}

struct AccountsCountCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Show and count an account again.",
        discussion: "Reverts \"accounts hide\" and \"accounts track\".")

    @OptionGroup var choice: AccountChoice

    func run(on screen: Screen) throws { try choice.decide(.counted, on: screen) }
}

/// The account that a visibility command changes.
struct AccountChoice: ParsableArguments {
    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The account: its name, part of it, or its number.")
    var account: String?

    @Option(
        help: ArgumentHelp(
            "All accounts of this bank: its name, or part of it.", valueName: "name"))
    var bank: String?

    func validate() throws {
        guard (account == nil) != (bank == nil) else {
            throw ValidationError("Name an account, or a bank with --bank.")
        }
    }

    func decide(_ visibility: AccountVisibility, on screen: Screen) throws {
        let engine = try vault.engine()
        let accounts = try chosen(in: engine)
        let totals = try TotalsChange(of: engine)
        let report = try engine.decideVisibility(visibility, accounts: accounts)
        let view = AccountsView(screen: screen)
        if accounts.count == 1 {
            try view.showOne(accounts[0], of: engine)
        } else {
            try view.show(try engine.vault.accounts().filter { accounts.contains($0.id) })
        }
        let isOther = try totals.show(on: screen, afterTable: true)
        guard let report else { return }
        try ClassifyView(screen: screen, engine: engine).showEffect(report, isShown: isOther)
        if let status = report.exitStatus { throw PartialResult(status) }
    }

    private func chosen(in engine: Engine) throws -> [Int64] {
        if let account { return [try engine.account(meantBy: account).id] }
        let accounts = try engine.vault.accounts()
        let banks = Set(accounts.map(\.institution)).sorted()
        let name = bank ?? ""
        let lookup = NameLookup(banks, names: { [$0] })
        guard let bank = try lookup.only(name, kind: "banks", label: { $0 }) else {
            let guess = Suggestion.phrase(for: name, among: banks)
            throw NoSuchName(
                message: "There is no bank \"\(name)\"\(guess).",
                whatToDo: "\"ghostvault status\" shows the banks.")
        }
        return accounts.filter { $0.institution == bank }.map(\.id)
    }
}

struct AccountsMergeCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Join an account with its replacement.",
        discussion: """
            For a bank that you reconnected, or a card that was replaced. The new account keeps \
            its balance and takes over the history and settings of the old one. Transactions of \
            both count once. "ghostvault undo" separates them.
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The old account: its name, part of it, or its number.")
    var old: String

    @Argument(help: "The account that replaces it.")
    var new: String

    @Flag(help: "Merge without asking, for scripts.")
    var yes = false

    static var report: Report<Effect<(account: AccountRecord, merge: AccountMerge)>> {
        ClassifyView.report(
            "accounts merge",
            .value("account", "The account that stays.") { $0.account.id },
            .value("moved", "How many transactions of the other one are in it now.") {
                $0.merge.moved
            },
            .value("doubled", "How many transactions both had; each counts once now.") {
                $0.merge.doubled
            },
            .value("doubled_sum", "The sum of these.") {
                Money(sum: $0.merge.doubledSum, currency: $0.account.currency)
            },
            .value("on_another_day", "How many of these the two had on different days.") {
                $0.merge.onAnotherDay
            },
            .values(
                "doubtful",
                "Transactions of the other one that may also be in this one; both count."
            ) { $0.merge.doubtful.map(\.earlier) })
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let earlier = try engine.account(meantBy: old)
        let account = try engine.account(meantBy: new)
        let question = SafeText.neutralised(
            "Join \(earlier.name) (\(earlier.id)) and \(account.name) (\(account.id)), with the "
                + "balance of \(account.id)?")
        if !yes { try showNetWorth(joining: earlier, account, in: engine, on: screen) }
        guard try yes || Confirmation.ask(question, on: screen) else {
            try screen.print("Nothing was changed.")
            throw PartialResult(.failed)
        }
        let totals = try TotalsChange(of: engine)
        let (merge, report) = try engine.merge(earlier, into: account)
        let view = ClassifyView(screen: screen, engine: engine)
        if output.json {
            try view.showJSON(Self.report, (account, merge), report)
        } else {
            try screen.print(
                SafeText.neutralised(
                    "\(account.name) (\(account.id)) has the history of \(earlier.id): "
                        + Count.text(merge.moved, "transaction")
                        + merge.doubledPhrase(account.currency)))
            for pair in merge.doubtful {
                try screen.print(
                    "Transactions \(pair.earlier) and \(pair.kept) may be one; both count. If "
                        + "they are: ghostvault transactions set \(pair.earlier) --exclude")
            }
            let isOther = try totals.show(on: screen, afterTable: false)
            try view.showEffect(report, isShown: isOther)
        }
        if let status = report.exitStatus { throw PartialResult(status) }
    }

    /// What the merge would do to net worth, before the question.
    private func showNetWorth(
        joining earlier: AccountRecord, _ account: AccountRecord, in engine: Engine,
        on screen: Screen
    ) throws {
        let order = try engine.currencyOrder()
        func netWorth() throws -> CountedTotals {
            try CountedTotals(netWorthIn: engine.vault, on: engine.today, order)
        }
        let before = try netWorth()
        let after = try engine.supposingMerge(of: earlier, into: account) { try netWorth() }
        guard !output.json else { return }
        for words in after.words(after: before) {
            try screen.print(SafeText.neutralised(words))
        }
    }
}

extension AccountMerge {
    /// How many transactions both accounts had, and by what they were recognised.
    fileprivate func doubledPhrase(_ currency: Currency) -> String {
        guard doubled > 0 else { return "" }
        let sum = Money(sum: doubledSum, currency: currency).text
        let all = "; \(doubled) in both (\(sum)) \(doubled == 1 ? "counts" : "count") once"
        guard onAnotherDay > 0 else { return all }
        return all + ": \(doubled - onAnotherDay) on the same day, \(onAnotherDay) on another day"
    }
}

struct AccountsReverseCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "reverse",
        abstract: "Reverse the signs of an account.",
        discussion: """
            Some banks report debts as positive balances, or card purchases as positive amounts. \
            This reverses stored and future values; the original values are kept too. "ghostvault \
            undo" reverts it.

            Examples:
              ghostvault accounts reverse "Auto Loan" --balance
              ghostvault accounts reverse 3 --balance --transactions
              ghostvault accounts reverse 3 --off
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The account: its name, part of it, or its number.")
    var account: String

    @Flag(help: "Reverse the balance.")
    var balance = false

    @Flag(help: "Reverse the amounts of transactions.")
    var transactions = false

    @Flag(help: "Use the bank's signs again.")
    var off = false

    func validate() throws {
        guard off != (balance || transactions) else {
            throw ValidationError("Give --balance or --transactions, or --off.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let account = try engine.account(meantBy: account)
        let totals = try TotalsChange(of: engine)
        let report = try engine.reverseSigns(
            ReversedSigns(balance: balance, transactions: transactions), of: account)
        try AccountsView(screen: screen).showOne(account.id, of: engine)
        let isOther = try totals.show(on: screen, afterTable: true)
        try ClassifyView(screen: screen, engine: engine).showEffect(report, isShown: isOther)
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}

struct AccountsMinimumCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "minimum",
        abstract: "Set a loan's minimum monthly payment.",
        discussion: """
            In "ghostvault lens", payments above the minimum count as saving. Without a minimum, \
            all payments are needs. "ghostvault undo" reverts it.

            Examples:
              ghostvault accounts minimum "Auto Loan" 389.50
              ghostvault accounts minimum "Auto Loan" --off
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The loan: its name, part of it, or its number.")
    var account: String

    @Argument(help: "The amount, in the account's currency.")
    var amount: AmountBound?

    @Flag(help: "Remove the minimum.")
    var off = false

    func validate() throws {
        guard (amount == nil) == off, amount?.isSigned != true else {
            throw ValidationError("Give an amount without a sign, or --off.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let account = try engine.account(meantBy: account)
        let minimum = amount?.minorUnits(exponent: account.currency.exponent, isLeast: true)
        try engine.decideMinimumPayment(minimum, of: account)
        let outcome =
            minimum.map {
                "\(account.name) has a minimum of "
                    + "\(Money(minorUnits: $0, currency: account.currency).text) a month; "
                    + "payments above it are saving."
            } ?? "\(account.name) has no minimum; all payments are needs."
        try screen.print(SafeText.neutralised(outcome))
    }
}
