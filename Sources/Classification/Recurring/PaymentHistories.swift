import Model

/// Gathers what is to be remembered of each payee, whose payments may be in
/// several groups.
struct PaymentHistories {
    private var payments: [String: [PaymentHistory.Payment]] = [:]
    private var cut: Set<String> = []

    /// - Parameter concerned: payees of which something is to be told, if only
    ///   that there is nothing more to remember; nil for those added.
    init(concerned: [String]?) {
        for payee in concerned ?? [] { payments[payee] = [] }
    }

    mutating func add(
        _ some: [PaymentHistory.Payment], of payee: String, isCut: Bool
    ) {
        if payments[payee, default: []].isEmpty {
            payments[payee] = some
        } else {
            payments[payee, default: []] += some
        }
        if isCut { cut.insert(payee) }
    }

    var all: [PaymentHistory] {
        payments.map { payee, payments in
            PaymentHistory(
                payee: payee, payments: payments.sorted { $0.transaction < $1.transaction },
                isCut: cut.contains(payee))
        }
    }
}
