internal import Foundation
internal import GRDB
internal import Model

extension Row {
    /// A column's value. GRDB's subscripts end the process where a damaged database holds NULL
    /// or another type.
    ///
    /// - Parameter column: counts from 0.
    /// - Throws: ``VaultError/damagedRow(table:id:reason:path:)``.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ column: Int
    ) throws(VaultError) -> Value {
        do {
            return try decode(Value.self, atIndex: column)
        } catch {
            let names = Array(columnNames)
            let name = column < names.count ? names[column] : "\(column)"
            throw .damagedRow(
                table: Schema.table(with: name, among: names), id: nil,
                reason: "its \(name) can't be read")
        }
    }

    /// The value of a column by name.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ name: String
    ) throws(VaultError) -> Value {
        guard let column = columnNames.firstIndex(of: name) else {
            throw .damagedRow(
                table: Schema.table(with: name, among: []), id: nil, reason: "it has no \(name)")
        }
        return try value(columnNames.distance(from: columnNames.startIndex, to: column))
    }
}

extension Schema {
    /// The table that a row of a query is of: the one with the most of its columns.
    ///
    /// For errors, as SQLite libraries need not know a result's table.
    fileprivate static func table(with column: String, among columns: [String]) -> String {
        let tables = statements.flatMap { $0.components(separatedBy: "CREATE TABLE ").dropFirst() }
            .map { text in
                let lines = text.split(separator: "\n").map { line in
                    String(line.drop { $0 == " " }.prefix { $0 != " " && $0 != "(" })
                }
                return (name: lines.first ?? "", columns: Set(lines.dropFirst()))
            }
        return tables.filter { $0.columns.contains(column) }
            .max {
                $0.columns.intersection(columns).count < $1.columns.intersection(columns).count
            }?
            .name ?? "unknown"
    }
}

extension Row {
    /// A day column. A damaged database may hold any integer.
    ///
    /// - Parameters:
    ///   - table: the name in errors.
    ///   - id: the row's ID; nil if the day is an aggregate.
    /// - Throws: ``VaultError/damagedRow(table:id:reason:path:)``.
    func day(
        _ column: Int, of table: String = "transactions", row id: Int64? = nil
    ) throws(VaultError) -> CalendarDay {
        CalendarDay(daysSinceEpoch: try int32(value(column), "day", of: table, row: id))
    }

    /// A day column that may be NULL.
    func optionalDay(
        _ column: Int, of table: String = "transactions", row id: Int64? = nil
    ) throws(VaultError) -> CalendarDay? {
        try value(column) as Int64? == nil ? nil : day(column, of: table, row: id)
    }

    /// A checked narrowing to 32 bits. GRDB's own narrowing traps.
    func int32(
        _ number: Int64, _ name: String, of table: String, row id: Int64? = nil
    ) throws(VaultError) -> Int32 {
        guard let number = Int32(exactly: number) else {
            throw .damagedRow(table: table, id: id, reason: "its \(name) is out of range")
        }
        return number
    }
}
