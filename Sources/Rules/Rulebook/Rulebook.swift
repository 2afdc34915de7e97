/// Rules in the order in which they are looked at, compiled so that many of
/// them cost little more than one.
///
/// Compiling takes some 7 µs a rule; an edited rule means a new rulebook.
public struct Rulebook: Sendable {
    public enum Order: Sendable {
        /// Equal priorities keep the order in which the rules were given.
        case declared
        /// Among equal priorities the more specific rule comes first, so that
        /// "UBER EATS" is looked at before "UBER" wherever they stand.
        case mostSpecificFirst
    }

    /// The enabled rules, the highest priority first. Matches are positions in
    /// this list.
    public let rules: [Rule]

    let program: RulebookProgram

    /// - Parameter rules: those that are not enabled are left out unread.
    /// - Throws: every text of the enabled rules that cannot be matched.
    public init(_ rules: [Rule], order: Order = .declared) throws(RulebookError) {
        let enabled = rules.filter(\.isEnabled)
        let ranks = enabled.enumerated().map { position, rule in
            let specificity = order == .mostSpecificFirst ? rule.specificity : 0
            return (priority: rule.priority, specificity: specificity, position: position)
        }
        let order = ranks.sorted { left, right in
            (right.priority, right.specificity, left.position)
                < (left.priority, left.specificity, right.position)
        }
        self.rules = order.map { enabled[$0.position] }
        program = try RulebookCompiler.compile(self.rules)
    }
}
