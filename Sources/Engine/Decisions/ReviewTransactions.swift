internal import Classification
internal import Configuration
public import Insights
public import Model
public import Vault

extension Engine {
    /// The conclusions on some days' transactions, for the user to confirm or correct.
    public func review(_ days: Range<CalendarDay>) throws -> Review {
        let stages = try configured { try $0.pipeline() }.stages
        let ofPerson = stages.filter { stage in
            switch stage.kind {
            case .userRules, .corrections, .memory: true
            default: false
            }
        }
        return try Review(
            vault, days: days,
            by: ReviewStages(ofPerson: Set(ofPerson.map(\.name)), last: stages.last?.name))
    }

    /// Stores that the user looked at transactions and left them as they are, and classifies
    /// again.
    ///
    /// - Parameter transactions: transaction ids, at least one.
    /// - Throws: ``EngineError/noSuchTransaction(_:)`` or ``EngineError/notClassified(_:)``,
    ///   with nothing stored.
    public func confirm(_ transactions: [Int64]) throws -> ClassifyReport {
        let records = try vault.transactions(numbered: Set(transactions))
        return try classifying {
            try storeConfirmation(
                of: try transactions.map { number in
                    guard let record = records[number] else {
                        throw EngineError.noSuchTransaction(number)
                    }
                    return record
                })
        }.classified
    }

    /// Stores that the user looked at transactions and left them as they are. The next pass
    /// learns from it.
    ///
    /// - Parameter seen: the transactions as the user saw them.
    /// - Throws: ``EngineError/notClassified(_:)``, with nothing stored.
    public func storeConfirmation(of seen: [TransactionRecord]) throws {
        var confirmations: [Int64: ConfirmedValues] = [:]
        for record in seen {
            guard let verdict = record.verdict else { throw EngineError.notClassified(record.id) }
            confirmations[record.id] = ConfirmedValues(of: verdict)
        }
        let numbers = CorrectionChange.naming(confirmations.keys.sorted())
        try vault.confirm(confirmations, summary: "transactions confirm \(numbers)")
    }
}
