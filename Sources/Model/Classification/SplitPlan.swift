/// A plan for dividing a transaction over categories: fixed amounts, shares of the
/// whole, and a last part that takes the remainder.
///
/// A plan is independent of any transaction; ``parts(of:exponent:)`` applies it to one.
public struct SplitPlan: Hashable, Sendable {
    /// The size of a part. Amounts and shares are unsigned: a part has its
    /// transaction's sign.
    public enum Size: Hashable, Sendable {
        /// Whole units of the account's currency (dollars, not cents), above 0.
        case amount(DecimalAmount)
        /// A share of the whole transaction, above 0 and at most 1. Not of what amounts leave
        /// over, so a quarter is the same anywhere in the list.
        case share(DecimalAmount)
        /// The remainder of the other parts.
        case remainder
    }

    /// As written, at least two.
    public let parts: [Part]

    public static let maximumParts = 100

    /// Checks the parts of a plan.
    ///
    /// The last part takes the remainder. It may be a share if all parts are shares
    /// that add up to 1; then it absorbs the rounding.
    ///
    /// - Throws: ``SplitPlanError`` for the first problem.
    public init(_ parts: [Part]) throws(SplitPlanError) {
        guard parts.count >= 2 else { throw .tooFewParts }
        guard parts.count <= Self.maximumParts else { throw .tooManyParts }
        var shares: Int128 = 0
        for (position, part) in parts.enumerated() {
            let isLast = position == parts.count - 1
            switch part.size {
            case .amount(let amount):
                guard amount.coefficient > 0 else { throw .amountNotPositive(part: position + 1) }
                guard !isLast else { throw .lastPartHasAmount }
            case .share(let share):
                guard share.coefficient > 0, share <= .one else {
                    throw .shareOutOfRange(part: position + 1)
                }
                shares += share.inFinestUnits
            case .remainder:
                guard isLast else { throw .remainderNotLast(part: position + 1) }
            }
        }
        guard shares <= DecimalAmount.one.inFinestUnits else { throw .sharesExceedWhole }
        if case .share = parts[parts.count - 1].size {
            guard shares == DecimalAmount.one.inFinestUnits,
                parts.allSatisfy({ if case .share = $0.size { true } else { false } })
            else { throw .lastShareIsNotTheRest }
        }
        self.parts = parts
    }

    /// The same plan with other categories.
    public func renamingCategories(_ name: (String) -> String) -> SplitPlan {
        SplitPlan(checked: parts.map { $0.with(\.category, $0.category.map(name)) })
    }

    /// The fee of a transfer, which was spent, and the rest, which arrived.
    public init(fee: DecimalAmount, category: String, lens: Lens?, rest: String) {
        self.init(checked: [
            Part(category: category, size: .amount(fee), lens: lens, class: .expense),
            Part(category: rest, size: .remainder),
        ])
    }

    /// Whether a part has the category of the transaction. Such a plan divides what other rules
    /// and stages decide, whatever their order; any other takes the place of a category.
    public var keepsCategory: Bool { parts.contains(where: \.keepsCategory) }

    /// The same plan with other names of borrowers and other notes.
    public func fillingTexts(_ filled: (String) -> String?) -> SplitPlan {
        SplitPlan(
            checked: parts.map {
                $0.with(\.loan, $0.loan.flatMap(filled)).with(\.note, $0.note.flatMap(filled))
            })
    }

    /// A plan of parts that are known to be one.
    init(checked parts: [Part]) {
        self.parts = parts
    }

    /// The same plan with the lens of each part replaced.
    public func settingLenses(_ lens: (Part) -> Lens?) -> SplitPlan {
        SplitPlan(checked: parts.map { $0.with(\.lens, lens($0)) })
    }
}

/// Why a list of parts is not a valid plan. Parts count from 1.
public enum SplitPlanError: Error, Hashable, Sendable {
    case tooFewParts
    case tooManyParts
    case amountNotPositive(part: Int)
    case shareOutOfRange(part: Int)
    case remainderNotLast(part: Int)
    /// The last part takes the remainder, so it can't have a fixed amount.
    case lastPartHasAmount
    case sharesExceedWhole
    /// The last part's share is not what the others leave over.
    case lastShareIsNotTheRest
}

extension DecimalAmount {
    static let one = DecimalAmount(coefficient: 1, decimals: 0)

    /// The number in units of 10⁻¹⁸.
    var inFinestUnits: Int128 { Int128(coefficient) * powerOfTen(18 - decimals) }
}

extension SplitPlan {
    /// Divides a transaction. The parts have its sign and add up to it exactly. A part
    /// of zero is omitted.
    ///
    /// Amounts are subtracted first. Shares are of the whole transaction, each rounded
    /// half to even, and never more than is left. The last part takes the rest.
    ///
    /// - Parameters:
    ///   - minorUnits: the transaction's amount.
    ///   - exponent: decimals of one minor unit, 0 to 18.
    ///   - category: the transaction's, for parts that keep it.
    /// - Returns: nil if the plan does not fit: amounts and shares exceed the
    ///   transaction, or an amount has more decimals than its currency.
    public func parts(
        of minorUnits: Int64, exponent: Int, keeping category: String = Part.keptWord
    ) -> [SplitPart]? {
        sizes(of: Int128(minorUnits.magnitude), exponent: exponent).map { sizes in
            zip(parts, sizes).filter { $0.1 > 0 }.map { part, size in
                SplitPart(
                    part, minorUnits: Int64(minorUnits < 0 ? -size : size), keeping: category)
            }
        }
    }

    /// The unsigned size of each part, also where it is zero; nil if the plan does not fit.
    func sizes(of whole: Int128, exponent: Int) -> [Int128]? {
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
        return sizes
    }
}

extension SplitPlan {
    /// The same plan with a share in place of each amount; nil if it does not fit.
    ///
    /// - Parameter minorUnits: the amount of the transaction that the plan divides.
    public func inProportion(to minorUnits: Int64, exponent: Int) -> SplitPlan? {
        let whole = Int128(minorUnits.magnitude)
        guard whole > 0, let sizes = sizes(of: whole, exponent: exponent) else { return nil }
        let shares = zip(parts, sizes).dropLast().compactMap { part, size -> Part? in
            guard case .amount = part.size else { return part }
            // Rounded down, so that all shares together are never more than the whole.
            let billionths = Int64(size * 1_000_000_000 / whole)
            guard billionths > 0 else { return nil }
            return part.with(
                \.size, .share(DecimalAmount(coefficient: billionths, decimals: 9)))
        }
        let last = parts[parts.count - 1]
        return SplitPlan(checked: shares + [last.with(\.size, .remainder)])
    }
}

extension SplitPlan.Part {
    var share: DecimalAmount? {
        if case .share(let share) = size { share } else { nil }
    }
}

extension DecimalAmount {
    /// The number in minor units, or nil if it has more decimals.
    func minorUnits(exponent: Int) -> Int128? {
        let (quotient, rest) = (Int128(coefficient) * powerOfTen(exponent))
            .quotientAndRemainder(dividingBy: powerOfTen(decimals))
        return rest == 0 ? quotient : nil
    }

    /// This number's share of a whole, rounded half to even. Neither may be negative.
    func rounded(of whole: Int128) -> Int128 {
        let unit = powerOfTen(decimals)
        let (quotient, rest) = (whole * Int128(coefficient)).quotientAndRemainder(dividingBy: unit)
        let isUp = rest * 2 > unit || (rest * 2 == unit && !quotient.isMultiple(of: 2))
        return quotient + (isUp ? 1 : 0)
    }
}
