public import Model

/// A transaction's amount and a rule's number as whole numbers of the same
/// small unit, so that they can be compared exactly.
///
/// The unit has the decimals of both. `Int128` holds it: each side is an
/// `Int64` times at most 10¹⁸.
struct AlignedAmounts {
    let amount: Int128
    let value: Int128

    init(minorUnits: Int128, exponent: Int, value: DecimalAmount) {
        amount = minorUnits * powerOfTen(value.decimals)
        self.value = Int128(value.coefficient) * powerOfTen(exponent)
    }
}

extension DecimalAmount {
    /// 0.075: two amounts that differ by no more than 7.5 % are about equal.
    public static let customaryTolerance = DecimalAmount(coefficient: 75, decimals: 3)
}
