import Engine
import Insights
import Model
import Terminal
import Vault

struct ReviewView {
    let screen: Screen
    let categories: CategoryTree
    let words: ReasonWords

    func show(_ review: Review, days: Range<CalendarDay>) throws {
        let count = review.groups.reduce(0) { $0 + $1.transactions.count }
        try screen.print(
            "\(days.lowerBound) to \(days.upperBound.adding(days: -1)): "
                + "\(Count.text(count, "transaction")) in \(Count.text(review.groups.count, "group"))",
            .heading)
        try warn(of: review)
        guard !review.groups.isEmpty else { return }
        try screen.print()
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("payee", isFlexible: true),
            .init("times", alignment: .trailing), .init("sum", alignment: .trailing),
            .init("category"), .init("why", isFlexible: true),
        ])
        var heading: String?
        for group in review.groups {
            let words = Self.heading(group.transactionClass)
            if heading != words {
                table.addHeading(.init(words, .heading), inColumn: 1)
                heading = words
            }
            table.add(
                .init(group.transactions.first.map { "\($0.id)" } ?? "", .muted),
                .init(group.payee), .init("\(group.transactions.count)"),
                .amount(group.total, withCurrency: !isOneCurrency(review)),
                .init(category(of: group)), .init(why(group) ?? "", .muted))
        }
        try screen.print(table)
        try screen.print()
        try screen.print(
            "To correct one, by its number: ghostvault transactions set 12 --category dining",
            .muted)
        try screen.print(
            "and for all of its payee: --all-from-payee. A wrong transfer: ghostvault transfers "
                + "unlink 12", .muted)
    }

    func showJSON(_ review: Review) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for group in review.groups {
                list.object { object in
                    object.field("payee", group.payee)
                    object.field("class", group.transactionClass.rawValue)
                    object.field("category", group.category)
                    object.field("total", group.total.plainText)
                    object.field("currency", group.total.currency.code)
                    object.field("why", why(group))
                    object.array("transactions") { list in
                        for record in group.transactions { list.element(record.id) }
                    }
                }
            }
        }
        try json.flush()
    }

    func warn(of review: Review) throws {
        guard review.unclassified > 0 else { return }
        try screen.print(
            "\(Count.text(review.unclassified, "transaction")) not classified yet: ghostvault "
                + "apply-rules", .warning)
    }

    /// Why, for the first of a group.
    func why(_ group: Review.Group) -> String? {
        group.transactions.first?.tellingReason(in: words)
    }

    /// The category's name; empty where there is nothing to say, since money
    /// was not spent.
    func category(of group: Review.Group) -> String {
        guard group.transactionClass == .expense else { return "" }
        guard let id = group.category else { return "split" }
        return categories[id]?.name ?? id
    }

    static func heading(_ transactionClass: TransactionClass) -> String {
        switch transactionClass {
        case .income: "Income"
        case .transfer: "Transfers and payments"
        case .expense: "Spending"
        case .ignore: "Ignored"
        }
    }

    private func isOneCurrency(_ review: Review) -> Bool {
        Set(review.groups.map(\.total.currency)).count <= 1
    }
}
