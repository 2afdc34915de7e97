/// An exact decimal number with no currency, such as the 49.90 of a rule.
///
/// 1.5 and 1.50 are the same number.
public struct DecimalAmount: Hashable, Sendable {
    /// The number's digits with its sign: -4990 for -49.90 before trailing
    /// zeros go, -499 after.
    public let coefficient: Int64
    /// How many of the digits stand after the point, 0 to 18.
    public let decimals: Int

    /// Reads text such as "-49.90" exactly.
    ///
    /// - Throws: ``AmountError`` where the text is no number, has more than 18
    ///   decimals, or more digits than an `Int64` holds.
    public init(exactly text: some StringProtocol) throws(AmountError) {
        let fraction = Array(text.utf8.drop { $0 != UInt8(ascii: ".") })
        let decimals = fraction.lastIndex { $0 != UInt8(ascii: "0") } ?? 0
        let exponent = min(decimals, 18)
        self.init(
            coefficient: try MinorUnits.exactly(text, exponent: exponent), decimals: exponent)
    }

    /// A number by its digits: 75 with 3 decimals is 0.075.
    ///
    /// - Parameter decimals: 0 to 18; another number counts as the nearer end.
    public init(coefficient: Int64, decimals: Int) {
        var coefficient = coefficient
        var decimals = min(max(decimals, 0), 18)
        while decimals > 0, coefficient.isMultiple(of: 10) {
            coefficient /= 10
            decimals -= 1
        }
        self.coefficient = coefficient
        self.decimals = decimals
    }
}

extension DecimalAmount: Comparable {
    public static func < (left: DecimalAmount, right: DecimalAmount) -> Bool {
        Int128(left.coefficient) * powerOfTen(right.decimals)
            < Int128(right.coefficient) * powerOfTen(left.decimals)
    }
}

extension DecimalAmount: CustomStringConvertible {
    /// "-49.9".
    public var description: String { MinorUnits.plainText(coefficient, exponent: decimals) }
}

/// - Parameter exponent: 0 to 18.
package func powerOfTen(_ exponent: Int) -> Int128 {
    var power: Int64 = 1
    for _ in 0..<exponent { power *= 10 }
    return Int128(power)
}
