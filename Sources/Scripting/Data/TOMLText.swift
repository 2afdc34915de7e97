internal import TOMLKit

/// Reads TOML by toml++.
enum TOMLText {
    static func read(_ text: String) throws(DataMistake) -> DataValue {
        try TOMLCrashGuard.check(text)
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw DataMistake(
                line: error.source.begin.line, column: error.source.begin.column,
                error.description)
        } catch {
            throw DataMistake("\(error)")
        }
        return try value(table, depth: 0)
    }

    private static func value(
        _ value: any TOMLValueConvertible, depth: Int
    ) throws(DataMistake) -> DataValue {
        guard depth <= DataValue.mostDepth else {
            throw DataMistake("tables are nested deeper than \(DataValue.mostDepth)")
        }
        if let text = value.string { return .text(text) }
        if let isTrue = value.bool { return .boolean(isTrue) }
        if let number = value.int { return .integer(Int64(number)) }
        if let number = value.double { return .number(number) }
        if let table = value.table {
            var values: [String: DataValue] = [:]
            for (key, value) in table {
                values[key] = try self.value(value, depth: depth + 1)
            }
            return .table(values)
        }
        if let list = value.array {
            var values: [DataValue] = []
            for value in list { values.append(try self.value(value, depth: depth + 1)) }
            return .list(values)
        }
        return .time(value.debugDescription)
    }
}
