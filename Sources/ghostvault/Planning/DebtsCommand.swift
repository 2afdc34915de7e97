import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct DebtsCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "debts",
        abstract: "Show when debts end, and compare orders.",
        discussion: """
            Loans with the rate and the payment that their banks' charges show, and debts that \
            config/plan.toml describes. Compares three orders of paying more than the minimums: \
            the highest rate first (avalanche), the smallest debt first (snowball), and the order \
            of the file (own). With a name, shows a debt's payments until its end.

            Examples:
              ghostvault debts
              ghostvault debts --extra 200
              ghostvault debts mortgage --extra 200
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The debt: its name, or part of it. (default: all)")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Pay more each month, in your usual currency.", valueName: "amount"))
    var extra: String?

    func validate() throws {
        guard let extra else { return }
        do {
            guard try DecimalAmount(exactly: extra).coefficient >= 0 else {
                throw ValidationError("--extra must not be negative.")
            }
        } catch is AmountError {
            throw ValidationError(
                "--extra must be an amount such as 200 or 99.50"
                    + "\(DecimalComma.phrase(for: extra)).")
        }
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        let plan = try engine.personalPlan(asKnownOn: vault.lastDay())
        let order = try engine.currencyOrder()
        let month = plan.today.month
        if let name {
            try showOne(try debt(meantBy: name, among: plan.debts.debts), after: month, screen)
        } else {
            let debts = order.sorted(plan.debts.debts) { $0.currency }
            let rows = try debts.map(\.currency).distinct.enumerated().map { number, currency in
                try DebtsView.Row(
                    currency, debts.filter { $0.currency == currency },
                    extra: number == 0 ? amount(in: currency) : 0, after: month)
            }
            if let format = output.format {
                try DebtsView.report().print(rows, as: format, on: screen)
            } else {
                try DebtsView(screen: screen).show(rows, unplaced: plan.debts.unplaced)
            }
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }

    private func showOne(_ debt: Debt, after month: CalendarMonth, _ screen: Screen) throws {
        let extra = try amount(in: debt.currency)
        let row = DebtsView.Row(
            debt.currency, [debt], extra: extra, after: month, withPayments: true)
        if let format = output.format {
            try DebtsView.report(withPayments: true).print([row], as: format, on: screen)
        } else {
            try DebtsView(screen: screen).showPayments(of: row)
        }
    }

    private func debt(meantBy text: String, among debts: [Debt]) throws -> Debt {
        let typed = PlainLetters.typed(text)
        if let debt = debts.first(where: { PlainLetters.typed($0.name) == typed }) { return debt }
        let found = debts.filter { PlainLetters.typed($0.name).contains(typed) }
        guard let one = found.first, found.count == 1 else {
            throw NoSuchName(
                message: found.isEmpty
                    ? "There is no debt \"\(text)\"."
                    : "\"\(text)\" may be one of \(found.map(\.name).joined(separator: ", ")).",
                whatToDo: "\"ghostvault debts\" lists all.")
        }
        return one
    }

    private func amount(in currency: Currency) throws -> Int128 {
        guard let extra else { return 0 }
        guard let amount = try DecimalAmount(exactly: extra).minorUnits(in: currency) else {
            throw ValidationError("--extra has more decimals than \(currency.code) has.")
        }
        return amount
    }
}
