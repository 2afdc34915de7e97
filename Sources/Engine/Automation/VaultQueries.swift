internal import Automation
internal import Classification
internal import Insights
internal import Model
internal import Vault

/// The answers to handlers' queries, from the vault as it is now.
///
/// It doesn't use the host of scripts, since a handler waits while it answers. For one thread.
final class VaultQueries: VaultAnswering {
    private let engine: Engine
    private let categories: CategoryTree
    /// What conditions see; nil before the first of them, and once others have written.
    private var decided: Snapshot?
    /// What others had written when that was asked last.
    private var knownWrites: Int64?

    /// - Parameter categories: for their names.
    init(_ engine: Engine, categories: CategoryTree) {
        self.engine = engine
        self.categories = categories
    }

    private var vault: Vault { engine.vault }

    /// Has conditions see what others have written since. Not within one moment of the vault.
    func followOthers() throws {
        let writes = try vault.otherWriters()
        if writes != knownWrites { decided = nil }
        knownWrites = writes
    }

    func answer(
        _ query: HandlerQuery, asOf day: CalendarDay
    ) throws(QueryMistake) -> VaultAnswer {
        do {
            return try vault.atOneMoment { try found(query, day) }
        } catch let error as QueryMistake {
            throw error
        } catch {
            throw QueryMistake("the vault can't be read now")
        }
    }

    /// - Complexity: linear in the transactions of the period; with a condition, in all.
    private func found(_ query: HandlerQuery, _ day: CalendarDay) throws -> VaultAnswer {
        switch query {
        case .spent(let filter):
            return try .sums(sums(filter, day, .expense).map(\.negated))
        case .income(let filter): return try .sums(sums(filter, day, .income))
        case .count(let filter): return .count(try vault.transactionCount(all(filter, day)))
        case .transactions(let filter, let limit):
            var query = try all(filter, day)
            query.limit = limit
            let names = Dictionary(
                try vault.accounts().map { ($0.id, $0.name) }, uniquingKeysWith: { one, _ in one })
            return .transactions(
                try vault.transactions(query).compactMap {
                    EventTransaction($0, account: names[$0.account] ?? "", categories)
                })
        case .balance(let name):
            let account = try account(named: name)
            return .balance(
                try AccountBalances.accounts([account], of: vault, on: day).first?.balance)
        }
    }

    /// The sum in each currency; one of zero if there is none.
    private func sums(
        _ filter: QueryFilter, _ day: CalendarDay, _ counted: TransactionClass
    ) throws -> [Money] {
        let totals = try TransactionSums(
            vault, try query(filter, day), by: .month, only: counted
        ).totals.map(\.sum)
        guard totals.isEmpty else { return totals }
        let accounts = try vault.accounts().filter(\.visibility.isCounted)
        return [
            Money(
                minorUnits: 0,
                currency: Engine.usualCurrency(of: accounts) ?? Currency(code: ""))
        ]
    }

    /// What a filter finds, whatever its class, as `transactions --where` does.
    private func all(_ filter: QueryFilter, _ day: CalendarDay) throws -> TransactionQuery {
        var query = try query(filter, day)
        query.leavesOutHiddenAccounts = true
        return query
    }

    private func query(_ filter: QueryFilter, _ day: CalendarDay) throws -> TransactionQuery {
        var query = TransactionQuery()
        query.categories = filter.categories
        let allDays = CalendarDay(daysSinceEpoch: .min)..<CalendarDay(daysSinceEpoch: .max)
        query.days = (filter.period?.days(asOf: day) ?? allDays).through(day)
        if let condition = filter.condition {
            query.numbers = Set(condition.matches(in: try snapshot()))
        }
        return query
    }

    private func snapshot() throws -> Snapshot {
        if let decided { return decided }
        let snapshot = try engine.concludedSnapshot()
        decided = snapshot
        return snapshot
    }

    private func account(named name: String) throws -> AccountRecord {
        let accounts = try vault.accounts()
        let found = accounts.filter { $0.isNamed(name) }
        guard let account = found.first else {
            throw QueryMistake(
                "no account of the vault is named \"\(name.prefix(64))\""
                    + Suggestion.phrase(for: name, among: accounts.map(\.name)))
        }
        guard found.count == 1 else {
            throw QueryMistake(
                "\(found.count) accounts are named \"\(name.prefix(64))\"; write the whole name")
        }
        return account
    }
}

extension EventTransaction {
    /// Nil for an unclassified transaction.
    init?(_ record: TransactionRecord, account: String, _ categories: CategoryTree) {
        guard let verdict = record.verdict else { return nil }
        let category = verdict.category.value
        self.init(
            id: record.id, day: record.day, amount: record.amount, payee: record.payee,
            description: record.description, class: verdict.transactionClass.value,
            category: EventCategory(id: category, name: categories[category]?.name ?? category),
            account: account, tags: verdict.tags?.value ?? [],
            note: verdict.notes?.value ?? "", isPending: record.isPending)
    }
}
