import Insights
import Model
import Terminal
import Vault

struct AccountBalancesView {
    let screen: Screen

    func show(_ balances: AccountBalances) throws {
        guard !balances.points.isEmpty else {
            try screen.print(
                balances.account.balance == nil
                    ? "No balance yet: the bank of \(name(balances)) has given none."
                    : "Nothing is known of \(name(balances)) on that day, nor on any before it.")
            return
        }
        try screen.print(name(balances), .heading)
        try screen.print()
        var table = Table(columns: [
            .init("end of"), .init("balance", alignment: .trailing),
            .init("change", alignment: .trailing), .init(""),
        ])
        for (position, point) in balances.points.enumerated() {
            let change = position > 0 ? point.change(since: balances.points[position - 1]) : nil
            let moved = change.flatMap { $0.minorUnits == 0 ? nil : $0 }
            table.add(
                .init("\(point.day)"), .amount(point.balance),
                moved.map { .init($0.signedText, $0.style) } ?? .init(""),
                .init(point.isRebuilt ? "counted" : "", .muted))
        }
        try screen.print(table)
    }

    func showJSON(_ balances: AccountBalances) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { object in
            object.field("account_id", balances.account.id)
            object.field("account", balances.account.name)
            object.field("currency", balances.account.currency.code)
            object.array("history") { points in
                for point in balances.points {
                    points.object { entry in
                        entry.field("day", "\(point.day)")
                        entry.field("balance", point.balance.plainText)
                        entry.field("rebuilt", point.isRebuilt)
                    }
                }
            }
        }
        try json.flush()
    }

    private func name(_ balances: AccountBalances) -> String {
        SafeText.neutralised(balances.account.name)
    }
}
