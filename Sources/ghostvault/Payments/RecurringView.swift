import Engine
import Insights
import Model
import Terminal
import Vault

struct RecurringView {
    let screen: Screen
    let categories: CategoryTree
    /// At the rates of today.
    var totals: ConvertedTotals?

    /// The number of days ahead for due payments, and back for events.
    private static let horizon = 31

    /// - Parameter isAll: whether weak series are among them.
    func show(_ recurring: RecurringPayments, isAll: Bool) throws {
        guard !recurring.payments.isEmpty else {
            guard recurring.leftOutSilent == 0 else { return try showSilent(recurring) }
            try screen.print(
                "No recurring payments found. A series needs several payments"
                    + (isAll ? "." : "; \"ghostvault recurring --all\" shows weak ones."))
            return
        }
        if !recurring.reminders.isEmpty {
            try RemindersView(screen: screen).show(recurring.reminders)
            try screen.print()
        }
        var table = Table(columns: [
            .init("name", isFlexible: true), .init("amount", alignment: .trailing),
            .init("how often", isFlexible: true, rank: 2), .init("next", rank: 1),
            .init("category, lens", isFlexible: true, rank: 3),
            .init("a month", alignment: .trailing), .init("", isFlexible: true, rank: 2),
        ])
        let isMixed = Set(recurring.payments.map(\.series.currency)).count > 1
        for transactionClass in [TransactionClass.expense, .income, .transfer] {
            let payments = recurring.payments.filter {
                $0.series.transactionClass == transactionClass
            }
            guard !payments.isEmpty else { continue }
            table.addHeading(.init(Self.heading(transactionClass), .heading))
            for payment in payments { table.add(cells(of: payment, withCurrency: isMixed)) }
            for total in recurring.totals where total.transactionClass == transactionClass {
                table.add(
                    "together, a month", "", "", "", "",
                    .amount(total.monthly, withCurrency: true))
            }
        }
        if !recurring.paidByLens.isEmpty {
            table.addHeading(.init("Paid a month", .heading))
            for sum in recurring.paidByLens {
                table.add(
                    .init(Self.words(of: sum.lens)), "", "", "", "",
                    .amount(sum.monthly, withCurrency: true))
            }
        }
        try screen.print(table)
        try showConverted(recurring)
        try showOwnCharges(recurring)
        try showSilent(recurring)
        try screen.print("What is due next, and what that leaves: ghostvault due", .muted)
        try show(events: recurring.recentEvents(within: Self.horizon, pricesWithin: 365))
    }

    /// Counts what is left out because nothing is known of its account any more.
    private func showSilent(_ recurring: RecurringPayments) throws {
        guard recurring.leftOutSilent > 0 else { return }
        let verb = recurring.leftOutSilent == 1 ? "is" : "are"
        try screen.print(
            "\(Count.text(recurring.leftOutSilent, "recurring payment")) \(verb) left out, since "
                + "nothing is known of the account any more: ghostvault recurring --all", .muted)
    }

    /// Shows the sums of a month in the currency of the person's rates.
    private func showConverted(_ recurring: RecurringPayments) throws {
        guard let totals else { return }
        let classes = [TransactionClass.expense, .income, .transfer].map { kind in
            (
                Self.heading(kind).lowercased(),
                recurring.totals.filter { $0.transactionClass == kind }.map(\.monthly)
            )
        }
        let lenses = ([.need, .want, .saving, nil] as [Lens?]).map { lens in
            (
                Self.words(of: lens),
                recurring.paidByLens.filter { $0.lens == lens }.map(\.monthly)
            )
        }
        for sums in [classes, lenses] {
            let named = sums.filter { !$0.1.isEmpty }.map { name, amounts in
                ConvertedTotals.NamedSum(
                    name: name, amounts: amounts.map { (amount: $0, day: totals.day) })
            }
            if let words = totals.words(forSums: named) {
                try screen.print(SafeText.neutralised(words + ", a month"))
            }
        }
    }

