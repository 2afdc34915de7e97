import Insights
import Model
import Terminal

/// Debts as tables: each alone with its minimum, and all together by three orders.
struct DebtsView {
    let screen: Screen

    /// The debts of one currency.
    struct Row {
        let currency: Currency
        let debts: [Alone]
        /// What is paid each month beyond the minimums.
        let extra: Money
        let together: [Together]
        /// Of one debt, with what is paid beyond its minimum; empty if it is never repaid.
        let payments: [Payment]

        /// - Parameters:
        ///   - extra: minor units.
        ///   - month: the last one before the first payment.
        ///   - withPayments: whether the payments of the first debt are wanted.
        init(
            _ currency: Currency, _ debts: [Debt], extra: Int128, after month: CalendarMonth,
            withPayments: Bool = false
        ) {
            let payments = withPayments ? debts.first?.amortisation(extra: extra)?.payments : nil
            self.payments = (payments ?? []).enumerated().map {
                Payment(
                    month: month.adding(months: $0.offset + 1), currency: currency,
                    payment: $0.element)
            }
            self.currency = currency
            self.debts = debts.map { Alone($0, after: month) }
            self.extra = Money(sum: extra, currency: currency)
            let known = debts.filter(\.isKnown)
            guard !known.isEmpty else {
                together = []
                return
            }
            let alone = known.map { $0.amortisation() }
            let minimums = Together(
                order: nil, currency: currency,
                months: alone.contains(nil) ? nil : alone.compactMap { $0?.payments.count }.max(),
                interest: alone.contains(nil)
                    ? nil : alone.reduce(Int128(0)) { $0 + ($1?.interest ?? 0) },
                after: month)
            together =
                [minimums]
                + DebtPayoff.Order.allCases.map { order in
                    let payoff = DebtPayoff(known, by: order, extra: extra)
                    return Together(
                        order: order, currency: currency, months: payoff?.months,
                        interest: payoff?.interest, after: month)
                }
        }
    }

    /// A debt with nothing but its minimum.
    struct Alone {
        let debt: Debt
        let amortisation: Amortisation?
        let until: CalendarMonth?

        init(_ debt: Debt, after month: CalendarMonth? = nil) {
            self.debt = debt
            let amortisation = debt.amortisation()
            self.amortisation = amortisation
            until = amortisation.flatMap { month?.adding(months: $0.payments.count) }
        }

        func money(_ amount: Int128?) -> Money? {
            amount.map { Money(sum: $0, currency: debt.currency) }
        }

        /// "12,000.00 USD at 5.9 %, 250.00 a month".
        var words: String {
            [
                money(debt.owed)?.text, debt.rate.map { "at \($0.percentText) %" },
                money(debt.minimum).map { "\($0.groupedText) a month" },
            ].compactMap(\.self).joined(separator: ", ")
        }

        var verdict: String {
            if !debt.isKnown { return "unknown" }
            if debt.growsByMinimum { return "grows" }
            return amortisation == nil ? "never" : "repaid"
        }

        /// What is wrong; nil for nothing.
        var note: String? {
            if debt.growsByMinimum { return "the minimum does not cover the interest" }
            let missing = [
                debt.owed == nil ? "balance" : nil, debt.rate == nil ? "rate" : nil,
                debt.minimum == nil ? "minimum" : nil,
            ].compactMap(\.self)
            guard missing.isEmpty else {
                return "not known: \(missing.joined(separator: ", ")) (config/plan.toml)"
            }
            return amortisation == nil ? "takes more than 100 years" : nil
        }
    }

    /// A month of one debt.
    struct Payment {
        let month: CalendarMonth
        let currency: Currency
        let payment: Amortisation.Payment

        func money(_ amount: Int128) -> Money { Money(sum: amount, currency: currency) }
    }

    /// All debts of which enough is known.
    struct Together {
        /// Nil for each alone, without the minimums of those that are repaid.
        let order: DebtPayoff.Order?
        let months: Int?
        let until: CalendarMonth?
        let interest: Money?

        init(
            order: DebtPayoff.Order?, currency: Currency, months: Int?, interest: Int128?,
            after month: CalendarMonth
        ) {
            self.order = order
            self.months = months
            until = months.map { month.adding(months: $0) }
            self.interest = interest.map { Money(sum: $0, currency: currency) }
        }
    }

    func show(_ rows: [Row], unplaced: [PlannedDebt]) throws {
        if rows.isEmpty {
            try screen.print(
                "No debts: no loan has a balance, and config/plan.toml describes none. A card that you "
                    + "don't pay in full is one if you describe it there.")
        }
        for (position, row) in rows.enumerated() {
            if position > 0 { try screen.print() }
            try screen.print(SafeText.neutralised("Debts in \(row.currency.code)"), .heading)
            try screen.print()
            try screen.print(Self.debtFields.table(row.debts))
            // The orders of a single debt are one.
            let isOne = row.debts.count { $0.debt.isKnown } < 2
            let shown = row.together.filter {
                !isOne || row.extra.minorUnits > 0 && ($0.order == nil || $0.order == .avalanche)
            }
            guard !shown.isEmpty else { continue }
            try screen.print()
            try screen.print(
                row.extra.minorUnits > 0
                    ? "Together, with \(row.extra.text) more each month"
                    : "Together, with what a repaid debt frees", .heading)
            try screen.print()
            try screen.print(Self.togetherFields.table(shown))
        }
        for debt in unplaced {
            try screen.print(
                SafeText.neutralised(
                    "\"\(debt.name)\" in config/plan.toml is left out: there is no account "
                        + "\"\(debt.account ?? "")\" that takes its amounts"), .warning)
        }
    }

