import Scripting

/// One source, run twice in sandboxes with small limits.
struct Trial {
    private let source: [UInt8]
    private let first: Run
    private let second: Run

    init(source: [UInt8]) {
        self.source = source
        first = Run(of: source)
        second = Run(of: source)
    }

    /// Whether the source could be loaded.
    var loads: Bool { first.loads }

    /// What the sandbox promised and did not keep.
    func problems() -> [String] {
        // How long one call may take depends on the machine.
        if (first.errors + second.errors).contains(where: { $0.kind == .workerEnded }) { return [] }
        var problems = first.brokenLimits + second.brokenLimits
        if first.errors != second.errors {
            problems.append("the errors differ: \(first.errors) and \(second.errors)")
        }
        if first.results != second.results { problems.append("the results differ") }
        if first.output != second.output { problems.append("the output differs") }
        if first.mapHits != second.mapHits { problems.append("the hits differ") }
        return problems
    }
}

/// What one run of a source gave.
struct Run {
    private(set) var loads = false
    private(set) var errors: [ScriptError] = []
    /// As texts: a number that is not a number is not even equal to itself.
    private(set) var results: [String] = []
    private(set) var output: [ScriptOutput] = []
    private(set) var mapHits: [[Int]] = []
    private(set) var brokenLimits: [String] = []

    /// What runs for long in one call of C is ended from outside.
    private static let host = ScriptHost(worker: .itself)

    private static let limits = ScriptLimits(
        memoryBytes: 1 << 20, textBytes: 32 << 10, sourceBytes: 64 << 10,
        loadInstructions: 40_000, callInstructions: 10_000, valueNodes: 1_000, outputLines: 20,
        outputBytes: 2_000)

    private static let layout = RecordLayout(
        typeName: "transaction",
        fields: [
            .init("amount"), .init("description", isSearchable: true), .init("pending"),
            .init("rate"), .init("note"),
        ])

    private static let vocabulary = Vocabulary(
        declarations: ["rule", NotingWord("on", mostValues: 3)],
        constructors: ["contains", "any", "all", "between", "less", "regex"],
        requests: ["notify", NotingWord("tag", mostValues: 3)])

    private static let event = ScriptValue.table(
        ScriptTable(fields: [
            "kind": .string("refund"), "note": .nil, "amount": .number(-0.25),
            "transaction": .table(
                ScriptTable(fields: [
                    "id": .integer(17), "payee": .string("caf\u{E9}"), "category": .nil,
                    "tags": .table(ScriptTable(array: [.string("a"), .string("b")])),
                ])),
        ]))

    private static let library = ScriptLibrary(
        modules: [
            module("lib.payees", "local M = {} function M.clean(s) return s:lower() end return M"),
            module("lib.counter", "local n = 0 return function() n = n + 1 return n end"),
            module("lib.cycle", "return require('lib.cycle')"),
            module("lib.broken", "return return"),
            module("lib.fails", "local t = nil\nreturn t.x"),
        ],
        maps: [
            ScriptMap(
                name: "payees.csv", columns: ["name"],
                entries: [
                    .init(key: "netflix", values: [.string("Netflix")]),
                    .init(key: "a  b", values: [.number(0.5)]),
                ]),
            ScriptMap(
                name: "shops.csv", columns: ["category", "share"],
                entries: [.init(key: "Aldi", values: [.string("groceries"), .integer(2)])]),
        ])

    private static func module(_ name: String, _ source: String) -> ScriptModule {
        ScriptModule(name: name, source: Array(source.utf8), chunkName: "lib/\(name).lua")
    }

    init(of source: [UInt8]) {
        do {
            let sandbox = try Sandbox(
                limits: Self.limits, layout: Self.layout, vocabulary: Self.vocabulary,
                library: Self.library, on: Self.host)
            load(source, into: sandbox)
            evaluate(source, in: sandbox)
            output = sandbox.takeOutput()
            mapHits = sandbox.mapHits()
            checkOutput()
            let lost = sandbox.close()
            if lost != 0, !errors.contains(where: { $0.kind == .workerEnded }) {
                brokenLimits.append("\(lost) bytes were not given back")
            }
        } catch {
            brokenLimits.append("no sandbox could be made: \(error)")
        }
    }

