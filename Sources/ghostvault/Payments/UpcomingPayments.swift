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
        var table = Table(columns: [
            .init(""), .init("", rank: 1), .init("", isFlexible: true),
            .init("", alignment: .trailing),
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

    static func cells(of bill: UpcomingBill) -> [Table.Cell] {
        [
            .init("\(bill.day)"),
            bill.isUnread
                ? .init("bank not read", .muted)
                : .init(words(forDays: bill.daysUntil), bill.daysUntil < 0 ? .warning : .muted),
            .init(bill.bill.series.name), .amount(bill.bill.series.usualMoney, withCurrency: true),
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