    private static func heading(_ transactionClass: TransactionClass) -> String {
        switch transactionClass {
        case .expense: "Bills and subscriptions"
        case .income: "Income"
        case .transfer: "Transfers and debts"
        // Ignored transactions have no series.
        case .ignore: ""
        }
    }

    private static func words(of lens: Lens?) -> String {
        switch lens {
        case .need: "needs"
        case .want: "wants"
        case .saving: "saving"
        case nil: "neither"
        }
    }

    private func cells(
        of payment: RecurringPayment, withCurrency: Bool
    ) -> [Table.Cell] {
        let series = payment.series
        return [
            .init(series.name), .amount(payment.amount, withCurrency: withCurrency),
            .init(series.howOften),
            payment.dueDay.map { .init("\($0)") } ?? .init("–", .muted),
            .init(categoryAndLens(of: payment)),
            .amount(payment.monthly, withCurrency: withCurrency),
            .init(Self.remark(on: payment), .muted),
        ]
    }

    private func categoryAndLens(of payment: RecurringPayment) -> String {
        let series = payment.series
        let category =
            series.transactionClass == .expense
            ? categories[series.category]?.name ?? series.category : nil
        return [category, payment.lens?.rawValue].compactMap { $0 }.joined(separator: ", ")
    }

    /// The decision or state to show beside a series; empty for an ordinary one.
    private static func mark(of payment: RecurringPayment) -> String {
        switch payment.series.decision {
        case .dismissed: "dismissed"
        case .cancelled: "cancelled"
        case .confirmed where payment.isActive: "confirmed"
        case .confirmed,
            nil where !payment.isActive:
            payment.silentSince.map { "unknown since \($0)" } ?? "over"
        case nil:
            payment.series.standing == .recurring ? "" : payment.series.standing.rawValue
        }
    }

