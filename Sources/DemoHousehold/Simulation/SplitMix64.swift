/// A small random number generator with the same sequence on every machine.
///
/// The algorithm is SplitMix64: Steele, Lea and Flood, "Fast Splittable
/// Pseudorandom Number Generators" (OOPSLA 2014).
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// A bijective scrambling of 64 bits.
    static func mixed(_ number: UInt64) -> UInt64 {
        var bits = number
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// A random number in a range. The standard library guarantees no algorithm for
    /// `random(in:)`.
    mutating func number(in range: ClosedRange<Int64>) -> Int64 {
        let width = UInt64(range.upperBound - range.lowerBound) + 1
        return range.lowerBound + Int64(next().multipliedFullWidth(by: width).high)
    }

    mutating func days(in range: ClosedRange<Int64>) -> Int {
        Int(number(in: range))
    }

    /// True with a probability in percent.
    mutating func chance(percent: Int64) -> Bool {
        number(in: 1...100) <= percent
    }

    /// A random amount in a range, small ones more often, with the mean of
    /// ``meanAmount(in:)``.
    mutating func amount(in range: ClosedRange<Int64>) -> Int64 {
        let steps: Int64 = 1 << 16
        let step = number(in: 0...(steps - 1))
        let square = step * step / steps
        return range.lowerBound + (range.upperBound - range.lowerBound) * square / steps
    }

    /// The mean of a square of an even distribution is a third of its range.
    static func meanAmount(in range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + (range.upperBound - range.lowerBound) / 3
    }

    mutating func element<Element>(of list: [Element]) -> Element {
        list[Int(number(in: 0...Int64(list.count - 1)))]
    }
}
