import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct LoansCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "loans",
        abstract: "Show debts between you and other people.",
        discussion: """
            A rule with loan = "Sam" or "transactions set --loan" assigns a transaction to a loan. \
            It then counts as a transfer, in neither spending nor income, unless its class is set \
            too. A part of a split may be a loan as well. Bank loans are accounts or recurring \
            payments.

            Examples:
              ghostvault loans
              ghostvault loans sam
              ghostvault transactions set 12 --loan Sam
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The person whose payments to list.")
    var person: String?

    func run(on screen: Screen, reading engine: Engine) throws {
        let loans = try Loan.all(
            engine.vault, with: person, through: try vault.lastDay(),
            order: try engine.currencyOrder())
        if let person, loans.isEmpty {
            throw NoSuchName(
                message: "There is no loan with \"\(person)\".",
                whatToDo: "\"ghostvault loans\" lists them.")
        }
        if let format = output.format {
            try LoansView.report.print(loans, as: format, on: screen)
        } else {
            try LoansView(screen: screen).show(loans, with: person)
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }
}

struct LoansView {
    let screen: Screen

    func show(_ loans: [Loan], with person: String?) throws {
        guard !loans.isEmpty else {
            return try screen.print(
                "No loans yet. A rule with loan = \"Sam\" creates one, and so does the option --loan "
                    + "of \"ghostvault transactions set\". Pending transactions are in none.")
        }
        guard person != nil else { return try screen.print(Self.report.table(loans)) }
        for (position, loan) in loans.enumerated() {
            if position > 0 { try screen.print() }
            try show(loan)
        }
    }

    private func show(_ loan: Loan) throws {
        try screen.print(
            SafeText.neutralised("\(loan.person) in \(loan.currency.code)"), .heading)
        try screen.print(Self.steps.table(loan.steps))
        try screen.print(SafeText.neutralised(Self.words(for: loan)))
    }

    /// "Sam owes you 120.00 USD."
    private static func words(for loan: Loan) -> String {
        let owed = loan.owed
        return switch owed.minorUnits {
        case 0: "Nothing is owed."
        case 1...: "\(loan.person) owes you \(owed.text)."
        default: "You owe \(loan.person) \(owed.negated.text)."
        }
    }

    static var report: Report<Loan> {
        Report(
            "loans",
            .value("person", "The person, as your rule or correction writes the name.") {
                $0.person
            }.column("person", isFlexible: true),
            .value("out", "Money that you lent or repaid.") { $0.out }
                .column("out", rank: 1),
            .value("back", "Money that the person repaid or lent you.") { $0.back }
                .column("back", rank: 1),
            .value("owed", "The open amount; negative if you owe it.") { $0.owed }.column("owed") {
                loan in
                switch loan.owed.minorUnits {
                case 0: .init("nothing", .muted)
                case 1...: .init("\(loan.owed.groupedText) to you")
                default: .init("\(loan.owed.negated.groupedText) by you")
                }
            },
            .value("currency", "The currency of all three.") { $0.currency.code },
            .value("last_day", "The day of the last payment.") { $0.steps.last?.transaction.day }
                .column("last", rank: 2),
            .list("transactions", "The payments, the oldest first.", steps) { $0.steps })
    }

    private static var steps: [Field<Loan.Step>] {
        [
            .value("id", "The transaction.") { $0.transaction.id }.column("#", .muted),
            .value("day", "Its day.") { $0.transaction.day }.column("day"),
            .value("payee", "Its payee.") { $0.transaction.payee }
                .column("payee", isFlexible: true),
            .value("amount", "What of it is the loan's; negative for money that went out.") {
                $0.amount
            }.column("amount") { .amount($0.amount) },
            .value("owed", "The open amount after it.") { $0.owed }.column("owed"),
        ]
    }
}
