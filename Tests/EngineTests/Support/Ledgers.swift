import DemoHousehold
import Model
import Vault

/// A transaction in words that a bank and a vault share.
struct LedgerLine: Hashable {
    let account: String
    let id: String
    let day: CalendarDay
    let amount: Int64
    let texts: [String]
}

extension Household {
    /// Every posted transaction since a day.
    func posted(since first: CalendarDay) -> [LedgerLine] {
        accounts.flatMap { account in
            account.transactions.compactMap { transaction in
                guard let posted = transaction.posted, posted >= first else { return nil }
                return LedgerLine(
                    account: account.id, id: transaction.id, day: posted,
                    amount: transaction.amount,
                    texts: [
                        transaction.description, transaction.payee ?? "", transaction.memo ?? "",
                        transaction.merchantCode ?? "",
                    ])
            }
        }
    }

    var pendingIDs: Set<String> {
        Set(accounts.flatMap { $0.transactions.filter(\.isPending).map(\.id) })
    }

    var balances: [String: Int64] {
        Dictionary(uniqueKeysWithValues: accounts.map { ($0.id, $0.balance(on: today)) })
    }
}

extension Vault {
    func everything() throws -> [TransactionRecord] {
        var query = TransactionQuery()
        query.order = .oldestFirst
        return try transactions(query)
    }

    /// The banks' ids of the accounts by the vault's number.
    func bankIDs() throws -> [Int64: String] {
        Dictionary(uniqueKeysWithValues: try accounts().map { ($0.id, $0.bankID) })
    }

    func posted() throws -> [LedgerLine] {
        let bankIDs = try bankIDs()
        return try everything().filter { !$0.isPending }.map { record in
            LedgerLine(
                account: bankIDs[record.account] ?? "", id: record.bankID, day: record.day,
                amount: Int64(record.amount.minorUnits),
                texts: [record.description, record.bankPayee, record.memo, record.merchantCode])
        }
    }

    func balances() throws -> [String: Int64?] {
        Dictionary(
            uniqueKeysWithValues: try accounts().map {
                ($0.bankID, $0.balance.map { Int64($0.minorUnits) })
            })
    }

    /// All that the vault says of accounts and transactions.
    func contents() throws -> VaultContents {
        VaultContents(
            accounts: try accounts(), posted: try posted(),
            pending: try everything().filter(\.isPending).map(\.bankID),
            verdicts: try everything().map(\.verdict), partners: try everything().map(\.partner))
    }
}

struct VaultContents: Equatable {
    let accounts: [AccountRecord]
    let posted: [LedgerLine]
    let pending: [String]
    let verdicts: [Verdict?]
    let partners: [Int64?]
}

extension [LedgerLine] {
    /// In an order that does not depend on where they came from.
    var inOrder: [LedgerLine] {
        sorted { ($0.account, $0.day, $0.id) < ($1.account, $1.day, $1.id) }
    }
}
