import Engine
import Insights
import Model
import Terminal
import Vault

/// What the person wants to be reminded of today.
struct RemindersView {
    let screen: Screen

    /// On the dashboard, where most vaults have none.
    ///
    /// - Parameter lastDay: the last day of which anything is to be shown.
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

/// A payment that is to come, as a line of a table.
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
