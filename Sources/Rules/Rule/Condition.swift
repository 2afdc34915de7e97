public import Model

/// The condition under which a rule matches a transaction.
///
/// ``PlainMatcher`` defines the exact meaning of each case.
public indirect enum Condition: Hashable, Sendable {
    /// All parts hold, including when there are none.
    case all([Condition])
    /// At least one part holds.
    case any([Condition])
    /// No part holds.
    case none([Condition])
    case text(TextField, TextTest)
    /// The signed amount: negative for money going out.
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
    /// The account has one of these types.
    case accountType([AccountType])
    case fact(FactTest)
    /// What the stages so far decided. Never holds where nothing is known of that.
    case decided(DecidedTest)
    /// Earlier payments of the same payee.
    case history(HistoryTest)
    /// Another transaction of the account near it for which a condition holds.
    case near(NearTest, Condition)
    case always
}

extension Condition {
    /// How often it looks for another transaction.
    public var nearCount: Int {
        switch self {
        case .all(let parts), .any(let parts), .none(let parts):
            parts.reduce(0) { $0 + $1.nearCount }
        case .near: 1
        default: 0
        }
    }

    /// Whether a part of it tests an account's balance, which changes without any transaction.
    public var asksForBalance: Bool {
        switch self {
        case .all(let parts), .any(let parts), .none(let parts):
            parts.contains(where: \.asksForBalance)
        case .near(_, let other): other.asksForBalance
        case .fact(.balance): true
        default: false
        }
    }

    /// What it looks for in a payee's name, which may be a whole name.
    public var namedPayees: [String] {
        switch self {
        case .all(let parts), .any(let parts), .none(let parts): parts.flatMap(\.namedPayees)
        case .text(.payee, let test): test.texts
        default: []
        }
    }

    /// Whether a part of it tests a text field.
    public func asks(for text: TextField) -> Bool {
        switch self {
        case .all(let parts), .any(let parts), .none(let parts):
            parts.contains { $0.asks(for: text) }
        case .near(_, let other): other.asks(for: text)
        case .text(let tested, _): tested == text
        case .amount, .size, .day, .dayOfMonth, .weekday, .month, .pending, .accountType,
            .fact, .decided, .history, .always:
            false
        }
    }
}

/// A test of a less common fact about a transaction or its account.
public enum FactTest: Hashable, Sendable {
    /// The transaction's row ID.
    case transaction(Set<Int64>)
    /// The account's row ID.
    case account(Set<Int64>)
    /// The day when it was made. Doesn't hold where the bank doesn't tell.
    case transactedDay(DayTest)
    /// The account's present balance. Doesn't hold where it is not known.
    case balance(AmountTest)

    func holds(for transaction: TransactionFacts, of account: AccountFacts) -> Bool {
        switch self {
        case .transaction(let ids): ids.contains(transaction.id)
        case .account(let ids): ids.contains(account.id)
        case .transactedDay(let test): transaction.transactedDay.map(test.holds) ?? false
        case .balance(let test):
            account.balance.map {
                test.holds(forMinorUnits: Int128($0), exponent: account.currency.exponent)
            } ?? false
        }
    }
}

/// A test of what was paid earlier to or by the same payee.
public enum HistoryTest: Hashable, Sendable {
    /// The number of earlier payments.
    case count(AmountTest)
    /// The amount of the payment before. Doesn't hold without one.
    case last(AmountTest)
    /// The usual amount. Doesn't hold without earlier payments.
    case usual(AmountTest)
    /// By which share of the payment before the amount differs from it; 0.03 is 3 %.
    case differsFromLast(AmountTest)
    /// How many times the usual amount it is.
    case timesUsual(AmountTest)
    /// The days since the payment before. Doesn't hold without one.
    case daysSinceLast(AmountTest)

