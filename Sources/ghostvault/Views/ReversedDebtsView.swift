import Terminal
import Vault

/// Debts that count as money of the person's, or their purchases as income, since their
/// banks may write the signs the other way round.
struct ReversedDebtsView {
    let screen: Screen

    /// In short, for a page of figures.
    func show(of vault: Vault, afterLine: Bool = false) throws {
        let debts = try vault.reversedDebts()
        guard let first = debts.first else { return }
        if afterLine { try screen.print() }
        guard debts.count > 1 else {
            let what =
                first.hasPositiveBalance
                ? "\(first.account.name) is a debt that counts as money of yours, since the balance "
                    + "is positive. If it is owed:"
                : "Purchases on \(first.account.name) count as money that came in, since they are "
                    + "positive. If they were bought:"
            return try warn("\(what) \(first.remedy)")
        }
        let names = debts.prefix(Self.mostNamed).map(\.account.name)
        let others = debts.count - names.count
        let list = names.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
        try warn(
            "\(debts.count) debts seem to have their signs reversed (\(list)). "
                + "What to do: ghostvault accounts")
    }

    /// Each with what to do.
    func show(_ debts: [ReversedDebt]) throws {
        for debt in debts {
            let name = debt.account.name
            let what =
                switch (debt.hasPositiveBalance, debt.hasPositivePurchases) {
                case (true, true):
                    "\(name) is a debt, yet its balance and its purchases are positive, so they "
                        + "count as money that is yours."
                case (false, true):
                    "Purchases on \(name) are positive, so they count as money that came in."
                case (_, false):
                    "\(name) is a debt, yet its balance is positive, so it counts as money that "
                        + "is yours."
                }
            try warn("\(what) If that is how its bank writes debts: \(debt.remedy)")
        }
    }

    private static let mostNamed = 3

    private func warn(_ text: String) throws {
        try screen.print(SafeText.neutralised(text), .warning)
    }
}

extension ReversedDebt {
    /// The command that turns the signs round that are reversed.
    fileprivate var remedy: String {
        "ghostvault accounts reverse \(account.id)" + (hasPositiveBalance ? " --balance" : "")
            + (hasPositivePurchases ? " --transactions" : "")
    }
}