    private mutating func load(_ source: [UInt8], into sandbox: Sandbox) {
        attempt(in: sandbox) { () throws(ScriptError) in
            try sandbox.load(source: source, chunkName: "rules.lua")
        }
        loads = errors.isEmpty
        let declarations = sandbox.declarations
        results.append("\(declarations.map { $0.values.map(describe) })")
        let functions = declarations.flatMap { $0.values.flatMap(Self.functions) }
        for function in functions.prefix(4) {
            call(function, in: sandbox)
            tell(function, in: sandbox)
        }
    }

    private mutating func tell(_ function: ScriptFunction, in sandbox: Sandbox) {
        var requests: [ScriptRequest] = []
        attempt(in: sandbox) { () throws(ScriptError) in
            requests = try sandbox.requests(of: function, toldOf: Self.event)
        }
        results.append(
            "\(requests.map { "\($0.verb) \($0.line ?? 0) \($0.values.map(describe))" })")
    }

    private mutating func call(_ function: ScriptFunction, in sandbox: Sandbox) {
        let record = RecordBuffer(layout: Self.layout)
        record.set(boolean: true, at: 2)
        record.set(number: -0.25, at: 3)
        Array("SQ *NETFLIX.COM caf\u{E9} 42".utf8).withUnsafeBufferPointer { text in
            record.set(text: text, at: 1)
            for amount in [Int64.min, -1_599, 0] {
                record.set(integer: amount, at: 0)
                var value = ScriptValue.nil
                attempt(in: sandbox) { () throws(ScriptError) in
                    value = try sandbox.call(function, on: record)
                }
                results.append(describe(value))
            }
        }
    }

    private mutating func evaluate(_ source: [UInt8], in sandbox: Sandbox) {
        for line in ["x = 1", String(decoding: source, as: UTF8.self), "x"] {
            var shown = ""
            attempt(in: sandbox) { () throws(ScriptError) in
                shown = try sandbox.evaluate(line, chunkName: "typed").text
            }
            results.append(shown)
        }
    }

    private mutating func attempt(
        in sandbox: Sandbox, _ work: () throws(ScriptError) -> Void
    ) {
        do {
            try work()
        } catch {
            errors.append(error)
            if error.message.utf8.count > 3_072 { brokenLimits.append("a message is long") }
        }
        if sandbox.bytesInUse > Self.limits.memoryBytes {
            brokenLimits.append("\(sandbox.bytesInUse) bytes are in use")
        }
    }

    private mutating func checkOutput() {
        if output.count > Self.limits.outputLines + 1 {
            brokenLimits.append("\(output.count) lines were printed")
        }
    }

    private static func functions(in value: ScriptValue) -> [ScriptFunction] {
        switch value {
        case .function(let function): [function]
        case .table(let table):
            table.array.flatMap(functions)
                + table.fields.sorted { $0.key < $1.key }.flatMap { functions(in: $0.value) }
        case .constructed(let construction): construction.arguments.flatMap(functions)
        case .nil, .boolean, .integer, .number, .string: []
        }
    }

    /// A dictionary's own order differs from run to run.
    private func describe(_ value: ScriptValue) -> String {
        switch value {
        case .table(let table):
            let fields = table.fields.sorted { $0.key < $1.key }
                .map { "\($0.key)=\(describe($0.value))" }
            return "{\((table.array.map(describe) + fields).joined(separator: ", "))}"
        case .constructed(let construction):
            let arguments = construction.arguments.map(describe).joined(separator: ", ")
            return "\(construction.name)(\(arguments)) in \(construction.line ?? 0)"
        default: return "\(value)"
        }
    }
}
