import Model

/// What is told of transfers and of those that could be some.
enum TransferWords {
    static func reason(for pair: TransferMatcher.Pair, in snapshot: Snapshot) -> String {
        let kind = kind(of: snapshot.account(of: snapshot.transactions[pair.receiver]).type)
        switch pair.origin {
        case .marked:
            return "Marked by you as a transfer" + (kind.map { ": \($0)" } ?? "")
        case .equalAmounts(let days):
            return found(kind, "equal and opposite amounts in two of your accounts", days)
        case .atRate(let days):
            return found(kind, "amounts in two of your accounts that agree at your rates", days)
        }
    }

    /// Why a transaction is a transfer whichever of others is its other side.
    static func reason(forOneOf count: Int) -> String {
        "Auto-detected: transfer, though which of \(count) transactions is its other side is open"
    }

    /// Why a transaction is a transfer whose other side is not there.
    static func reason(
        for found: TransferMatcher.OneSided, in snapshot: Snapshot
    ) -> String {
        guard !found.isWithHolder else {
            return "Auto-detected: transfer, by a text that names you; the other side is not there"
        }
        let transaction = snapshot.transactions[found.row]
        let receiver =
            transaction.amount < 0
            ? found.other.map { snapshot.accounts[Int($0)].type }
            : snapshot.account(of: transaction).type
        if let receiver, receiver.isLoan { return Reason.paymentOfNamedLoan }
        return "Auto-detected: \(receiver.flatMap(kind) ?? "transfer")" + Reason.byNameOfAccount
    }

    /// Why money that a card received is a payment of it.
    static let receivedPayment =
        "Auto-detected: payment of a card, by a text that speaks of a payment and names nobody"

    /// Why a transaction is what the transfer was that it takes back.
    static func reason(for found: TransferMatcher.Return) -> String {
        "Auto-detected: takes back a transfer of this account, " + apart(found.daysLater)
    }

    /// Why a transaction is a transfer that never reached anybody.
    static func reason(forReturned found: TransferMatcher.Return) -> String {
        "Auto-detected: transfer that was taken back in this account, " + apart(found.daysLater)
    }

    /// What a transfer to an account of a type is.
    private static func kind(of receiver: AccountType) -> String? {
        switch receiver {
        case .credit: "payment of a card"
        case .loan, .mortgage: "loan payment"
        case .investment, .brokerage: "contribution to an investment account"
        case .checking, .savings, .other: nil
        }
    }

    private static func found(_ kind: String?, _ evidence: String, _ days: Int) -> String {
        "Auto-detected: " + (kind.map { "\($0), " } ?? "") + "\(evidence), \(apart(days))"
    }

    private static func apart(_ days: Int) -> String {
        switch days {
        case 0: "on the same day"
        case 1: "1 day apart"
        default: "\(days) days apart"
        }
    }

    static func missingRate(of currency: Currency, base: Currency?) -> String {
        "there is no rate for \(currency.code)"
            + (base.map { " in \($0.code)" } ?? "")
            + ", so transfers to and from your accounts in it are not found; add a [[rate]]"
    }
}
