public import Model
public import Vault

/// The loans to or from one person in one currency, and the amount still owed.
///
/// Pending transactions don't count, as in other figures.
public struct Loan: Sendable {
    /// One transaction, with what was owed after it.
    public struct Step: Sendable {
        public let transaction: TransactionRecord
        /// The part of it that is the loan's; of most transactions all.
        public let amount: Money
        /// Positive if the person owes it to you.
        public let owed: Money
    }

    public let person: String
    public let currency: Currency
    /// Oldest first, never empty.
    public let steps: [Step]

    /// The amount lent or repaid to the person.
    public var out: Money { sum { max(0, -$0) } }

    /// The amount borrowed or repaid by the person.
    public var back: Money { sum { max(0, $0) } }

    /// Positive if the person owes it to you, negative if you owe it.
    public var owed: Money { sum { -$0 } }

    private func sum(_ part: (Int128) -> Int128) -> Money {
        Money(
            sum: steps.reduce(0) { $0 + part($1.amount.minorUnits) },
            currency: currency)
    }
}

extension Loan {
    /// The loans of all persons, or of one: those with something owed first, then by name.
    ///
    /// - Parameters:
    ///   - person: without regard to case.
    ///   - lastDay: the last day that counts; nil for all.
    public static func all(
        _ vault: Vault, with person: String? = nil, through lastDay: CalendarDay? = nil,
        order: CurrencyOrder = .byCode
    ) throws -> [Loan] {
        var query = TransactionQuery()
        query.isLoan = true
        query.order = .oldestFirst
        let wanted = person?.lowercased()
        var names: [String: String] = [:]
        var payments: [Key: [(TransactionRecord, Int128)]] = [:]
        try vault.forEachTransaction(query) { record in
            guard !record.isPending, lastDay.map({ record.day <= $0 }) ?? true else { return }
            var amounts: [String: Int128] = [:]
            for part in record.countedParts {
                guard let name = part.loan else { continue }
                let person = name.lowercased()
                guard wanted == nil || wanted == person else { continue }
                names[person] = names[person] ?? name
                amounts[person, default: 0] += part.minorUnits
            }
            for (person, amount) in amounts {
                payments[Key(person: person, currency: record.amount.currency), default: []]
                    .append((record, amount))
            }
        }
        return payments.map { key, payments in
            Loan(
                person: names[key.person] ?? key.person, currency: key.currency,
                steps: steps(payments, in: key.currency))
        }.sorted { first, second in
            let (isSettled, isOtherSettled) = (
                first.owed.minorUnits == 0, second.owed.minorUnits == 0
            )
            guard isSettled == isOtherSettled else { return isOtherSettled }
            let (name, otherName) = (first.person.lowercased(), second.person.lowercased())
            guard name == otherName else { return name < otherName }
            return order.place(of: first.currency) < order.place(of: second.currency)
        }
    }

    private struct Key: Hashable {
        let person: String
        let currency: Currency
    }

    private static func steps(
        _ payments: [(TransactionRecord, Int128)], in currency: Currency
    ) -> [Step] {
        var owed: Int128 = 0
        return payments.map { record, amount in
            owed -= amount
            return Step(
                transaction: record, amount: Money(sum: amount, currency: currency),
                owed: Money(sum: owed, currency: currency))
        }
    }
}
