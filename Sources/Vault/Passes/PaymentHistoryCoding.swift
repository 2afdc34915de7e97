internal import Model

/// Payments as bytes: for each five numbers, of which the first three are told by
/// how far they are from the payment before, since they mostly lie close.
enum PaymentHistoryCoding {
    static func bytes(of payments: [PaymentHistory.Payment]) -> [UInt8] {
        [UInt8](
            unsafeUninitializedCapacity: payments.count * countOfNumbers * NumberBytes.mostOfNumber
        ) { buffer, count in
            var numbers = NumberBytes(buffer)
            var before = Before()
            for payment in payments {
                let day = Int64(payment.day.daysSinceEpoch)
                numbers.append(payment.transaction &- before.transaction)
                numbers.append(payment.account &- before.account)
                numbers.append(day &- before.day)
                numbers.append(payment.amount)
                numbers.append(marks(of: payment))
                before = Before(
                    transaction: payment.transaction, account: payment.account, day: day)
            }
            count = numbers.count
        }
    }

    private static let countOfNumbers = 5

    /// - Returns: nil where the bytes are not such as ``bytes(of:)`` makes.
    static func payments(in bytes: [UInt8]) -> [PaymentHistory.Payment]? {
        bytes.withUnsafeBufferPointer(payments(in:))
    }

    private static func payments(
        in bytes: UnsafeBufferPointer<UInt8>
    ) -> [PaymentHistory.Payment]? {
        var numbers = NumberReader(bytes: bytes)
        var payments: [PaymentHistory.Payment] = []
        // Each has five numbers of a byte at least, and mostly of one or two.
        payments.reserveCapacity(bytes.count / countOfNumbers)
        var before = Before()
        while !numbers.isAtEnd {
            guard let transaction = numbers.next(), let account = numbers.next(),
                let day = numbers.next(), let amount = numbers.next(), let marks = numbers.next(),
                marks >= 0,
                let leaning = PaymentLeaning(rawValue: UInt8(marks / 2 % countOfLeanings)),
                let daysSinceEpoch = Int32(exactly: before.day &+ day)
            else { return nil }
            before = Before(
                transaction: before.transaction &+ transaction,
                account: before.account &+ account, day: before.day &+ day)
            payments.append(
                PaymentHistory.Payment(
                    transaction: before.transaction, account: before.account,
                    day: CalendarDay(daysSinceEpoch: daysSinceEpoch),
                    amount: amount, leaning: leaning, isInSeries: marks % 2 == 1,
                    daysSincePurchase: days(ofMarks: marks)))
        }
        return payments
    }

    /// More than there are, in half of a byte with the series: few payments have more
    /// to tell.
    private static let countOfLeanings: Int64 = 16

    private static func marks(of payment: PaymentHistory.Payment) -> Int64 {
        let days = payment.daysSincePurchase.map { Int64($0) + 1 } ?? 0
        return (days * countOfLeanings + Int64(payment.leaning.rawValue)) * 2
            + (payment.isInSeries ? 1 : 0)
    }

    private static func days(ofMarks marks: Int64) -> Int? {
        let days = marks / 2 / countOfLeanings
        return days > 0 ? Int(days - 1) : nil
    }

    private struct Before {
        var transaction: Int64 = 0
        var account: Int64 = 0
        var day: Int64 = 0
    }
}

/// Whole numbers as bytes, the closer to 0 the fewer: seven bits in each byte,
/// the lowest first, and the sign in the lowest bit.
private struct NumberBytes {
    static let mostOfNumber = 10

    /// How many bytes there are so far.
    private(set) var count = 0
    private let buffer: UnsafeMutableBufferPointer<UInt8>

    /// - Parameter buffer: with room for all numbers.
    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        self.buffer = buffer
    }

    mutating func append(_ number: Int64) {
        var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
        while rest > 0x7F {
            buffer.initializeElement(at: count, to: UInt8(rest & 0x7F) | 0x80)
            count += 1
            rest >>= 7
        }
        buffer.initializeElement(at: count, to: UInt8(rest))
        count += 1
    }
}

private struct NumberReader {
    let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func next() -> Int64? {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.count, shift < 64 {
            let byte = bytes[position]
            position += 1
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return Int64(number >> 1) ^ -Int64(number & 1) }
            shift += 7
        }
        return nil
    }
}
