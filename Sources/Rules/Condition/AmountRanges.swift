internal import Synchronization

/// For which amounts the tests of a rulebook hold.
///
/// Found once for each number of decimals: of a thousand tests that takes
/// milliseconds, which a pass over a few transactions does not have.
final class AmountRanges: Sendable {
    /// What ``ConditionStep/amount(test:)`` asks.
    private let amountTests: [AmountTest]
    /// What ``ConditionStep/negatedSize(test:)`` asks of the size.
    private let sizeTests: [AmountTest]
    private let known = Mutex<[Int: [AmountRange]]>([:])

    init(amountTests: [AmountTest], sizeTests: [AmountTest]) {
        self.amountTests = amountTests
        self.sizeTests = sizeTests
    }

    /// Where the ranges of sizes begin behind those of amounts.
    var firstSize: Int { amountTests.count }

    /// The ranges of all tests of amounts, then those of all tests of sizes.
    ///
    /// - Parameter exponent: decimals of one minor unit, 0 to 18.
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
