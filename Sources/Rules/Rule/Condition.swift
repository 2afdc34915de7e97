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

/// A text of a transaction or of its account that a rule can look at.
public enum TextField: String, CaseIterable, Sendable {
    case description
    /// Whom the transaction names, however the bank writes it.
    case payee
    /// The bank's own word for the payee; its description where it has none.
    case bankPayee
    case memo
    /// The account's name as the person sees it.
    case account
    case institution
    /// The code of the account's currency.
    case currency
    case merchantCode
    /// The test holds for the description, the bank's payee or the memo.
    case anyText
    /// The test holds for one of the tags that the person gave the transaction;
    /// one without tags is asked for the empty text. Tags that rules set are not
    /// meant: what a rule matches never depends on other rules.
    case tags
    /// The note that the person gave the transaction, and none that a rule set.
    case notes
}

/// What a rule asks of a text.
///
/// Both sides are compared as ``SearchText``: without case, a run of white
/// space as one space, none at the ends.
public enum TextTest: Hashable, Sendable {
    /// The text occurs somewhere.
    case contains(String)
    /// The text occurs somewhere as whole words: where it begins (ends) with a
    /// letter or digit, no letter or digit stands directly before (after) it.
    /// So "GAS" is not in "VEGAS", and "SQ *" is in "SQ *COFFEE".
    case containsWord(String)
    case startsWith(String)
    case endsWith(String)
    case equals(String)
    /// Equals one of the texts.
    case oneOf([String])
    /// A regular expression of PCRE2 matches somewhere, without case. It sees
    /// the text as the bank wrote it, but for white space: runs are one space,
    /// the ends have none. A match that exceeds PCRE2's limits is no match.
    case matches(String)
}

/// What a rule asks of an amount, in whole units of the account's currency
/// (dollars, not cents).
public enum AmountTest: Hashable, Sendable {
    case less(DecimalAmount)
    case greater(DecimalAmount)
    case atMost(DecimalAmount)
    case atLeast(DecimalAmount)
    case equals(DecimalAmount)
    /// Both ends count. Nothing is between a higher and a lower number.
    case between(DecimalAmount, DecimalAmount)
    /// The amount differs from the number by no more than a share of the
    /// number; 0.075 is 7.5 %.
    case approximately(DecimalAmount, tolerance: DecimalAmount = .customaryTolerance)

    /// - Parameters:
    ///   - minorUnits: an amount, or its magnitude, of at most 64 bits.
    ///   - exponent: decimals of one minor unit, 0 to 18.
    func holds(forMinorUnits minorUnits: Int128, exponent: Int) -> Bool {
        func aligned(_ value: DecimalAmount) -> AlignedAmounts {
            AlignedAmounts(minorUnits: minorUnits, exponent: exponent, value: value)
        }
        func isAtLeast(_ value: DecimalAmount) -> Bool {
            let sides = aligned(value)
            return sides.amount >= sides.value
        }
        func isAtMost(_ value: DecimalAmount) -> Bool {
            let sides = aligned(value)
            return sides.amount <= sides.value
        }
        switch self {
        case .less(let value): return !isAtLeast(value)
        case .greater(let value): return !isAtMost(value)
        case .atMost(let value): return isAtMost(value)
        case .atLeast(let value): return isAtLeast(value)
        case .equals(let value): return isAtLeast(value) && isAtMost(value)
        case .between(let low, let high): return isAtLeast(low) && isAtMost(high)
        case .approximately(let value, let tolerance):
            return aligned(value).differ(byAtMost: tolerance)
        }
    }
}

extension AlignedAmounts {
    /// Whether |amount − value| ≤ |value| × share.
    ///
    /// Both sides times 10 to the share's decimals are whole numbers of up to
    /// 188 bits, which the full-width product holds.
    fileprivate func differ(byAtMost share: DecimalAmount) -> Bool {
        let difference = Int128((amount - value).magnitude)
        let size = Int128(value.magnitude)
        let distance = difference.multipliedFullWidth(by: powerOfTen(share.decimals))
        let allowed = size.multipliedFullWidth(by: Int128(share.coefficient))
        return (distance.high, distance.low) <= (allowed.high, allowed.low)
    }
}

/// A transaction's amount and a rule's number as whole numbers of the same
/// small unit, so that they can be compared exactly.
///
/// The unit has the decimals of both. `Int128` holds it: each side is an
/// `Int64` times at most 10¹⁸.
struct AlignedAmounts {
    let amount: Int128
    let value: Int128

    init(minorUnits: Int128, exponent: Int, value: DecimalAmount) {
        amount = minorUnits * powerOfTen(value.decimals)
        self.value = Int128(value.coefficient) * powerOfTen(exponent)
    }
}

extension DecimalAmount {
    /// 0.075: two amounts that differ by no more than 7.5 % are about equal.
    public static let customaryTolerance = DecimalAmount(coefficient: 75, decimals: 3)
}

/// A range of days in which a transaction's day lies.
public struct DayTest: Hashable, Sendable {
    /// The first day that counts; nil is the beginning of time.
    public let first: CalendarDay?
    /// The last day that counts; nil is the end of time.
    public let last: CalendarDay?

    public init(from first: CalendarDay? = nil, through last: CalendarDay? = nil) {
        self.first = first
        self.last = last
    }

    func holds(for day: CalendarDay) -> Bool {
        if let first, day < first { return false }
        if let last, day > last { return false }
        return true
    }
}
