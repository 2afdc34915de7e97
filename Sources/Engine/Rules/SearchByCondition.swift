internal import Classification
internal import Model
internal import Vault

extension Engine {
    /// The numbers of the transactions that a rule's condition matches, such as
    /// `{ payee = word "coffee", amount = between(-20, 0) }`.
    ///
    /// It sees what the last pass concluded. All transactions are read, since a condition may
    /// test earlier payments.
    ///
    /// - Throws: `ConditionMistakes`.
    public func transactions(where condition: String) throws -> Set<Int64> {
        let search = try ConditionSearch(condition, categories: try categories(), on: scripts)
        return Set(search.matches(in: try concludedSnapshot()))
    }

    /// All transactions with the stored conclusions about them.
    func concludedSnapshot() throws -> Snapshot {
        try vault.atOneMoment {
            let snapshot = try vault.snapshot(asOf: moment.today)
            var verdicts: [Int64: Verdict] = [:]
            var splits: [Int64: [SplitPart]] = [:]
            try vault.forEachTransaction(TransactionQuery()) {
                verdicts[$0.id] = $0.verdict
                if !$0.splits.isEmpty { splits[$0.id] = $0.splits }
            }
            var (decisions, texts) = (snapshot.decisions, snapshot.texts)
            decisions.corrections = [:]
            var transactions = snapshot.transactions
            var values: [DecidedValues] = []
            var positions: [DecidedValues: Int32] = [:]
            var valueOfRow: [Int32] = []
            var parts: [Int: [SplitPart]] = [:]
            for row in transactions.indices {
                let facts = transactions[row]
                let verdict = verdicts[facts.id]
                if let payee = verdict?.payee?.value {
                    transactions[row].payee = texts.id(of: payee)
                }
                if verdict?.tags != nil || verdict?.notes != nil {
                    decisions.corrections[facts.id] = Correction(
                        note: verdict?.notes?.value, tags: verdict?.tags?.value ?? [])
                }
                let decided = DecidedValues(verdict, amount: facts.amount)
                let position = positions[decided] ?? Int32(values.count)
                if position == values.count {
                    positions[decided] = position
                    values.append(decided)
                }
                valueOfRow.append(position)
                if !splits.isEmpty { parts[row] = splits[facts.id] }
            }
            return Snapshot(
                asOf: snapshot.asOf, accounts: snapshot.accounts, transactions: transactions,
                texts: texts, decisions: decisions,
                decided: DecidedColumn(values: values, valueOfRow: valueOfRow, parts: parts))
        }
    }
}

extension DecidedValues {
    /// - Parameter verdict: nil before the first pass over the transaction, which counts by the
    ///   sign of its amount.
    fileprivate init(_ verdict: Verdict?, amount: Int64) {
        self.init(
            transactionClass: verdict?.transactionClass.value ?? (amount > 0 ? .income : .expense),
            category: verdict?.category.value ?? "other", lens: verdict?.lens?.value,
            isGuess: verdict?.category.reason.kind == .guess, series: verdict?.series?.value,
            isExcluded: verdict?.isExcluded?.value == true)
    }
}
