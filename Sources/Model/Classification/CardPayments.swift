/// By what payments of cards are known on the account that paid; comes from the
/// configuration's files of rules.
public struct CardPayments: Hashable, Sendable {
    /// The ids of the rules that find them.
    public let rules: Set<String>
    /// Words in the names of banks that tell none from others ("bank"), in lower
    /// case.
    public let commonWords: Set<String>

    public init(rules: Set<String>, commonWords: Set<String>) {
        self.rules = rules
        self.commonWords = Set(commonWords.map { $0.lowercased() })
    }
}
