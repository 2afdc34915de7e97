import Insights
import Model
import Terminal

/// Budgets in words.
enum BudgetWords {
    /// "400.00 USD a month", "1,200.00 USD until June 2027".
    static func words(for line: BudgetLine) -> String {
        let period = line.every.rawValue
        let amount =
            switch line.kind {
            case .amount(let amount): "\(amount.text) a \(period)"
            case .save(let sum, let by, let again):
                "\(sum.text) until \(words(for: by))"
                    + (again.map { ", then every \(Count.text($0, "month"))" } ?? "")
            case .series(let name): "the price of \(name)"
            case .average(let count): "the average of \(Count.text(count, period)) before"
            case .share(let percent): "\(percent) % of the income of the \(period) before"
            case .rest: "the rest of the income of the \(period) before"
            case .end: "no target"
            }
        let carry =
            switch line.carry {
            case .none: ""
            case .surplus: ", a surplus carries over"
            case .both: ", surplus and deficit carry over"
            }
        return amount + carry + (line.cap.map { ", at most \($0.text)" } ?? "")
    }

    /// A new line, with what was in force before: "450.00 → 500.00 USD a month".
    static func words(for line: BudgetLine, after former: BudgetLine?) -> String {
        let new = words(for: line)
        guard let former else { return new }
        let old = words(for: former)
        guard old != new else { return new }
        if case .amount(let before) = former.kind, case .amount(let now) = line.kind,
            before.currency == now.currency,
            (former.every, former.carry, former.cap) == (line.every, line.carry, line.cap)
        {
            return "\(before.groupedText) → \(new)"
        }
        return "\(new); it was \(old)"
    }

    /// The options of a command that sets a line's amount anew; nil for one without an amount.
    static func options(of line: BudgetLine, usual: Currency?) -> String? {
        guard case .amount(let amount) = line.kind else { return nil }
        var options = [amount.plainText]
        if case .view = line.subject { options.append("--view") }
        if line.every != .month { options.append("--every \(line.every.rawValue)") }
        if line.carry != .none { options.append("--carry \(line.carry.rawValue)") }
        if let cap = line.cap { options.append("--cap \(cap.plainText)") }
        if line.currency != usual { options.append("--currency \(line.currency.code)") }
        return options.joined(separator: " ")
    }

    static func words(for month: CalendarMonth) -> String { "\(month.name) \(month.year)" }

    /// "since March 2026, set by you" or "for all months, from config/budgets.toml".
    static func source(of line: BudgetLine) -> String {
        (line.from.map { "since \(words(for: $0))" } ?? "for all months")
            + (line.isDecided ? ", set by a command" : ", from config/budgets.toml")
    }

    static func words(for reason: BudgetTerm.Reason, of line: BudgetLine) -> String {
        let period = line.every.rawValue
        switch reason {
        case .amount(let amount): return "\(amount.groupedText) a \(period)"
        case .saving(let sum, let by, let part, let count):
            if part > count { return "\(sum.groupedText) was saved by \(words(for: by))" }
            return "part \(part) of \(count) of \(sum.groupedText) until \(words(for: by))"
        case .series(let name, let payment?, let times):
            return "\(name): \(payment.groupedText), \(Count.text(times, "time")) a year"
        case .series(let name, nil, _): return "\(name): no such recurring payment"
        case .average(let sum, let count):
            return "\(sum.groupedText) in \(Count.text(count, period)) before"
        case .share(let percent, let income):
            return "\(percent) % of \(income.groupedText), the income of the \(period) before"
        case .rest(let income, let others, let weight, let all):
            let part = weight == all ? "" : "\(weight) of \(all) parts of "
            return part + "\(income.groupedText), the income of the \(period) before, less "
                + "\(others.groupedText) for other budgets"
        case .part(let days, let all): return "only \(days) of the \(Count.text(all, "day"))"
        case .cap(let cap): return "at most \(cap.groupedText)"
        case .carried: return "carried over from the \(period) before"
        }
    }

    /// The name of a reason in JSON.
    static func code(of reason: BudgetTerm.Reason) -> String {
        switch reason {
        case .amount: "amount"
        case .saving: "save"
        case .series: "series"
        case .average: "average"
        case .share: "share"
        case .rest: "rest"
        case .part: "part"
        case .cap: "cap"
        case .carried: "carried"
        }
    }

    static func words(for status: BudgetFigure.Status) -> (text: String, style: Style?) {
        switch status {
        case .over: ("over", .negative)
        case .short: ("will be over", .warning)
        case .fast: ("fast", .warning)
        case .good: ("", nil)
        }
    }
}