    /// - Parameters:
    ///   - amount: of the transaction, in minor units.
    ///   - exponent: the currency's number of decimals.
    func holds(
        for amount: Int64, on day: CalendarDay, after earlier: EarlierPayments, exponent: Int
    ) -> Bool {
        switch self {
        case .daysSinceLast(let test):
            return earlier.lastDay.map {
                test.holds(forMinorUnits: Int128($0.days(until: day)), exponent: 0)
            } ?? false
        case .count(let test):
            return test.holds(forMinorUnits: Int128(earlier.count), exponent: 0)
        case .last(let test):
            return earlier.last.map {
                test.holds(forMinorUnits: Int128($0), exponent: exponent)
            } ?? false
        case .usual(let test):
            return earlier.usual.map {
                test.holds(forMinorUnits: Int128($0), exponent: exponent)
            } ?? false
        case .differsFromLast(let test):
            guard let last = earlier.last else { return false }
            let difference = Int128(amount) - Int128(last)
            return test.holds(forPart: difference.magnitude, of: last.magnitude)
        case .timesUsual(let test):
            guard let usual = earlier.usual else { return false }
            return test.holds(forPart: UInt128(amount.magnitude), of: usual.magnitude)
        }
    }
}

/// A text of a transaction or of its account that a rule can test.
public enum TextField: String, CaseIterable, Sendable {
    case description
    /// The cleaned payee name.
    case payee
    /// The bank's payee; the description if it sends none.
    case bankPayee
    case memo
    /// The account's name as shown to the person.
    case account
    case institution
    /// The currency code of the account.
    case currency
    case merchantCode
    /// The description, the bank's payee or the memo; one of them must satisfy
    /// the test.
    case anyText
    /// The person's tags; one of them must satisfy the test. A transaction without
    /// tags is tested with the empty string. Tags set by rules don't count: a match
    /// never depends on other rules.
    case tags
    /// The person's note; notes set by rules don't count.
    case notes
}

/// A rule's test of a text.
///
/// Both sides are compared as ``SearchText``: ignoring case, with white space
/// collapsed and trimmed.
public enum TextTest: Hashable, Sendable {
    /// The string occurs anywhere.
    case contains(String)
    /// The string occurs as whole words. If it begins (ends) with a letter or
    /// digit, no letter or digit may come directly before (after) it. So "GAS" is
    /// not in "VEGAS", and "SQ *" is in "SQ *COFFEE".
    case containsWord(String)
    case startsWith(String)
    case endsWith(String)
    case equals(String)
    /// Equals one of the strings.
    case oneOf([String])
    /// One of the tests holds. None of them is a regular expression.
    case anyOf([TextTest])
    /// A PCRE2 regular expression matches anywhere, ignoring case. It sees the
    /// bank's text with white space collapsed and trimmed. A match that exceeds
    /// PCRE2's limits counts as no match.
    case matches(String)
}

extension TextTest {
    /// The texts that it looks for, without patterns.
    fileprivate var texts: [String] {
        switch self {
        case .equals(let text), .contains(let text), .containsWord(let text),
            .startsWith(let text), .endsWith(let text):
            [text]
        case .oneOf(let texts): texts
        case .anyOf(let tests): tests.flatMap(\.texts)
        case .matches: []
        }
    }

    /// Byte by byte, as matching is: Swift calls the two spellings of "é" equal.
    public static func == (one: TextTest, other: TextTest) -> Bool {
        switch (one, other) {
        case (.contains(let one), .contains(let other)),
            (.containsWord(let one), .containsWord(let other)),
            (.startsWith(let one), .startsWith(let other)),
            (.endsWith(let one), .endsWith(let other)), (.equals(let one), .equals(let other)),
            (.matches(let one), .matches(let other)):
            ExactText(one) == ExactText(other)
        case (.oneOf(let one), .oneOf(let other)):
            one.elementsEqual(other) { ExactText($0) == ExactText($1) }
        case (.anyOf(let one), .anyOf(let other)): one == other
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .contains(let text): combine(0, text, &hasher)
        case .containsWord(let text): combine(1, text, &hasher)
        case .startsWith(let text): combine(2, text, &hasher)
        case .endsWith(let text): combine(3, text, &hasher)
        case .equals(let text): combine(4, text, &hasher)
        case .oneOf(let texts): for text in texts { combine(5, text, &hasher) }
        case .anyOf(let tests): hasher.combine(tests)
        case .matches(let text): combine(6, text, &hasher)
        }
    }

