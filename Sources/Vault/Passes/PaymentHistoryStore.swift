internal import Foundation
internal import GRDB
internal import Model

/// Reads and writes the remembered payments of each payee.
struct PaymentHistoryStore {
    let database: Database

    /// The histories of some payees. A payee without any has an empty one. Damaged
    /// histories are missing and rebuilt from the payee's transactions.
    func histories(of payees: Set<String>) throws -> [PaymentHistory] {
        let stored = try rows(of: payees)
        return payees.compactMap { payee in
            guard let row = stored[payee] else {
                return PaymentHistory(payee: payee, payments: [], isCut: false)
            }
            return PaymentHistoryCoding.payments(in: row.bytes).map {
                PaymentHistory(payee: payee, payments: $0, isCut: row.isCut)
            }
        }
    }

    /// The number of damaged histories.
    func damagedCount() throws -> Int {
        try allRows().values.count { PaymentHistoryCoding.payments(in: $0.bytes) == nil }
    }

    /// The changes that make these the stored histories: all of them, or after a pass over
    /// what the person chose those of their payees.
    func changes(
        to histories: [PaymentHistory], isPart: Bool
    ) throws -> PaymentHistoryChanges {
        let stored = try isPart ? rows(of: histories.map(\.payee)) : allRows()
        var changes = PaymentHistoryChanges()
        for history in histories where !history.payments.isEmpty {
            let row = PaymentHistoryRow(
                isCut: history.isCut, bytes: PaymentHistoryCoding.bytes(of: history.payments))
            if stored[history.payee] != row { changes.changed[history.payee] = row }
        }
        let kept = Set(histories.lazy.filter { !$0.payments.isEmpty }.map(\.payee))
        changes.gone = stored.keys.filter { !kept.contains($0) }
        return changes
    }

    func write(_ changes: PaymentHistoryChanges) throws {
        for payee in changes.gone {
            try database.execute(
                sql: "DELETE FROM payment_histories WHERE payee = ?", arguments: [payee])
        }
        let insert = try database.cachedStatement(
            sql: """
                INSERT INTO payment_histories (payee, is_cut, payments) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET is_cut = excluded.is_cut, payments = excluded.payments
                """)
        for (payee, row) in changes.changed {
            try insert.execute(arguments: [payee, row.isCut, Data(row.bytes)])
        }
    }

    private func allRows() throws -> [String: PaymentHistoryRow] {
        var found: [String: PaymentHistoryRow] = [:]
        let rows = try Row.fetchCursor(
            database, sql: "SELECT payee, is_cut, payments FROM payment_histories")
        while let row = try rows.next() { found[row[0]] = PaymentHistoryRow(row) }
        return found
    }

    private func rows(of payees: some Sequence<String>) throws -> [String: PaymentHistoryRow] {
        let find = try BoundStatement(
            database, sql: "SELECT is_cut, payments FROM payment_histories WHERE payee = ?")
        var found: [String: PaymentHistoryRow] = [:]
        for payee in payees {
            found[payee] = try find.withText(payee, at: 1) {
                try find.first {
                    PaymentHistoryRow(isCut: $0.integer(0) != 0, bytes: $0.bytes(1))
                }
            }
        }
        return found
    }
}

struct PaymentHistoryChanges {
    /// Payees without payments to remember.
    var gone: [String] = []
    /// By payee, new and changed histories.
    var changed: [String: PaymentHistoryRow] = [:]

    var isEmpty: Bool { gone.isEmpty && changed.isEmpty }
}

struct PaymentHistoryRow: Hashable {
    let isCut: Bool
    let bytes: [UInt8]
}

extension PaymentHistoryRow {
    fileprivate init(_ row: Row) {
        let bytes: Data = row[2]
        self.init(isCut: row[1], bytes: Array(bytes))
    }
}

/// Payments as bytes, five numbers each. The first three are differences to the
/// payment before, which are mostly small. Of the last one only the lowest bit counts:
/// development versions stored more in it.
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
                numbers.append(payment.isInSeries ? 1 : 0)
                before = Before(
                    transaction: payment.transaction, account: payment.account, day: day)
            }
            count = numbers.count
        }
    }

    private static let countOfNumbers = 5

    /// - Returns: nil if the bytes don't come from ``bytes(of:)``.
    static func payments(in bytes: [UInt8]) -> [PaymentHistory.Payment]? {
        bytes.withUnsafeBufferPointer(payments(in:))
    }

    private static func payments(
        in bytes: UnsafeBufferPointer<UInt8>
    ) -> [PaymentHistory.Payment]? {
        var numbers = NumberReader(bytes: bytes)
        var payments: [PaymentHistory.Payment] = []
        // Each payment has five numbers of at least one byte, mostly one or two.
        payments.reserveCapacity(bytes.count / countOfNumbers)
        var before = Before()
        while !numbers.isAtEnd {
            guard let transaction = numbers.next(), let account = numbers.next(),
                let day = numbers.next(), let amount = numbers.next(), let mark = numbers.next(),
                mark >= 0,
                let daysSinceEpoch = Int32(exactly: before.day &+ day)
            else { return nil }
            before = Before(
                transaction: before.transaction &+ transaction,
                account: before.account &+ account, day: before.day &+ day)
            payments.append(
                PaymentHistory.Payment(
                    transaction: before.transaction, account: before.account,
                    day: CalendarDay(daysSinceEpoch: daysSinceEpoch),
                    amount: amount, isInSeries: mark % 2 == 1))
        }
        return payments
    }

    private struct Before {
        var transaction: Int64 = 0
        var account: Int64 = 0
        var day: Int64 = 0
    }
}

/// Integers as bytes, fewer for those near 0: seven bits in each byte, lowest first,
/// with the sign in the lowest bit.
private struct NumberBytes {
    static let mostOfNumber = 10

    /// The number of bytes so far.
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
