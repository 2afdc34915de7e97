internal import Classification
public import Model
public import Vault

/// Other spending at the payee of a corrected transaction that could get its category too.
public struct OthersAtPayee: Sendable {
    /// The payees, in alphabetical order.
    public let payees: [String]
    /// What the person can still carry the category to, of days before the first corrected one.
    public let earlier: [TransactionRecord]
    public let later: [TransactionRecord]

    /// The sum of the earlier ones in each currency.
    public func earlierSums(_ order: CurrencyOrder) -> [Money] {
        order.sorted(Set(earlier.map(\.amount.currency))) { $0 }.map { currency in
            Money(
                sum: earlier.filter { $0.amount.currency == currency }
                    .reduce(0) { $0 + Int128($1.amount.minorUnits) }, currency: currency)
        }
    }
}

extension Engine {
    /// What would get the category of a correction too if it carried as far as it can; nil if
    /// nothing would.
    ///
    /// Looks at everything twice, as a pass does, and stores nothing.
    ///
    /// - Parameter transactions: the transactions to correct.
    public func others(
        atPayeesOf transactions: [Int64], by correction: Correction
    ) throws -> OthersAtPayee? {
        guard correction.category != nil else { return nil }
        let numbers = Set(transactions)
        return try uninterrupted {
            let setup = try passSetup()
            let snapshot = try snapshot(for: setup)
            func conclusions(reaching reach: CorrectionReach) throws -> Conclusions {
                var decisions = snapshot.decisions
                for number in numbers {
                    var said = decisions.corrections[number] ?? Correction()
                    (said.category, said.splits, said.reach) = (correction.category, nil, reach)
                    decisions.corrections[number] = said
                }
                return try setup.classifier.conclude(snapshot.deciding(decisions)).conclusions
            }
            let changes = ConclusionChanges(
                from: try conclusions(reaching: .alone), to: try conclusions(reaching: .past))
            // The pass that follows reports what functions print.
            _ = setup.userRules.takeOutput()
            let others = changes.changes.filter {
                $0.after.category.value == correction.category
                    && $0.before?.category.value != correction.category
                    && !numbers.contains($0.transaction)
            }.map(\.transaction)
            return OthersAtPayee(
                try vault.transactions(numbered: numbers.union(others)), besides: numbers)
        }
    }
}

/// Whether what comes later from the payees of corrected transactions gets their category too.
public struct LaterAtPayees: Hashable, Sendable {
    public enum Answer: Hashable, Sendable {
        case follows
        /// A list or a code decides, until the person has corrected enough, or says otherwise.
        case followsLater
        /// Something else decides, such as a rule, or the payee is nobody in particular.
        case never
    }

    /// The payees with each answer, in alphabetical order.
    public let payees: [Answer: [String]]
}

extension Engine {
    /// What later spending like stored corrections would get: for each payee, another
    /// transaction like its newest corrected one, of tomorrow.
    ///
    /// Looks at everything once or twice, as a pass does, and stores nothing.
    ///
    /// - Parameter transactions: the corrected transactions.
    public func laterSpending(
        like transactions: [Int64], category: String
    ) throws -> LaterAtPayees {
        let records = try vault.transactions(numbered: Set(transactions))
        let newest = Dictionary(grouping: records.values, by: \.payee).compactMapValues { all in
            all.max { ($0.day, $0.id) < ($1.day, $1.id) }?.id
        }
        return try uninterrupted {
            let setup = try passSetup()
            let snapshot = try snapshot(for: setup)
            let names = newest.keys.sorted()
            let rows = names.compactMap { name in
                snapshot.transactions.firstIndex { $0.id == newest[name] }
            }
            let copies = snapshot.repeated(rows)
            func follow(_ decisions: Decisions) throws -> [Bool] {
                let concluded = try setup.classifier.conclude(copies.deciding(decisions))
                    .conclusions
                _ = setup.userRules.takeOutput()
                return concluded.entries.suffix(rows.count).map {
                    concluded.verdicts[Int($0.verdict)].category.value == category
                }
            }
            let now = try follow(snapshot.decisions)
            var said = now
            if now.contains(false) {
                var decisions = snapshot.decisions
                for row in rows {
                    decisions.corrections[snapshot.transactions[row].id]?.reach = .onward
                }
                said = try follow(decisions)
            }
            let answers = zip(now, said).map { follows, would in
                follows ? LaterAtPayees.Answer.follows : would ? .followsLater : .never
            }
            return LaterAtPayees(
                payees: Dictionary(grouping: zip(answers, names), by: \.0).mapValues {
                    $0.map(\.1)
                })
        }
    }
}

extension OthersAtPayee {
    fileprivate init?(_ records: [Int64: TransactionRecord], besides corrected: Set<Int64>) {
        let own = records.values.filter { corrected.contains($0.id) }
        let others = records.values.filter { !corrected.contains($0.id) }.sorted { $0.id < $1.id }
        guard let first = own.map(\.day).min(), !others.isEmpty else { return nil }
        let firsts = Dictionary(own.map { ($0.payee, $0.day) }, uniquingKeysWith: min)
        payees = Set(others.map(\.payee)).sorted()
        earlier = others.filter { $0.day < firsts[$0.payee, default: first] }
        later = others.filter { $0.day >= firsts[$0.payee, default: first] }
    }
}

extension Snapshot {
    fileprivate func deciding(_ decisions: Decisions) -> Snapshot {
        Snapshot(
            asOf: asOf, accounts: accounts, transactions: transactions, texts: texts,
            bankIDs: bankIDs, decisions: decisions, decided: decided)
    }

    /// The snapshot with some transactions again, on the day after it and behind all others.
    fileprivate func repeated(_ rows: [Int]) -> Snapshot {
        let last = transactions.last?.id ?? 0
        let copies = rows.enumerated().map { position, row in
            let original = transactions[row]
            return TransactionFacts(
                id: last + Int64(position) + 1, amount: original.amount,
                day: max(asOf, original.day).adding(days: 1), account: original.account,
                description: original.description, payee: original.payee,
                bankPayee: original.bankPayee, memo: original.memo,
                merchantCode: original.merchantCode, isPending: false)
        }
        return Snapshot(
            asOf: asOf, accounts: accounts, transactions: transactions + copies, texts: texts,
            decisions: decisions, decided: decided)
    }
}
