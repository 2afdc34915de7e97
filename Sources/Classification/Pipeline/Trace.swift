public import Model

/// What each stage of the pipeline had to say about one transaction.
public struct Trace: Sendable {
    public struct Step: Sendable {
        /// The stage's name.
        public let stage: String
        /// Why the stage did not look, where it did not.
        public var passedOver: String?
        public var proposals: [Proposal] = []
        /// Rules of the stage that fail on the transaction, so that they say nothing.
        public var failures: [Failure] = []
    }

    /// A rule that fails on the transaction.
    public struct Failure: Sendable {
        public let rule: String
        public let problem: RuleFileProblem
    }

    /// A value that a stage would give an attribute.
    public struct Proposal: Sendable {
        public let attribute: Attribute
        public let value: String
        public let reason: Reason
        /// Whether it was the first for its attribute, and so holds; of tags,
        /// whether it added one.
        public let isDecisive: Bool
        /// The id of the rule that ended the rules before this one, which was not
        /// asked and says it all the same.
        public var stoppedBy: String?
    }

    /// In the order of the pipeline.
    public internal(set) var steps: [Step]
    /// What a pass would leave about the transaction now.
    public internal(set) var verdict: Verdict?
    /// Likewise, the other side of its transfer, by the vault's number.
    public internal(set) var partner: Int64?
}
