import Terminal
import Vault

/// That debts count as money of the person's, since their banks may write them
/// as positive.
struct PositiveDebtsView {
    let screen: Screen

    func show(of vault: Vault, afterLine: Bool = false) throws {
        let debts = try vault.positiveDebts()
        guard let first = debts.first else { return }
        if afterLine { try screen.print() }
        let (who, remedy) =
            debts.count == 1
            ? ("\(first.name) is a debt that counts", "accounts reverse \(first.id) --balance")
            : ("\(debts.count) debts count", "accounts")
        try screen.print(
            SafeText.neutralised(
                "\(who) as money of yours, since the balance is positive. If it is owed: "
                    + "ghostvault \(remedy)"), .warning)
    }
}
