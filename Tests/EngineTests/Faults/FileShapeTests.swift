import Automation
import Classification
import Engine
import Foundation
import Model
import Scripting
import TestSupport
import Testing
import Vault

@Suite("Files of random shapes")
struct FileShapeTests {
    private let demo: DemoVault
    private let host = PlantedWorker.patientHost()

    init() throws {
        demo = try DemoVault()
        try demo.importPayments([(description: "SALARY", amount: "5.00")])
        try demo.write(
            "rule { name = 'Good', when = { amount = greater(0) }, set = { tags = 'good' } }",
            to: "rules/20-good.lua")
        for folder in ["automation", "config", "Plugins/odd"] {
            try FileManager.default.createDirectory(
                atPath: demo.folder.path + "/" + folder, withIntermediateDirectories: true)
        }
    }

    private var engine: Engine { demo.engine(scripts: host) }

    @Test(
        "are used or left out with a few short reasons and in bounded time, and all else goes on",
        .timeLimit(.minutes(30)), arguments: Seeds.first(of: 24, few: 4))
    func anyShape(seed: UInt64) throws {
        var shape = FileShape(seed: seed)
        let file = shape.file()
        try demo.write(file.text, to: file.path)
        let time = try ProcessorTime.used {
            let report = try engine.classify(dryRun: false)
            check(report.leftOut + engine.heldBackConfiguration, file)
            check(try engine.automations().leftOut, file)
            for plugin in try engine.plugins() { check(plugin.problems, file) }
        }
        #expect(time < ProcessorTime.bounded, "\(file.path): \(file.text.prefix(200))")
        #expect(host.takeFailure() == nil)
        #expect(try demo.vault.everything().first?.verdict?.tags?.value.contains("good") == true)
    }

    private func check(_ files: [RejectedFile], _ file: FileShape.File) {
        for leftOut in files { check(leftOut.problems, file) }
    }

    private func check(_ problems: [RuleFileProblem], _ file: FileShape.File) {
        #expect(problems.count <= 21, "\(file.path)")
        #expect(problems.allSatisfy { $0.message.count <= 1_001 }, "\(file.path)")
    }
}

/// A file with as many or as long parts as fit, of one kind or another.
private struct FileShape {
    struct File {
        let path: String
        let text: String
    }

    private var numbers: RandomNumbers
    /// How many parts, and how long names are: few of one where the other is large.
    private let count: Int
    private let length: Int
    private let isOnOneLine: Bool

    init(seed: UInt64) {
        numbers = RandomNumbers(seed: seed)
        let room = 200_000
        count = 1 << Int.random(in: 0...15, using: &numbers)
        length = max(1, min(1 << Int.random(in: 0...17, using: &numbers), room / count - 60))
        isOnOneLine = Int.random(in: 0...1, using: &numbers) == 0
    }

    mutating func file() -> File {
        switch Int.random(in: 0...11, using: &numbers) {
        case 0: File(path: "rules/a.toml", text: parts { "\(name($0)) = 1" })
        case 1: File(path: "rules/a.toml", text: parts { "k\($0) = { \(name($0)) = 1 }" })
        case 2: File(path: "rules/a.toml", text: "a = " + nested("[", "]"))
        case 3: File(path: "rules/a.toml", text: "a" + repeated { _ in ".b" } + " = 1")
        case 4: File(path: "rules/a.csv", text: repeated { "\(name($0))," } + "x\n")
        case 5: File(path: "rules/a.csv", text: "k,v\n" + repeated { "\(name($0)),\($0)\n" })
        case 6: File(path: "rules/a.lua", text: parts { rule($0, "{ \(name($0)) = 'x' }") })
        case 7: File(path: "rules/a.lua", text: parts { rule($0, "function(t) return t.x end") })
        case 8: File(path: "rules/a.lua", text: rule(1, nested("{", "}")))
        case 9: File(path: "config/lens.toml", text: parts { "\(name($0)) = 30" })
        case 10:
            File(
                path: "automation/a.lua",
                text: parts { "on('\(name($0))', {}, function(e) \(name($0))(e) end)" })
        default:
            File(
                path: "Plugins/odd/plugin.lua",
                text: "plugin { name = 'odd', version = '1', settings = { "
                    + parts { "\(name($0)) = { type = 'integer', help = '\(name($0))' }," }
                    + " } }")
        }
    }

    private func name(_ number: Int) -> String {
        "n\(number)" + String(repeating: "y", count: length)
    }

    private func rule(_ number: Int, _ when: String) -> String {
        "rule { name = 'r\(number)', when = \(when), set = { tags = 't' } }"
    }

    private func repeated(_ part: (Int) -> String) -> String { (0..<count).map(part).joined() }

    private func parts(_ part: (Int) -> String) -> String {
        (0..<count).map(part).joined(separator: isOnOneLine ? " " : "\n") + "\n"
    }

    private func nested(_ opening: String, _ closing: String) -> String {
        repeated { _ in opening } + repeated { _ in closing }
    }
}
