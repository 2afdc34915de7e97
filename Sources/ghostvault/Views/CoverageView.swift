import Model
import Terminal
import Vault

/// How much history of each account is here.
struct CoverageView {
    let screen: Screen

    func show(_ accounts: [AccountRecord], _ coverage: [ImportedCoverage]) throws {
        guard !accounts.isEmpty else {
            try screen.print("No accounts yet. \"ghostvault connect\" brings them in.")
            return
        }
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("account", isFlexible: true),
            .init("bank", isFlexible: true), .init("transactions", alignment: .trailing),
            .init("oldest"), .init("newest"), .init(""),
        ])
        for account in accounts {
            let found = coverage.first { $0.account == account.id }
            table.add(
                "\(account.id)", .init(account.name), .init(account.institution, .muted),
                .init("\(found?.count ?? 0)"), .init(found.map { "\($0.days.lowerBound)" } ?? ""),
                .init(found.map { "\($0.days.upperBound)" } ?? ""),
                .init(account.hasWholeHistory ? "" : "may go back further", .muted))
        }
        try screen.print(table)
    }

    func showJSON(_ accounts: [AccountRecord], _ coverage: [ImportedCoverage]) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for account in accounts {
                let found = coverage.first { $0.account == account.id }
                list.object { object in
                    object.field("account_id", account.id)
                    object.field("account", account.name)
                    object.field("transactions", found?.count ?? 0)
                    object.field("oldest_day", found.map { "\($0.days.lowerBound)" })
                    object.field("newest_day", found.map { "\($0.days.upperBound)" })
                    object.field("whole_history", account.hasWholeHistory)
                }
            }
        }
        try json.flush()
    }
}
