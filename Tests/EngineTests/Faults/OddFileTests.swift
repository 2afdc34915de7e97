import Automation
import Classification
import Engine
import Foundation
import Testing
import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("A pipe or a device where a file is read", .timeLimit(.minutes(15)))
struct OddFileTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
        for folder in ["automation", "config", "rules"] {
            try FileManager.default.createDirectory(
                atPath: "\(demo.folder.path)/\(folder)", withIntermediateDirectories: true)
        }
    }

    /// What is said of the files that are left out.
    private func reasons(_ leftOut: [LeftOutFile]) -> [String] {
        leftOut.flatMap { $0.problems.map { "\($0.file) \($0.message)" } }
    }

    @Test("is no ordinary file, and nobody waits for its writer")
    func pipeOfRules() throws {
        try #require(mkfifo("\(demo.folder.rulesPath)/50-mine.lua", 0o600) == 0)
        #expect(
            reasons(try demo.engine().classify(dryRun: true).leftOut)
                == ["rules/50-mine.lua can't be read: it is no ordinary file"])
    }

    @Test("is none in the configuration, without which nothing can be done")
    func pipeOfConfiguration() throws {
        let path = "\(demo.folder.configPath)/lens.toml"
        try #require(mkfifo(path, 0o600) == 0)
        #expect(throws: EngineError.cannotRead(path: path, reason: "it is no ordinary file")) {
            try demo.engine().classify(dryRun: true)
        }
    }

    @Test("is none among handlers either")
    func handlers() throws {
        try #require(mkfifo("\(demo.folder.automationPath)/alerts.lua", 0o600) == 0)
        #expect(
            reasons(try demo.engine().automations().leftOut)
                == ["automation/alerts.lua can't be read: it is no ordinary file"])
    }

    @Test("is none at the end of a link")
    func device() throws {
        try FileManager.default.createSymbolicLink(
            atPath: demo.folder.rulesPath + "/50-mine.lua", withDestinationPath: "/dev/zero")
        #expect(
            reasons(try demo.engine().classify(dryRun: true).leftOut)
                == [
                    "rules/50-mine.lua is a link that leads out of the folder; put the file "
                        + "itself there"
                ])
    }
}
