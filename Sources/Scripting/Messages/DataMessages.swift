internal import Formats

extension MessageWriter {
    mutating func put(_ reading: Result<DataValue, DataMistake>) {
        switch reading {
        case .success(let value):
            put(true)
            put(value)
        case .failure(let mistake):
            put(false)
            put(optional: mistake.line) { $0.put(Int64($1)) }
            put(optional: mistake.column) { $0.put(Int64($1)) }
            // A library quotes what it finds.
            put(String(mistake.message.prefix(500)))
        }
    }

    private mutating func put(_ value: DataValue) {
        switch value {
        case .text(let text): put(.text, text)
        case .time(let text): put(.time, text)
        case .integer(let number):
            put(DataKind.integer.rawValue)
            put(number)
        case .number(let number):
            put(DataKind.number.rawValue)
            put(number)
        case .boolean(let boolean):
            put(DataKind.boolean.rawValue)
            put(boolean)
        case .list(let list):
            put(DataKind.list.rawValue)
            putAll(list) { $0.put($1) }
        case .table(let table):
            put(DataKind.table.rawValue)
            putAll(table) {
                $0.put($1.key)
                $0.put($1.value)
            }
        }
    }

    private mutating func put(_ kind: DataKind, _ text: String) {
        put(kind.rawValue)
        put(text)
    }
}

extension MessageReader {
    mutating func reading() throws(MessageError) -> Result<DataValue, DataMistake> {
        let reading: Result<DataValue, DataMistake> =
            if try boolean() {
                .success(try data(depth: 0))
            } else {
                .failure(
                    DataMistake(
                        line: try linePart(), column: try linePart(), try text(atMost: 4 << 10)))
            }
        guard rest == 0 else { throw MessageError() }
        return reading
    }

    private mutating func linePart() throws(MessageError) -> Int? {
        try optional { (reader) throws(MessageError) in try reader.natural() }
    }

    private mutating func data(depth: Int) throws(MessageError) -> DataValue {
        guard depth <= DataValue.mostDepth, let kind = DataKind(rawValue: try byte()) else {
            throw MessageError()
        }
        switch kind {
        case .text: return .text(try text())
        case .time: return .time(try text())
        case .integer: return .integer(try number())
        case .number: return .number(try double())
        case .boolean: return .boolean(try boolean())
        case .list:
            return .list(
                try all { (reader) throws(MessageError) in try reader.data(depth: depth + 1) })
        case .table:
            var table: [String: DataValue] = [:]
            for _ in 0..<(try count()) {
                let key = try text()
                let value = try data(depth: depth + 1)
                guard table.updateValue(value, forKey: key) == nil else { throw MessageError() }
            }
            return .table(table)
        }
    }
}

private enum DataKind: UInt8 {
    case text, time, integer, number, boolean, list, table
}
