import Automation
import Classification
import Engine
import Foundation
import Testing
import Vault

@Suite("Files that others can write")
struct FileTrustTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
        for folder in ["automation", "Plugins/mine", "rules/words"] {
            try FileManager.default.createDirectory(
                atPath: "\(demo.folder.path)/\(folder)", withIntermediateDirectories: true)
        }
        try demo.write("return {}", to: "rules/words/list.lua")
        try demo.write(
            #"rule { name = "Mine", when = { text = "X" }, set = { tags = { "a" } } }"#,
            to: "rules/50.lua")
        try demo.write("", to: "automation/mine.lua")
        try demo.write("", to: "config/views.toml")
        try demo.write("plugin {}", to: "Plugins/mine/plugin.lua")
    }

    private func open(_ path: String, _ mode: Int = 0o777) throws -> String {
        let path = demo.folder.path + path
        try demo.setMode(mode, of: path)
        return "\(path) can be written by others; read it, then run \"chmod go-w\" on it"
    }

    /// What is said of the files that are left out.
    private func reasons(_ leftOut: [RejectedFile]) -> [String] {
        leftOut.flatMap { $0.problems.map { "\($0.file) \($0.message)" } }
    }

    /// Half of a folder is not what anybody wrote, so nothing is read of it.
    private func refusal(of folder: String, for reason: String) -> EngineError {
        EngineError.notUsed(path: demo.folder.path + folder, reason: reason)
    }

    @Test("are left out of the rules, and so is what lies in such folders")
    func rules() throws {
        func leftOut() throws -> [String] {
            reasons(try demo.engine().classify(dryRun: true).leftOut)
        }
        #expect(try leftOut() == [])
        var reason = try open("/rules/50.lua", 0o602)
        #expect(try leftOut() == ["rules/50.lua is not used: \(reason)"])
        try demo.setMode(0o600, of: demo.folder.rulesPath + "/50.lua")
        reason = try open("/rules/words")
        #expect(try leftOut() == ["rules/words is not used: \(reason)"])
        reason = try open("/rules")
        #expect(throws: refusal(of: "/rules", for: reason)) { try leftOut() }
    }

    @Test("are left out of the handlers")
    func handlers() throws {
        var reason = try open("/automation/mine.lua")
        #expect(
            reasons(try demo.engine().automations().leftOut)
                == ["automation/mine.lua is not used: \(reason)"])
        reason = try open("/automation")
        #expect(throws: refusal(of: "/automation", for: reason)) {
            try demo.engine().automations()
        }
    }

    @Test("are not used as configuration", arguments: ["/config", ""])
    func configuration(path: String) throws {
        let reason = try open(path)
        #expect(throws: refusal(of: "/config", for: reason)) {
            try demo.engine().classify(dryRun: true)
        }
        try demo.setMode(0o700, of: demo.folder.path)
    }

    @Test(
        "are no plugins",
        arguments: ["/Plugins/mine/plugin.lua", "/Plugins/mine", "/Plugins"])
    func plugins(path: String) throws {
        let reason = try open(path)
        let mine = try PluginFolders(vaultPath: demo.folder.pluginsPath).folders
            .first { $0.name == "mine" }
        #expect(mine?.source == nil)
        #expect(mine?.problems.map(\.message) == ["is not used: \(reason)"])
    }

    @Test("are known to doctor")
    func doctor() throws {
        let reason = try open("/rules/50.lua")
        let problems = try Examination(of: demo.folder).findings.filter { !$0.isSound }
            .flatMap(\.problems)
        #expect(
            problems == [
                .exposed(
                    ExposedPath(
                        path: demo.folder.rulesPath + "/50.lua", mode: 0o777, privateMode: 0o755)),
                .leftOut(
                    RuleFileProblem(
                        file: "rules/50.lua", line: nil, message: "is not used: \(reason)")),
            ])
    }

    @Test("are known to doctor as commands and in plugins, too")
    func doctorOfCommands() throws {
        try demo.write("#!/bin/sh\n", to: "say")
        try demo.write(
            "[commands.say]\npath = \"\(demo.folder.path)/say\"\n", to: "config/automation.toml")
        _ = try open("/say")
        _ = try open("/Plugins/mine/plugin.lua")
        let problems = try Examination(of: demo.folder).findings.flatMap(\.problems)
        let files = problems.compactMap { problem in
            if case .leftOut(let mistake) = problem { mistake.file } else { nil }
        }
        #expect(files == ["Plugins/mine/plugin.lua", "config/automation.toml"])
    }
}
