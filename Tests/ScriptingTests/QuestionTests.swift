import Scripting
import TestSupport
import Testing

/// Functions of one source that are asked about rows.
private struct Asked {
    let sandbox: Sandbox
    let functions: [ScriptFunction]

    init(_ bodies: [String], limits: ScriptLimits = .standard) throws {
        try self.init(
            source: bodies.map { "rule(function(tx, ctx) \($0) end)" }.joined(separator: "\n"),
            limits: limits)
    }

    init(source: String, limits: ScriptLimits = .standard) throws {
        sandbox = try Sandbox(
            limits: limits, layout: Transactions.layout, vocabulary: vocabulary)
        try sandbox.load(source: source, chunkName: file)
        functions = sandbox.declarations.compactMap {
            if case .function(let function) = $0.value { function } else { nil }
        }
    }

    /// What each function answers about each row, asked row by row.
    func outcomes(over rows: [Transactions.Row]) -> [Outcome] {
        let record = RecordBuffer(layout: Transactions.layout, source: Transactions(rows))
        let questions = rows.indices.flatMap { row in
            functions.map { ScriptQuestion($0, row: row) }
        }
        var answers = [Bool](repeating: false, count: questions.count)
        var outcomes: [Outcome] = []
        while outcomes.count < questions.count {
            let range = outcomes.count..<questions.count
            let stop = questions.withUnsafeBufferPointer { questions in
                answers.withUnsafeMutableBufferPointer { answers in
                    sandbox.ask(
                        UnsafeBufferPointer(rebasing: questions[range]), on: record,
                        answers: UnsafeMutableBufferPointer(rebasing: answers[range]))
                }
            }
            let answered = range.prefix(stop?.position ?? range.count)
            outcomes += answered.map { answers[$0] ? .yes : .no }
            if let stop { outcomes.append(Outcome(stop.outcome)) }
        }
        return outcomes
    }

    /// The same by calls, one at a time.
    func outcomesOfCalls(over rows: [Transactions.Row]) -> [Outcome] {
        let record = RecordBuffer(layout: Transactions.layout, source: Transactions(rows))
        return rows.indices.flatMap { row in
            record.show(row: row)
            return functions.map { function in
                Outcome(
                    Result { () throws(ScriptError) in
                        try sandbox.call(function, on: record)
                    })
            }
        }
    }
}

private enum Outcome: Equatable {
    case yes, no
    case other(ScriptValue)
    case failed(ScriptError.Kind, String, line: Int?)

    init(_ result: Result<ScriptValue, ScriptError>) {
        switch result {
        case .success(.boolean(true)): self = .yes
        case .success(.boolean(false)), .success(.nil): self = .no
        case .success(let value): self = .other(value)
        case .failure(let error): self = .failed(error.kind, error.message, line: error.line)
        }
    }
}

@Suite("Questions about many rows")
struct QuestionTests {
    @Test("they are answered in order, even if earlier ones fail")
    func asCalls() throws {
        let bodies = [
            "return tx.amount < 0", "return tx:contains('flix')", "return tx.payee",
            "if tx.amount == -450 then error('no') end return true", "return tx.amout",
            "return { tx.amount, tx.tags }", "return tx.tags[1] == 'tv' or nil",
            "if tx.amount > 0 then while true do end end", "return tx", "return 0.5",
            "return ('x'):rep(tx.amount + 2000) ~= ''", "for i = 1, 3 do end return tx.day > ''",
        ]
        let asked = try Asked(bodies, limits: .init(callInstructions: 5_000))
        let outcomes = asked.outcomes(over: fewRows)
        #expect(outcomes == asked.outcomesOfCalls(over: fewRows))
        #expect(outcomes.count == fewRows.count * bodies.count)
        #expect(outcomes.prefix(3) == [.yes, .yes, .other(.string("Netflix"))])
    }

