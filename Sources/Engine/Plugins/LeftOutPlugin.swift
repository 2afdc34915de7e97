public import Classification

/// A plugin that a pass had to do without, or with an earlier version of it.
public struct LeftOutPlugin: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// It is new or was changed.
        case needsApproval(PluginTrust)
        case broken([RuleFileProblem])
        /// It waits for a plugin that does not run, or has no place among the
        /// stages.
        case hasNoPlace([RuleFileProblem])
        /// Its folder is gone.
        case missing
    }

    public let name: String
    /// Whether the person wants it to run; else it is only news.
    public let isEnabled: Bool
    public let reason: Reason
    /// Whether it ran as it was approved last, or as it comes with the program.
    public var isHeldBack = false

    public init(name: String, isEnabled: Bool, reason: Reason, isHeldBack: Bool = false) {
        self.name = name
        self.isEnabled = isEnabled
        self.reason = reason
        self.isHeldBack = isHeldBack
    }
}
