/// Which money from people comes too regularly to be money back; comes from
/// `config/recurring.toml`.
public struct MoneyFromPeople: Sendable {
    /// The ids of rules that take money from people for money back. What they say
    /// waits for the search for series.
    let rules: Set<String>
    let regular: RegularMoney

    /// - Parameter rules: the ids of those that take money from people for money back.
    public init(rules: Set<String>, regular: RegularMoney) {
        self.rules = rules
        self.regular = regular
    }
}
