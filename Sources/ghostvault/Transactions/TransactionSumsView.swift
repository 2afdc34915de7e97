import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

/// The sums of listed transactions by category, payee, account, month or tag.
struct TransactionSumsView {
    let screen: Screen
    let engine: Engine
    let kind: TransactionSums.Kind
    let query: TransactionQuery

    private static let barColumns = 20

    func show(_ sums: TransactionSums) throws {
        if !sums.groups.isEmpty {
            try showGroups(of: sums)
            try screen.print()
        }
        for total in sums.totals {
            try screen.print("Total \(total.sum.text) in \(Count.text(total.count, "transaction"))")
        }
        let totals = try ConvertedTotals(of: engine, on: engine.today)
        if !totals.rates.isEmpty,
            let words = totals.words(
                forMonths: try kind == .month
                    ? sums : TransactionSums(engine.vault, query, by: .month))
        {
            try screen.print(SafeText.neutralised(words))
        }
        for rest in sums.leftOut {
            try screen.print(SafeText.neutralised(rest.words), .muted)
        }
    }

    private func showGroups(of sums: TransactionSums) throws {
        let categories = try engine.categories()
        var table = Table(columns: [
            .init(kind.rawValue, isFlexible: true, isName: kind == .account),
            .init("", rank: 1), .init("sum", alignment: .trailing), .init("", rank: 2),
            .init("times", alignment: .trailing, rank: 3),
        ])
        let largest = Dictionary(grouping: sums.groups, by: \.sum.currency)
            .mapValues { $0.map(\.sum.size).max() ?? 0 }
        for group in sums.groups {
            let most = largest[group.sum.currency] ?? 0
            let name =
                kind == .category
                ? group.name.map { categories[$0]?.name ?? $0 } ?? "not classified yet"
                : group.name ?? "without a \(kind.rawValue)"
            table.add(
                .init(name, group.name == nil ? .muted : nil),
                .init(
                    Bar.text(
                        share: most > 0 ? group.sum.size / most : 0, columns: Self.barColumns,
                        usesUnicode: screen.capabilities.usesUnicode),
                    group.sum.minorUnits < 0 ? .accent : .positive),
                .init(group.sum.groupedText), .init(group.sum.currency.code, .muted),
                .init("\(group.count)", .muted))
        }
        try screen.print(table)
    }

    /// A sum in a list for programs.
    struct Row {
        let name: String?
        let count: Int
        let sum: Money
        let leftOut: TransactionSums.LeftOut?
    }

    static func rows(_ sums: TransactionSums) -> [Row] {
        sums.groups.map { Row(name: $0.name, count: $0.count, sum: $0.sum, leftOut: nil) }
            + sums.leftOut.map {
                Row(name: nil, count: $0.count, sum: $0.sum, leftOut: $0.reason)
            }
    }

    static var report: Report<Row> {
        Report(
            "transactions --by",
            .value(
                "name",
                "The category's id or the class if it is not spending, the payee, the account's "
                    + "name, the month or the tag; null for what has none and for what is left out."
            ) { $0.name },
            .value("transactions", "How many there are.") { $0.count },
            .value("sum", "Their total.") { $0.sum },
            .value("currency", "The currency's code.") { $0.sum.currency.code },
            .value(
                "left_out",
                "Why this sum is in no other row and no figure: `pending`, `excluded`, "
                    + "`transfer`, `ignore`, `account` (does not count in totals) or "
                    + "`unclassified`; null for what counts."
            ) { $0.leftOut?.rawValue })
    }
}

extension TransactionSums.Rest {
    /// "2 pending, -300.58 USD, not counted".
    var words: String {
        let kind =
            switch reason {
            case .pending: "\(count) pending"
            case .excluded: "\(count) excluded"
            case .transfer: Count.text(count, "transfer")
            case .ignore: "\(count) ignored"
            case .account: "\(count) in accounts that you don't count"
            case .unclassified: "\(count) not classified yet"
            }
        return "\(kind), \(sum.text), not counted"
    }
}

extension Money {
    /// For comparing amounts of one currency.
    fileprivate var size: Double { Double(minorUnits.magnitude) }
}
