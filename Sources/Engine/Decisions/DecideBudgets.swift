internal import Configuration
public import Insights
public import Model
internal import Vault

extension Engine {
    /// All budgets: those of `config/budgets.toml`, and in place of its lines those that
    /// commands set.
    ///
    /// A decided line whose category is gone is left out.
    public func budgets() throws -> [Budget] {
        let names = try budgetNames()
        let written = try configured { try $0.budgetLines(names) }
        let decided = try vault.budgetEntries().compactMap { entry -> BudgetLine? in
            do throws(BudgetMistake) {
                return try BudgetLine(entry, names, isDecided: true)
            } catch {
                guard error.setting == "category" else { throw error }
                return nil
            }
        }
        return Budget.all(of: written + decided)
    }

    /// Stores lines of budgets as one decision.
    ///
    /// - Parameter summary: the command, for `history`.
    /// - Returns: what they mean.
    /// - Throws: `BudgetMistake`, with nothing stored.
    @discardableResult
    public func setBudgets(_ entries: [BudgetEntry], summary: String) throws -> [BudgetLine] {
        let names = try budgetNames()
        let lines = try entries.map { try BudgetLine($0, names, isDecided: true) }
        let exact = zip(entries, lines).map { entry, line in
            var entry = entry
            switch line.subject {
            case .category(let id): entry.category = id
            case .tag(let name): entry.tag = name
            case .view(let name): entry.view = name
            }
            // The usual currency may become another; a vault without accounts has none.
            if !line.currency.code.isEmpty { entry.currency = line.currency.code }
            return entry
        }
        try vault.decide(exact, summary: summary)
        return lines
    }

    /// The facts that budgets read.
    ///
    /// - Parameter lastDay: the last day that counts; nil for all.
    public func budgetFacts(
        for budgets: [Budget], through lastDay: CalendarDay?
    ) throws -> BudgetFacts {
        try BudgetFacts(
            vault, categories: try categories(),
            series: try recurringPayments(through: lastDay, selection: .all),
            queries: try queries(ofViewsIn: budgets), today: moment.today, through: lastDay)
    }

    private func queries(ofViewsIn budgets: [Budget]) throws -> [String: TransactionQuery] {
        let names = Set(budgets.filter { $0.subject.kind == "view" }.map(\.subject.name))
        guard let readView, !names.isEmpty else { return [:] }
        var queries: [String: TransactionQuery] = [:]
        for view in try savedViews() where names.contains(view.name) {
            do {
                queries[view.name] = try readView.query(view, self)
            } catch is ConfigurationError {
                // Its budget counts nothing, as `budget` says. `view` reports why.
                continue
            }
        }
        return queries
    }

    /// What lines of budgets refer to.
    func budgetNames() throws -> BudgetNames {
        BudgetNames(
            categories: try categories(),
            currency: try currencyOrder().first ?? Currency(code: ""))
    }
}
