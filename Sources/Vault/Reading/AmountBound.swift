internal import Model

/// The least or the greatest amount that is looked for, in whatever currency.
public struct AmountBound: Hashable, Sendable {
    /// Whether it was written with a sign, and so tells money that came in from
    /// money that went out.
    public let isSigned: Bool
    private let text: String

    /// Nil where the text is no amount such as "12.50", "-50" or "+50".
    public init?(_ text: String) {
        guard text.wholeMatch(of: /[+-]?(\d+(\.\d*)?|\.\d+)/) != nil else { return nil }
        self.text = text
        isSigned = text.first == "-" || text.first == "+"
    }

    /// The bound in the smallest units of a currency. One that lies between two of
    /// them is rounded so that the same amounts are within it.
    ///
    /// - Parameters:
    ///   - exponent: the decimals of the currency.
    ///   - isLeast: whether amounts are to be at least as large.
    public func minorUnits(exponent: Int, isLeast: Bool) -> Int64 {
        let isNegative = text.first == "-"
        do {
            return try MinorUnits.exactly(text, exponent: exponent)
        } catch .tooManyDecimals {
            let decimals = text.firstIndex(of: ".").map { text[$0...].dropFirst().count } ?? 0
            let shorter = AmountBound(String(text.dropLast(max(1, decimals - exponent))))
            let units = shorter?.minorUnits(exponent: exponent, isLeast: isLeast) ?? 0
            // What was cut off is not all zeros, so that the bound lies beyond.
            if isNegative { return isLeast ? units : max(units, .min + 1) - 1 }
            return isLeast ? min(units, .max - 1) + 1 : units
        } catch {
            return isNegative ? -Int64.max : Int64.max
        }
    }
}
