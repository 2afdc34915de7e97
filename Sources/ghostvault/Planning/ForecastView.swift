import Insights
import Model
import Terminal

/// A forecast as tables and sentences.
struct ForecastView {
    let screen: Screen
    let forecast: Forecast

    /// Shows each account and the totals on a line, then the totals over time.
    func showAll() throws {
        var table = Table(columns: [
            .init("#", alignment: .trailing, rank: 6), .init("account", isName: true),
            .init("now", alignment: .trailing), .init("then", alignment: .trailing),
            .init("", rank: 1),
            .init("8 of 10 days", alignment: .trailing, rank: 5),
            .init("lowest", alignment: .trailing, rank: 3), .init("on", rank: 4),
            .init("", isFlexible: true, rank: 2),
        ])
        for one in forecast.accounts { add(one, named: one.account.name, to: &table) }
        let hasLoans = forecast.accounts.contains { $0.account.type.isLoan && !$0.days.isEmpty }
        for one in forecast.totals {
            add(one, named: hasLoans ? "together, without loans" : "together", to: &table)
        }
        if let last = (forecast.accounts + forecast.totals).compactMap(\.days.last).first {
            try screen.print("Balances until \(last.day)", .heading)
            try screen.print()
        }
        try screen.print(table)
        for one in forecast.totals {
            try screen.print()
            try show(one, named: "Together in \(one.account.currency.code)")
        }
        try showLeftOut(forecast.heldOut)
        try showNotes()
        if forecast.accounts.contains(where: { !$0.days.isEmpty }) {
            try screen.print()
            try screen.print("\"ghostvault forecast ACCOUNT\" shows an account's days.", .muted)
        }
    }

    private func add(_ one: AccountForecast, named name: String, to table: inout Table) {
        func money(_ amount: Int128) -> String {
            Money(sum: amount, currency: one.account.currency).groupedText
        }
        // What is known, as `accounts` has it; the first day may already be expected.
        guard let balance = one.account.balance, let last = one.days.last, let lowest = one.lowest
        else {
            table.add(
                .init("\(one.account.id)"), .init(name), .init(""), .init(""), .init(""), .init(""),
                .init(""), .init(""), .init(one.verdict.note ?? "", .muted))
            return
        }
        table.add(
            .init(one.account.id == 0 ? "" : "\(one.account.id)"), .init(name),
            .init(money(balance)), .init(money(last.expected)),
            .init(one.account.currency.code, .muted),
            .init(last.range.map { words($0, in: one.account.currency) } ?? "", .muted),
            .init(money(lowest.expected), style(of: lowest, in: one)), .init("\(lowest.day)"),
            .init(one.verdict.note ?? "", .muted))
    }

    /// A debt is below zero anyway.
    private func style(of day: AccountForecast.Day, in one: AccountForecast) -> Style? {
        day.expected < 0 && !one.account.type.isLiability && one.account.id != 0 ? .negative : nil
    }

    /// Shows one account day by day.
    func show(_ one: AccountForecast) throws {
        guard !one.days.isEmpty else {
            return try screen.print(
                SafeText.neutralised("\(one.account.name): \(one.verdict.note ?? "")"))
        }
        try show(one, named: one.account.name)
        try showNotes()
    }

    private func show(_ one: AccountForecast, named name: String) throws {
        let currency = one.account.currency
        func money(_ amount: Int128) -> String {
            Money(sum: amount, currency: currency).groupedText
        }
        try screen.print(SafeText.neutralised(name), .heading)
        if screen.showsCharts {
            try BalanceChart(screen: screen).show(
                one.days.map { ($0.day, Money(sum: $0.expected, currency: currency)) },
                ranges: one.days.map { $0.range ?? $0.expected...$0.expected })
        }
        try screen.print()
        var table = Table(columns: [
            .init("day"), .init("", isFlexible: true),
            .init("amount", alignment: .trailing, rank: 1),
            .init("besides", alignment: .trailing, rank: 2),
            .init("balance", alignment: .trailing),
            .init("8 of 10 days", alignment: .trailing, rank: 3),
        ])
        // With what moves besides since the day above it, a day's amounts lead to its balance.
        var everyday: Int128 = 0
        for day in one.days {
            everyday += day.everyday
            let isShown = !day.movements.isEmpty || day == one.days.first || day == one.days.last
            guard isShown else { continue }
            let names =
                day.movements.isEmpty
                ? [("", "")] : day.movements.map { ($0.words, money($0.amount)) }
            for (position, (name, amount)) in names.enumerated() {
                let isLast = position == names.count - 1
                table.add(
                    .init(position > 0 ? "" : day.day == forecast.today ? "today" : "\(day.day)"),
                    .init(name), .init(amount, amount.hasPrefix("-") ? nil : .positive),
                    .init(isLast && everyday != 0 ? money(everyday) : "", .muted),
                    .init(isLast ? money(day.expected) : "", style(of: day, in: one)),
                    .init(
                        isLast ? day.range.map { words($0, in: currency) } ?? "" : "", .muted))
            }
            everyday = 0
        }
        try screen.print(table)
        try screen.print()
        for line in sentences(of: one) { try screen.print(SafeText.neutralised(line), .muted) }
    }

