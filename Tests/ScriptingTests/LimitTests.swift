import Scripting
import Testing

@Suite("Limits")
struct LimitTests {
    @Test("a call has its whole budget, whatever the calls before it took")
    func budgetForEachCall() throws {
        let loop = try OneFunction(
            "for i = 1, 300 do end", limits: .init(callInstructions: 1_000))
        for _ in 0..<10 {
            #expect(try loop.call() == .nil)
        }
    }

    @Test("a script stops at the same line every time")
    func sameLine() throws {
        let source = """
            rule(function(tx)
                local n = 0
                while true do
                    n = n + 1
                    n = n + 2
                end
            end)
            """
        let loop = try OneFunction(source: source, limits: .init(callInstructions: 12_345))
        let first = loop.error()
        #expect(first?.line != nil)
        #expect((0..<5).allSatisfy { _ in loop.error() == first })
    }

    @Test("after a call that ran out of steps, others run")
    func afterInstructionLimit() throws {
        let loop = try OneFunction("if tx.amount < 0 then while true do end end return 1")
        #expect(loop.error(on: Transaction(amount: -1))?.kind == .instructionLimit)
        #expect(try loop.call(on: Transaction(amount: 1)) == .integer(1))
    }

    @Test("after a call that ran out of memory, others run")
    func afterMemoryLimit() throws {
        let hungry = try OneFunction(
            """
            local kept = {}
            for i = 1, tx.amount do kept[i] = {i} end
            return #kept
            """, limits: .init(memoryBytes: 1 << 20, callInstructions: 100_000_000))
        for _ in 0..<3 {
            #expect(hungry.error(on: Transaction(amount: 1_000_000))?.kind == .memoryLimit)
            #expect(try hungry.call(on: Transaction(amount: 1_000)) == .integer(1_000))
        }
    }

    @Test("the memory in use stays within the limit")
    func memoryInUse() throws {
        let sandbox = try makeSandbox(.init(memoryBytes: 1 << 20))
        #expect(throws: ScriptError.self) {
            try sandbox.load(
                source: "kept = {} for i = 1, 1e9 do kept[i] = {} end", chunkName: file)
        }
        #expect(sandbox.bytesInUse <= 1 << 20)
    }

    @Test("a text may be as long as the limit and no longer", arguments: [1_000, 5_000])
    func textLimit(bytes: Int) throws {
        let limits = ScriptLimits(textBytes: bytes)
        #expect(loadError("local s = ('x'):rep(\(bytes))", limits: limits) == nil)
        let tooLong = loadError("local s = ('x'):rep(\(bytes)) .. ('y'):rep(100)", limits: limits)
        #expect(tooLong?.message == "the script made a text longer than \(bytes) bytes")
    }

    @Test("a value may be as deep as the limit and no deeper")
    func depth() throws {
        let limits = ScriptLimits(valueDepth: 3)
        #expect(loadError("rule({{1}})", limits: limits) == nil)
        #expect(loadError("rule({{{1}}})", limits: limits)?.kind == .unusableValue)
    }

    @Test("the parts of each declaration are counted on their own")
    func parts() throws {
        let limits = ScriptLimits(valueNodes: 5)
        #expect(loadError("rule {1, 2, 3} rule {1, 2, 3} rule {1, 2, 3}", limits: limits) == nil)
        #expect(loadError("rule {1, 2, 3, 4}", limits: limits)?.kind == .unusableValue)
    }

    @Test("whichever allocation fails, nothing crashes and nothing leaks")
    func failingAllocations() throws {
        let source = """
            local seen = {}
            rule(function(tx)
                local ok, message = pcall(function() error("no " .. tx.description) end)
                for name, value in pairs(tx:copy()) do seen[#seen + 1] = name end
                table.sort(seen)
                return {text = table.concat(seen, ","), list = seen, ok = ok}
            end)
            """
        var firstFailure = 1
        var ends: Set<ScriptError.Kind?> = []
        repeat {
            ends = []
            do {
                let sandbox = try makeSandbox(.init(failsAllocationsFrom: firstFailure))
                defer { #expect(sandbox.close() == 0) }
                try sandbox.load(source: source, chunkName: file)
                guard case .function(let function) = sandbox.declarations.first?.value else {
                    throw NoFunction()
                }
                _ = try Transaction().withRecord { try sandbox.call(function, on: $0) }
                ends.insert(nil)
            } catch let error as ScriptError {
                ends.insert(error.kind)
            }
            #expect(ends == [nil] || ends == [.memoryLimit])
            firstFailure += 1
        } while ends != [nil] && firstFailure < 10_000
        #expect(ends == [nil])
        #expect(firstFailure > 100)
    }

    @Test("a closed sandbox refuses")
    func closed() throws {
        let sandbox = try makeSandbox()
        sandbox.close()
        #expect(sandbox.bytesInUse == 0)
        #expect(throws: ScriptError.self) { try sandbox.load(source: "", chunkName: file) }
    }
}
