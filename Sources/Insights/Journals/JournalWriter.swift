internal import Model

/// Writes the parts of a journal as text that one program reads.
final class JournalWriter {
    private let dialect: JournalDialect
    private let sink: (String) -> Void
    private var names: JournalNames
    /// The tags that Ledger was told of.
    private var tags: Set<String> = []

    init(_ dialect: JournalDialect, _ chart: JournalChart, _ sink: @escaping (String) -> Void) {
        (self.dialect, self.sink) = (dialect, sink)
        names = JournalNames(dialect, chart)
        sink(
            Self.head(dialect)
                + JournalDetail.Name.allCases.map(\.rawValue)
                .filter { _ in dialect == .ledger }.map { "tag \($0)\n" }.joined())
    }

    private static func head(_ dialect: JournalDialect) -> String {
        let comment = "; Written by GhostVault. Changes in this file are lost.\n"
        return switch dialect {
        case .hledger: comment + "decimal-mark .\n"
        case .ledger: comment
        case .beancount:
            // Prices of whole amounts are divided, and rounded far behind the point.
            comment + "option \"title\" \"GhostVault\"\n"
                + "option \"inferred_tolerance_default\" \"*:0.0000001\"\n"
        }
    }

    func write(_ item: JournalItem) {
        switch item {
        case .remark(let text): sink("; \(text)\n")
        case .currency(let currency): declare(currency)
        case .account(let account): declare(account)
        case .rate(let rate, let base, let day):
            let price = "\(rate.text) \(symbol(base))"
            sink(
                dialect.isBeancount
                    ? "\(day) price \(symbol(rate.currency)) \(price)\n"
                    : "P \(day) \(symbol(rate.currency)) \(price)\n")
        case .entry(let entry):
            // Names are declared in front of the entry that needs them first.
            let postings = entry.postings.map { named($0, on: entry.day) }
            sink(dialect.isBeancount ? beancount(entry, postings) : plain(entry, postings))
        case .balance(let account, let amount, let day): write(account, amount, on: day)
        }
    }

    // MARK: Declarations

    private func symbol(_ currency: Currency) -> String { names.symbol(of: currency).name }

    private func amount(_ money: Money) -> String {
        "\(money.plainText) \(symbol(money.currency))"
    }

    private func declare(_ currency: Currency) {
        let symbol = symbol(currency)
        let sample = "1000." + String(repeating: "0", count: currency.exponent)
        switch dialect {
        case .hledger: sink("commodity \(sample) \(symbol)\n")
        case .ledger:
            let format = currency.exponent == 0 ? "1000" : sample
            sink("commodity \(symbol)\n    format \(format) \(symbol)\n")
        case .beancount:
            sink("1970-01-01 commodity \(symbol)\n  name: \(JournalQuotes.quoted(currency.code))\n")
        }
    }

    private func declare(_ account: JournalItem.AccountLine) {
        let name = names.name(of: .own(account.id)).name
        let facts = [
            ("id", "\(account.id)"), ("name", account.name), ("bank", account.institution),
            ("bank-id", account.bankID),
        ]
        if dialect.isBeancount {
            sink("\(account.firstDay) open \(name) \(symbol(account.currency))\n")
            for (key, text) in facts { sink("  \(key): \(JournalQuotes.quoted(text))\n") }
        } else {
            sink("account \(name)\n")
            for (key, text) in facts {
                let value = JournalLine.value(text)
                sink(
                    dialect == .hledger ? "    ; \(key): \(value)\n" : "    note \(key): \(value)\n"
                )
            }
        }
    }

    private func named(
        _ posting: JournalPosting, on day: CalendarDay
    ) -> (name: String, posting: JournalPosting) {
        let (name, isNew) = names.name(of: posting.account)
        if isNew { sink(dialect.isBeancount ? "\n\(day) open \(name)\n" : "\naccount \(name)\n") }
        return (name, posting)
    }

