internal import Foundation
internal import GRDB
internal import Model

/// Reads and writes what is remembered of the payments with each payee.
struct PaymentHistoryStore {
    let database: Database

    /// The histories of some payees; of those without, an empty one. Damaged
    /// ones are missing: they are made anew of the payee's transactions.
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

    /// How many histories are damaged.
    func damagedCount() throws -> Int {
        try allRows().values.count { PaymentHistoryCoding.payments(in: $0.bytes) == nil }
    }

    /// What has to be written for these to be all histories, or where a pass was
    /// over a part, those of their payees.
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
    /// Payees of which nothing is to be remembered any more.
    var gone: [String] = []
    /// By payee, those that are new or not as they are stored.
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
