import Scripting
import Testing

/// A script that tries to get more than it may have.
struct Attack: Sendable, CustomTestStringConvertible {
    let name: String
    let script: String
    let stopped: ScriptError.Kind
    let limits: ScriptLimits

    init(
        _ name: String, _ script: String, _ stopped: ScriptError.Kind,
        limits: ScriptLimits = .init(loadInstructions: 3_000_000)
    ) {
        self.name = name
        self.script = script
        self.stopped = stopped
        self.limits = limits
    }

    var testDescription: String { name }
}

extension Sandbox {
    /// The kind of error that a source ends with, or nil. Loads a good source
    /// after it and notes an issue where that fails.
    fileprivate func end(of attack: Attack) -> ScriptError.Kind? {
        var kind: ScriptError.Kind?
        do {
            try load(source: attack.script, chunkName: file)
        } catch {
            kind = error.kind
        }
        #expect(throws: Never.self, "a good script runs after \(attack.name)") {
            try load(source: "rule(('good'):upper())", chunkName: "good.lua")
        }
        #expect(declarations.first?.value == .string("GOOD"))
        return kind
    }
}

@Suite("A script that tries to get more than it may have")
struct AttackTests {
    @Test(
        "an attack ends as it should, and the next script runs",
        arguments: [
            endlessWork, endlessMatching, endlessLibraryWork, slowSteps, endlessMemory,
            forbiddenNames, trespasses, wildValues, wildSources, valuesThatCannotLeave,
        ].flatMap { $0 })
    func stopped(attack: Attack) throws {
        let sandbox = try makeSandbox(attack.limits)
        #expect(sandbox.end(of: attack) == attack.stopped)
        #expect(sandbox.close() == 0)
    }

    @Test(
        "one call that goes on without end costs its source the worker, and the next script runs",
        arguments: endlessCalls)
    func ended(attack: Attack) throws {
        let host = PlantedWorker.host()
        func makeSandbox() throws -> Sandbox {
            try Sandbox(limits: attack.limits, layout: layout, vocabulary: vocabulary, on: host)
        }
        #expect(try makeSandbox().end(of: attack) == attack.stopped)
        #expect(host.interruptions == 1)
    }

    @Test("an attempt gives what it would give anywhere", arguments: harmlessAttempts)
    func harmless(name: String, script: String, value: ScriptValue) throws {
        #expect(try evaluated(script) == value)
    }

    @Test("all attacks one after the other do a sandbox no harm")
    func together() throws {
        let sandbox = try makeSandbox(.init(loadInstructions: 300_000))
        for attack in wildValues + wildSources + trespasses + endlessMatching {
            _ = sandbox.end(of: attack)
        }
        #expect(sandbox.close() == 0)
    }

    @Test("endless work in a callback is stopped too", arguments: endlessWork.prefix(6))
    func endlessCallback(attack: Attack) throws {
        let script = attack.script.replacing("rule(1)", with: "")
        #expect(try OneFunction(script).error()?.kind == attack.stopped)
    }

    @Test("endless recursion is stopped by one limit or the other")
    func recursion() {
        let kind = loadError("local function f() return 1 + f() end f()")?.kind
        #expect(kind == .memoryLimit || kind == .runtime)
    }

    @Test("a source longer than the limit is not read")
    func longSource() {
        let source = String(repeating: " ", count: 101)
        #expect(loadError(source, limits: .init(sourceBytes: 100))?.kind == .sourceTooLarge)
    }
}
