/// Who decided an attribute of a transaction, and on what evidence.
///
/// Reasons repeat over many transactions, so their text speaks of the rule and
/// never of the one transaction.
public struct Reason: Hashable, Sendable {
    /// The pipeline stage that decided, as `config/pipeline.toml` names it.
    public let by: String

    /// The rule that matched, where the stage has rules.
    public let rule: String?

    /// A sentence for people, "Matched: Netflix is a want".
    public let text: String

    public init(by: String, rule: String?, text: String) {
        self.by = by
        self.rule = rule
        self.text = text
    }

    /// Why a transaction is one side of a transfer by its text alone.
    public static let byNameOfAccount =
        ", by a text that names another of your accounts; the other side is not there"

    /// What a reason says of a payment of one of the person's loans where the loan
    /// does not show it.
    public static let paymentOfNamedLoan = "Auto-detected: loan payment" + byNameOfAccount
}
