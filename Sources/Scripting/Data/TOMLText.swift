internal import TOMLKit

/// Reads TOML by toml++, which some mistakes crash, such as `[[` without a name.
enum TOMLText {
    static func read(_ text: String) throws(DataMistake) -> DataValue {
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            let place = error.source.begin
            // The library finds a text without an end at the next line, by its line feed.
            if let line = lineOfOpenText(in: text, before: place.line) {
                throw DataMistake(line: line, "a quotation mark is missing")
            }
            throw DataMistake(line: place.line, column: place.column, error.description)
        } catch {
            throw DataMistake("\(error)")
        }
        return try value(table, depth: 0)
    }

    /// The line, counted from 1, that opens a text and does not end it: the one with a mistake or
    /// the one before it. Nil if its quotation marks come in pairs.
    private static func lineOfOpenText(in text: String, before line: Int) -> Int? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return [line, line - 1].first { number in
            guard lines.indices.contains(number - 1) else { return false }
            let written = lines[number - 1].prefix { $0 != "#" }
            let marks = written.replacing("\\\"", with: "").count { $0 == "\"" }
            return marks % 2 == 1 && !written.contains("\"\"\"")
        }
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
