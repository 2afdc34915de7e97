public import Model

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
