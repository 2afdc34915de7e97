/// An exact decimal number of any length, such as a number of shares.
///
/// 1.5 and 1.50 are the same number.
public struct LongDecimal: Hashable, Sendable {
    /// The digits from the highest one, none of them a zero in front.
    private let digits: [UInt8]
    /// The number of digits after the point.
    private let decimals: Int
    private let isNegative: Bool

    /// Parses a string such as "-0.12345678901234567890". Nil if it is not a number: an optional
    /// sign, then digits with at most one point.
    public init?(_ text: some StringProtocol) {
        let isSigned = text.hasPrefix("-") || text.hasPrefix("+")
        let parts = text.dropFirst(isSigned ? 1 : 0)
            .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts.joined(separator: "").utf8.map { $0 &- UInt8(ascii: "0") }
        guard !digits.isEmpty, digits.allSatisfy({ $0 < 10 }) else { return nil }
        self.init(
            digits: digits, decimals: parts.count == 2 ? parts[1].utf8.count : 0,
            isNegative: text.hasPrefix("-"))
    }

    private init(digits: [UInt8], decimals: Int, isNegative: Bool) {
        let zeros = digits.suffix(decimals).reversed().prefix { $0 == 0 }.count
        self.digits = Array(digits.dropLast(zeros).drop { $0 == 0 })
        self.decimals = self.digits.isEmpty ? 0 : decimals - zeros
        self.isNegative = isNegative && !self.digits.isEmpty
    }

    /// "-1234.5".
    public var text: String { written { $0 } }

    /// The number for display, "-1,234.5".
    public var groupedText: String {
        written { whole in
            whole.reversed().enumerated().reduce(into: "") { grouped, digit in
                if digit.offset > 0, digit.offset.isMultiple(of: 3) { grouped = "," + grouped }
                grouped = String(digit.element) + grouped
            }
        }
    }

    private func written(_ grouping: (String) -> String) -> String {
        let zeros = [UInt8](repeating: 0, count: max(0, decimals + 1 - digits.count))
        let all = (zeros + digits).map(String.init)
        let fraction = all.suffix(decimals).joined()
        return (isNegative ? "-" : "") + grouping(all.dropLast(decimals).joined())
            + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// The number in minor units, with a half rounded away from zero; nil beyond 64 bits.
    ///
    /// - Parameter exponent: decimals of one minor unit, 0 to 18.
    public func rounded(toDecimals exponent: Int) -> Int64? {
        let dropped = max(0, decimals - exponent)
        let kept =
            digits.dropLast(dropped)
            + [UInt8](repeating: 0, count: max(0, exponent - decimals))
        let isHalf = dropped > 0 && dropped <= digits.count && digits[digits.count - dropped] >= 5
        // 64 bits hold no more digits.
        guard kept.count < 20 else { return nil }
        let size = kept.reduce(Int128(0)) { $0 * 10 + Int128($1) } + (isHalf ? 1 : 0)
        return Int64(exactly: isNegative ? -size : size)
    }

    public static func * (left: LongDecimal, right: LongDecimal) -> LongDecimal {
        var product = [UInt8](repeating: 0, count: left.digits.count + right.digits.count)
        for (upper, digit) in left.digits.enumerated().reversed() {
            var carry = 0
            for (lower, other) in right.digits.enumerated().reversed() {
                let sum = Int(product[upper + lower + 1]) + Int(digit) * Int(other) + carry
                product[upper + lower + 1] = UInt8(sum % 10)
                carry = sum / 10
            }
            product[upper] = UInt8(carry)
        }
        return LongDecimal(
            digits: product, decimals: left.decimals + right.decimals,
            isNegative: left.isNegative != right.isNegative)
    }
}
