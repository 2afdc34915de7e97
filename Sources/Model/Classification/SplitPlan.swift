/// A plan for dividing a transaction over categories: fixed amounts, shares of the
/// whole, and a last part that takes the remainder.
///
/// A plan is independent of any transaction; ``parts(of:exponent:)`` applies it to one.
public struct SplitPlan: Hashable, Sendable {
    /// One part of a plan.
    public struct Part: Hashable, Sendable {
        /// The id of a category.
        public let category: String
        public let size: Size
        /// Nil uses the lens of the transaction or of the category.
        public let lens: Lens?
        public let note: String?

        public init(category: String, size: Size, lens: Lens? = nil, note: String? = nil) {
            self.category = category
            self.size = size
            self.lens = lens
            self.note = note
        }
    }

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
        SplitPlan(
            checked: parts.map {
                Part(category: name($0.category), size: $0.size, lens: $0.lens, note: $0.note)
            })
    }

    /// The fee of a transfer, and the rest, which arrived.
    public init(fee: DecimalAmount, category: String, lens: Lens?, rest: String) {
        self.init(checked: [
            Part(category: category, size: .amount(fee), lens: lens),
            Part(category: rest, size: .remainder),
        ])
    }

    /// A plan of parts that are known to be one.
    init(checked parts: [Part]) {
        self.parts = parts
    }

    /// The same plan with the lens of each part replaced.
    public func settingLenses(_ lens: (Part) -> Lens?) -> SplitPlan {
        SplitPlan(
            checked: parts.map {
                Part(category: $0.category, size: $0.size, lens: lens($0), note: $0.note)
            })
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

/// A part of one transaction, as divided by a plan.
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
    /// Divides a transaction. The parts have its sign and add up to it exactly. A part
    /// of zero is omitted.
    ///
    /// Amounts are subtracted first. Shares are of the whole transaction, each rounded
    /// half to even, and never more than is left. The last part takes the rest.
    ///
    /// - Parameters:
    ///   - minorUnits: the transaction's amount.
    ///   - exponent: decimals of one minor unit, 0 to 18.
    /// - Returns: nil if the plan does not fit: amounts and shares exceed the
    ///   transaction, or an amount has more decimals than its currency.
    public func parts(of minorUnits: Int64, exponent: Int) -> [SplitPart]? {
        sizes(of: Int128(minorUnits.magnitude), exponent: exponent).map { sizes in
            zip(parts, sizes).filter { $0.1 > 0 }.map { part, size in
                SplitPart(
                    category: part.category, minorUnits: Int64(minorUnits < 0 ? -size : size),
                    lens: part.lens, note: part.note)
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
            return Part(
                category: part.category,
                size: .share(DecimalAmount(coefficient: billionths, decimals: 9)),
                lens: part.lens, note: part.note)
        }
        let last = parts[parts.count - 1]
        return SplitPlan(
            checked: shares + [
                Part(category: last.category, size: .remainder, lens: last.lens, note: last.note)
            ])
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

extension SplitPlan: CustomStringConvertible {
    /// For people: "groceries 20, shopping 50 %, other the rest".
    public var description: String {
        parts.map { part in
            switch part.size {
            case .amount(let amount): "\(part.category) \(amount)"
            case .share(let share): "\(part.category) \(share.percent) %"
            case .remainder: "\(part.category) the rest"
            }
        }.joined(separator: ", ")
    }
}

extension SplitPlan {
    /// The plan's canonical form, which parses back to the same plan. One line per part,
    /// with category, size, lens and note separated by tabs.
    public var canonicalText: String {
        parts.map { part in
            let size =
                switch part.size {
                case .amount(let amount): "amount \(amount)"
                case .share(let share): "share \(share)"
                case .remainder: "remainder"
                }
            let fields =
                [part.category, size, part.lens?.rawValue ?? ""] + (part.note.map { [$0] } ?? [])
            return fields.map(\.escaped).joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// Parses ``canonicalText``; nil for any other string.
    public init?(canonicalText: String) {
        var parts: [Part] = []
        // By scalars: "\r\n" is one Character.
        let lines = canonicalText.unicodeScalars.split(
            separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init(unescaping:))
            guard fields.count == 3 || fields.count == 4, let size = Size(fields[1]) else {
                return nil
            }
            let lens = Lens(rawValue: fields[2])
            guard lens != nil || fields[2].isEmpty else { return nil }
            parts.append(
                Part(
                    category: fields[0], size: size, lens: lens,
                    note: fields.count == 4 ? fields[3] : nil))
        }
        do {
            self = try SplitPlan(parts)
        } catch {
            return nil
        }
    }
}

extension SplitPlan.Size {
    fileprivate init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2 else {
            guard text == "remainder" else { return nil }
            self = .remainder
            return
        }
        do {
            let number = try DecimalAmount(exactly: words[1])
            switch words[0] {
            case "amount": self = .amount(number)
            case "share": self = .share(number)
            default: return nil
            }
        } catch {
            return nil
        }
    }
}

extension DecimalAmount {
    /// A share in percent. A share is at most 1, so the hundredfold always fits.
    fileprivate var percent: DecimalAmount {
        decimals >= 2
            ? DecimalAmount(coefficient: coefficient, decimals: decimals - 2)
            : DecimalAmount(coefficient: coefficient * (decimals == 1 ? 10 : 100), decimals: 0)
    }
}

extension String {
    /// The string with line feeds and tabs escaped, as they separate fields.
    fileprivate var escaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    fileprivate init(unescaping text: Substring.UnicodeScalarView) {
        self = ""
        var isEscaped = false
        for scalar in text {
            guard isEscaped || scalar != "\\" else {
                isEscaped = true
                continue
            }
            switch scalar {
            case "n" where isEscaped: unicodeScalars.append("\n")
            case "t" where isEscaped: unicodeScalars.append("\t")
            default: unicodeScalars.append(scalar)
            }
            isEscaped = false
        }
    }
}