    @Test("each may take the steps of a call, as many as there are")
    func budgets() throws {
        let asked = try Asked(
            ["for i = 1, 300 do end return true"], limits: .init(callInstructions: 1_000))
        #expect(
            asked.outcomes(over: Array(repeating: .init(), count: 50))
                == Array(repeating: .yes, count: 50))
    }

    @Test("with any number of steps they end where calls end", arguments: 1...40)
    func fewSteps(steps: Int) throws {
        let asked = try Asked(
            [
                "return tx.amount < 0 and tx.payee:starts_with('Net') and #tx.tags == 2",
                "local n = 0 for i = 1, 5 do n = n + i end return n == 15",
                "local t = { tx.day, tx.day .. tx.payee, tx.amount } return t[3] == t[1]",
            ], limits: .init(callInstructions: steps))
        #expect(asked.outcomes(over: fewRows) == asked.outcomesOfCalls(over: fewRows))
    }

    @Test(
        "no way to go on without end is missed",
        arguments: [
            "while true do end", "repeat until false", "::again:: goto again",
            "for i = 1, 1e9 do end", "for i = 1e9, 1, -1 do end", "while tx.amount do end",
            "local f = function(f) f(f) return 1 end f(f)",
            "local f f = function() return f() end return f()",
            "local function f() while true do end end for x in f do end",
            "::again:: if tx.amount < 0 then goto again end",
            "(('a'):rep(1000)):gsub('a', function() while true do end end)",
            "return (('a'):rep(200000)):contains((('a'):rep(100000)) .. 'b')",
        ])
    func endless(body: String) throws {
        let outcomes = try Asked(
            ["return true", body, "return 1 == 1"], limits: .init(callInstructions: 100_000)
        ).outcomes(over: [.init(), .init()])
        for row in 0...1 {
            #expect(outcomes[row * 3] == .yes)
            guard case .failed(let kind, _, _) = outcomes[row * 3 + 1] else {
                Issue.record("\(body) ends with \(outcomes[row * 3 + 1])")
                continue
            }
            #expect(kind == .instructionLimit || kind == .runtime)
            #expect(outcomes[row * 3 + 2] == .yes)
        }
    }

    @Test("a record that one keeps is found out by the next")
    func keptRecord() throws {
        let asked = try Asked(
            source: """
                local kept
                rule(function(tx)
                    if kept then return kept.amount end
                    kept = tx
                    return tx.amount < 0
                end)
                """)
        let outside = Outcome.failed(
            .runtime, "this transaction is used outside its callback; keep its copy() instead",
            line: 3)
        #expect(asked.outcomes(over: fewRows) == [.yes, outside, outside, outside])
    }

    @Test("what one counts, the next finds")
    func sharedState() throws {
        let asked = try Asked(
            source: """
                local count = 0
                rule(function(tx) count = count + 1 return count end)
                rule(function(tx) count = count + 10 return count end)
                """)
        #expect(
            asked.outcomes(over: [.init(), .init()])
                == [1, 11, 12, 22].map { .other(.integer($0)) })
    }

    @Test("they get the context too")
    func context() throws {
        let asked = try Asked(["return ctx.payee == tx.payee"])
        try asked.sandbox.setContext(.table(ScriptTable(fields: ["payee": .string("Refund")])))
        #expect(asked.outcomes(over: fewRows) == [.no, .no, .no, .yes])
    }

    @Test("a field is filled when it is read first, and then no more for its row")
    func filling() throws {
        let asked = try Asked([
            "return tx.amount < 0 and tx.amount > -2000 and tx.payee == 'Netflix'",
            "return true",
        ])
        let view = Transactions(fewRows)
        let record = RecordBuffer(layout: Transactions.layout, source: view)
        let questions = fewRows.indices.flatMap { row in
            asked.functions.map { ScriptQuestion($0, row: row) }
        }
        var answers = [Bool](repeating: false, count: questions.count)
        let stop = questions.withUnsafeBufferPointer { questions in
            answers.withUnsafeMutableBufferPointer { answers in
                asked.sandbox.ask(questions, on: record, answers: answers)
            }
        }
        #expect(stop == nil)
        #expect(answers == [true, true, false, true, true, true, false, true])
        // A worker is given the fields of many rows at once.
        if !isInWorker { #expect(view.filled == 7) }
    }

    @Test("one keeps its mark about another row, and is asked only where it is to a function")
    func marks() throws {
        let asked = try Asked(["return true"])
        let question = ScriptQuestion(asked.functions[0], row: 1, mark: -7).about(row: 3)
        #expect((question.row, question.mark, question.isAsked) == (3, -7, true))
        let none = ScriptQuestion.none(row: 2, mark: 9)
        #expect((none.row, none.mark, none.isAsked) == (2, 9, false))
    }

    @Test("a function that was not loaded, and a closed sandbox, are told")
    func unknown() throws {
        let asked = try Asked(["return true"])
        let empty = try Sandbox(layout: Transactions.layout, vocabulary: vocabulary)
        let record = RecordBuffer(layout: Transactions.layout, source: Transactions(fewRows))
        let questions = [ScriptQuestion(asked.functions[0], row: 0)]
        func stop(of sandbox: Sandbox) -> ScriptStop? {
            var answers = [false]
            return questions.withUnsafeBufferPointer { questions in
                answers.withUnsafeMutableBufferPointer { answers in
                    sandbox.ask(questions, on: record, answers: answers)
                }
            }
        }
        asked.sandbox.close()
        for sandbox in [empty, asked.sandbox] {
            let stop = stop(of: sandbox)
            #expect(stop?.position == 0)
            #expect(throws: ScriptError.self) { try stop?.outcome.get() }
        }
    }

    @Test("an allocation that fails is the error of its question", .timeLimit(.minutes(30)))
    func failingAllocations() throws {
        var firstFailure = 1
        var outcomes: [Outcome]? = nil
        repeat {
            outcomes = nil
            do {
                let asked = try Asked(
                    ["return tx.payee .. tx.day ~= ''", "return { tx.tags }"],
                    limits: .init(failsAllocationsFrom: firstFailure))
                outcomes = asked.outcomes(over: fewRows)
                #expect(outcomes?.count == fewRows.count * 2)
                #expect(asked.sandbox.close() == 0)
            } catch let error as ScriptError {
                #expect(error.kind == .memoryLimit)
            }
            firstFailure += 1
        } while outcomes?.contains(where: { if case .failed = $0 { true } else { false } }) ?? true
        #expect(firstFailure > 100)
    }
}
