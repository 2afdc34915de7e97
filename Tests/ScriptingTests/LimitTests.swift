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
        var firstFailure = 1
        var end: ScriptError.Kind?
        repeat {
            end = try endOfRun(failingFrom: firstFailure)
            #expect(end == nil || end == .memoryLimit)
            firstFailure += 1
        } while end != nil && firstFailure < 10_000
        #expect(end == nil)
        #expect(firstFailure > 300)
    }

    /// Loads a file, calls its function, evaluates a line and takes the output.
    private func endOfRun(failingFrom failure: Int) throws -> ScriptError.Kind? {
        let sandbox: Sandbox
        do {
            sandbox = try Sandbox(
                limits: .init(failsAllocationsFrom: failure), layout: layout,
                vocabulary: vocabulary, library: everythingLibrary)
        } catch {
            return error.kind
        }
        defer { #expect(sandbox.close() == 0) }
        do {
            try sandbox.load(source: everythingScript, chunkName: file)
            guard case .function(let function) = sandbox.declarations.first?.value else {
                throw NoFunction()
            }
            _ = try Transaction().withRecord { try sandbox.call(function, on: $0) }
            _ = try sandbox.evaluate(
                "{clean = require('lib.payees').clean, 'x', map('m')}", chunkName: "typed")
            #expect(sandbox.takeOutput().count == 2)
            return nil
        } catch let error as ScriptError {
            _ = sandbox.takeOutput()
            _ = sandbox.mapHits()
            return error.kind
        }
    }

    @Test("a closed sandbox refuses")
    func closed() throws {
        let sandbox = try makeSandbox()
        sandbox.close()
        #expect(sandbox.bytesInUse == 0)
        #expect(throws: ScriptError.self) { try sandbox.load(source: "", chunkName: file) }
    }
}

/// A script that uses every library.
private let everythingScript = """
    local lib = require("lib.payees")
    local map = map("m")
    local seen = {}
    print("loading", #map)
    rule(function(tx)
        local ok, message = pcall(function() error("no " .. tx.description) end)
        for name, value in pairs(tx:copy()) do seen[#seen + 1] = name end
        table.sort(seen, function(a, b) return a > b end)
        table.insert(seen, 1, table.remove(seen))
        local words = {}
        for word in tx.description:gmatch("%w+") do words[#words + 1] = word:lower() end
        local codes = 0
        for _, code in utf8.codes(tx.payee) do codes = codes + code end
        local row = map[tx.payee]
        for key, value in pairs(map) do words[#words + 1] = key end
        for column, value in pairs(row) do words[#words + 1] = column end
        print(tx, lib.clean(tx.description), utf8.char(codes % 128), next(seen))
        return {
            text = table.concat(seen, ","), list = table.pack(table.unpack(seen)), ok = ok,
            words = words, row = row, format = ("%5.2f|%q"):format(tx.rate, tx.payee),
            parts = ("a,b"):split(","), trimmed = (" x "):trim():rep(3, "-"):reverse(),
            number = tonumber("12") + math.floor(1.5), found = tx:contains("flix"),
            replaced = tx.description:gsub("%d+", { ["866"] = "x" }),
        }
    end)
    """

private let everythingLibrary = ScriptLibrary(
    modules: [
        ScriptModule(
            name: "lib.payees",
            source: Array(
                "return { clean = function(s) return (s:gsub('%d', '%0%0')) end }".utf8),
            chunkName: "rules/lib/payees.lua")
    ],
    maps: [
        ScriptMap(
            name: "m", columns: ["name", "share"],
            entries: [.init(key: "netflix", values: [.string("Netflix"), .number(0.5)])])
    ])