    /// Shows the payments of one debt until its end.
    func showPayments(of row: Row) throws {
        guard let alone = row.debts.first else { return }
        try screen.print(SafeText.neutralised("\(alone.debt.name)  \(alone.words)"), .heading)
        guard let last = row.payments.last else {
            return try screen.print(
                alone.note.map { "Never repaid: \($0)." } ?? "It is never repaid.")
        }
        try screen.print()
        try screen.print(Self.paymentFields.table(row.payments))
        try screen.print()
        let interest = last.money(row.payments.reduce(0) { $0 + $1.payment.interest })
        try screen.print(
            "Repaid in \(last.month) after \(Count.text(row.payments.count, "month")). "
                + "Interest: \(interest.text)")
        guard row.extra.minorUnits > 0, let minimum = alone.amortisation else { return }
        let saved = last.money(minimum.interest - interest.minorUnits)
        try screen.print(
            "\(row.extra.text) more a month saves "
                + "\(Count.text(minimum.payments.count - row.payments.count, "month")) and "
                + "\(saved.text).")
    }

    private static var debtFields: [Field<Alone>] {
        [
            .value("name", "The account's name, or that in config/plan.toml.") { $0.debt.name }
                .column("debt", isFlexible: true),
            .value("account_id", "The account in this vault; null for a typed debt.") {
                $0.debt.account
            },
            .value("owed", "What is owed now; null if it is not known.") {
                $0.money($0.debt.owed)
            }.column("owed"),
            .value("rate_percent", "The yearly rate; null if it isn't known.") {
                $0.debt.rate?.percentText
            }.column("rate %", alignment: .trailing),
            .value("minimum", "The least monthly payment; null if it isn't known.") {
                $0.money($0.debt.minimum)
            }.column("minimum"),
            .value("next_interest", "The interest of the next month.") {
                $0.money($0.debt.nextInterest)
            }.column("interest a month", rank: 2),
            .value("months", "The months until the minimum has repaid it; null for never.") {
                $0.amortisation?.payments.count
            }.column("months"),
            .value("until", "The last of them.") { $0.until }.column("until", rank: 1),
            .value("interest", "The interest until then.") {
                $0.money($0.amortisation?.interest)
            }.column("interest"),
            .value(
                "verdict",
                "`repaid`, `grows` if the minimum doesn't cover the interest, `never` within 100 "
                    + "years, or `unknown`."
            ) { $0.verdict },
            .shown("", rank: 3) { .init($0.note ?? "", .warning) },
        ]
    }

    private static var togetherFields: [Field<Together>] {
        [
            .value(
                "order",
                "`avalanche`, `snowball` or `own`; null for each debt with its minimum alone."
            ) { $0.order?.rawValue }.column("order") {
                .init($0.order?.words ?? "minimums only")
            },
            .value("months", "The months until all are repaid; null for never.") { $0.months }
                .column("months"),
            .value("until", "The last of them.") { $0.until }.column("until") {
                .init($0.until.map { "\($0)" } ?? "never", $0.until == nil ? .warning : nil)
            },
            .value("interest", "The interest of all until then.") { $0.interest }
                .column("interest"),
        ]
    }

    private static var paymentFields: [Field<Payment>] {
        [
            .value("month", "The month of the payment.") { $0.month }.column("month"),
            .value("payment", "What is paid.") { $0.money($0.payment.amount) }.column("payment"),
            .value("interest", "The interest in it.") { $0.money($0.payment.interest) }
                .column("interest"),
            .value("principal", "What it takes off the debt.") { $0.money($0.payment.principal) }
                .column("principal", rank: 1),
            .value("owed", "The debt after it.") { $0.money($0.payment.owed) }.column("owed"),
        ]
    }

    /// - Parameter withPayments: whether CSV has a line for each payment of a debt, rather than
    ///   for each debt.
    static func report(withPayments: Bool = false) -> Report<Row> {
        let debts = Field<Row>.list("debts", "The debts, in your own order.", debtFields) {
            (row: Row) in
            row.debts
        }
        let payments = Field<Row>.list(
            "payments", "With a name: the payments of that debt until its end.", paymentFields
        ) { (row: Row) in row.payments }
        return Report(
            "debts",
            .value("currency", "The currency's code.") { $0.currency.code },
            .value("extra", "What is paid each month beyond the minimums.") { $0.extra },
            withPayments ? debts : debts.linewise,
            .list(
                "orders", "All of which enough is known, repaid by different orders.",
                togetherFields
            ) { $0.together },
            withPayments ? payments.linewise : payments)
    }
}

extension DebtPayoff.Order {
    fileprivate var words: String {
        switch self {
        case .avalanche: "highest rate first (avalanche)"
        case .snowball: "smallest debt first (snowball)"
        case .own: "own order"
        }
    }
}
