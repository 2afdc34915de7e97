public import Model
public import Statements
internal import Vault

/// A row of a file, with what an import did or would do with it.
public struct ImportedRow: Sendable {
    public enum State: String, Sendable {
        case new
        /// New, and may be a transaction on a day nearby.
        case nearby
        /// Here already, from a bank's connection.
        case connection
        /// Here already, from an earlier file.
        case file
        case pending
        case leftOut = "left-out"
    }

    public let state: State
    /// In the file, from 1.
    public let line: Int
    /// The account's name; empty for a row that belongs to none.
    public let account: String
    /// Nil for a row that can't be read.
    public let row: StatementRow?
    public let amount: Money?
    /// By row ID: the one that it is, or may be; nil for a new one of a dry run.
    public let transaction: Int64?
    /// Why it is left out, with its text.
    public let rejected: RejectedRow?
}

extension StatementReport {
    /// All rows of the file, in its order.
    ///
    /// - Complexity: linear in the rows, which are copied.
    public var rows: [ImportedRow] {
        var rows = taken.rejected.map { rejected in
            ImportedRow(
                state: rejected.reason == .pending ? .pending : .leftOut, line: rejected.line,
                account: "", row: nil, amount: nil,
                transaction: nil, rejected: rejected)
        }
        for (position, account) in accounts.enumerated() {
            let outcome = account.outcome
            let new = Set(outcome.new)
            let connection = Set(outcome.fromConnection)
            let nearby = Dictionary(
                outcome.doubtful.map { ($0.row, $0.transaction) },
                uniquingKeysWith: { first, _ in first })
            for (number, row) in taken.rows[position].enumerated() {
                let state: ImportedRow.State =
                    nearby[number] != nil
                    ? .nearby
                    : new.contains(number)
                        ? .new : connection.contains(number) ? .connection : .file
                let isGone = isDryRun && state == .new
                rows.append(
                    ImportedRow(
                        state: state, line: row.line, account: account.name, row: row,
                        amount: Money(
                            minorUnits: taken.received[position][number].amount,
                            currency: account.currency),
                        transaction: isGone
                            ? nil : nearby[number] ?? outcome.transactions[number],
                        rejected: nil))
            }
            for row in statement.accounts[position].rows where row.isPending {
                rows.append(
                    ImportedRow(
                        state: .pending, line: row.line, account: account.name, row: row,
                        amount: nil, transaction: nil, rejected: nil))
            }
        }
        return rows.sorted { $0.line < $1.line }
    }
}
