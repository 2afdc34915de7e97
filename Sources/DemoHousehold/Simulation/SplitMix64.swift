/// A small generator of random numbers whose sequence is the same on every
/// machine.
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

    /// A one-to-one scrambling of 64 bits: different numbers stay different.
    static func mixed(_ number: UInt64) -> UInt64 {
        var bits = number
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// A number of the range. The standard library promises no algorithm for
    /// `random(in:)`, so the household has its own.
    mutating func number(in range: ClosedRange<Int64>) -> Int64 {
        let width = UInt64(range.upperBound - range.lowerBound) + 1
        return range.lowerBound + Int64(next().multipliedFullWidth(by: width).high)
    }

    mutating func days(in range: ClosedRange<Int64>) -> Int {
        Int(number(in: range))
    }

    /// True in so many of a hundred cases.
    mutating func chance(percent: Int64) -> Bool {
        number(in: 1...100) <= percent
    }

    /// An amount of the range, small ones more often than large ones, with
    /// the mean of ``meanAmount(in:)``.
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
