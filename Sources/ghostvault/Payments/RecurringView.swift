import Engine
import Insights
import Model
import Terminal
import Vault

struct RecurringView {
    let screen: Screen

    /// The number of days ahead for due payments, and back for events.
    private static let horizon = 31

    func show(_ recurring: RecurringPayments) throws {
        guard !recurring.payments.isEmpty else {
            try screen.print(
                "No recurring payments were found. A series needs a few payments; "
                    + "\"ghostvault recurring --all\" shows weak ones.")
            return
        }
        if !recurring.reminders.isEmpty {
            try RemindersView(screen: screen).show(recurring.reminders)
            try screen.print()
        }
        var table = Table(columns: [
            .init("name", isFlexible: true), .init("amount", alignment: .trailing),
            .init("how often"), .init("next"), .init("category", isFlexible: true),
            .init("sure", alignment: .trailing), .init("a month", alignment: .trailing),
            .init(""),
        ])
        let isMixed = Set(recurring.payments.map(\.series.currency)).count > 1
        for transactionClass in [TransactionClass.expense, .income, .transfer] {
            let payments = recurring.payments.filter {
                $0.series.transactionClass == transactionClass
            }
            guard !payments.isEmpty else { continue }
            table.addHeading(.init(Self.heading(transactionClass), .heading))
            for payment in payments { table.add(Self.cells(of: payment, withCurrency: isMixed)) }
            for total in recurring.totals where total.transactionClass == transactionClass {
                table.add("", "", "", "", "", "", .amount(total.monthly, withCurrency: true))
            }
        }
        try screen.print(table)
        try show(upcoming: recurring.upcoming(within: Self.horizon))
        try show(events: recurring.recentEvents(within: Self.horizon))
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

    private static func cells(
        of payment: RecurringPayment, withCurrency: Bool
    ) -> [Table.Cell] {
        let series = payment.series
        return [
            .init(series.name), .amount(series.usualMoney, withCurrency: withCurrency),
            .init(series.howOften),
            payment.dueDay.map { .init("\($0)") } ?? .init("–", .muted),
            .init(series.transactionClass == .expense ? series.category : ""),
            .init("\(series.confidence)"), .amount(payment.monthly, withCurrency: withCurrency),
            .init(Self.remark(on: payment), .muted),
        ]
    }

    /// The decision or state to show beside a series; empty for an ordinary one.
    private static func mark(of payment: RecurringPayment) -> String {
        switch payment.series.decision {
        case .dismissed: "dismissed"
        case .cancelled: "cancelled"
        case .confirmed: payment.isActive ? "confirmed" : "over"
        case nil where !payment.isActive: "over"
        case nil:
            payment.series.standing == .recurring ? "" : payment.series.standing.rawValue
        }
    }

    /// The remark in the table, including charges that aren't bills.
    private static func remark(on payment: RecurringPayment) -> String {
        let isOwnCharge = payment.series.usualAmount < 0 && !payment.isBill
        return [
            mark(of: payment), isOwnCharge ? "no bill" : "",
            payment.visibility.isCounted ? "" : payment.visibility.rawValue,
        ].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private func show(upcoming: [RecurringPayment]) throws {
        guard !upcoming.isEmpty else { return }
        try screen.print()
        try screen.print("Due in the next \(Self.horizon) days", .heading)
        var table = Table(columns: [
            .init(""), .init(""), .init("", isFlexible: true), .init("", alignment: .trailing),
        ])
        for payment in upcoming { table.add(UpcomingPayment.cells(of: payment)) }
        try screen.print(table)
    }

    private func show(events: [(series: SeriesFacts, event: SeriesEvent)]) throws {
        guard !events.isEmpty else { return }
        try screen.print()
        try screen.print("Noticed in the last \(Self.horizon) days", .heading)
        var table = Table(columns: [.init(""), .init("", isFlexible: true)])
        for (series, event) in events {
            table.add(
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
        var facts = Table(columns: [.init(""), .init("", isFlexible: true)])
        facts.add("payee", .init(series.payee))
        facts.add(
            "amount",
            .init(series.usualMoney.text + (series.isFixed ? "" : ", varying")))
        facts.add("how often", .init(series.howOften))
        facts.add("a month", .init(payment.monthly.text))
        if let day = payment.dueDay, let days = payment.daysUntilDue {
            facts.add("next", .init("\(day), \(UpcomingPayment.words(forDays: days))"))
        }
        if let days = payment.reminderDays {
            facts.add("reminder", .init(Self.words(forReminder: days)))
        }
        facts.add("confidence", .init("\(series.confidence), \(Self.standing(of: payment))"))
        facts.add("class", .init(series.transactionClass.rawValue))
        facts.add("category", .init(series.category))
        try screen.print(facts)
        if !payment.events.isEmpty {
            try screen.print()
            try screen.print("Events", .heading)
            var events = Table(columns: [.init(""), .init("", isFlexible: true)])
            for event in payment.events {
                events.add(.init("\(event.day)", .muted), .init(Self.words(event, series)))
            }
            try screen.print(events)
        }
        guard !transactions.isEmpty else { return }
        try screen.print()
        try screen.print("Transactions", .heading)
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("day"), .init("amount", alignment: .trailing),
            .init("description", isFlexible: true), .init("account", isFlexible: true),
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
            case .confirmed: "is a series."
            case .dismissed: "is no series."
            case .cancelled: "has ended; nothing more is expected of it."
            }
        try screen.print(SafeText.neutralised("\(series.name) \(outcome)"))
    }

    func showReminder(of series: SeriesArgument, daysBefore days: Int?) throws {
        let outcome =
            days.map { "You are reminded of \(series.name) \(Self.words(forReminder: $0))." }
            ?? "You are not reminded of \(series.name) any more."
        try screen.print(SafeText.neutralised(outcome))
    }

    private static func words(forReminder days: Int) -> String {
        days == 0 ? "on the day" : "\(Count.text(days, "day")) before"
    }

    // MARK: JSON

    func showJSON(_ recurring: RecurringPayments) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for payment in recurring.payments {
                list.object { object in
                    let series = payment.series
                    object.field("name", series.name)
                    object.field("payee", series.payee)
                    object.field("amount", series.usualMoney.plainText)
                    object.field("currency", series.currency.code)
                    object.field("is_fixed", series.isFixed)
                    object.field("monthly", payment.monthly.plainText)
                    object.field("frequency", series.frequency.rawValue)
                    object.field("how_often", series.howOften)
                    object.field("first_date", "\(series.firstDay)")
                    object.field("last_date", "\(series.lastDay)")
                    object.field("next_date", payment.dueDay.map { "\($0)" })
                    object.field("days_until_due", payment.daysUntilDue)
                    object.field("reminder_days", payment.reminderDays)
                    object.field("reminder_due", payment.isReminderDue)
                    object.field("confidence", series.confidence)
                    object.field("standing", series.standing.rawValue)
                    object.field("decision", series.decision?.rawValue)
                    object.field("active", payment.isActive)
                    object.field("class", series.transactionClass.rawValue)
                    object.field("category", series.category)
                    object.field("bill", payment.isBill)
                    object.field("visibility", payment.visibility.rawValue)
                    object.array("transactions") { transactions in
                        for member in payment.payments { transactions.element(member.transaction) }
                    }
                    object.array("events") { events in
                        for event in payment.events {
                            events.object { Self.write(event, series, to: &$0) }
                        }
                    }
                }
            }
        }
        try json.flush()
    }

    private static func write(
        _ event: SeriesEvent, _ series: SeriesFacts, to object: inout JSONObject
    ) {
        func amount(_ minorUnits: Int64) -> String {
            Money(minorUnits: minorUnits, currency: series.currency).plainText
        }
        var prices: (from: Int64, to: Int64)?
        let kind: String
        switch event.kind {
        case .new: kind = "new"
        case .missed: kind = "missed"
        case .duplicate: kind = "duplicate"
        case .priceChanged(let from, let to):
            kind = "price_change"
            prices = (from, to)
        }
        object.field("kind", kind)
        object.field("date", "\(event.day)")
        object.field("transaction", event.transaction)
        object.field("from", prices.map { amount($0.from) })
        object.field("to", prices.map { amount($0.to) })
    }
}

/// The reminders that are due today.
struct RemindersView {
    let screen: Screen