    // MARK: hledger and Ledger

    private func plain(
        _ entry: DoubleEntry, _ postings: [(name: String, posting: JournalPosting)]
    ) -> String {
        var text = dialect == .ledger ? ledgerTags(entry.tags) : ""
        // With a number in front, a payee can't be taken for one, or for a mark.
        let number = entry.number.map { "(\($0)) " } ?? ""
        text += "\n\(entry.day) \(entry.isPending ? "!" : "*") \(number)"
        text += JournalLine.description(entry.payee) + "\n"
        if !entry.text.isEmpty { text += "    ; text: \(JournalLine.value(entry.text))\n" }
        for detail in entry.details { text += line(detail) }
        if !entry.tags.isEmpty {
            let words = entry.tags.map(JournalLine.tag)
            text +=
                dialect == .ledger
                ? "    ; :\(words.joined(separator: ":")):\n"
                : "    ; \(words.map { $0 + ":" }.joined(separator: ", "))\n"
        }
        for (name, posting) in postings {
            text += "    \(name)  \(amount(posting.amount))"
            if let worth = posting.worth { text += " @@ \(amount(worth.size))" }
            if let day = posting.day { text += "  ; date:\(day)" }
            text += "\n"
            for detail in posting.details { text += line(detail) }
        }
        return text
    }

    private func line(_ detail: JournalDetail) -> String {
        "    ; \(detail.name.rawValue): \(JournalLine.value(detail.text))\n"
    }

    private func ledgerTags(_ tags: [String]) -> String {
        tags.map(JournalLine.tag).filter { self.tags.insert($0).inserted }
            .map { "tag \($0)\n" }.joined()
    }

    private func write(_ account: Int64, _ balance: Money, on day: CalendarDay) {
        let name = names.name(of: .own(account)).name
        guard !dialect.isBeancount else {
            // It holds at the beginning of the day.
            let zero = Money(sum: 0, currency: balance.currency).plainText
            sink(
                "\n\(day.adding(days: 1)) balance \(name)  \(balance.plainText) ~ \(zero) "
                    + "\(symbol(balance.currency))\n")
            return
        }
        let zero = amount(Money(sum: 0, currency: balance.currency))
        sink("\n\(day) * Balance\n    \(name)  \(zero) = \(amount(balance))\n")
    }

    // MARK: Beancount

    private func beancount(
        _ entry: DoubleEntry, _ postings: [(name: String, posting: JournalPosting)]
    ) -> String {
        var text = "\n\(entry.day) \(entry.isPending ? "!" : "*") "
        text += "\(JournalQuotes.quoted(entry.payee)) \(JournalQuotes.quoted(entry.text))"
        var tags: [String] = []
        for tag in entry.tags.map(JournalQuotes.tag) where !tags.contains(tag) { tags.append(tag) }
        text += tags.map { " #" + $0 }.joined() + "\n"
        for detail in entry.details { text += "  " + beancount(detail) }
        if tags != entry.tags {
            text += "  tags: \(JournalQuotes.quoted(entry.tags.joined(separator: ", ")))\n"
        }
        for (name, posting) in postings {
            text += "  \(name)  \(amount(posting.amount))"
            if let worth = posting.worth { text += " @@ \(amount(worth.size))" }
            text += "\n"
            for detail in posting.details { text += "    " + beancount(detail) }
        }
        return text
    }

    private func beancount(_ detail: JournalDetail) -> String {
        "\(detail.name.rawValue): \(JournalQuotes.quoted(detail.text))\n"
    }
}

/// Text in Beancount's quotes.
enum JournalQuotes {
    static func quoted(_ text: String) -> String {
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in SafeText.neutralised(text).unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }

    /// A tag of ASCII letters, digits and some signs.
    static func tag(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "A"..."Z", "a"..."z", "0"..."9", "-", "_", "/", ".": Character(scalar)
            default: "-"
            }
        }
        return String(scalars)
    }
}
