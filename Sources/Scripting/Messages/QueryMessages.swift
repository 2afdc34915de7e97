// The messages with the values, states and queries of functions.

extension MessageWriter {
    mutating func put(_ telling: ScriptTelling) {
        put(telling.value)
        put(optional: telling.state) { $0.put(.table($1)) }
    }

    mutating func put(_ reply: ScriptReply) {
        putAll(reply.requests) { $0.put($1) }
        put(optional: reply.state) { $0.put(.table($1)) }
    }

    mutating func put(_ answer: ScriptQueryAnswer) {
        switch answer {
        case .values(let values):
            put(true)
            putAll(values) { $0.put($1) }
        case .problem(let message):
            put(false)
            put(message)
        }
    }
}

extension MessageReader {
    mutating func telling() throws(MessageError) -> ScriptTelling {
        ScriptTelling(
            try value(),
            state: try optional { (reader) throws(MessageError) in try reader.table() })
    }

    /// - Parameter words: the allowed request words.
    mutating func reply(_ words: [NotingWord]) throws(MessageError) -> ScriptReply {
        ScriptReply(
            requests: try all { (reader) throws(MessageError) in try reader.request(words) },
            state: try optional { (reader) throws(MessageError) in try reader.table() })
    }

    mutating func answerOfQuery() throws(MessageError) -> ScriptQueryAnswer {
        try boolean() ? .values(try values()) : .problem(try text())
    }

    private mutating func table() throws(MessageError) -> ScriptTable {
        guard case .table(let table) = try value() else { throw MessageError() }
        return table
    }
}