    /// The remark in the table, including charges that aren't bills.
    private static func remark(on payment: RecurringPayment) -> String {
        [
            mark(of: payment), isOwnCharge(payment) ? "charged by your loan" : "",
            payment.visibility.isCounted ? "" : payment.visibility.rawValue,
        ].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Says what is in two totals: a loan's charges, and its payments that pay them.
    private func showOwnCharges(_ recurring: RecurringPayments) throws {
        let charges = recurring.payments.filter { payment in
            payment.isActive && payment.visibility.isCounted && Self.isOwnCharge(payment)
        }
        let sums = charges.map(\.series.currency).distinct.map { currency in
            let own = charges.filter { $0.series.currency == currency }
            return Money(
                sum: own.reduce(0) { $0 - $1.monthly.minorUnits }, currency: currency)
        }
        guard !sums.isEmpty else { return }
        try screen.print(
            SafeText.neutralised(
                "Of the bills, \(sums.map(\.text).joined(separator: ", ")) a month is charged by "
                    + "your loans, and paid with the payments to them: both sums have it."),
            .muted)
    }

    private static func isOwnCharge(_ payment: RecurringPayment) -> Bool {
        payment.series.usualAmount < 0 && !payment.isBill
    }

    private func show(events: [(series: SeriesFacts, event: SeriesEvent)]) throws {
        guard !events.isEmpty else { return }
        try screen.print()
        try screen.print(
            "Changes of the last \(Self.horizon) days, and prices of the last year", .heading)
        var table = Table(columns: [
            .init("", alignment: .trailing), .init(""), .init("", wraps: true),
        ])
        for (series, event) in events {
            table.add(
                .init(event.transaction.map { "\($0)" } ?? "", .muted),
                .init("\(event.day)", .muted), .init("\(series.name) \(Self.words(event, series))"))
        }
        try screen.print(table)
    }

    private static func words(_ event: SeriesEvent, _ series: SeriesFacts) -> String {
        switch event.kind {
        case .new: return "is new"
        case .missed: return "did not come"
        case .duplicate: return "came twice"
        case .priceChanged(let from, let to):
            let verb = to.magnitude > from.magnitude ? "rose" : "fell"
            return "\(verb) from \(Self.price(from, series)) to \(Self.price(to, series))"
        }
    }

    private static func price(_ amount: Int64, _ series: SeriesFacts) -> String {
        String(Money(minorUnits: amount, currency: series.currency).groupedText.drop { $0 == "-" })
    }

    // MARK: One series

    func show(
        _ payment: RecurringPayment, _ transactions: [TransactionRecord],
        accounts: [AccountRecord]
    ) throws {
        let series = payment.series
        try screen.print(SafeText.neutralised(series.name), .heading)
        var facts = Table(columns: [.init(""), .init("", wraps: true)])
        facts.add("payee", .init(series.payee))
        facts.add(
            "amount",
            .init(series.usualMoney.text + (series.isFixed ? "" : ", varying")))
        facts.add("how often", .init(series.howOften))
        facts.add("a month", .init(payment.monthly.text))
        if let day = payment.dueDay, let days = payment.daysUntilDue {
            let words = UpcomingPayment.words(forDays: days, unreadSince: payment.unreadSince)
            facts.add("next", .init("\(day), \(words)"))
        }
        if let days = payment.reminderDays {
            facts.add("reminder", .init(Self.words(forReminder: days)))
        }
        if let note = payment.note { facts.add("note", .init(note)) }
        facts.add("confidence", .init("\(series.confidence), \(Self.standing(of: payment))"))
        facts.add("class", .init(series.transactionClass.rawValue))
        if series.transactionClass == .expense {
            facts.add("category", .init(categories[series.category]?.name ?? series.category))
        }
        if let lens = payment.lens { facts.add("lens", .init(lens.rawValue)) }
        try screen.print(facts)
        if !payment.events.isEmpty {
            try screen.print()
            try screen.print("Events", .heading)
            var events = Table(columns: [
                .init("", alignment: .trailing), .init(""), .init("", wraps: true),
            ])
            for event in payment.events {
                events.add(
                    .init(event.transaction.map { "\($0)" } ?? "", .muted),
                    .init("\(event.day)", .muted), .init(Self.words(event, series)))
            }
            try screen.print(events)
        }
        guard !transactions.isEmpty else { return }
        try screen.print()
        try screen.print("Transactions", .heading)
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("day"), .init("amount", alignment: .trailing),
            .init("description", isFlexible: true, rank: 1),
            .init("account", isName: true, rank: 2),
        ])
        for transaction in transactions.reversed() {
            table.add(
                "\(transaction.id)", .init("\(transaction.day)"), .amount(transaction.amount),
                .init(transaction.description),
                .init(accounts.first { $0.id == transaction.account }?.name ?? "", .muted))
        }
        try screen.print(table)
    }

    private static func standing(of payment: RecurringPayment) -> String {
        if payment.series.isLinkedByRule { return "linked by a rule" }
        let mark = mark(of: payment)
        return mark.isEmpty ? "recurring" : mark
    }

    func show(_ decision: SeriesDecision, about series: SeriesArgument) throws {
        let outcome =
            switch decision {
            case .confirmed: "is recurring."
            case .dismissed: "is not recurring."
            case .cancelled: "has ended; no more payments are expected."
            }
        try screen.print(SafeText.neutralised("\(series.name) \(outcome)"))
    }

    func showReminder(of series: SeriesArgument, daysBefore days: Int?) throws {
        let outcome =
            days.map { "You are reminded of \(series.name) \(Self.words(forReminder: $0))." }
            ?? "Removed the reminder of \(series.name)."
        try screen.print(SafeText.neutralised(outcome))
    }

    private static func words(forReminder days: Int) -> String {
        days == 0 ? "on the day" : "\(Count.text(days, "day")) before"
    }

    // MARK: For programs

    static var report: Report<RecurringPayment> {
        Report(
            "recurring",
            .value("name", "The series; unique in this vault.") { $0.series.name },
            .value("payee", "The other side.") { $0.series.payee },
            .value("amount", "The current payment; negative if outgoing.") { $0.amount },
            .value("currency", "The currency's code.") { $0.series.currency.code },
            .value("is_fixed", "Whether the amount hardly ever varies.") { $0.series.isFixed },
            .value("monthly", "The amount per month.") { $0.monthly },
            .value(
                "frequency",
                "`daily`, `weekly`, `biweekly`, `semimonthly`, `monthly`, `bimonthly`, `quarterly`, `half-yearly` or `yearly`."
            ) { $0.series.frequency.rawValue },
            .value(
                "how_often",
                "The frequency in words, such as `monthly, 2nd Wednesday` or `every 4 weeks`."
            ) { $0.series.howOften },
            .value("first_day", "The day of its first payment.") { $0.series.firstDay },
            .value("last_day", "The day of its newest payment.") { $0.series.lastDay },
            .value(
                "next_day", "The expected day of the next payment; null if none is expected."
            ) { $0.dueDay },
            .value("days_until_due", "Days until then; negative if it is late.") {
                $0.daysUntilDue
            },
            .value(
                "reminder_days",
                "Days from the reminder to the payment; null without a reminder."
            ) { $0.reminderDays },
            .value("reminder_due", "Whether that is now.") { $0.isReminderDue },
            .value("confidence", "How sure the figures are, from 0 to 100.") {
                $0.series.confidence
            },
            .value("standing", "`recurring`, `likely` or `possible`.") {
                $0.series.standing.rawValue
            },
            .value("decision", "Your decision: `confirmed`, `dismissed` or `cancelled`.") {
                $0.series.decision?.rawValue
            },
            .value("notes", "Your note; null without one.") { $0.note },
            .value("active", "Whether payments are still expected.") { $0.isActive },
            .value(
                "silent_since",
                "The last known day of its account, if the bank has been silent for too long to "
                    + "expect payments; else null."
            ) { $0.silentSince },
            .value("class", "`income`, `expense` or `transfer`.") {
                $0.series.transactionClass.rawValue
            },
            .value("category", "The category's id.") { $0.series.category },
            .value(
                "lens", "`need`, `want` or `saving`, as its newest payment; null if it is none."
            ) { $0.lens?.rawValue },
            .value(
                "bill", "Whether it is a bill; interest that a loan charges to itself is none."
            ) { $0.isBill },
            .value(
                "visibility", "The account's visibility; only `counted` series are in totals."
            ) { $0.visibility.rawValue },
            .values("transactions", "The `id` of each of its transactions, the oldest first.") {
                $0.payments.map(\.transaction)
            },
            .list("events", "Its events, oldest first.", events) { payment in
                payment.events.map { (event: $0, currency: payment.series.currency) }
            })
    }

    private static var events: [Field<(event: SeriesEvent, currency: Currency)>] {
        [
            .value("kind", "`new`, `price_change`, `missed` or `duplicate`.") {
                $0.event.kind.word
            },
            .value("day", "The payment's day; for a missed one, the expected day.") {
                $0.event.day
            },
            .value("transaction", "The payment's `id`; null of one that was missed.") {
                $0.event.transaction
            },
            .value("from", "The amount before a change of price.") { event, currency in
                event.kind.prices.map { Money(minorUnits: $0.from, currency: currency) }
            },
            .value("to", "The amount after it.") { event, currency in
                event.kind.prices.map { Money(minorUnits: $0.to, currency: currency) }
            },
        ]
    }
}

extension SeriesEvent.Kind {
    /// The name in JSON.
    fileprivate var word: String {
        switch self {
        case .new: "new"
        case .missed: "missed"
        case .duplicate: "duplicate"
        case .priceChanged: "price_change"
        }
    }

    /// The amounts before and after a change of price.
    fileprivate var prices: (from: Int64, to: Int64)? {
        if case .priceChanged(let from, let to) = self { (from, to) } else { nil }
    }
}
