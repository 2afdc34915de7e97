import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct AccountsInterestCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "interest",
        abstract: "Show what loans cost, and their next interest.",
        discussion: """
            Finds the yearly rate and the count of days that give the interest already charged to \
            the cent, predicts the next charge, and compares each charge with what the earlier \
            ones predicted. If the bank lists no interest, it follows from payments and balances. \
            Shows the charges of the last 12 months, or of a period.

            Examples:
              ghostvault accounts interest
              ghostvault accounts interest mortgage 2025
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The loan or mortgage: its name, part of it, or its number. (default: all)")
    var account: String?

    @OptionGroup var bare: PeriodArgument

    private static let usualMonths = 12

    func run(on screen: Screen, reading engine: Engine) throws {
        let moment = try vault.moment()
        let last = try vault.lastDay() ?? moment.newestBankDay
        let known = try engine.vault.accounts()
        let accounts =
            try account.map { [try loan(meantBy: $0, in: engine)] }
            ?? known.filter { $0.type.isLoan && $0.visibility != .hidden }
        let loans = try accounts.compactMap {
            try LoanInterest(engine.vault, of: $0, through: last)
        }
        let first = moment.today.month.adding(months: -Self.usualMonths).firstDay
        let days = bare.period?.days(asOf: moment.today) ?? first..<last.adding(days: 1)
        let rows = loans.map { InterestView.Row(loan: $0, days: days) }
        if let format = output.format {
            try InterestView.report.print(rows, as: format, on: screen)
        } else {
            try InterestView(screen: screen).show(rows)
        }
    }

    private func loan(meantBy name: String, in engine: Engine) throws -> AccountRecord {
        let account = try engine.account(meantBy: name)
        guard account.type.isLoan else {
            throw NoSuchName(
                message: "\(account.name) is not a loan: its type is \(account.type.rawValue).",
                whatToDo: account.isByHand
                    ? "Name a loan or a mortgage."
                    : "\"ghostvault accounts type \(account.id) loan\" changes that.")
        }
        return account
    }
}

struct InterestView {
    let screen: Screen

    /// A loan with the charges of a period.
    struct Row {
        let loan: LoanInterest
        let charges: [LoanInterest.Charge]

        init(loan: LoanInterest, days: Range<CalendarDay>) {
            self.loan = loan
            charges = loan.charges.filter { days.contains($0.day) }
        }

        /// The interest of the period in whole percent of what was paid; nil if nothing was.
        var interestPercent: Int? {
            let (interest, paid) = (sum(\.interest).minorUnits, sum(\.paid).minorUnits)
            return paid > 0 ? Int(exactly: (interest * 200 + paid) / (paid * 2)) : nil
        }

        func sum(_ part: (LoanInterest.Charge) -> Money) -> Money {
            Money(
                sum: charges.reduce(0) { $0 + part($1).minorUnits },
                currency: loan.account.currency)
        }
    }

    func show(_ rows: [Row]) throws {
        guard !rows.isEmpty else {
            return try screen.print("No loans: no account of type loan or mortgage has a balance.")
        }
        for (position, row) in rows.enumerated() {
            if position > 0 { try screen.print() }
            let loan = row.loan
            try screen.print(
                SafeText.neutralised("\(loan.account.name)  \(loan.owed.text) owed"), .heading)
            for words in words(of: loan) { try screen.print(SafeText.neutralised(words)) }
            guard !row.charges.isEmpty else { continue }
            if let percent = row.interestPercent {
                try screen.print(
                    "Of \(row.sum(\.paid).groupedText) paid here, \(percent) % was interest.")
            }
            try screen.print()
            try screen.print(table(row))
        }
    }

    private func words(of loan: LoanInterest) -> [String] {
        guard !loan.charges.isEmpty else {
            return [
                "No interest found yet: it takes charges, or balances before and after payments."
            ]
        }
        var words: [String] = []
        if let fit = loan.fit, let since = loan.fitsSince {
            words.append(
                "\(fit.rate.percentText) % a year, \(fit.method.words), gives the last "
                    + "\(Count.text(fit.count, "charge")) to the cent, since \(since).")
        } else if let nearest = loan.nearest {
            words.append(
                "No count of days gives the last charges to the cent. Nearest: "
                    + "\(nearest.rate.percentText) % a year, \(nearest.method.words), up to "
                    + "\(nearest.difference.text) off.")
        } else {
            words.append("Too few charges for a rate: it takes three in a row.")
        }
        if let last = loan.charges.last, let predicted = last.predicted {
            words.append(
                "Last charge, \(last.day): predicted \(predicted.groupedText), charged "
                    + "\(last.interest.groupedText).")
        }
        if let next = loan.next {
            let condition = next.payment.map {
                ", if \($0.amount.groupedText) is paid on \($0.day)"
            }
            words.append(
                "Next charge, \(next.day): \(next.interest.groupedText)\(condition ?? "").")
        }
        return words
    }

    private func table(_ row: Row) -> Table {
        var table = Self.charges.table(row.charges)
        table.add([
            "charged": "total", "interest": .init(row.sum(\.interest).groupedText),
            "paid": .init(row.sum(\.paid).groupedText),
            "other": .init(row.sum(\.other).groupedText),
            "principal": .init(row.sum(\.principal).groupedText),
        ])
        return table
    }

    static var report: Report<Row> {
        Report(
            "accounts interest",
            .value("account_id", "The account in this vault.") { $0.loan.account.id },
            .value("account", "The account's name.") { $0.loan.account.name },
            .value("currency", "The currency's code.") { $0.loan.account.currency.code },
            .value("owed", "The debt now.") { $0.loan.owed },
            .value("rate_percent", "The yearly rate; null if none gives the last charges.") {
                $0.loan.fit?.rate.percentText
            },
            .value("day_count", "`30/360`, `actual/365` or `actual/360`.") {
                $0.loan.fit?.method.dayCount.rawValue
            },
            .value("base", "`balance before the charge` or `balance of each day`.") {
                $0.loan.fit?.method.base.rawValue
            },
            .value("rounding", "`nearest` or `down`.") { $0.loan.fit?.method.rounding.rawValue },
            .value("fitting_charges", "How many of the newest charges that gives to the cent.") {
                $0.loan.fit?.count ?? 0
            },
            .value("nearest_rate_percent", "If no count of days fits, the rate that is nearest.") {
                $0.loan.nearest?.rate.percentText
            },
            .value("nearest_difference", "Its greatest difference in the last twelve charges.") {
                $0.loan.nearest?.difference
            },
            .value("next_day", "The day of the next charge.") { $0.loan.next?.day },
            .value("next_interest", "The interest that will be charged then.") {
                $0.loan.next?.interest
            },
            .value("next_payment", "A payment until then that it counts on.") {
                $0.loan.next?.payment?.amount
            },
            .value("interest", "The interest of the period.") { $0.sum(\.interest) },
            .value(
                "interest_percent", "The interest in whole percent of what was paid."
            ) { $0.interestPercent },
            .value("paid", "What was paid in the period.") { $0.sum(\.paid) },
            .value("other", "Its other charges, such as escrow and fees.") { $0.sum(\.other) },
            .value("principal", "What payments took off the debt.") { $0.sum(\.principal) },
            .list("charges", "The charges of the period, oldest first.", charges) { $0.charges }
                .linewise)
    }

    private static var charges: [Field<LoanInterest.Charge>] {
        [
            .value("day", "The day of the charge.") { $0.day }.column("charged"),
            .value("interest", "The interest.") { $0.interest }.column("interest"),
            .value("predicted", "What the charges before it predicted; null of the first.") {
                $0.predicted
            }.column("predicted", rank: 2) {
                .init(
                    $0.predicted?.groupedText ?? "",
                    $0.predicted == $0.interest ? .muted : .warning)
            },
            .value("paid", "What was paid until the next charge.") { $0.paid }.column("paid"),
            .value("other", "Other charges until then.") { $0.other }.column("other", rank: 1) {
                .init($0.other.minorUnits == 0 ? "" : $0.other.groupedText)
            },
            .value("principal", "What payments took off the debt until then.") { $0.principal }
                .column("principal"),
            .value("owed", "The debt at the end of that time.") { $0.owed }
                .column("owed", rank: 3),
        ]
    }
}

extension InterestMethod {
    /// "30/360 on the balance before the charge, rounded down".
    fileprivate var words: String {
        "\(dayCount.rawValue) on the \(base.rawValue)" + (rounding == .down ? ", rounded down" : "")
    }
}
