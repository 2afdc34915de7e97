internal import Classification
public import Model
internal import Statements
internal import Vault

/// How far the rules, the lists and the other stages by themselves say what a person decided in
/// another program.
public struct MovedComparison: Sendable {
    /// The number of rows with a class or a category there. A split is compared by no row.
    public let compared: Int
    /// In the order of days.
    public let differences: [Difference]

    public var same: Int { compared - differences.count }

    /// A row about which the two differ.
    public struct Difference: Sendable {
        public let day: CalendarDay
        public let payee: String
        public let amount: Money
        /// The category in the other program's words.
        public let category: String
        /// What the person decided there.
        public let theirs: Correction
        /// What the pipeline says without it.
        public let ours: Verdict
        /// Why it says so.
        public let reason: Reason
    }
}

extension Engine {
    /// - Parameters:
    ///   - file: the rows' place in the vault, which stays as it is.
    ///   - decided: by account and position of the row.
    func comparison(
        of file: ImportedFile, _ taken: TakenRows, deciding decided: [[Int: Correction]]
    ) throws -> MovedComparison {
        try vault.supposing(imported: file) { outcomes in
            let conclusions = try uninterrupted {
                let setup = try passSetup()
                return try setup.classifier.conclude(try snapshot(for: setup)).conclusions
            }
            let verdicts = Dictionary(
                conclusions.entries.map { ($0.transaction, $0.verdict) },
                uniquingKeysWith: { first, _ in first })
            var compared = 0
            var differences: [MovedComparison.Difference] = []
            for (account, decisions) in decided.enumerated() {
                let currency = taken.currency(of: account)
                for (row, theirs) in decisions.sorted(by: { $0.key < $1.key })
                where theirs.splits == nil && theirs.class != nil {
                    guard let verdict = verdicts[outcomes[account].transactions[row]] else {
                        continue
                    }
                    compared += 1
                    let ours = conclusions.verdicts[Int(verdict)]
                    guard let reason = ours.difference(from: theirs) else { continue }
                    let facts = taken.received[account][row]
                    let own = taken.rows[account][row]
                    differences.append(
                        MovedComparison.Difference(
                            day: facts.day,
                            payee: [facts.payee, facts.description, facts.memo]
                                .first { !$0.isEmpty } ?? "",
                            amount: Money(minorUnits: facts.amount, currency: currency),
                            category: own.otherAccount.isEmpty
                                ? own.category : "Transfer: \(own.otherAccount)",
                            theirs: theirs, ours: ours, reason: reason))
                }
            }
            return MovedComparison(
                compared: compared,
                differences: differences.sorted { ($0.day, $0.payee) < ($1.day, $1.payee) })
        }
    }
}

extension Verdict {
    /// Why it says something else than a decision; nil if it says the same.
    fileprivate func difference(from theirs: Correction) -> Reason? {
        if let known = theirs.class, known != transactionClass.value {
            return transactionClass.reason
        }
        if let known = theirs.category, known != category.value { return category.reason }
        return nil
    }
}
