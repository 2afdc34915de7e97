/// The tag of a script value in messages. The raw values are part of the protocol.
private enum ValueTag: UInt8 {
    case `nil`, no, yes, integer, number, string, table, function, constructed
}

extension MessageWriter {
    mutating func put(_ value: ScriptValue) {
        func tag(_ tag: ValueTag) { put(tag.rawValue) }
        switch value {
        case .nil: tag(.nil)
        case .boolean(let boolean): tag(boolean ? .yes : .no)
        case .integer(let integer):
            tag(.integer)
            put(integer)
        case .number(let number):
            tag(.number)
            put(number)
        case .string(let text):
            tag(.string)
            put(text)
        case .table(let table):
            tag(.table)
            putAll(table.array) { $0.put($1) }
            putAll(table.fields.sorted { $0.key < $1.key }) {
                $0.put($1.key)
                $0.put($1.value)
            }
        case .function(let function):
            tag(.function)
            put(function)
        case .constructed(let made):
            tag(.constructed)
            put(made.name)
            putAll(made.arguments) { $0.put($1) }
            put(line: made.line)
        }
    }

    mutating func put(_ function: ScriptFunction) {
        put(function.number)
        put(function.chunkName)
        put(line: function.line)
    }

    mutating func put(line: Int?) { put(Int32(clamping: line ?? 0)) }

    mutating func put(_ error: ScriptError) {
        put(UInt8(ScriptError.Kind.allCases.firstIndex(of: error.kind) ?? 0))
        put(error.message)
        put(error.chunkName)
        put(line: error.line)
        put(error.traceback)
    }

    /// Writes a success flag, then the value or the error.
    mutating func put<Value>(
        _ result: Result<Value, ScriptError>, _ put: (inout MessageWriter, Value) -> Void
    ) {
        switch result {
        case .success(let value):
            self.put(true)
            put(&self, value)
        case .failure(let error):
            self.put(false)
            self.put(error)
        }
    }

    mutating func put(_ declaration: Declaration) {
        put(declaration.verb)
        put(line: declaration.line)
        putAll(declaration.values) { $0.put($1) }
    }

    mutating func put(_ request: ScriptRequest) {
        put(request.verb)
        putAll(request.values) { $0.put($1) }
        put(request.chunkName)
        put(line: request.line)
    }

    mutating func put(_ answer: ScriptAnswer) {
        put(answer.value)
        put(optional: answer.reason) { $0.put($1) }
    }

    mutating func put(_ decision: ScriptDecision) {
        put(UInt32(clamping: decision.row))
        put(decision.value)
        put(optional: decision.reason) { $0.put($1) }
        put(line: decision.line)
    }

    mutating func put(_ output: ScriptOutput) {
        put(output.text)
        put(output.chunkName)
        put(line: output.line)
    }
}

extension MessageReader {
    /// The nesting limit for values; the limits of scripts are far below.
    private static let deepest = 64

    mutating func value(depth: Int = 0) throws(MessageError) -> ScriptValue {
        guard depth < Self.deepest, let tag = ValueTag(rawValue: try byte()) else {
            throw MessageError()
        }
        switch tag {
        case .nil: return .nil
        case .no: return .boolean(false)
        case .yes: return .boolean(true)
        case .integer: return .integer(try number())
        case .number: return .number(try double())
        case .string: return .string(try text())
        case .table:
            let array = try values(depth: depth + 1)
            var fields: [String: ScriptValue] = [:]
            for _ in 0..<(try count()) {
                let name = try text()
                guard fields.updateValue(try value(depth: depth + 1), forKey: name) == nil else {
                    throw MessageError()
                }
            }
            return .table(ScriptTable(array: array, fields: fields))
        case .function: return .function(try function())
        case .constructed:
            return .constructed(
                ScriptConstruction(
                    name: try text(), arguments: try values(depth: depth + 1), line: try line()))
        }
    }

    mutating func values(depth: Int = 0) throws(MessageError) -> [ScriptValue] {
        try all { (reader) throws(MessageError) in try reader.value(depth: depth) }
    }

    mutating func function() throws(MessageError) -> ScriptFunction {
        ScriptFunction(number: try number(), chunkName: try text(), line: try line())
    }

    mutating func line() throws(MessageError) -> Int? {
        let line = Int(try number(Int32.self))
        guard line >= 0 else { throw MessageError() }
        return line == 0 ? nil : line
    }

    mutating func error() throws(MessageError) -> ScriptError {
        let kind = Int(try byte())
        guard ScriptError.Kind.allCases.indices.contains(kind) else { throw MessageError() }
        return ScriptError(
            kind: ScriptError.Kind.allCases[kind], message: try text(atMost: 4 << 10),
            chunkName: try text(atMost: 4 << 10), line: try line(),
            traceback: try text(atMost: 64 << 10))
    }

    mutating func result<Value>(
        _ read: (inout MessageReader) throws(MessageError) -> Value
    ) throws(MessageError) -> Result<Value, ScriptError> {
        try boolean() ? .success(try read(&self)) : .failure(try error())
    }

    /// - Parameter words: the allowed declaring words.
    mutating func declaration(_ words: [NotingWord]) throws(MessageError) -> Declaration {
        let verb = try verb(words)
        guard let line = try line() else { throw MessageError() }
        return Declaration(verb: verb, line: line, values: try values())
    }

