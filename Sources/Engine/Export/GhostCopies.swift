internal import Classification
public import Insights
public import Model
public import Vault

/// A ghost-safe copy before it is proven, with what it hides.
public struct GhostDraft: Sendable {
    public let facts: GhostFacts
    /// What stands for each account, payee and category of the vault.
    public let replacements: [Replacement]
    /// How many counted transactions are left out, since they are in other currencies.
    public let otherCurrencies: Int

    public struct Replacement: Hashable, Sendable {
        /// Private.
        public let name: String
        public let standIn: String
    }
}

extension Engine {
    /// The facts of a ghost-safe copy: posted income and expenses that count in figures, in the
    /// currency that most of them are in.
    ///
    /// - Parameters:
    ///   - query: the transactions.
    ///   - lastDay: as in ``recurringPayments(through:selection:)``.
    ///   - withBudgets: whether to include how much of the running budgets is spent.
    ///   - namingMerchants: whether to name merchants that anybody knows.
    public func ghostDraft(
        _ query: TransactionQuery, through lastDay: CalendarDay?, withBudgets: Bool,
        namingMerchants: Bool = false
    ) throws -> GhostDraft {
        var accounts = try vault.accounts().filter(\.visibility.isCounted)
        if let lastDay {
            accounts = try AccountBalances.accounts(accounts, of: vault, on: lastDay)
        }
        let positions = Dictionary(
            uniqueKeysWithValues: accounts.enumerated().map { ($0.element.id, $0.offset) })
        var query = query
        query.hidesTransfers = true
        query.order = .oldestFirst
        let records = try vault.transactions(query).filter {
            positions[$0.account] != nil && !$0.isPending
                && [.income, .expense].contains($0.verdict?.transactionClass.value)
                && $0.verdict?.isExcluded?.value != true
        }
        let currencies = Dictionary(grouping: records, by: \.amount.currency)
        let currency = currencies.max {
            ($0.value.count, $1.key.code) < ($1.value.count, $0.key.code)
        }?.key
        let names = try GhostCategories(own: categories(), shipped: Self.shippedCategories())
        let prover = namingMerchants ? try leakProver(namingMerchants: true) : nil
        var movements: [GhostFacts.Movement] = []
        var standIns: [String: String] = [:]
        let counted = records.filter { $0.amount.currency == currency }
        for record in counted {
            guard let account = positions[record.account] else { continue }
            let isIncome = record.verdict?.transactionClass.value == .income
            // Not one that an account is named after, too.
            let merchant = prover.flatMap { prover in
                PublicMerchants.name(of: record.payee)
                    .flatMap { !isIncome && prover.leaks(in: $0).isEmpty ? $0 : nil }
            }
            for part in record.countedParts
            where !part.isExcluded && [.income, .expense].contains(part.transactionClass) {
                let isIncome = part.transactionClass == .income
                let name = isIncome ? "Income" : names.name(of: part.category)
                movements.append(
                    GhostFacts.Movement(
                        day: record.day, account: account, isIncome: isIncome, category: name,
                        merchant: merchant, amount: Int64(clamping: part.minorUnits)))
                standIns[record.payee] = merchant.map { "\($0) (\(name))" } ?? name
            }
        }
        let series = try recurringPayments(through: lastDay, selection: .current).payments
        let commitments = series.filter {
            $0.isActive && $0.isBill && $0.series.currency == currency
                && $0.series.transactionClass == .expense
        }.map {
            GhostFacts.Commitment(
                category: names.name(of: $0.series.category), frequency: $0.series.frequency,
                monthly: Int64(clamping: $0.monthly.minorUnits))
        }
        let budgets =
            withBudgets ? try currentBudgets().filter { $0.subject.kind == "category" } : []
        let facts = GhostFacts(
            movements: movements, commitments: commitments,
            accounts: accounts.map { account in
                let balance = account.currency == currency ? account.balance : nil
                return GhostFacts.Account(
                    type: account.type, balance: balance.map { Int64(clamping: $0.minorUnits) })
            },
            budgets: budgets.map {
                GhostFacts.Budget(
                    category: names.name(of: $0.subject.name),
                    usedPercent: $0.left.minorUnits < 0 ? 101 : $0.usedPercent ?? 0)
            },
            known: try currency.map {
                try AnsweredDays(vault, on: today).wholeMonths(in: $0)
            })
        let replacements =
            zip(accounts.map(\.name), facts.accountNames).map(GhostDraft.Replacement.init)
            + standIns.sorted { $0.key < $1.key }.map(GhostDraft.Replacement.init)
        return GhostDraft(
            facts: facts, replacements: replacements,
            otherCurrencies: records.count - counted.count)
    }

    /// The prover of copies of this vault. Public are the words of copies themselves and the
    /// names of the shipped categories.
    ///
    /// - Parameter namingMerchants: whether merchants that anybody knows may be named.
    public func leakProver(namingMerchants: Bool = false) throws -> LeakProver {
        let names = try Self.shippedCategories().categories.map { $0.name.lowercased() }
        let words = names.flatMap { $0.split { !$0.isLetter }.map(String.init) }
        return LeakProver(
            try vault.privateFacts(), publicWords: GhostCopy.publicWords.union(words),
            isPublicName: { namingMerchants && PublicMerchants.name(of: $0) == $0 })
    }
}

/// The public names of a vault's categories.
private struct GhostCategories {
    let own: CategoryTree
    let shipped: CategoryTree

    /// The shipped category that it is, or is a part of; "Other" without one.
    func name(of id: String) -> String {
        var current: String? = own.resolved(id)
        while let next = current {
            if let known = shipped[next] { return known.name }
            current = own[next]?.parent
        }
        return "Other"
    }
}
