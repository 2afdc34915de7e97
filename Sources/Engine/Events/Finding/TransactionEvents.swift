internal import Automation
internal import Model
internal import Vault

/// Transactions that came: `new_transaction`, `large_transaction`, `refund`.
struct TransactionEvents {
    let look: EventLook
    let recent: [RecentTransaction]

    func sightings(for subscription: EventSubscription) -> [Sighting] {
        recent.filter { look.isNews($0, for: subscription) && isMeant($0, by: subscription) }
            .map { Sighting(of: $0.id, on: $0.day, for: subscription) }
    }

    private func isMeant(
        _ transaction: RecentTransaction, by subscription: EventSubscription
    ) -> Bool {
        switch transaction.transactionClass {
        case .income, .expense: break
        // From one pocket to another, nothing came or went.
        case .transfer, .ignore: return false
        }
        if subscription.kind == .refund {
            guard transaction.transactionClass == .expense, transaction.amount > 0 else {
                return false
            }
        }
        let options = subscription.options
        if let account = options.account {
            guard look.accounts[transaction.account]?.isNamed(account) == true else { return false }
        }
        if let payee = options.payee {
            guard transaction.payee?.lowercased() == payee.lowercased() else { return false }
        }
        if let category = options.category {
            let categories = [transaction.category] + transaction.partCategories
            guard categories.contains(where: { look.categories.isCategory($0, within: category) })
            else { return false }
        }
        if let over = options.over {
            guard look.money(transaction)?.size.isMore(than: over) == true else { return false }
        }
        return true
    }
}
