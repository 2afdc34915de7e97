/// Patterns that identify card payments on the paying account, from the configured rule
/// files.
public struct CardPayments: Hashable, Sendable {
    /// The ids of the rules that match card payments.
    public let rules: Set<String>
    /// Words in bank names that don't distinguish banks ("bank"), in lower case.
    public let commonWords: Set<String>

    public init(rules: Set<String>, commonWords: Set<String>) {
        self.rules = rules
        self.commonWords = Set(commonWords.map { $0.lowercased() })
    }
}
