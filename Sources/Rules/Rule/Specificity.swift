extension Rule {
    /// How narrow the rule's condition is: of two rules the higher number is
    /// meant for fewer transactions.
    ///
    /// Each condition has a base, and a text adds its characters to it:
    ///
    /// | condition | points |
    /// |---|---|
    /// | `equals`, `oneOf` | 4,000 and the (shortest) text's length |
    /// | `startsWith`, `endsWith` | 3,000 and the text's length |
    /// | `contains` and its kin | 2,000 and the text's length |
    /// | `matches` | 1,000 |
    /// | anything but text | 500 |
    /// | `always` | 0 |
    ///
    /// `all` is the sum of its parts, so that more conditions are more
    /// specific; `any` is as specific as its least specific part, `none` as
    /// one condition that is no text. A length counts to 999.
    public var specificity: Int { condition.specificity }
}

extension Condition {
    fileprivate var specificity: Int {
        switch self {
        case .all(let parts): parts.reduce(0) { $0 + $1.specificity }
        case .any(let parts): parts.map(\.specificity).min() ?? 0
        case .text(_, let test): test.specificity
        case .always: 0
        case .none, .amount, .size, .day, .dayOfMonth, .weekday, .month, .pending, .accountType:
            500
        }
    }
}

extension TextTest {
    fileprivate var specificity: Int {
        switch self {
        case .equals(let text): 4000 + length(of: text)
        case .oneOf(let texts): 4000 + (texts.map(length).min() ?? 0)
        case .startsWith(let text), .endsWith(let text): 3000 + length(of: text)
        case .contains(let text), .containsWord(let text): 2000 + length(of: text)
        case .matches: 1000
        }
    }

    private func length(of text: String) -> Int {
        min(String(decoding: SearchText(text).utf8, as: UTF8.self).count, 999)
    }
}
