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

@Suite("A pipe or a device where a file is read", .timeLimit(.minutes(30)))
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
    private func reasons(_ leftOut: [RejectedFile]) -> [String] {
        leftOut.flatMap { $0.problems.map { "\($0.file) \($0.message)" } }
    }

    @Test("is not a regular file, and nobody waits for its writer")
    func pipeOfRules() throws {
        try #require(mkfifo("\(demo.folder.rulesPath)/50-mine.lua", 0o600) == 0)
        #expect(
            reasons(try demo.engine().classify(dryRun: true).leftOut)
                == ["rules/50-mine.lua is not a regular file; move it out of the folder"])
    }

    @Test("in the configuration is ignored in favour of the shipped one")
    func pipeOfConfiguration() throws {
        try #require(mkfifo("\(demo.folder.configPath)/categories.toml", 0o600) == 0)
        let report = try demo.engine().classify(dryRun: true)
        #expect(
            reasons(report.leftOut)
                == ["config/categories.toml is not a regular file; move it out of the folder"])
        #expect(report.leftOut.map(\.standIn) == [.shipped])
    }

    @Test("among handlers is ignored")
    func handlers() throws {
        try #require(mkfifo("\(demo.folder.automationPath)/alerts.lua", 0o600) == 0)
        #expect(
            reasons(try demo.engine().automations().leftOut)
                == ["automation/alerts.lua is not a regular file; move it out of the folder"])
    }

    @Test("behind a link is ignored")
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

    @Test(
        "is not used either where a link leads out of the folder", arguments: ["rules", "config"])
    func linkOut(folder: String) throws {
        let name = folder == "rules" ? "50-mine.lua" : "rates.toml"
        try demo.write("rule { nam = 1 }", to: "outside")
        try FileManager.default.createSymbolicLink(
            atPath: "\(demo.folder.path)/\(folder)/\(name)", withDestinationPath: "../outside")
        #expect(
            reasons(try demo.engine().classify(dryRun: true).leftOut)
                == [
                    "\(folder)/\(name) is a link that leads out of the folder; put the file "
                        + "itself there"
                ])
    }

    @Test("is not read beyond a limit, however large it is")
    func hugeFile() throws {
        let path = "\(demo.folder.rulesPath)/50-mine.lua"
        try demo.write("", to: "rules/50-mine.lua")
        // A file of holes takes no room on the disk.
        try #require(truncate(path, 20 << 30) == 0)
        #expect(
            reasons(try demo.engine().classify(dryRun: true).leftOut)
                == ["rules/50-mine.lua is larger than 4 MiB"])
    }

    @Test("is cut off where a person names it and it does not end")
    func endless() {
        #expect(
            throws: EngineError.cannotRead(path: "/dev/zero", reason: "it is larger than 1 MiB")
        ) {
            try FileReader.bytes(at: "/dev/zero", atMost: 1 << 20)
        }
    }
}
