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
                == ["rules/50-mine.lua is not a regular file; move it out of the folder"])
    }

    @Test(
        "is followed behind a link if nobody else can change it or its way",
        arguments: ["rules/50-mine.lua", "rules/payees.csv", "rules/own/words.lua"])
    func linkOut(file: String) throws {
        let way = demo.folder.path + "/dotfiles"
        try FileManager.default.createDirectory(
            atPath: way + "/deep", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: demo.folder.rulesPath + "/own", withIntermediateDirectories: true)
        try demo.write("oops(", to: "dotfiles/deep/file")
        try FileManager.default.createSymbolicLink(
            atPath: way + "/link", withDestinationPath: "deep/file")
        try FileManager.default.createSymbolicLink(
            atPath: "\(demo.folder.path)/\(file)", withDestinationPath: way + "/link")
        // It is read, and so has a mistake.
        let isMap = file.hasSuffix(".csv")
        try demo.write(
            isMap ? "local m = map(\"payees.csv\")" : "require(\"own.words\")",
            to: "rules/60-use.lua")
        func told() throws -> [String] {
            try demo.engine().classify(dryRun: true).leftOut.flatMap(\.problems).map {
                "\($0.file) \($0.message)"
            }
        }
        #expect(try !told().contains { $0.hasPrefix(file + " is not used") })
        for open in ["/deep", ""] {
            try #require(chmod(way + open, 0o777) == 0)
            #expect(
                try told().contains {
                    $0.hasPrefix("\(file) is not used") && $0.contains("written by others")
                })
            try #require(chmod(way + open, 0o755) == 0)
        }
    }

    @Test("in a linked folder is not read, and that is said")
    func linkedFolder() throws {
        try FileManager.default.createDirectory(
            atPath: demo.folder.path + "/dotfiles", withIntermediateDirectories: true)
        try demo.write("return {}", to: "dotfiles/costco.lua")
        try FileManager.default.createSymbolicLink(
            atPath: demo.folder.rulesPath + "/packs", withDestinationPath: "../dotfiles")
        try demo.write("require(\"packs.costco\")", to: "rules/50-mine.lua")
        #expect(
            reasons(try demo.engine().classify(dryRun: true).leftOut).contains(
                "rules/packs is a link to a folder; link its files one by one, or move the "
                    + "folder here"))
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