    private func combine(_ kind: Int, _ text: String, _ hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(ExactText(text))
    }
}

/// A rule's test of an amount, in whole units of the account's currency (dollars,
/// not cents).
public enum AmountTest: Hashable, Sendable {
    case less(DecimalAmount)
    case greater(DecimalAmount)
    case atMost(DecimalAmount)
    case atLeast(DecimalAmount)
    case equals(DecimalAmount)
    /// Both ends included. Empty if the first number is higher than the second.
    case between(DecimalAmount, DecimalAmount)
    /// The amount differs from the number by at most a share of the number; 0.075
    /// is 7.5 %.
    case approximately(DecimalAmount, tolerance: DecimalAmount = .customaryTolerance)

    /// - Parameters:
    ///   - minorUnits: an amount, or its magnitude, of at most 64 bits.
    ///   - exponent: the currency's number of decimals, 0 to 18.
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

extension AmountTest {
    /// Tests `part / whole` exactly, by multiplying the test's numbers by `whole`.
    ///
    /// - Returns: false if the numbers are too large for that.
    fileprivate func holds(forPart part: UInt128, of whole: UInt64) -> Bool {
        guard part <= UInt128(Int64.max), whole <= UInt64(Int64.max) else { return false }
        func scaled(_ value: DecimalAmount) -> DecimalAmount? {
            let (product, overflow) = value.coefficient.multipliedReportingOverflow(
                by: Int64(whole))
            return overflow ? nil : DecimalAmount(coefficient: product, decimals: value.decimals)
        }
        let test: AmountTest?
        switch self {
        case .less(let value): test = scaled(value).map(AmountTest.less)
        case .greater(let value): test = scaled(value).map(AmountTest.greater)
        case .atMost(let value): test = scaled(value).map(AmountTest.atMost)
        case .atLeast(let value): test = scaled(value).map(AmountTest.atLeast)
        case .equals(let value): test = scaled(value).map(AmountTest.equals)
        case .between(let low, let high):
            test = scaled(low).flatMap { low in
                scaled(high).map { high in .between(low, high) }
            }
        case .approximately(let value, let tolerance):
            test = scaled(value).map { .approximately($0, tolerance: tolerance) }
        }
        return test?.holds(forMinorUnits: Int128(part), exponent: 0) ?? false
    }
}

extension AlignedAmounts {
    /// Whether |amount − value| ≤ |value| × share.
    ///
    /// Multiplied by 10 to the power of the share's decimals, both sides are whole
    /// numbers of up to 188 bits, which the full-width product holds.
    fileprivate func differ(byAtMost share: DecimalAmount) -> Bool {
        let difference = Int128((amount - value).magnitude)
        let size = Int128(value.magnitude)
        let distance = difference.multipliedFullWidth(by: powerOfTen(share.decimals))
        let allowed = size.multipliedFullWidth(by: Int128(share.coefficient))
        return (distance.high, distance.low) <= (allowed.high, allowed.low)
    }
}

/// A transaction's amount and a rule's number as multiples of the same small unit,
/// so that they can be compared exactly.
///
/// The unit has the decimals of both. `Int128` suffices: each side is an `Int64`
/// times at most 10¹⁸.
struct AlignedAmounts {
    let amount: Int128
    let value: Int128

    init(minorUnits: Int128, exponent: Int, value: DecimalAmount) {
        amount = minorUnits * powerOfTen(value.decimals)
        self.value = Int128(value.coefficient) * powerOfTen(exponent)
    }
}

extension DecimalAmount {
    /// The default tolerance for "about equal": 7.5 %.
    public static let customaryTolerance = DecimalAmount(coefficient: 75, decimals: 3)
}

/// A range of days that contains a transaction's day.
public struct DayTest: Hashable, Sendable {
    /// The first day; nil for no lower bound.
    public let first: CalendarDay?
    /// The last day; nil for no upper bound.
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
