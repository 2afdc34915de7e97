internal import GRDB
internal import Model

/// The decisions that a file has about its rows.
struct ImportedDecisions {
    private let database: Database
    private let file: ImportedFile

    init(_ database: Database, _ file: ImportedFile) {
        self.database = database
        self.file = file
    }

    /// Stores them, but for those of transactions about which the person decided here.
    func store(_ outcomes: inout [ImportOutcome]) throws {
        for category in file.categories {
            try category.store(isNew: category.position == nil, in: database)
        }
        let known = try DecisionReader(database: database).corrections()
        let store = CorrectionStore(database: database)
        for (position, account) in file.accounts.enumerated() {
            for (row, correction) in account.decisions.sorted(by: { $0.key < $1.key }) {
                let transaction = outcomes[position].transactions[row]
                if let said = known[transaction] {
                    if !said.contains(correction) { outcomes[position].decidedBefore += 1 }
                    continue
                }
                try store.store(correction, transaction: transaction)
            }
        }
        try storePairs(outcomes)
        try BudgetStore(database: database).store(file.budgets)
    }

    /// A side that the person linked or unlinked keeps its partner.
    private func storePairs(_ outcomes: [ImportOutcome]) throws {
        guard !file.pairs.isEmpty else { return }
        let known = try DecisionReader(database: database).pairs()
        let linked = known.filter { $0.value == .linked }.keys
        var taken = Set(linked.flatMap { [$0.first, $0.second] })
        for (one, other) in file.pairs {
            let pair = TransactionPair(
                outcomes[one.account].transactions[one.row],
                outcomes[other.account].transactions[other.row])
            guard known[pair] == nil, !taken.contains(pair.first), !taken.contains(pair.second)
            else { continue }
            taken.formUnion([pair.first, pair.second])
            try database.execute(
                sql: """
                    INSERT INTO pair_decisions (first_id, second_id, decision, number)
                    VALUES (?, ?, ?, ?)
                    """,
                arguments: [
                    pair.first, pair.second, PairDecision.linked.rawValue,
                    try Journal.nextNumber(database),
                ])
        }
    }

    /// Removes every decision about the file's rows.
    func remove(from outcomes: [ImportOutcome]) throws {
        for transaction in outcomes.flatMap(\.transactions) {
            for (table, condition) in [
                ("transaction_corrections", "transaction_id = ?1"),
                ("confirmations", "transaction_id = ?1"),
                ("pair_decisions", "first_id = ?1 OR second_id = ?1"),
            ] {
                try database.execute(
                    sql: "DELETE FROM \(table) WHERE \(condition)", arguments: [transaction])
            }
        }
    }
}

extension Correction {
    /// Whether it sets all that another sets.
    fileprivate func contains(_ other: Correction) -> Bool {
        Attribute.allCases.allSatisfy { attribute in
            Set(other.values(of: attribute)).isSubset(of: values(of: attribute))
        }
    }
}
