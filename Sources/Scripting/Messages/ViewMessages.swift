// Views in messages: what their indexes are asked and answer, and what a person's input gave.

extension MessageWriter {
    mutating func put(_ search: ViewSearch) {
        put(UInt16(clamping: search.index))
        put(optional: search.among) { $0.putAll($1) { $0.put($1) } }
        put(search.first)
        put(search.second)
    }

    mutating func put(_ answer: ViewAnswer) {
        switch answer {
        case .rows(let rows):
            put(UInt8(0))
            putAll(rows) { $0.put($1) }
        case .value(let value):
            put(UInt8(1))
            put(value)
        case .problem(let message):
            put(UInt8(2))
            put(message)
        }
    }

    mutating func put(_ evaluation: ScriptEvaluation) {
        putAll(evaluation.values) { message, value in
            switch value {
            case .text(let text):
                message.put(UInt8(0))
                message.put(text)
            case .rows(let rows, let count):
                message.put(UInt8(1))
                message.putAll(rows) { $0.put(UInt32(clamping: $1)) }
                message.put(count: count)
            case .value(let value):
                message.put(UInt8(2))
                message.put(value)
            }
        }
        putAll(evaluation.requests) { $0.put($1) }
    }

    /// Writes which of its type's cases a value is.
    mutating func put<Case: CaseIterable & Equatable>(number value: Case) {
        put(UInt8(Array(Case.allCases).firstIndex(of: value) ?? 0))
    }
}

extension MessageReader {
    mutating func oneOf<Case: CaseIterable>() throws(MessageError) -> Case {
        let number = Int(try byte())
        let cases = Array(Case.allCases)
        guard cases.indices.contains(number) else { throw MessageError() }
        return cases[number]
    }

    /// - Parameter rows: the view's row count.
    mutating func search(ofRows rows: Int) throws(MessageError) -> ViewSearch {
        let index = Int(try number(UInt16.self))
        let among: [Int32]? = try optional { (reader) throws(MessageError) in
            try reader.all { (reader) throws(MessageError) in try reader.number() }
        }
        if let among {
            let isAscending = zip(among, among.dropFirst()).allSatisfy(<)
            guard isAscending, (among.first ?? 0) >= 0, Int(among.last ?? -1) < rows else {
                throw MessageError()
            }
        }
        return ViewSearch(
            index: index, among: among, first: try value(), second: try value())
    }

    mutating func answerOfIndex() throws(MessageError) -> ViewAnswer {
        switch try byte() {
        case 0:
            return .rows(
                try all { (reader) throws(MessageError) in try reader.number(Int32.self) })
        case 1: return .value(try value())
        case 2: return .problem(try text())
        default: throw MessageError()
        }
    }

    /// - Parameters:
    ///   - rows: the view's row count.
    ///   - words: the allowed request words.
    mutating func evaluation(
        ofRows rows: Int, _ words: [NotingWord]
    ) throws(MessageError) -> ScriptEvaluation {
        let values: [ShownValue] = try all { (reader) throws(MessageError) in
            switch try reader.byte() {
            case 0: return .text(try reader.text())
            case 1:
                let shown = try reader.all { (reader) throws(MessageError) in
                    Int(try reader.number(UInt32.self))
                }
                let count = Int(try reader.number(UInt32.self))
                guard shown.allSatisfy({ $0 < rows }), shown.count <= count else {
                    throw MessageError()
                }
                return .rows(shown, count: count)
            case 2: return .value(try reader.value())
            default: throw MessageError()
            }
        }
        let requests = try all { (reader) throws(MessageError) in try reader.request(words) }
        return ScriptEvaluation(values: values, requests: requests)
    }
}
