import Model
internal import Synchronization

/// The amounts that satisfy an ``AmountTest``, in minor units of one currency. The
/// amounts that satisfy a test are always contiguous.
struct AmountRange {
    /// Above ``highest`` if the range is empty.
    private(set) var lowest: Int64
    private(set) var highest: Int64

    static let everything = AmountRange(lowest: .min, highest: .max)
    static let nothing = AmountRange(lowest: 1, highest: 0)

    private init(lowest: Int64, highest: Int64) {
        self.lowest = lowest
        self.highest = highest
    }

    /// The range of signed amounts.
    ///
    /// - Parameter exponent: the currency's number of decimals, 0 to 18.
    init(of test: AmountTest, exponent: Int) {
        let all = Int128(Int64.min)...Int128(Int64.max)
        guard let found = test.range(in: all, exponent: exponent) else {
            self = .nothing
            return
        }
        self.init(lowest: Int64(found.lowerBound), highest: Int64(found.upperBound))
    }

    /// The range of magnitudes, negated so that each fits into an `Int64`.
    ///
    /// - Parameter exponent: the currency's number of decimals, 0 to 18.
    init(ofNegatedSize test: AmountTest, exponent: Int) {
        let all = 0...Int128(Int64.min.magnitude)
        guard let found = test.range(in: all, exponent: exponent) else {
            self = .nothing
            return
        }
        self.init(lowest: Int64(-found.upperBound), highest: Int64(-found.lowerBound))
    }

    func contains(_ amount: Int64) -> Bool {
        amount >= lowest && amount <= highest
    }

    func intersection(_ other: AmountRange) -> AmountRange {
        AmountRange(lowest: max(lowest, other.lowest), highest: min(highest, other.highest))
    }
}

extension AmountTest {
    /// The part of a range that satisfies the test; nil if it is empty.
    fileprivate func range(in all: ClosedRange<Int128>, exponent: Int) -> ClosedRange<Int128>? {
        func isHeld(_ amount: Int128) -> Bool { holds(forMinorUnits: amount, exponent: exponent) }
        let below = number.wholeMinorUnits(exponent: exponent)
        let places = [below, below + 1, all.lowerBound, all.upperBound].map {
            min(max($0, all.lowerBound), all.upperBound)
        }
        guard let held = places.first(where: isHeld) else { return nil }
        let lowest = furthest(from: held, to: all.lowerBound, isHeld)
        return lowest...furthest(from: held, to: all.upperBound, isHeld)
    }

    /// A number close to an amount that satisfies the test, unless only the largest
    /// or smallest amounts do.
    private var number: DecimalAmount {
        switch self {
        case .less(let value), .greater(let value), .atMost(let value), .atLeast(let value),
            .equals(let value), .between(let value, _), .approximately(let value, _):
            value
        }
    }

    /// The last amount towards an end up to which all amounts satisfy the test.
    private func furthest(
        from start: Int128, to end: Int128, _ isHeld: (Int128) -> Bool
    ) -> Int128 {
        if isHeld(end) { return end }
        var held = start
        var unheld = end
        // Usually it is close to the test's number.
        var distance: Int128 = 1
        while (end - held).magnitude > distance {
            let next = end > held ? held + distance : held - distance
            guard isHeld(next) else {
                unheld = next
                break
            }
            held = next
            distance *= 2
        }
        while (unheld - held).magnitude > 1 {
            let middle = held + (unheld - held) / 2
            if isHeld(middle) { held = middle } else { unheld = middle }
        }
        return held
    }
}

extension DecimalAmount {
    /// The largest whole number of minor units not above the amount.
    fileprivate func wholeMinorUnits(exponent: Int) -> Int128 {
        let scaled = Int128(coefficient) * powerOfTen(exponent)
        let (quotient, remainder) = scaled.quotientAndRemainder(dividingBy: powerOfTen(decimals))
        return remainder < 0 ? quotient - 1 : quotient
    }
}

/// The amount ranges of a rulebook's tests.
///
/// They are computed once per number of decimals. A thousand tests take milliseconds,
/// which is too long for a pass over a few transactions.
final class AmountRanges: Sendable {
    /// The tests of ``ConditionStep/amount(test:)``.
    let amountTests: [AmountTest]
    /// The tests of ``ConditionStep/negatedSize(test:)``.
    let sizeTests: [AmountTest]
    private let known = Mutex<[Int: [AmountRange]]>([:])

    init(amountTests: [AmountTest], sizeTests: [AmountTest]) {
        self.amountTests = amountTests
        self.sizeTests = sizeTests
    }

    /// The offset of the size ranges, after the amount ranges.
    var firstSize: Int { amountTests.count }

    /// The ranges of all amount tests, then those of all size tests.
    ///
    /// - Parameter exponent: the currency's number of decimals, 0 to 18.
    func ranges(exponent: Int) -> [AmountRange] {
        known.withLock { known in
            if let found = known[exponent] { return found }
            let found =
                amountTests.map { AmountRange(of: $0, exponent: exponent) }
                + sizeTests.map { AmountRange(ofNegatedSize: $0, exponent: exponent) }
            known[exponent] = found
            return found
        }
    }
}
