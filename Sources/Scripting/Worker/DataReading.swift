extension ScriptHost {
    /// Processor time per byte of a file, in nanoseconds.
    private static let creditOfAByte: Int64 = 200
    private static let mostReadings = 256

    /// Parses a data file. Recent results are cached.
    ///
    /// - Parameter file: the file's name in messages, such as "rules/payees.csv".
    /// - Throws: the first mistake in the file, or why it can't be read.
    public func read(
        _ format: DataFormat, _ bytes: [UInt8], of file: String
    ) throws(DataMistake) -> DataValue {
        let source = DataSource(format: format, bytes: bytes)
        if let known = withState({ $0.readings[source] }) { return try known.get() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DataMistake("the file is not in UTF-8")
        }
        let reading =
            isThisProcess
            ? Result { () throws(DataMistake) in try format.read(text) }
            : try keptOrReadApart(format, ScriptSource(chunkName: file, bytes: bytes))
        withState { state in
            if state.readings.count >= Self.mostReadings { state.readings = [:] }
            state.readings[source] = reading
            state.readingCount += 1
        }
        return try reading.get()
    }

    /// - Throws: why the file can't be read now; a later attempt may succeed.
    private func keptOrReadApart(
        _ format: DataFormat, _ source: ScriptSource
    ) throws(DataMistake) -> Result<DataValue, DataMistake> {
        let digest = digest { [[format.rawValue], source.bytes] }
        do throws(ScriptError) {
            try admit(source, digest)
        } catch {
            throw DataMistake(error.message)
        }
        if let kept = cachedAnswer(digest).flatMap(Self.kept) { return kept }
        let (answer, reading) = try readApart(format, source)
        if case .success = reading { keep(answer, for: digest) }
        return reading
    }

    /// Nil if the stored answer is no longer readable.
    private static func kept(_ answer: [UInt8]) -> Result<DataValue, DataMistake>? {
        do throws(MessageError) {
            var reader = MessageReader(answer)
            return try reader.reading()
        } catch {
            return nil
        }
    }

    private func readApart(
        _ format: DataFormat, _ source: ScriptSource
    ) throws(DataMistake) -> (answer: [UInt8], Result<DataValue, DataMistake>) {
        var attempts = 0
        while true {
            if let reason = blame(on: source) { throw DataMistake(reason) }
            let answer = withState { state in
                Result { () throws(ScriptError) in
                    try seeToWorker(&state)
                    return try exchange(
                        .read, 0, on: source,
                        credit: Int64(clamping: source.bytes.count) * Self.creditOfAByte, &state,
                        {
                            $0.put(format.rawValue)
                            $0.put(source.bytes)
                        }
                    ) { (reader) throws(MessageError) in
                        (reader.restOfMessage, try reader.reading())
                    }
                }
            }
            switch answer {
            case .success(let reading): return reading
            case .failure(let error):
                attempts += 1
                if attempts == 3, !hasFailed, blame(on: source) == nil {
                    note(failure: error.message)
                }
                if hasFailed { throw DataMistake("it can't be read: \(error.message)") }
            }
        }
    }
}

/// The content of a data file, as a cache key.
struct DataSource: Hashable {
    let format: DataFormat
    let bytes: [UInt8]
}

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
            // A parser's message may quote the file.
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
