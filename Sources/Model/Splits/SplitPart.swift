/// A part of one transaction, as a plan divided it.
public struct SplitPart: Hashable, Sendable {
    /// The id of a category.
    public let category: String
    /// Minor units of the account's currency, with the transaction's sign.
    public let minorUnits: Int64
    public let lens: Lens?
    public let note: String?

    public init(category: String, minorUnits: Int64, lens: Lens? = nil, note: String? = nil) {
        self.category = category
        self.minorUnits = minorUnits
        self.lens = lens
        self.note = note
    }
}

extension SplitPlan {
    /// Divides a transaction. The parts have its sign and add up to it exactly;
    /// a part that comes to nothing is left out.
    ///
    /// Amounts are taken off first. Shares are of the whole transaction, each
    /// rounded to the minor unit, halves to the even one, and never more than
    /// is left. The last part takes the rest.
    ///
    /// - Parameters:
    ///   - minorUnits: the transaction's amount.
    ///   - exponent: decimals of one minor unit, 0 to 18.
    /// - Returns: nil where the plan does not fit: amounts and shares come to
    ///   more than the transaction, or an amount has more decimals than its
    ///   currency.
    public func parts(of minorUnits: Int64, exponent: Int) -> [SplitPart]? {
        let whole = Int128(minorUnits.magnitude)
        var left = whole
        var sizes = [Int128](repeating: 0, count: parts.count)
        for (position, part) in parts.enumerated() {
            guard case .amount(let amount) = part.size else { continue }
            guard let fixed = amount.minorUnits(exponent: exponent), fixed <= left else {
                return nil
            }
            sizes[position] = fixed
            left -= fixed
        }
        let shares = parts.dropLast().reduce(Int128(0)) { $0 + ($1.share?.inFinestUnits ?? 0) }
        guard whole * shares <= left * DecimalAmount.one.inFinestUnits else { return nil }
        for (position, part) in parts.dropLast().enumerated() {
            guard let share = part.share else { continue }
            sizes[position] = min(share.rounded(of: whole), left)
            left -= sizes[position]
        }
        sizes[sizes.count - 1] = left
        return zip(parts, sizes).filter { $0.1 > 0 }.map { part, size in
            SplitPart(
                category: part.category, minorUnits: Int64(minorUnits < 0 ? -size : size),
                lens: part.lens, note: part.note)
        }
    }
}

extension SplitPlan.Part {
    fileprivate var share: DecimalAmount? {
        if case .share(let share) = size { share } else { nil }
    }
}

extension DecimalAmount {
    /// The number in minor units, or nil where it has more decimals.
    fileprivate func minorUnits(exponent: Int) -> Int128? {
        let (quotient, rest) = (Int128(coefficient) * powerOfTen(exponent))
            .quotientAndRemainder(dividingBy: powerOfTen(decimals))
        return rest == 0 ? quotient : nil
    }

    /// The share of a whole that this number is, rounded half to even; both
    /// are not negative.
    fileprivate func rounded(of whole: Int128) -> Int128 {
        let unit = powerOfTen(decimals)
        let (quotient, rest) = (whole * Int128(coefficient)).quotientAndRemainder(dividingBy: unit)
        let isUp = rest * 2 > unit || (rest * 2 == unit && !quotient.isMultiple(of: 2))
        return quotient + (isUp ? 1 : 0)
    }
}
