import Engine
import Insights
import Model
import Terminal
import Vault

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
        try screen.print(UpcomingPayment.table(reminders.map(UpcomingPayment.cells(of:))))
    }
}

/// An upcoming payment as a table row.
enum UpcomingPayment {
    static func table(_ rows: [[Table.Cell]]) -> Table {
        var table = Table(columns: [
            .init(""), .init("", rank: 1), .init("", isFlexible: true),
            .init("", alignment: .trailing),
        ])
        for row in rows { table.add(row) }
        return table
    }

    static func cells(of payment: RecurringPayment) -> [Table.Cell] {
        guard let day = payment.dueDay, let days = payment.daysUntilDue else { return [] }
        return cells(
            of: payment.series, payment.series.usualMoney, on: day, days,
            unreadSince: payment.unreadSince)
    }

    static func cells(of bill: UpcomingBill) -> [Table.Cell] {
        cells(
            of: bill.bill.series, bill.amount, on: bill.day, bill.daysUntil,
            unreadSince: bill.unreadSince)
    }

    private static func cells(
        of series: SeriesFacts, _ amount: Money, on day: CalendarDay, _ days: Int,
        unreadSince last: CalendarDay?
    ) -> [Table.Cell] {
        [
            .init("\(day)"),
            .init(
                words(forDays: days, unreadSince: last),
                days < 0 && last == nil ? .warning : .muted),
            .init(series.name), .amount(amount, withCurrency: true),
        ]
    }

    /// - Parameter last: the last day that is known of its bank, if that is before the payment's.
    static func words(forDays days: Int, unreadSince last: CalendarDay?) -> String {
        if let last { return "bank last read \(last)" }
        return switch days {
        case 0: "today"
        case 1: "tomorrow"
        case ..<0: "\(Count.text(-days, "day")) late"
        default: "in \(days) days"
        }
    }
}
