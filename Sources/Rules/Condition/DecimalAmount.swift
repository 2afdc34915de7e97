public import Model

/// An exact decimal number with no currency, such as the 49.90 of a rule.
///
/// 1.5 and 1.50 are the same number.
public struct DecimalAmount: Hashable, Sendable {
    /// The number's digits with its sign: -4990 for -49.90 before trailing
    /// zeros go, -499 after.
    let coefficient: Int64
    /// How many of the digits stand after the point, 0 to 18.
    let decimals: Int

    /// Reads text such as "-49.90" exactly.
    ///
    /// - Throws: ``AmountError`` where the text is no number, has more than 18
    ///   decimals, or more digits than an `Int64` holds.
    public init(exactly text: some StringProtocol) throws(AmountError) {
        let fraction = Array(text.utf8.drop { $0 != UInt8(ascii: ".") })
        let decimals = fraction.lastIndex { $0 != UInt8(ascii: "0") } ?? 0
        let exponent = min(decimals, 18)
        self.init(
            trimming: try MinorUnits.exactly(text, exponent: exponent), decimals: exponent)
    }

    public init(_ money: Money) {
        self.init(trimming: money.minorUnits, decimals: money.currency.exponent)
    }

    private init(trimming coefficient: Int64, decimals: Int) {
        var coefficient = coefficient
        var decimals = decimals
        while decimals > 0, coefficient.isMultiple(of: 10) {
            coefficient /= 10
            decimals -= 1
        }
        self.coefficient = coefficient
        self.decimals = decimals
    }

    private init(coefficient: Int64, decimals: Int) {
        self.coefficient = coefficient
        self.decimals = decimals
    }

    /// 0.075: two amounts that differ by no more than 7.5 % are about equal.
    public static let customaryTolerance = DecimalAmount(coefficient: 75, decimals: 3)
}

extension DecimalAmount: Comparable {
    public static func < (left: DecimalAmount, right: DecimalAmount) -> Bool {
        let sides = AlignedAmounts(
            minorUnits: Int128(left.coefficient), exponent: left.decimals, value: right)
        return sides.amount < sides.value
    }
}

extension DecimalAmount: CustomStringConvertible {
    /// "-49.9".
    public var description: String { MinorUnits.plainText(coefficient, exponent: decimals) }
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

/// - Parameter exponent: 0 to 18.
func powerOfTen(_ exponent: Int) -> Int128 {
    var power: Int64 = 1
    for _ in 0..<exponent { power *= 10 }
    return Int128(power)
}
