import Foundation
import Scripting
import TestSupport
import Testing

@Suite("The worker")
struct WorkerTests {
    @Test(
        "a source that does what no script can ends as a mistake in it, and others go on",
        arguments: [
            ("crash", "crashed"), ("trap", "crashed"), ("endless", "computing time"),
            ("leak", "crashed"),
            ("write", "access a file"), ("read", "access a file"), ("connect", "access a file"),
            ("fork", "access a file"), ("code", "access a file"), ("signal", "access a file"),
            ("thread", "access a file"),
            ("nonsense", "invalid response"),
        ])
    func plantedFaults(fault: String, message: String) throws {
        let host = PlantedWorker.host()
        let good = try Sandbox(layout: layout, vocabulary: vocabulary, on: host)
        try good.load(source: "rule('good')", chunkName: "good.lua")
        let bad = try Sandbox(layout: layout, vocabulary: vocabulary, on: host)
        for _ in 0..<2 {
            let error = try #require(throws: ScriptError.self) {
                try bad.load(source: "rule('bad')", chunkName: "load-\(fault).lua")
            }
            #expect(error.kind == .workerEnded)
            #expect(error.message.contains(message), "\(error.message)")
            #expect(error.chunkName == "load-\(fault).lua")
        }
        #expect(host.interruptions == 1, "what ended a worker is not run again")
        try good.load(source: "rule('better')", chunkName: "good.lua")
        #expect(good.declarations.first?.value == .string("better"))
        #expect(host.takeFailure() == nil)
        #expect(!FileManager.default.fileExists(atPath: "/tmp/planted"))
    }

    @Test("a function that ends the worker fails, and so does all that was called before it")
    func faultInCall() throws {
        let host = PlantedWorker.host()
        let good = try OneFunction("return true", on: host, named: "good.lua")
        let bad = try OneFunction("return true", on: host, named: "call-crash.lua")
        let unused = try OneFunction("return true", on: host, named: "unused.lua")
        #expect(try good.call() == .boolean(true))
        #expect(throws: ScriptError.self) { try bad.call() }
        #expect(host.interruptions == 1)
        // What it may have kept is lost; one that was never called lost nothing.
        #expect(throws: ScriptError.self) { try good.call() }
        #expect(try unused.call() == .boolean(true))
        let again = try #require(throws: ScriptError.self) {
            try OneFunction("return true", on: host, named: "call-crash.lua")
        }
        #expect(again.message.contains("crashed"))
        #expect(
            try OneFunction("return true", on: host, named: "good.lua").call() == .boolean(true))
    }

    @Test("a killed worker is restarted and reads its sources again")
    func endedFromOutside() throws {
        let host = PlantedWorker.host()
        let function = try OneFunction("return tx.payee == 'Netflix'", on: host, named: "a.lua")
        try endWorker(of: host)
        #expect(try function.call() == .boolean(true))
        #expect(host.interruptions == 1)
        #expect(host.takeFailure() == nil)
    }

    @Test("where the worker leaves again and again, that is no fault of a source")
    func leaves() throws {
        let host = PlantedWorker.host()
        let sandbox = try Sandbox(layout: layout, vocabulary: vocabulary, on: host)
        let error = try #require(throws: ScriptError.self) {
            try sandbox.load(source: "rule('x')", chunkName: "load-leave.lua")
        }
        #expect(error.kind == .workerEnded)
        #expect(host.takeFailure() != nil)
        #expect(host.takeFailure() == nil)
        try sandbox.load(source: "rule('x')", chunkName: "good.lua")
    }

    @Test("a worker that can't be started is its own error")
    func cannotStart() throws {
        let host = ScriptHost(worker: WorkerProgram(path: "/nowhere/worker", arguments: []))
        let sandbox = try Sandbox(layout: layout, vocabulary: vocabulary, on: host)
        #expect(throws: ScriptError.self) {
            try sandbox.load(source: "rule('x')", chunkName: "a.lua")
        }
        #expect(host.takeFailure()?.contains("can't be started") == true)
    }

    @Test("a file that could not be read for want of a worker is read once there is one")
    func readLater() throws {
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("late-worker-\(UInt64.random(in: 0...(.max)))").path
        let host = ScriptHost(worker: WorkerProgram(path: place, arguments: []))
        #expect(throws: DataMistake.self) {
            try host.read(.toml, Array("a = 1".utf8), of: "a.toml")
        }
        #expect(host.takeFailure() != nil)
        let worker = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("planted-worker").path
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: worker)
        defer { unlink(place) }
        #expect(
            try host.read(.toml, Array("a = 1".utf8), of: "a.toml") == .table(["a": .integer(1)]))
    }

    @Test("many sources that take all that one may are stopped together, and the others still run")
    func sumOfSteps() throws {
        let host = PlantedWorker.host(budget: PlantedWorker.patient)
        let slow = "local n = 0 for i = 1, 3000000 do n = n + 1 end rule(n)"
        var kinds: [ScriptError.Kind?] = []
        var sandboxes: [Sandbox] = []
        for number in 0..<30 {
            let sandbox = try Sandbox(layout: layout, vocabulary: vocabulary, on: host)
            sandboxes.append(sandbox)
            do throws(ScriptError) {
                try sandbox.load(source: slow + " -- \(number)", chunkName: "slow-\(number).lua")
                kinds.append(nil)
            } catch {
                kinds.append(error.kind)
            }
        }
        // Each of the first takes some nine million steps of the forty.
        #expect(kinds.prefix(3) == [nil, nil, nil])
        #expect(kinds.dropFirst(6).allSatisfy { $0 == .instructionLimit })
        let good = try Sandbox(layout: layout, vocabulary: vocabulary, on: host)
        try good.load(source: "for i = 1, 10000 do end rule('good')", chunkName: "good.lua")
        host.beginReading()
        let slowAgain = try Sandbox(layout: layout, vocabulary: vocabulary, on: host)
        try slowAgain.load(source: slow, chunkName: "slow.lua")
        #expect(host.interruptions == 0)
    }

    @Test("one budget covers all workers, and a verdict is kept like an answer")
    func budgetOfAll() throws {
        let host = PlantedWorker.host()
        host.useCached([:], of: "1")
        func load(_ name: String, on host: ScriptHost) -> ScriptError? {
            do throws(ScriptError) {
                try Sandbox(layout: layout, vocabulary: vocabulary, on: host)
                    .load(source: "rule('x')", chunkName: "\(name).lua")
                return nil
            } catch {
                return error
            }
        }
        #expect(load("good", on: host) == nil)
        let errors = (0..<20).map { load("load-endless-\($0)", on: host) }
        #expect(errors.prefix(5).allSatisfy { $0?.message.contains("its share") == true })
        #expect(errors.dropFirst(5).allSatisfy { $0?.message.contains("was not read") == true })
        #expect(host.interruptions == 5)
        #expect(load("good", on: host) == nil, "what was read before still is")
        let next = PlantedWorker.host()
        next.useCached(host.takeNewAnswers(), of: "1")
        #expect(load("load-endless-0", on: next)?.message.contains("its share") == true)
        #expect(next.interruptions == 0, "it is not run again")
        #expect(load("good", on: next) == nil)
    }

    @Test("what the program computes for a view counts like the script's own time")
    func servedTime() throws {
        let host = PlantedWorker.host()
        let sandbox = try Sandbox(layout: Transactions.layout, vocabulary: vocabulary, on: host)
        try sandbox.load(
            source: "rule(function(view) for i = 1, 2000 do view:by_payee('x' .. i) end end)",
            chunkName: "asking.lua")
        guard case .function(let function)? = sandbox.declarations.first?.value else {
            Issue.record("no function")
            return
        }
        let view = SlowView()
        let error = #expect(throws: ScriptError.self) {
            try sandbox.decisions(of: function, over: view)
        }
        #expect(error?.message.contains("computing time") == true)
        #expect(view.answered < 1_000)
    }

    @Test("many sources that keep all that one may are stopped together, and the others still run")
    func sumOfMemory() throws {
        let twoMegabytes = "kept = {} for i = 1, 8 do kept[i] = string.rep('x', 250000) end "
        let host = PlantedWorker.host(
            budget: ScriptHost.Budget(bytes: 16 << 20, nanoseconds: 600_000_000_000))
        var sandboxes: [Sandbox] = []
        var kinds: [ScriptError.Kind?] = []
        for number in 0..<20 {
            let sandbox = try Sandbox(layout: layout, vocabulary: vocabulary, on: host)
            sandboxes.append(sandbox)
            host.beginReading()
            do throws(ScriptError) {
                try sandbox.load(
                    source: twoMegabytes + "rule(\(number))", chunkName: "large-\(number).lua")
                kinds.append(nil)
            } catch {
                kinds.append(error.kind)
            }
        }
        #expect(kinds.prefix(6).allSatisfy { $0 == nil })
        #expect(kinds.dropFirst(8).allSatisfy { $0 == .memoryLimit })
        #expect(host.interruptions == 0)
        let good = try Sandbox(layout: layout, vocabulary: vocabulary, on: host)
        try good.load(source: "rule('good')", chunkName: "good.lua")
        // Those that are no more hold nothing.
        sandboxes = []
        host.beginReading()
        let large = try Sandbox(layout: layout, vocabulary: vocabulary, on: host)
        try large.load(source: twoMegabytes + "rule(1)", chunkName: "large.lua")
    }

    @Test("functions read rows as they do in this process, whatever they read")
    func sameAnswers() throws {
        let bodies = [
            "return tx.amount < 0", "return tx:contains('flix')", "return tx.payee",
            "if tx.amount == -450 then error('no') end return true", "return tx.amout",
            "return { tx.amount, tx.tags }", "return tx.tags[1] == 'tv' or nil", "return tx:copy()",
        ]
        let source = bodies.map { "rule(function(tx) \($0) end)" }.joined(separator: "\n")
        func outcomes(_ host: ScriptHost) throws -> [Result<ScriptAnswer, ScriptError>] {
            let sandbox = try Sandbox(layout: Transactions.layout, vocabulary: vocabulary, on: host)
            try sandbox.load(source: source, chunkName: file)
            let record = RecordBuffer(layout: Transactions.layout, source: Transactions(fewRows))
            var outcomes: [Result<ScriptAnswer, ScriptError>] = []
            for case .function(let function) in sandbox.declarations.map(\.value) {
                outcomes += sandbox.answers(of: function, on: record, ofRows: fewRows.indices)
            }
            return outcomes
        }
        #expect(try outcomes(PlantedWorker.host()) == outcomes(.inThisProcess))
    }

    @Test("the program survives any response of a worker", arguments: Seeds.first(of: 40, few: 8))
    func garbledAnswers(seed: UInt64) throws {
        let host = PlantedWorker.host(garbling: seed)
        let source = """
            rule({ name = "a", list = { 1, 2.5, contains "x" }, on = true })
            rule(function(tx) print(tx.payee, map("shops.csv")["Aldi"]) return tx.amount < 0 end)
            rule(function(tx) return { tx.payee, tx.tags }, "why" end)
            rule(function(view) for tx in view:each() do view:decide(tx, tx.day, "so") end end)
            """
        let library = ScriptLibrary(
            maps: [
                ScriptMap(
                    name: "shops.csv", columns: ["key", "kind"],
                    entries: [.init(key: "Aldi", values: [.string("food"), .integer(2)])])
            ])
        for round in 0..<12 {
            do {
                let sandbox = try Sandbox(
                    layout: Transactions.layout, vocabulary: vocabulary, library: library, on: host)
                try sandbox.load(source: source, chunkName: "\(round).lua")
                let record = RecordBuffer(
                    layout: Transactions.layout, source: Transactions(fewRows))
                for case .function(let function) in sandbox.declarations.map(\.value) {
                    let questions = fewRows.indices.map { ScriptQuestion(function, row: $0) }
                    var answers = [Bool](repeating: false, count: questions.count)
                    questions.withUnsafeBufferPointer { questions in
                        answers.withUnsafeMutableBufferPointer {
                            _ = sandbox.ask(questions, on: record, answers: $0)
                        }
                    }
                    let said = sandbox.answers(of: function, on: record, ofRows: fewRows.indices)
                    #expect(said.count == fewRows.count)
                    let decisions = try sandbox.decisions(of: function, over: Transactions(fewRows))
                    #expect(decisions.allSatisfy { fewRows.indices.contains($0.row) })
                }
                _ = sandbox.countingSteps {}
                _ = sandbox.takeOutput()
                #expect(sandbox.mapHits().map(\.count) == [1])
                _ = (sandbox.hasRead(field: 0), sandbox.bytesInUse)
                sandbox.close()
            } catch {
                // So does every call that a garbled answer spoils.
                #expect(!error.message.isEmpty)
            }
        }
    }

    private func endWorker(of host: ScriptHost) throws {
        let number = try #require(host.workerNumber)
        #expect(kill(number, SIGKILL) == 0)
        var end = siginfo_t()
        #expect(waitid(P_PID, UInt32(number), &end, WEXITED | WNOWAIT) == 0)
    }
}

/// A view whose index takes ten milliseconds of the program's processor time.
private final class SlowView: RecordView {
    private(set) var answered = 0

    var count: Int { 3 }

    func fill(_ record: RecordBuffer, field: Int, row: Int) { record.setNil(at: field) }

    func rows(where index: Int, first: ScriptValue, second: ScriptValue) -> [Int32] { [] }

    func answer(_ search: ViewSearch) -> ViewAnswer {
        answered += 1
        var spent = 0.0
        while spent < 0.01 {
            spent += ProcessorTime.used { _ = (0..<1_000).reduce(0, +) }
        }
        return .rows([])
    }
}
