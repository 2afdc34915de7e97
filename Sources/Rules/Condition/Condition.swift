public import Model

/// What a rule asks of a transaction.
///
/// ``PlainMatcher`` is the definition of what each case means.
public indirect enum Condition: Hashable, Sendable {
    /// Every part holds; holds where there is no part.
    case all([Condition])
    /// At least one part holds.
    case any([Condition])
    /// No part holds.
    case none([Condition])
    case text(TextField, TextTest)
    /// The signed amount: money that went out is negative.
    case amount(AmountTest)
    /// The amount without its sign.
    case size(AmountTest)
    case day(DayTest)
    /// 1 to 31.
    case dayOfMonth(Set<Int>)
    /// 1 (Monday) to 7 (Sunday).
    case weekday(Set<Int>)
    /// 1 to 12.
    case month(Set<Int>)
    case pending(Bool)
    /// The account is of one of these types.
    case accountType([AccountType])
    case always
}

extension Condition {
    /// Whether it asks for what the person gave a transaction: tags, or a note.
    public var asksForDecisions: Bool { asks(for: .tags) || asks(for: .notes) }

    /// Whether a part of it tests a text.
    public func asks(for text: TextField) -> Bool {
        switch self {
        case .all(let parts), .any(let parts), .none(let parts):
            parts.contains { $0.asks(for: text) }
        case .text(let tested, _): tested == text
        case .amount, .size, .day, .dayOfMonth, .weekday, .month, .pending, .accountType, .always:
            false
        }
    }
}