    /// Explains the balance of a day by everything before it.
    func explain(_ one: AccountForecast, on day: CalendarDay) throws {
        guard let last = one.days.first(where: { $0.day == day }), let start = one.account.balance
        else {
            return try screen.print(
                SafeText.neutralised("\(one.account.name): \(one.verdict.note ?? "")"))
        }
        let currency = one.account.currency
        func money(_ amount: Int128) -> Money { Money(sum: amount, currency: currency) }
        let days = one.days.filter { $0.day <= day }
        try screen.print(
            SafeText.neutralised(
                "\(one.account.name) on \(day): \(money(last.expected).text)"), .heading)
        try screen.print()
        var table = Table(columns: [
            .init("day"), .init("", isName: true), .init("", alignment: .trailing),
            .init("where from", isFlexible: true, rank: 1),
        ])
        table.add(
            .init("\(one.account.knownDay)"), .init("balance"), .init(money(start).groupedText),
            .init("from the bank, with later posted transactions", .muted))
        for movement in days.flatMap(\.movements) {
            table.add(
                .init("\(movement.day)"), .init(movement.name), .amount(money(movement.amount)),
                .init(movement.reason, .muted))
        }
        let everyday = money(days.reduce(0) { $0 + $1.everyday })
        if everyday.minorUnits != 0 {
            table.add(
                .init(""), .init("besides what recurs"), .amount(everyday),
                .init(
                    "\(money(one.fourWeeks).groupedText) in four weeks, for "
                        + Count.text(one.account.knownDay.days(until: day), "day"), .muted))
        }
        try screen.print(table)
        try screen.print()
        for line in sentences(of: one, withLowest: false) {
            try screen.print(SafeText.neutralised(line), .muted)
        }
    }

    /// A sentence for each number.
    private func sentences(of one: AccountForecast, withLowest: Bool = true) -> [String] {
        func money(_ amount: Int128) -> String {
            Money(sum: amount, currency: one.account.currency).text
        }
        var lines: [String] = []
        if let lowest = one.lowest, lowest.day > forecast.today, withLowest {
            lines.append("Lowest: \(money(lowest.expected)) on \(lowest.day).")
        }
        if one.fourWeeks != 0 {
            lines.append(
                "Besides what recurs\(one.fourWeeks < 0 ? ", mostly everyday spending" : ""): "
                    + "\(money(one.fourWeeks)) in four weeks, "
                    + "the middle of \(Count.text(one.historyDays, "day")).")
        }
        lines.append(
            one.days.last?.range == nil
                ? "No range: less than four weeks of history."
                : "Range: 8 of 10 past periods of the same length, and wider for a short history.")
        if let note = one.verdict.note { lines.append("Stale: \(note).") }
        return lines
    }

    /// Names recurring income and payments that aren't in it, by account.
    func showLeftOut(_ movements: [ForecastMovement]) throws {
        let names = Dictionary(grouping: movements, by: \.account)
        for account in forecast.accounts.map(\.account) {
            guard let own = names[account.id] else { continue }
            try screen.print(
                SafeText.neutralised(
                    "Left out, on \(account.name): "
                        + Set(own.map(\.name)).sorted().joined(separator: ", ")), .muted)
        }
    }

    /// Names accounts whose last balance is too old to count on.
    func showSilent() throws {
        for one in forecast.accounts where one.account.visibility.isCounted {
            guard case .silent(let day) = one.verdict else { continue }
            try screen.print(
                SafeText.neutralised(
                    "Left out: \(one.account.name), whose last balance is of \(day)"), .muted)
        }
    }

    /// Shows what became of planned items that aren't simply in the forecast.
    func showNotes() throws {
        if !forecast.notes.isEmpty { try screen.print() }
        for note in forecast.notes {
            try screen.print(
                SafeText.neutralised(note.sentence),
                note.isLost ? .warning : .muted)
        }
    }

    /// Empty for a single amount.
    private func words(_ range: ClosedRange<Int128>, in currency: Currency) -> String {
        guard range.lowerBound < range.upperBound else { return "" }
        let bounds = [range.lowerBound, range.upperBound].map {
            Money(sum: $0, currency: currency).groupedText
        }
        return bounds.joined(separator: " to ")
    }
}

extension Forecast {
    /// Why nothing can be said of accounts for spending.
    var wordsWithoutSpending: String {
        let isSilent = accounts.contains { one in
            if case .silent = one.verdict { return true }
            return false
        }
        return isSilent
            ? "The balances of your accounts are too old: ghostvault accounts"
            : "No account for spending has a balance."
    }
}

extension ForecastMovement {
    /// "Rent", "Power (about)", "Uber (pending)", "Visa payment (statement of 2026-11-05)".
    var words: String {
        switch source {
        case .series, .planned: isEstimate && !isLate ? "\(name) (about)" : lateName
        case .pending: "\(name) (pending)"
        case .statement(_, let closing, let isForecast):
            "\(name) (\(isForecast ? "about, " : "")statement of \(closing))\(isLate ? " (late)" : "")"
        }
    }

    /// "Rent", "Rent (late)".
    var lateName: String { isLate ? "\(name) (late)" : name }

    /// Where the amount comes from.
    var reason: String {
        switch source {
        case .series(_, let last): "recurring, last on \(last)"
        case .statement(_, let closing, let isForecast):
            isForecast
                ? "what the card will owe on \(closing)" : "what the card owed on \(closing)"
        case .planned: "planned in config/plan.toml"
        case .pending: "pending, so the balance lacks it"
        }
    }
}

extension PlanNote {
    fileprivate var isLost: Bool { if case .paid = reason { false } else { true } }

    /// "\"Gift\" in config/plan.toml is counted as Rent".
    var sentence: String { "\"\(item.name)\" in config/plan.toml \(words)" }

    private var words: String {
        switch reason {
        case .paid(let series): "is counted as \(series)"
        case .noAccount:
            "is left out: "
                + (item.account.map { "no account alone is called \"\($0)\"" }
                    ?? "there is no checking account")
        case .decimals: "is left out: its account has no such part of a unit"
        }
    }
}