    /// - Parameter words: the allowed request words.
    mutating func request(_ words: [NotingWord]) throws(MessageError) -> ScriptRequest {
        ScriptRequest(
            verb: try verb(words), values: try values(), chunkName: try text(), line: try line())
    }

    private mutating func verb(_ words: [NotingWord]) throws(MessageError) -> String {
        let verb = try text()
        guard words.contains(where: { $0.name == verb }) else { throw MessageError() }
        return verb
    }

    mutating func answer() throws(MessageError) -> ScriptAnswer {
        ScriptAnswer(value: try value(), reason: try reason())
    }

    /// - Parameter rows: the view's row count.
    mutating func decision(ofRows rows: Int) throws(MessageError) -> ScriptDecision {
        let row = Int(try number(UInt32.self))
        guard row < rows else { throw MessageError() }
        return ScriptDecision(
            row: row, value: try value(), reason: try reason(), line: try line())
    }

    private mutating func reason() throws(MessageError) -> String? {
        try optional { (reader) throws(MessageError) in try reader.text() }
    }

    mutating func stop(before count: Int) throws(MessageError) -> ScriptStop {
        let position = Int(try number(UInt32.self))
        guard position < count else { throw MessageError() }
        return ScriptStop(
            position: position,
            outcome: try result { (reader) throws(MessageError) in try reader.value() })
    }

    mutating func output() throws(MessageError) -> ScriptOutput {
        ScriptOutput(text: try text(), chunkName: try text(), line: try line())
    }
}

extension MessageWriter {
    mutating func put(_ plan: SandboxPlan) {
        let limits = plan.limits
        for number in [
            limits.memoryBytes, limits.textBytes, limits.sourceBytes, limits.loadInstructions,
            limits.callInstructions, limits.rowInstructions, limits.valueDepth, limits.valueNodes,
            limits.outputLines, limits.outputBytes, limits.failsAllocationsFrom ?? 0,
        ] { put(Int64(number)) }
        put(limits.freezes)
        put(plan.layout.typeName)
        putAll(plan.layout.fields) {
            $0.put($1.name)
            $0.put($1.isSearchable)
        }
        put(plan.layout.shownFields)
        putAll(plan.layout.indexes) {
            $0.put($1.name)
            $0.putAll($1.parameters) { $0.put(number: $1) }
            $0.put(number: $1.result)
        }
        putAll(plan.vocabulary.declarations) { $0.put($1) }
        put(plan.vocabulary.constructors)
        putAll(plan.vocabulary.requests) { $0.put($1) }
        put(plan.vocabulary.queries)
    }

    private mutating func put(_ word: NotingWord) {
        put(word.name)
        put(UInt8(word.mostValues))
    }

    mutating func put(_ library: ScriptLibrary) {
        putAll(library.modules) {
            $0.put($1.name)
            $0.put($1.source)
            $0.put($1.chunkName)
        }
        putAll(library.maps) {
            $0.put($1.name)
            $0.put($1.columns)
            $0.putAll($1.entries) {
                $0.put($1.key)
                $0.putAll($1.values) { $0.put($1) }
            }
        }
        put(library.brokenMaps)
        put(library.folder)
    }
}

extension MessageReader {
    mutating func plan() throws(MessageError) -> SandboxPlan {
        var numbers: [Int] = []
        for _ in 0..<11 { numbers.append(Int(clamping: try number(Int64.self))) }
        let limits = ScriptLimits(
            memoryBytes: numbers[0], textBytes: numbers[1], sourceBytes: numbers[2],
            loadInstructions: numbers[3], callInstructions: numbers[4],
            rowInstructions: numbers[5], valueDepth: numbers[6], valueNodes: numbers[7],
            outputLines: numbers[8], outputBytes: numbers[9],
            failsAllocationsFrom: numbers[10] == 0 ? nil : numbers[10],
            freezes: try boolean())
        let layout = RecordLayout(
            typeName: try text(),
            fields: try all { (reader) throws(MessageError) in
                .init(try reader.text(), isSearchable: try reader.boolean())
            },
            shownFields: try texts(),
            indexes: try all { (reader) throws(MessageError) in
                .init(
                    try reader.text(),
                    parameters: try reader.all { (reader) throws(MessageError) in
                        try reader.oneOf()
                    }, result: try reader.oneOf())
            })
        let declarations = try words()
        let constructors = try texts()
        return SandboxPlan(
            limits: limits, layout: layout,
            vocabulary: Vocabulary(
                declarations: declarations, constructors: constructors, requests: try words(),
                queries: try texts()))
    }

    private mutating func words() throws(MessageError) -> [NotingWord] {
        try all { (reader) throws(MessageError) in
            NotingWord(try reader.text(), mostValues: Int(try reader.byte()))
        }
    }

    mutating func library() throws(MessageError) -> ScriptLibrary {
        ScriptLibrary(
            modules: try all { (reader) throws(MessageError) in
                ScriptModule(
                    name: try reader.text(), source: try reader.list(),
                    chunkName: try reader.text())
            },
            maps: try all { (reader) throws(MessageError) in
                ScriptMap(
                    name: try reader.text(), columns: try reader.texts(),
                    entries: try reader.all { (reader) throws(MessageError) in
                        .init(key: try reader.text(), values: try reader.values())
                    })
            },
            brokenMaps: try texts(), folder: try text())
    }
}
