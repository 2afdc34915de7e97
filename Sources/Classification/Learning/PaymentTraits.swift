internal import Model

/// The amounts and accounts of payees' payments, as features for guesses.
struct PaymentTraits {
    private struct Payments {
        var count = 0
        var features: [UInt64: Double] = [:]
    }

    private var payments: [Int32: Payments] = [:]

    /// How much the steps of amounts, their signs and the accounts count beside the name, whose
    /// features have the length 1. Found by trial.
    private static let weightOfAmount = 0.5
    private static let weightOfSign = 0.25
    private static let weightOfAccount = 0.3
    /// From one step to the next, amounts grow by the 1.5th root of 2.
    private static let stepsOfDoubling = 1.5

    /// An amount lies between two steps, and has a part of each.
    mutating func add(_ transaction: TransactionFacts, of payee: Int32) {
        let size = transaction.amount.magnitude
        let place = Double(FixedLogarithm.base2(max(1, size))) / 65_536 * Self.stepsOfDoubling
        let step = place.rounded(.down)
        var found = payments[payee] ?? Payments()
        found.count += 1
        let parts: [(UInt64, UInt64, Double)] = [
            (1, UInt64(step), Self.weightOfAmount * (1 - place + step)),
            (1, UInt64(step) + 1, Self.weightOfAmount * (place - step)),
            (2, transaction.amount > 0 ? 1 : 0, Self.weightOfSign),
            (3, UInt64(truncatingIfNeeded: transaction.account), Self.weightOfAccount),
        ]
        for (kind, value, weight) in parts {
            found.features[kind << 32 | value, default: 0] += weight
        }
        payments[payee] = found
    }

    func count(of payee: Int32) -> Int { payments[payee]?.count ?? 0 }

    /// Of all payments of a payee together, in ascending order.
    func traits(of payee: Int32) -> [GuessModel.Trait] {
        guard let found = payments[payee] else { return [] }
        return found.features.map {
            GuessModel.Trait(feature: $0.key, weight: $0.value / Double(found.count))
        }.sorted { $0.feature < $1.feature }
    }
}
