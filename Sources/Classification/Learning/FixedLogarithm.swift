/// Logarithms in fixed point, the same on every machine.
enum FixedLogarithm {
    /// The binary logarithm in units of 2^-16, rounded down.
    ///
    /// - Parameter value: at least 1.
    static func base2(_ value: UInt64) -> Int {
        let whole = 63 - value.leadingZeroBitCount
        // The value over its power of two, in [1, 2) with 63 fractional bits.
        var rest = value << (63 - whole)
        var logarithm = whole << 16
        for bit in (0..<16).reversed() {
            let square = rest.multipliedFullWidth(by: rest).high
            if square >= 1 << 63 {
                logarithm += 1 << bit
                rest = square
            } else {
                rest = square << 1
            }
        }
        return logarithm
    }
}
