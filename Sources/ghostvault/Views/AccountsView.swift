import Engine
import Model
import Terminal
import Vault

struct AccountsView {
    let screen: Screen

    /// One account as it is now.
    func showOne(_ account: Int64, of engine: Engine) throws {
        try show(try engine.vault.accounts().filter { $0.id == account })
        try ReversedDebtsView(screen: screen)
            .show(try engine.vault.reversedDebts().filter { $0.account.id == account })
    }

    func show(_ accounts: [AccountRecord]) throws {
        guard !accounts.isEmpty else {
            try screen.print("No accounts yet. \"ghostvault connect\" brings them in.")
            return
        }
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("account", isFlexible: true),
            .init("bank", isFlexible: true), .init("type"),
            .init("balance", alignment: .trailing), .init(""), .init(""),
        ])
        for group in NetWorthGroup.allCases {
            let members = accounts.filter { $0.type.netWorthGroup == group }
                .sorted { ($0.institution, $0.id) < ($1.institution, $1.id) }
            guard !members.isEmpty else { continue }
            table.addHeading(.init(heading(group), .heading), inColumn: 1)
            for account in members {
                table.add(
                    "\(account.id)", .init(account.name), .init(account.institution, .muted),
                    .init(account.type.rawValue),
                    account.balance.map { .amount($0) } ?? .init("unknown", .muted),
                    .init(account.currency.code, .muted),
                    .init(account.visibility.isCounted ? "" : account.visibility.rawValue, .muted))
            }
        }
        try screen.print(table)
    }

    /// Accounts that look like one, for the person to say so.
    func show(_ offers: [MergeOffer]) throws {
        for offer in offers {
            let (earlier, successor) = (offer.earlier, offer.successor)
            try screen.print()
            try screen.print(
                SafeText.neutralised(
                    "\(earlier.name) (\(earlier.id)) seems to go on as \(successor.name) "
                        + "(\(successor.id)): \(offer.evidence.words)."))
            if offer.countsTwice, let balance = earlier.balance, balance.minorUnits != 0 {
                try screen.print("Until you say so, its \(balance.text) count too.")
            }
            try screen.print(
                "Make them one with: ghostvault accounts merge \(earlier.id) \(successor.id)",
                .muted)
        }
    }

    func showJSON(_ accounts: [AccountRecord], _ offers: [MergeOffer]) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for account in accounts {
                list.object { object in
                    object.field("id", account.id)
                    object.field("bank_id", account.bankID)
                    object.field("name", account.name)
                    object.field("bank_name", account.bankName)
                    object.field("visibility", account.visibility.rawValue)
                    object.field("reversed_balance", account.reversedSigns.balance)
                    object.field("reversed_transactions", account.reversedSigns.transactions)
                    object.field("institution", account.institution)
                    object.field("connection", account.connection)
                    object.field("type", account.type.rawValue)
                    object.field("type_reason", account.typeReason)
                    object.field("group", account.type.netWorthGroup.rawValue)
                    object.field("currency", account.currency.code)
                    object.field("balance", account.balance?.plainText)
                    object.field("available", account.availableBalance?.plainText)
                    let offer = offers.first { $0.earlier.id == account.id }
                    object.field("successor", offer?.successor.id)
                    object.field("successor_reason", offer?.evidence.words)
                    object.field(
                        "balance_day",
                        account.balanceAt.map { "\(CalendarDay(secondsSinceEpoch: $0))" })
                }
            }
        }
        try json.flush()
    }

    private func heading(_ group: NetWorthGroup) -> String {
        switch group {
        case .bankAccounts: "Bank accounts"
        case .investments: "Investments"
        case .liabilities: "Liabilities"
        }
    }
}

extension MergeOffer.Evidence {
    fileprivate var words: String {
        switch self {
        case .commonTransactions(let count): "\(count) transactions are in both"
        case .sameID: "two connections name it by the same id"
        case .sameName: "its bank no longer names it, and the other has its name"
        case .sameDigits(let digits):
            "its bank no longer names it, and the other ends in \(digits) too"
        case .stillSince(let day):
            "it owes nothing and has been still since \(day), and the other is the bank's only "
                + "new card"
        }
    }
}
