/// An exact decimal number with no currency, such as the 49.90 of a rule.
///
/// 1.5 and 1.50 are the same number.
public struct DecimalAmount: Hashable, Sendable {
    /// The signed digits: -4990 for -49.90 before trailing zeros are removed, -499
    /// after.
    public let coefficient: Int64
    /// The number of digits after the point, 0 to 18.
    public let decimals: Int

    /// Parses a string such as "-49.90" exactly.
    ///
    /// - Throws: ``AmountError`` if it is not a number, or has more than 18 decimals or
    ///   more digits than an `Int64` holds.
    public init(exactly text: some StringProtocol) throws(AmountError) {
        let fraction = Array(text.utf8.drop { $0 != UInt8(ascii: ".") })
        let decimals = fraction.lastIndex { $0 != UInt8(ascii: "0") } ?? 0
        let exponent = min(decimals, 18)
        self.init(
            coefficient: try MinorUnits.exactly(text, exponent: exponent), decimals: exponent)
    }

    /// A number from its digits: 75 with 3 decimals is 0.075.
    ///
    /// - Parameter decimals: clamped to 0 to 18.
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

/// Exact conversion between decimal strings and minor units.
///
/// `Int64` holds 92 quadrillion dollars in cents. A larger amount is an error, never
/// rounded.
public enum MinorUnits {
    /// Parses a decimal string as minor units: an optional sign, then digits with at
    /// most one point. Zeros beyond the exponent are accepted ("1.500" in cents), other
    /// digits there are not.
    ///
    /// - Parameter exponent: decimals of one minor unit, 0 to 18.
    public static func exactly(
        _ text: some StringProtocol, exponent: Int
    ) throws(AmountError) -> Int64 {
        try exactly(Array(text.utf8).span, exponent: exponent)
    }

    /// Parses the UTF-8 bytes of a decimal string.
    ///
    /// - Parameter exponent: decimals of one minor unit, 0 to 18.
    public static func exactly(
        _ digits: Span<UInt8>, exponent: Int
    ) throws(AmountError) -> Int64 {
        guard !digits.isEmpty else { throw .notANumber }
        let isNegative = digits[0] == UInt8(ascii: "-")
        let isSigned = isNegative || digits[0] == UInt8(ascii: "+")

        var total: Int64 = 0
        var digitsSeen = 0
        var decimalsKept: Int?
        for index in (isSigned ? 1 : 0)..<digits.count {
            let byte = digits[index]
            if byte == UInt8(ascii: ".") {
                guard decimalsKept == nil else { throw .notANumber }
                decimalsKept = 0
                continue
            }
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { throw .notANumber }
            let digit = Int64(byte - UInt8(ascii: "0"))
            digitsSeen += 1
            if let kept = decimalsKept {
                guard kept < exponent else {
                    guard digit == 0 else { throw .tooManyDecimals }
                    continue
                }
                decimalsKept = kept + 1
            }
            total = try appending(digit, to: total, negative: isNegative)
        }
        guard digitsSeen > 0 else { throw .notANumber }
        for _ in (decimalsKept ?? 0)..<max(exponent, decimalsKept ?? 0) {
            total = try appending(0, to: total, negative: isNegative)
        }
        return total
    }

    /// Exact string with as many decimals as the exponent: "-1234.50".
    public static func plainText(_ minorUnits: some BinaryInteger, exponent: Int) -> String {
        let (whole, decimals) = parts(of: minorUnits, exponent: exponent)
        let sign = minorUnits < 0 ? "-" : ""
        return sign + whole + (decimals.isEmpty ? "" : "." + decimals)
    }

    /// The same with thousands separators: "-1,234.50".
    public static func groupedText(_ minorUnits: some BinaryInteger, exponent: Int) -> String {
        let (whole, decimals) = parts(of: minorUnits, exponent: exponent)
        var grouped = ""
        for (position, digit) in whole.enumerated() {
            if position > 0, (whole.count - position).isMultiple(of: 3) { grouped.append(",") }
            grouped.append(digit)
        }
        let sign = minorUnits < 0 ? "-" : ""
        return sign + grouped + (decimals.isEmpty ? "" : "." + decimals)
    }

    /// Accumulates towards the sign, so that the lowest `Int64` can be parsed.
    private static func appending(
        _ digit: Int64, to total: Int64, negative: Bool
    ) throws(AmountError) -> Int64 {
        let (tenfold, tooLarge) = total.multipliedReportingOverflow(by: 10)
        guard !tooLarge else { throw .tooLarge }
        let (sum, overflow) = tenfold.addingReportingOverflow(negative ? -digit : digit)
        guard !overflow else { throw .tooLarge }
        return sum
    }

    private static func parts(
        of minorUnits: some BinaryInteger, exponent: Int
    ) -> (whole: String, decimals: String) {
        let digits = String(minorUnits.magnitude)
        guard exponent > 0 else { return (digits, "") }
        let padded = String(repeating: "0", count: max(0, exponent + 1 - digits.count)) + digits
        return (String(padded.dropLast(exponent)), String(padded.suffix(exponent)))
    }
}

/// Why a string is not an exact amount.
public enum AmountError: Error, Hashable, Sendable {
    case notANumber
    case tooManyDecimals
    case tooLarge
}

/// The advice about a number written with commas, which the program reads nowhere: 1,500 is
/// another number in another country.
public enum DecimalComma {
    /// What to write instead, behind a refusal: "; write -18.50, with a point instead of the
    /// comma" for "-18,50". Empty for any other text.
    public static func phrase(for text: some StringProtocol) -> String {
        let text = String(text.filter { !" \u{A0}".contains($0) })
        if text.wholeMatch(of: /[+-]?(\d+|\d{1,3}(\.\d{3})+),(\d{1,2}|\d{4,18})/) != nil {
            let number = text.replacing(".", with: "").replacing(",", with: ".")
            return "; write \(number), with a point instead of the comma"
        }
        if text.wholeMatch(of: /[+-]?\d{1,3}(,\d{3})+(\.\d+)?/) != nil {
            return "; write \(text.replacing(",", with: "")), without a comma"
        }
        return ""
    }
}
