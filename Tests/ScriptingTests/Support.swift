import Foundation
import Scripting

/// The records of these tests: a small transaction.
let layout = RecordLayout(
    typeName: "transaction",
    fields: [
        .init("amount"), .init("description", isSearchable: true),
        .init("payee", isSearchable: true), .init("pending"), .init("rate"), .init("note"),
    ],
    shownFields: ["payee", "note", "amount", "rate"])

let vocabulary = Vocabulary(
    declarations: ["rule"], constructors: ["contains", "any", "between"])

/// Whether these tests run in workers: `make test-worker`.
let isInWorker = ProcessInfo.processInfo.environment["SCRIPTS_IN_WORKER"] != nil

extension Sandbox {
    /// In this process, or where `make test-worker` runs the same tests in a worker: one for each.
    convenience init(
        limits: ScriptLimits = .standard, layout: RecordLayout, vocabulary: Vocabulary,
        library: ScriptLibrary = .empty
    ) throws(ScriptError) {
        try self.init(
            limits: limits, layout: layout, vocabulary: vocabulary, library: library,
            on: !isInWorker
                ? .inThisProcess
                // These make thousands, and do little in each.
                : limits.failsAllocationsFrom == nil ? PlantedWorker.host() : PlantedWorker.shared)
    }
}

/// A worker with planted faults, which sources with their names come upon; for all others it is
/// as every worker.
enum PlantedWorker {
    static let shared = host()

    /// Much more processor time than the machine could make a test take.
    static let patient = ScriptHost.Budget(nanoseconds: 600_000_000_000)

    /// - Parameter seed: by which answers are garbled.
    static func host(
        garbling seed: UInt64? = nil, budget: ScriptHost.Budget = ScriptHost.Budget()
    ) -> ScriptHost {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        return ScriptHost(
            worker: WorkerProgram(
                path: folder.appendingPathComponent("planted-worker").path,
                arguments: seed.map { ["\($0)"] } ?? []),
            budget: budget)
    }
}

/// A file's name that could not come from Lua.
let file = "rules.lua"

func makeSandbox(_ limits: ScriptLimits = .standard) throws(ScriptError) -> Sandbox {
    try Sandbox(limits: limits, layout: layout, vocabulary: vocabulary)
}

/// What the one declaration of a source is.
func declared(_ source: String, limits: ScriptLimits = .standard) throws -> ScriptValue? {
    let sandbox = try makeSandbox(limits)
    try sandbox.load(source: source, chunkName: file)
    return sandbox.declarations.first?.value
}

/// What an expression gives while a file is read.
func evaluated(_ expression: String) throws -> ScriptValue? {
    try declared("rule(\(expression))")
}

/// The error of loading a source, or nil when it loads.
func loadError(_ source: String, limits: ScriptLimits = .standard) -> ScriptError? {
    do {
        try makeSandbox(limits).load(source: source, chunkName: file)
        return nil
    } catch {
        return error
    }
}

/// A transaction whose texts live as long as the call.
struct Transaction {
    var amount: Int64 = -1_599
    var description = "NETFLIX.COM 866-579-7172"
    var payee = "Netflix"

    func withRecord<Result>(_ body: (RecordBuffer) throws -> Result) rethrows -> Result {
        let record = RecordBuffer(layout: layout)
        record.set(integer: amount, at: 0)
        record.set(boolean: false, at: 3)
        record.set(number: 0.25, at: 4)
        return try Array(description.utf8).withUnsafeBufferPointer { description in
            record.set(text: description, at: 1)
            return try Array(payee.utf8).withUnsafeBufferPointer { payee in
                record.set(text: payee, at: 2)
                return try body(record)
            }
        }
    }
}

/// A sandbox whose file declares one function of a record.
struct OneFunction {
    let sandbox: Sandbox
    let function: ScriptFunction

    /// - Parameter body: The body of `function(tx)`.
    init(_ body: String, limits: ScriptLimits = .standard) throws {
        try self.init(source: "rule(function(tx) \(body) end)", limits: limits)
    }

    /// - Parameter source: A source whose last declaration is a function.
    init(source: String, limits: ScriptLimits = .standard) throws {
        sandbox = try makeSandbox(limits)
        try sandbox.load(source: source, chunkName: file)
        guard case .function(let function) = sandbox.declarations.last?.value else {
            throw NoFunction()
        }
        self.function = function
    }

    /// - Parameter body: The body of `function(tx)`.
    init(_ body: String, on host: ScriptHost, named file: String) throws {
        sandbox = try Sandbox(layout: layout, vocabulary: vocabulary, on: host)
        try sandbox.load(source: "rule(function(tx) \(body) end)", chunkName: file)
        guard case .function(let function) = sandbox.declarations.last?.value else {
            throw NoFunction()
        }
        self.function = function
    }

    func call(on transaction: Transaction = Transaction()) throws -> ScriptValue {
        try transaction.withRecord { record in try sandbox.call(function, on: record) }
    }

    func error(on transaction: Transaction = Transaction()) -> ScriptError? {
        do {
            _ = try call(on: transaction)
            return nil
        } catch {
            return error as? ScriptError
        }
    }
}

struct NoFunction: Error {}

extension Sandbox {
    /// What a function says of one record.
    func answer(
        _ function: ScriptFunction, on record: RecordBuffer
    ) throws(ScriptError) -> ScriptAnswer {
        try answers(of: function, on: record, ofRows: 0..<1)[0].get()
    }
}
