import Engine
import Foundation
import Model
import Platform

/// What the family of the demo plans: its budgets, goals, and what comes once.
struct DemoPlan {
    let today: CalendarDay

    /// Writes the files into the demo's `config`.
    func write(in folder: String) throws {
        let config = folder + "/config"
        do {
            try FileManager.default.createDirectory(
                atPath: config, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            for (name, text) in [("budgets.toml", budgets), ("plan.toml", plan)] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(config)/\(name)"))
            }
        } catch {
            throw EngineError.cannotWrite(path: config, reason: FileErrorWords.cause(of: error))
        }
    }

    private var budgets: String {
        let from = today.month.adding(months: -6)
        let lines = [
            ("groceries", "1100.00", "surplus"), ("dining", "450.00", "none"),
            ("shopping", "600.00", "surplus"), ("children", "1050.00", "none"),
        ].map { category, amount, carry in
            """
            [[budget]]
            category = "\(category)"
            from = "\(from)"
            amount = \(amount)
            carry = "\(carry)"

            """
        }
        return "# What the family means to spend in a month.\n\n" + lines.joined(separator: "\n")
    }

    private var plan: String {
        """
        # What the family expects, and what it saves for.

        [[income]]
        name = "Tax refund"
        amount = "1850.00"
        start = "\(day(monthsAhead: 4))"

        [[expense]]
        name = "New boiler"
        amount = "3800.00"
        start = "\(day(monthsAhead: 5))"
        account = "Family Checking"

        [[expense]]
        name = "Summer camp"
        amount = "1400.00"
        period = "yearly"
        start = "\(day(monthsAhead: 7))"
        account = "Family Checking"

        [[goal]]
        name = "Family trip"
        amount = "6000.00"
        by = "\(today.month.adding(months: 9))"
        priority = 1
        saved = "1500.00"
        monthly = "500.00"

        [[goal]]
        name = "Kitchen"
        amount = "24000.00"
        by = "\(today.month.adding(months: 30))"
        saved = "9000.00"
        monthly = "450.00"

        """
    }

    private func day(monthsAhead count: Int) -> CalendarDay {
        today.month.adding(months: count).firstDay.adding(days: 14)
    }
}
