import ArgumentParser
import Engine
import Model
import Terminal
import Vault

struct AccountsValueCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "value",
        abstract: "Set what an account is worth on a day.",
        discussion: """
            For accounts that you added yourself, or that statements without a balance made. A value stands until the next one; later \
            transactions of the account change it. Without an amount, the values are listed. \
            "ghostvault undo" reverts it.

            Examples:
              ghostvault accounts value House 435000
              ghostvault accounts value House 420000 --on 2026-03-01
              ghostvault accounts value House
              ghostvault accounts value House --remove --on 2026-03-01
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The account: its name, part of it, or its number.")
    var account: String

    @Argument(help: "The amount; of a debt, what you owe.")
    var amount: TypedAmount?

    @OptionGroup var day: DayOption

    @Flag(help: "Remove the value of the day.")
    var remove = false

    func validate() throws {
        guard amount == nil || !remove else {
            throw ValidationError("Give an amount or --remove, not both.")
        }
        guard amount != nil || remove == (day.on != nil) else {
            throw ValidationError(
                remove ? "Say which value, with --on." : "Give an amount, or --remove.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let account = try engine.account(meantBy: account)
        let view = HandView(screen: screen, engine: engine)
        let today = try vault.moment().today
        let day = day.day(asOf: today) ?? today
        let totals = try TotalsChange(of: engine)
        if let amount {
            let units = try amount.worth(in: account.currency, isDebt: account.type.isLiability)
            let value = HandValue(day: day, minorUnits: units)
            let report = try engine.setValue(value, of: account)
            try view.show(account: account.id, report, totals)
        } else if remove {
            let report = try engine.removeValue(on: day, of: account)
            try view.show(account: account.id, report, totals)
        } else {
            try view.showValues(of: account)
        }
    }
}

struct AccountsFollowCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Let transactions change an account.",
        discussion: """
            For accounts that you added yourself. A transaction of another account that has one \
            of the texts in its description, payee or memo becomes a transfer to or from this \
            one: a loan falls when its payment is seen in checking. It counts from the account's \
            first value on. The texts replace earlier ones. "ghostvault undo" reverts it.

            Examples:
              ghostvault accounts follow "Car loan" "TIDE AUTO FINANCE"
              ghostvault accounts follow "Car loan" --off
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The account: its name, part of it, or its number.")
    var account: String

    @Argument(help: "The texts.")
    var texts: [String] = []

    @Flag(help: "Follow no texts.")
    var off = false

    func validate() throws {
        guard texts.isEmpty == off else { throw ValidationError("Give a text, or --off.") }
        for text in texts { try OneLine.check(text, of: "A text") }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let account = try engine.account(meantBy: account)
        let totals = try TotalsChange(of: engine)
        let report = try engine.follow(texts, by: account)
        try HandView(screen: screen, engine: engine).show(account: account.id, report, totals)
    }
}

struct AccountsRemoveCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an account that no bank brings.",
        discussion: """
            For accounts that you added yourself, or that files made. Its transactions and values \
            go with it. "ghostvault undo" brings all of it back.

            Example:
              ghostvault accounts remove House
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The account: its name, part of it, or its number.")
    var account: String

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let account = try engine.account(meantBy: account)
        let totals = try TotalsChange(of: engine)
        let report = try engine.removeAccount(account)
        try screen.print(
            SafeText.neutralised(
                "Removed \(account.name) (\(account.id)); \"ghostvault undo\" brings it back."))
        let isOther = try totals.show(on: screen, afterTable: false)
        try ClassifyView(screen: screen, engine: engine).showEffect(report, isShown: isOther)
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}

/// The day of an entry.
struct DayOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The day, such as 2026-03-01, yesterday or oct for its end. (default: today)",
            valueName: "day"),
        transform: PeriodWords.init(argument:))
    var on: PeriodWords?

    /// Nil if no day is given.
    func day(asOf today: CalendarDay) -> CalendarDay? { on?.lastDay(asOf: today) }
}

/// An amount of money as it is typed, "12.50", "+12.50" or "-12.50".
struct TypedAmount: ExpressibleByArgument {
    private let text: String

    init?(argument: String) {
        // As amounts are printed.
        let isGrouped = argument.wholeMatch(of: /[+-]?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?/) != nil
        let typed = isGrouped ? argument.replacing(",", with: "") : argument
        guard AmountBound(typed) != nil else { return nil }
        text = typed
    }

    private var hasSign: Bool { text.first == "+" || text.first == "-" }

    /// - Throws: `ValidationError` if the currency has no such amount.
    private func minorUnits(in currency: Currency) throws -> Int64 {
        do {
            return try MinorUnits.exactly(text, exponent: currency.exponent)
        } catch .tooManyDecimals {
            throw ValidationError(
                "\(text) has more decimals than \(currency.code), which has "
                    + "\(currency.exponent).")
        } catch {
            throw ValidationError("\(text) is too large.")
        }
    }

    /// The balance of an account. Without a sign, a debt is owed.
    func worth(in currency: Currency, isDebt: Bool) throws -> Int64 {
        let units = try minorUnits(in: currency)
        return isDebt && !hasSign ? -units : units
    }

    /// The amount of a transaction. Without a sign, it is spent.
    func movement(in currency: Currency) throws -> Int64 {
        let units = try minorUnits(in: currency)
        return hasSign ? units : -units
    }
}

/// What the person keeps by hand, after it changed.
struct HandView {
    let screen: Screen
    let engine: Engine

    /// - Parameter totals: from before the change.
    func show(account: Int64, _ report: ClassifyReport, _ totals: TotalsChange) throws {
        try AccountsView(screen: screen).showOne(account, of: engine)
        let isOther = try totals.show(on: screen, afterTable: true)
        try ClassifyView(screen: screen, engine: engine).showEffect(report, isShown: isOther)
        if let status = report.exitStatus { throw PartialResult(status) }
    }

    /// Lists the values that the person entered.
    func showValues(of account: AccountRecord) throws {
        let values = try engine.vault.values(ofAccount: account.id)
        guard !values.isEmpty else {
            return try screen.print(
                SafeText.neutralised("\(account.name) has no values of yours."))
        }
        var table = Table(columns: [.init("day"), .init("value", alignment: .trailing)])
        for value in values {
            table.add(
                .init("\(value.day)"),
                .amount(Money(minorUnits: value.minorUnits, currency: account.currency)))
        }
        try screen.print(table)
    }
}

/// The newest value of an account that the person keeps.
struct ValueByHand {
    let account: AccountRecord
    let day: CalendarDay

    /// Those of the counted accounts that were worth something on a day.
    static func all(of engine: Engine, on last: CalendarDay) throws -> [ValueByHand] {
        try engine.vault.accounts().filter { $0.isByHand && $0.visibility.isCounted }
            .compactMap { account in
                try engine.vault.values(ofAccount: account.id).last { $0.day <= last }
                    .map { ValueByHand(account: account, day: $0.day) }
            }
    }
}
