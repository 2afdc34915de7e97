/// How a transaction is divided over categories: parts of fixed amounts, parts
/// that are shares of the whole, and a last part that takes what remains.
///
/// A plan speaks of no transaction; ``parts(of:exponent:)`` applies it to one.
public struct SplitPlan: Hashable, Sendable {
    /// One part of a plan.
    public struct Part: Hashable, Sendable {
        /// The id of a category.
        public let category: String
        public let size: Size
        /// Nil leaves the lens to the whole transaction or to the category.
        public let lens: Lens?
        public let note: String?

        public init(category: String, size: Size, lens: Lens? = nil, note: String? = nil) {
            self.category = category
            self.size = size
            self.lens = lens
            self.note = note
        }
    }

    /// How much a part is. Amounts and shares have no sign: a part has that of
    /// its transaction.
    public enum Size: Hashable, Sendable {
        /// Whole units of the account's currency (dollars, not cents), above 0.
        case amount(DecimalAmount)
        /// A share of the whole transaction, above 0 and at most 1.
        case share(DecimalAmount)
        /// What the other parts leave.
        case remainder
    }

    /// In the order in which they were written, at least two.
    public let parts: [Part]

    /// The most parts that a plan may have.
    public static let maximumParts = 100

    /// Checks the parts of a plan.
    ///
    /// The last part takes what remains. It may name a share too where all
    /// parts are shares that add up to 1; then it takes the rounding.
    ///
    /// - Throws: ``SplitPlanError`` for the first thing that is wrong.
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

    private init(checked parts: [Part]) {
        self.parts = parts
    }

    /// The same plan with another lens for each part.
    public func settingLenses(_ lens: (Part) -> Lens?) -> SplitPlan {
        SplitPlan(
            checked: parts.map {
                Part(category: $0.category, size: $0.size, lens: lens($0), note: $0.note)
            })
    }
}

/// Why parts make no plan. Parts are counted from 1.
public enum SplitPlanError: Error, Hashable, Sendable {
    case tooFewParts
    case tooManyParts
    case amountNotPositive(part: Int)
    case shareOutOfRange(part: Int)
    case remainderNotLast(part: Int)
    /// The last part takes what remains, which a fixed amount contradicts.
    case lastPartHasAmount
    case sharesExceedWhole
    /// The last part names a share that is not what the others leave.
    case lastShareIsNotTheRest
}

extension DecimalAmount {
    static let one = DecimalAmount(coefficient: 1, decimals: 0)

    /// The number in units of 10⁻¹⁸.
    var inFinestUnits: Int128 { Int128(coefficient) * powerOfTen(18 - decimals) }
}
