internal import Automation
internal import Model
internal import Vault

/// Accounts with little in them: `low_balance`.
struct BalanceConditions {
    let look: EventLook

    /// Of an account without a name only those that are paid from: what is owed
    /// on a card or a loan is below nearly everything.
    func holding(for subscription: EventSubscription) -> [HoldingCondition] {
        guard let below = subscription.options.below else { return [] }
        return look.accounts.values.sorted { $0.id < $1.id }.compactMap { account in
            guard let balance = account.balance, balance.isLess(than: below),
                subscription.options.account.map(account.isNamed)
                    ?? (account.type.netWorthGroup == .bankAccounts)
            else { return nil }
            return HoldingCondition(
                subject: "account \(account.id)",
                content: .account(
                    EventAccount(
                        name: account.name, institution: account.institution, type: account.type,
                        balance: balance)))
        }
    }
}