    /// Shows reminders on the dashboard, if there are any.
    ///
    /// - Parameter lastDay: the last day to show.
    func show(of engine: Engine, through lastDay: CalendarDay?) throws {
        guard try !engine.vault.seriesReminders().isEmpty else { return }
        let recurring = try engine.recurringPayments(through: lastDay, selection: .all)
        guard !recurring.reminders.isEmpty else { return }
        try screen.print()
        try show(recurring.reminders)
    }

    func show(_ reminders: [RecurringPayment]) throws {
        try screen.print("Reminders", .heading)
        var table = Table(columns: [
            .init(""), .init(""), .init("", isFlexible: true), .init("", alignment: .trailing),
        ])
        for payment in reminders { table.add(UpcomingPayment.cells(of: payment)) }
        try screen.print(table)
    }
}

/// An upcoming payment as a table row.
enum UpcomingPayment {
    static func cells(of payment: RecurringPayment) -> [Table.Cell] {
        guard let day = payment.dueDay, let days = payment.daysUntilDue else { return [] }
        return [
            .init("\(day)"), .init(words(forDays: days), days < 0 ? .warning : .muted),
            .init(payment.series.name), .amount(payment.series.usualMoney, withCurrency: true),
        ]
    }

    static func words(forDays days: Int) -> String {
        switch days {
        case 0: "today"
        case 1: "tomorrow"
        case ..<0: "\(Count.text(-days, "day")) late"
        default: "in \(days) days"
        }
    }
}
