/// A currency as a bank names it, with the number of decimals its amounts
/// are kept at.
///
/// Two currencies are the same only when both code and exponent agree: stored
/// minor units mean nothing without the exponent they were stored at.
public struct Currency: Hashable, Sendable {
    /// An ISO 4217 code ("USD"), a name of a bank's own ("BTC"), a URL that
    /// describes a custom currency, or empty where the bank sent none.
    public let code: String

    /// Decimals of one minor unit, 0 to 18 (2 for dollars and cents).
    public let exponent: Int

    public static func == (left: Currency, right: Currency) -> Bool {
        left.exponent == right.exponent && ExactText(left.code) == ExactText(right.code)
    }

    public init(code: String, exponent: Int) {
        self.code = code
        self.exponent = min(max(exponent, 0), 18)
    }

    /// The currency of a code as a bank sends it, at its customary exponent:
    /// ISO 4217's where it lists the code, 8 for bitcoin, else 2.
    public init(code: String) {
        self.init(code: code, exponent: Self.customaryExponents[code.uppercased()] ?? 2)
    }

    /// The currencies of ISO 4217 whose exponent is not 2, and bitcoin, whose
    /// smallest unit is a hundred-millionth.
    private static let customaryExponents: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0,
        "PYG": 0, "RWF": 0, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0,
        "XPF": 0, "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
        "CLF": 4, "UYW": 4, "BTC": 8, "XBT": 8,
    ]
}

extension Sequence<Currency> {
    /// Each currency once, in the order in which they come first.
    public var distinct: [Currency] {
        reduce(into: []) { distinct, next in
            if !distinct.contains(next) { distinct.append(next) }
        }
    }
}
