/// A decision of the person's that a pass could not heed; every other
/// conclusion was made.
public enum DecisionProblem: Hashable, Sendable {
    /// The bank took back the transaction that was corrected.
    case transactionWithdrawn(Int64)
    /// A transaction was given a category that is not there any more; its
    /// category was left to others.
    case noSuchCategory(String, transaction: Int64)
    /// The pipeline has no stage for corrections, so that none was heeded.
    case noStageForCorrections(count: Int)

    /// Whether something about a transaction that counts is not as the person
    /// said.
    public var losesDecision: Bool {
        if case .transactionWithdrawn = self { return false }
        return true
    }
}
