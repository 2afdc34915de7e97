import Classification
import Engine
import Foundation
import Model
import Scripting
import Testing
import Vault

@Suite("A pass whose worker ends")
struct WorkerFaultTests {
    private let demo: DemoVault
    private let host = PlantedWorker.host()

    private static let counting = """
        rule {
            name = "Counts",
            when = function(tx) return tonumber(tx.day:sub(9)) % 3 == 0 end,
            set = { tags = { "third" } },
        }
        rule {
            name = "Large",
            when = function(tx) return tx.amount < -100 end,
            set = function(tx) return { tags = { "over-" .. tx.currency } } end,
        }
        """
    private static let plain = """
        rule {
            name = "Plain", when = function(tx) return tx.amount > 0 end, set = { tags = { "plus" } },
        }
        """

    init() throws {
        demo = try HouseholdVault(months: 3, isClassified: false).copy()
        try demo.write(Self.counting, to: "rules/20-counting.lua")
    }

    private var engine: Engine {
        Engine(vault: demo.vault, moment: Moment(clock: today.noon), scripts: host)
    }

    private func verdicts(_ classify: () throws -> Void) throws -> [Verdict?] {
        try classify()
        return try demo.vault.everything().map(\.verdict)
    }

    /// What is concluded with good files alone, and in this process.
    private func expected() throws -> [Verdict?] {
        try verdicts { _ = try demo.engine().classify(dryRun: false, isWhole: true) }
    }

    @Test("concludes as one in this process does")
    func alike() throws {
        let expected = try expected()
        let tags = Set(expected.flatMap { $0?.tags?.value ?? [] })
        #expect(tags.contains("third"))
        #expect(tags.contains("over-USD"))
        #expect(
            try verdicts { _ = try engine.classify(dryRun: false, isWhole: true) } == expected)
        #expect(host.interruptions == 0)
    }

    @Test(
        "leaves out the file at fault, and concludes all else as without it",
        arguments: [
            "load-crash", "call-crash", "call-endless", "call-leak", "call-write", "call-connect",
            "call-fork", "call-nonsense", "load-nonsense",
        ])
    func fileAtFault(fault: String) throws {
        let expected = try expected()
        try demo.write(Self.plain, to: "rules/10-\(fault).lua")
        var report: ClassifyReport?
        #expect(
            try verdicts {
                report = try engine.classify(dryRun: false, isWhole: true)
            } == expected)
        let leftOut = try #require(report?.leftOut)
        #expect(leftOut.map(\.file) == ["rules/10-\(fault).lua"])
        #expect(host.interruptions == 1)
    }

    /// Engines of commands that run one after another.
    private func interruptionsOfTwoCommands() throws -> [Int] {
        try (0..<2).map { _ in
            let host = PlantedWorker.host()
            let engine = Engine(vault: demo.vault, moment: Moment(clock: today.noon), scripts: host)
            _ = try engine.classify(dryRun: false, isWhole: true)
            return host.interruptions
        }
    }

    @Test("pays once for a rule file that takes too long, and again when it is changed")
    func slowRules() throws {
        for version in 1...2 {
            try demo.write(Self.plain + "-- \(version)", to: "rules/10-call-endless.lua")
            let interruptions = try interruptionsOfTwoCommands()
            #expect(interruptions == [1, 0])
        }
    }

    @Test("pays once for a plugin that takes too long, and again when it is changed")
    func slowPlugin() throws {
        // So that all the time is the plugin's.
        try demo.write("", to: "rules/20-counting.lua")
        let name = "call-endless"
        for version in 1...2 {
            let text = PluginFiles.plugin(name) + "-- \(version)"
            try demo.addPlugin(name, ["plugin.lua": text])
            try demo.letRun(name)
            let interruptions = try interruptionsOfTwoCommands()
            #expect(interruptions == [1, 0])
        }
    }

    @Test("loses and changes nothing where somebody ends it at any moment")
    func endedFromOutside() async throws {
        let expected = try expected()
        let host = host
        let killing = Task {
            while !Task.isCancelled {
                if let number = host.workerNumber { kill(number, SIGKILL) }
                try await Task.sleep(for: .milliseconds(35))
            }
        }
        for _ in 0..<10 {
            do {
                _ = try engine.classify(dryRun: false, isWhole: true)
            } catch EngineError.luaCannotRun {
                // Then nothing was stored.
            }
            #expect(try demo.vault.everything().map(\.verdict) == expected)
        }
        killing.cancel()
        #expect(try verdicts { _ = try engine.classify(dryRun: false) } == expected)
    }

    @Test("classifies nothing where no worker can be had")
    func cannotStart() throws {
        let none = Engine(
            vault: demo.vault, moment: Moment(clock: today.noon),
            scripts: ScriptHost(worker: WorkerProgram(path: "/nowhere/worker", arguments: [])))
        #expect(throws: EngineError.self) { try none.classify(dryRun: false) }
        #expect(try demo.vault.everything().allSatisfy { $0.verdict == nil })
    }
}
