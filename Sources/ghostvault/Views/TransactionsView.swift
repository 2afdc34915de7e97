import Engine
import Model
import Terminal
import Vault

struct TransactionsView {
    let screen: Screen
    let engine: Engine
    let accounts: [AccountRecord]

    private static let widthForReason = 120

    /// - Parameter isFiltered: whether a part was asked for.
    func show(_ query: TransactionQuery, isFiltered: Bool) throws {
        let records = try engine.vault.transactions(query)
        guard !records.isEmpty else {
            let words = try NothingFoundWords(engine.vault).text(of: query, isFiltered: isFiltered)
            return try screen.print(words)
        }
        // In a narrow window the payee needs the room; explain has the reason.
        let showsReason = screen.capabilities.width.map { $0 >= Self.widthForReason } ?? true
        var table = Table(
            columns: [
                .init("#", alignment: .trailing), .init("day"), .init("payee", isFlexible: true),
                .init("amount", alignment: .trailing), .init("class"), .init("category"),
                .init("account", isFlexible: true),
            ] + (showsReason ? [.init("why", isFlexible: true)] : []))
        let names = accountNames
        let words = try ReasonWords(engine, about: Set(records.map(\.id)))
        let isOneCurrency = Set(records.map(\.amount.currency)).count == 1
        let category = query.categories.first ?? ""
        for record in records {
            let part = query.categories.isEmpty ? nil : try record.part(in: query.categories)
            table.add(
                .init("\(record.id)", .muted),
                record.isPending ? .init("pending", .warning) : .init("\(record.day)"),
                .init(record.payee), .amount(part ?? record.amount, withCurrency: !isOneCurrency),
                .init(record.verdict?.transactionClass.value.rawValue ?? "–"),
                .init(
                    part.map { _ in "\(category), of \(record.amount.groupedText)" }
                        ?? record.categoryWord ?? "–"),
                .init(names[record.account] ?? "", .muted),
                .init(record.tellingReason(in: words) ?? "not classified yet", .muted))
        }
        try screen.print(table)
        let count = try engine.vault.transactionCount(query)
        guard records.count < count else { return }
        try screen.print()
        try screen.print(
            "\(query.offset + 1)–\(query.offset + records.count) of "
                + "\(Count.text(count, "transaction")); --page and --all show more", .muted)
    }

    /// What all that was asked for comes to, for each currency.
    func showTotals(of query: TransactionQuery) throws {
        let totals = try engine.vault.totals(of: query)
        guard !totals.isEmpty else { return }
        try screen.print()
        for total in totals {
            var words =
                "Together \(total.sum.text) in \(Count.text(total.count, "transaction"))"
            if total.counted != total.sum {
                words += ", of which \(total.counted.text) count in figures"
            }
            try screen.print(SafeText.neutralised(words))
        }
    }

    func showJSON(_ query: TransactionQuery) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        let fields = TransactionJSON(accounts: accounts, words: try ReasonWords(engine))
        // A list that is broken off must not read as a whole one, so its end is
        // written only when every row was read.
        try json.array { list in
            try engine.vault.forEachTransaction(query) { record in
                list.object { fields.write(record, to: &$0) }
            }
        }
        try json.flush()
    }

    private var accountNames: [Int64: String] {
        Dictionary(uniqueKeysWithValues: accounts.map { ($0.id, $0.name) })
    }
}
