extension SplitPlan {
    /// A plan of parts that the person types for one transaction.
    ///
    /// A part without a size takes the rest, wherever it stands. Without such a part the
    /// sizes must add up to the transaction; the last amount is then what the others leave.
    /// Every part is above zero.
    ///
    /// - Throws: ``TypedSplitError`` for the first mistake.
    public init(typed parts: [Part], of amount: Money) throws(TypedSplitError) {
        let whole = amount.size
        guard whole.minorUnits > 0 else { throw .nothingToSplit }
        guard parts.count >= 2 else { throw .onePart }
        guard parts.count <= Self.maximumParts else { throw .tooManyParts }
        let sized = parts.filter { $0.size != .remainder }
        let rests = parts.filter { $0.size == .remainder }
        guard rests.count < 2 else { throw .severalRests(rests.map(\.name)) }

        var amounts: Int128 = 0
        var total: Int128 = 0
        var shares: Int128 = 0
        for part in sized {
            let units = try part.minorUnits(of: whole)
            total += units
            if let share = part.share { shares += share.inFinestUnits } else { amounts += units }
        }
        let areOnlyShares = amounts == 0
        guard shares <= DecimalAmount.one.inFinestUnits else { throw .sharesExceedWhole }
        // Shares of all of it may miss it by what they are rounded.
        let isAllOfIt = areOnlyShares && shares == DecimalAmount.one.inFinestUnits
        guard total <= whole.minorUnits || isAllOfIt else {
            throw .tooMuch(Money(sum: total, currency: whole.currency), of: whole)
        }

        var ordered = sized + rests
        if let rest = rests.first {
            guard total < whole.minorUnits, !isAllOfIt else {
                throw .nothingLeft(rest.name, of: whole)
            }
        } else if !isAllOfIt {
            guard total == whole.minorUnits else {
                throw .tooLittle(Money(sum: total, currency: whole.currency), of: whole)
            }
            let last = ordered.removeLast()
            ordered.append(last.with(\.size, .remainder))
        }
        let plan = SplitPlan(checked: ordered)
        guard let sizes = plan.sizes(of: whole.minorUnits, exponent: whole.currency.exponent) else {
            // Each share was rounded down; together they are more than that.
            let exact = whole.minorUnits * shares + DecimalAmount.one.inFinestUnits - 1
            total = amounts + exact / DecimalAmount.one.inFinestUnits
            throw .tooMuch(Money(sum: total, currency: whole.currency), of: whole)
        }
        if let empty = zip(ordered, sizes).first(where: { $1 == 0 }) {
            throw .partOfZero(empty.0.name)
        }
        self = plan
    }
}

extension SplitPlan.Part {
    /// A part that names no category: "keep", "loan:Bob" or "excluded"; nil for any other word.
    public init?(typed word: String, size: SplitPlan.Size) {
        if word == Self.keptWord {
            self.init(category: nil, size: size)
        } else if word == "excluded" {
            self.init(category: nil, size: size, isExcluded: true)
        } else if let colon = word.firstIndex(of: ":"), word[..<colon] == "loan" {
            let person = word[word.index(after: colon)...].filter { !$0.isNewline }
            guard !person.allSatisfy(\.isWhitespace) else { return nil }
            self.init(category: nil, size: size, class: .transfer, loan: person)
        } else {
            return nil
        }
    }

    /// The amount of a part.
    fileprivate func minorUnits(of whole: Money) throws(TypedSplitError) -> Int128 {
        switch size {
        case .remainder: return 0
        case .amount(let amount):
            guard amount.coefficient > 0 else { throw .partOfZero(name) }
            guard let units = amount.minorUnits(exponent: whole.currency.exponent) else {
                throw .tooManyDecimals(name, amount, currency: whole.currency)
            }
            // The sum of the most parts still fits.
            return min(units, Int128(UInt64.max))
        case .share(let share):
            guard share.coefficient > 0 else { throw .partOfZero(name) }
            guard share <= .one else { throw .shareExceedsWhole(name) }
            return share.rounded(of: whole.minorUnits)
        }
    }
}

extension SplitPlan.Size {
    /// A size as the person types it: "12.50", or "30%" of the whole.
    ///
    /// - Throws: ``TypedSizeError``.
    public init(typed text: some StringProtocol) throws(TypedSizeError) {
        guard text.first != "-", text.first != "+" else { throw .signed }
        let isShare = text.last == "%"
        let number: DecimalAmount
        do {
            number = try DecimalAmount(exactly: isShare ? text.dropLast() : text[...])
        } catch {
            throw .notANumber
        }
        guard isShare else {
            self = .amount(number)
            return
        }
        guard number.decimals <= 16 else { throw .notANumber }
        self = .share(
            DecimalAmount(coefficient: number.coefficient, decimals: number.decimals + 2))
    }
}

/// Why a text is not the size of a part.
public enum TypedSizeError: Error, Hashable, Sendable {
    case notANumber
    /// Parts have their transaction's sign.
    case signed
}

/// Why parts don't divide a transaction. Parts are named by their category.
public enum TypedSplitError: Error, Hashable, Sendable {
    /// The transaction's amount is zero.
    case nothingToSplit
    case onePart
    case tooManyParts
    case severalRests([String])
    /// The amount or the rounded share is zero.
    case partOfZero(String)
    case tooManyDecimals(String, DecimalAmount, currency: Currency)
    /// A share of more than 100 percent.
    case shareExceedsWhole(String)
    case sharesExceedWhole
    case tooMuch(Money, of: Money)
    case tooLittle(Money, of: Money)
    /// The other parts leave nothing for the one that takes the rest.
    case nothingLeft(String, of: Money)
}
