/// Looks numbers up among others, faster than a set does where those that are
/// asked for rise.
struct NumberWalk {
    private let numbers: [Int64]
    private var position = 0

    /// - Parameter numbers: in rising order.
    init(_ numbers: [Int64]) {
        self.numbers = numbers
    }

    mutating func contains(_ number: Int64) -> Bool {
        if position > 0, numbers[position - 1] >= number { position = 0 }
        while position < numbers.count, numbers[position] < number { position += 1 }
        return position < numbers.count && numbers[position] == number
    }
}
