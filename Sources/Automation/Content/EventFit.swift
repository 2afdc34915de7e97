internal import Foundation
internal import Model
internal import Scripting

/// Whether events are what subscriptions ask for, as far as the events' own
/// fields tell: what a test's author made up is told only to those handlers
/// that would be told of it.
struct EventFit {
    let categories: CategoryTree

    func fits(_ event: Event) -> Bool {
        let options = event.subscription.options
        let transaction = part("transaction", of: event)
        let account = part("account", of: event)
        let budget = part("budget", of: event)
        let holds: [Bool?] = [
            options.over.map { over in number("amount", of: transaction) { abs($0) > over } },
            options.below.map { below in number("balance", of: account) { $0 < below } },
            options.limit.map { limit in number("spent", of: budget) { $0 > limit } },
            options.account.map {
                isSame($0, text("account", of: transaction) ?? text("name", of: account))
            },
            options.payee.map { isSame($0, text("payee", of: transaction)) },
            options.category.map {
                isWithin($0, text("category", of: transaction) ?? text("category", of: budget))
            },
            options.days.map { days in isAhead(event, most: days) },
        ]
        return !holds.contains(false)
    }

    private func part(_ name: String, of event: Event) -> ScriptTable? {
        guard case .table(let table)? = event.fields.fields[name] else { return nil }
        return table
    }

    private func text(_ name: String, of part: ScriptTable?) -> String? {
        guard case .string(let text)? = part?.fields[name] else { return nil }
        return text
    }

    private func number(
        _ name: String, of part: ScriptTable?, _ holds: (Double) -> Bool
    ) -> Bool {
        switch part?.fields[name] {
        case .integer(let number)?: holds(Double(number))
        case .number(let number)?: holds(number)
        default: false
        }
    }

    private func isSame(_ wanted: String, _ text: String?) -> Bool {
        text.map { $0.lowercased() == wanted.lowercased() } ?? false
    }

    private func isWithin(_ wanted: String, _ category: String?) -> Bool {
        category.map { categories.isCategory($0, within: wanted) } ?? false
    }

    private func isAhead(_ event: Event, most days: Int) -> Bool {
        guard let text = text("next_day", of: part("series", of: event)),
            let next = CalendarDay(text)
        else { return false }
        return (0...days).contains(event.day.days(until: next))
    }
}

private func > (number: Double, amount: DecimalAmount) -> Bool {
    number > (Double(amount.description) ?? .infinity)
}

private func < (number: Double, amount: DecimalAmount) -> Bool {
    number < (Double(amount.description) ?? -.infinity)
}
