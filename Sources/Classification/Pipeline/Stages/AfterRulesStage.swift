import Model
import Rules

extension PipelineRun {
    /// Asks the person's rules that see what all stages before decided. They don't see each other.
    mutating func runRulesAfter(_ userRules: UserRules, stage: Int) throws {
        guard userRules.hasRulesAfter else { return }
        try runUserRules(userRules, on: decidedSnapshot(), after: true, stage: stage)
    }

    /// The snapshot with what was decided so far: payees, tags and notes in place of the bank's and
    /// the person's, and a column of classes, categories and lenses.
    func decidedSnapshot() -> Snapshot {
        var decisions = snapshot.decisions
        decisions.corrections = [:]
        var transactions = snapshot.transactions
        var values = DecidedRows()
        var known = [Known?](repeating: nil, count: states.count)
        var texts = snapshot.texts
        for row in transactions.indices {
            let state = Int(stateOfRow[row])
            let decided: Known
            if let before = known[state] {
                decided = before
            } else {
                let verdict = states.partialVerdict(in: stateOfRow[row])
                decided = Known(
                    verdict: verdict, isGuess: states.isGuess(in: stateOfRow[row]),
                    payee: verdict.payee.map { texts.id(of: $0) })
                known[state] = decided
            }
            if let payee = decided.payee { transactions[row].payee = payee }
            if !decided.verdict.tags.isEmpty || decided.verdict.note != nil {
                decisions.corrections[transactions[row].id] = Correction(
                    note: decided.verdict.note, tags: decided.verdict.tags)
            }
            values.add(
                DecidedValues(
                    transactionClass: expectedClass(of: row),
                    category: decided.verdict.category ?? Self.lastCategory,
                    lens: decided.verdict.lens, isGuess: decided.isGuess,
                    series: decided.verdict.series,
                    isExcluded: decided.verdict.excluded == true))
            if let plan = decided.verdict.splits,
                let parts = parts(
                    of: row, by: plan, keeping: decided.verdict.category ?? Self.lastCategory)
            {
                values.add(parts, of: row)
            }
        }
        return Snapshot(
            asOf: snapshot.asOf, accounts: snapshot.accounts, transactions: transactions,
            texts: texts, bankIDs: snapshot.bankIDs, decisions: decisions, decided: values.column)
    }

    /// What is known of a history of contributions.
    private struct Known {
        let verdict: PartialVerdict
        let isGuess: Bool
        let payee: TextID?
    }
}

/// Collects what was decided, row by row.
struct DecidedRows {
    private var values: [DecidedValues] = []
    private var positions: [DecidedValues: Int32] = [:]
    private var valueOfRow: [Int32] = []
    private var parts: [Int: [SplitPart]] = [:]

    mutating func add(_ parts: [SplitPart], of row: Int) { self.parts[row] = parts }

    mutating func add(_ value: DecidedValues) {
        let position = positions[value] ?? Int32(values.count)
        if position == values.count {
            positions[value] = position
            values.append(value)
        }
        valueOfRow.append(position)
    }

    var column: DecidedColumn {
        DecidedColumn(values: values, valueOfRow: valueOfRow, parts: parts)
    }
}
