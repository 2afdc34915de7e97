import Engine
import Foundation
import Model
import TestSupport
import Testing
import Vault

@Suite("What was in use and concluded before")
struct FileLogTests {
    private static let file = "rules/50-mine.lua"

    private static func rule(tag: String) -> String {
        "rule { name = \"Mine\", when = { amount = less(0) }, set = { tags = { \"\(tag)\" } } }\n"
    }

    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
        try FileManager.default.createDirectory(
            atPath: "\(demo.folder.path)/config", withIntermediateDirectories: true)
        try demo.importPayments(["COFFEE", "BOOKS"])
        _ = try demo.engine().classify(dryRun: false)
    }

    private func write(_ text: String, to path: String = file) throws {
        try demo.write(text, to: path)
        _ = try demo.engine().classify(dryRun: false)
    }

    private func log() throws -> [FileLogEntry] { try demo.engine().fileLog() }

    @Test("each version is kept with what it changed, and a broken file is none")
    func versions() throws {
        try write(Self.rule(tag: "a"))
        try write("rule { name = ")
        try write("-- Mine\n" + Self.rule(tag: "b"))
        try FileManager.default.removeItem(atPath: "\(demo.folder.path)/\(Self.file)")
        _ = try demo.engine().classify(dryRun: false)
        let log = try log()
        #expect(log.map(\.kind) == [.removed, .changed, .added])
        #expect(log.map(\.version.path) == [Self.file, Self.file, Self.file])
        #expect(log.map { [$0.lines.added, $0.lines.removed] } == [[0, 2], [2, 1], [1, 0]])
        #expect(log.map(\.changes.count) == [2, 2, 2])
        #expect(log[1].difference.before == Array(Self.rule(tag: "a").utf8))
        let tags = log[1].changes.map { [$0.before?.tags?.value, $0.after.tags?.value] }
        #expect(tags == [[["a"], ["b"]], [["a"], ["b"]]])
    }

    @Test("a version that another process stored at once is kept once")
    func atOnce() throws {
        let file = LastGoodFile(bytes: Array(Self.rule(tag: "a").utf8), since: 1)
        let other = try Vault.open(demo.folder, clock: { 1 })
        try demo.vault.store(lastGood: [Self.file: file], at: 1)
        try other.store(lastGood: [Self.file: file], at: 2)
        #expect(try log().map(\.kind) == [.added])
        try demo.vault.store(lastGood: [Self.file: nil], at: 3)
        try other.store(lastGood: [Self.file: nil], at: 4)
        #expect(try log().map(\.kind) == [.removed, .added])
        try other.store(lastGood: [Self.file: file], at: 5)
        #expect(try log().map(\.version.since) == [1, 3, 1])
    }

    @Test("an empty file is a version, and is stored once")
    func empty() throws {
        try write(Self.rule(tag: "a"))
        try write("")
        _ = try demo.engine().classify(dryRun: false)
        let log = try log()
        #expect(log.map(\.kind) == [.changed, .added])
        #expect(log.first?.version.bytes == [])
    }

    @Test("a file whose earlier versions are gone isn't called new")
    func oldestKept() throws {
        let old = LastGoodFile(bytes: Array("-- Old\n".utf8), since: 1)
        try demo.vault.store(lastGood: ["rules/10-old.lua": old], at: 1)
        let large = [UInt8](repeating: UInt8(ascii: "-"), count: 9 << 20)
        for number in UInt8(0)..<4 {
            let bytes = large + [UInt8(ascii: "0") + number]
            try demo.vault.store(
                lastGood: [Self.file: LastGoodFile(bytes: bytes, since: 1)], at: 1)
        }
        #expect(try log().map(\.kind) == [.changed, .oldestKept, .added])
    }

    @Test("a version that changes no value has no changes")
    func comment() throws {
        try write(Self.rule(tag: "a"))
        try write("-- A comment moves the rule.\n" + Self.rule(tag: "a"))
        #expect(try log().map(\.changes.count) == [0, 2])
    }

    @Test("a shipped file that is back is called that")
    func shipped() throws {
        let path = "config/transfers.toml"
        let shipped = try #require(ShippedFiles.all.first { $0.path == path })
        let text = String(decoding: shipped.bytes, as: UTF8.self)
        try write(text + "# Mine\n", to: path)
        try write(text, to: path)
        #expect(try log().map(\.kind) == [.shipped, .changed])
        #expect(try log().map { [$0.lines.added, $0.lines.removed] } == [[0, 1], [1, 0]])
    }

    @Test("what was concluded at each moment is found again", arguments: [1, 2, 3])
    func history(seed: UInt64) throws {
        var life = try ChangingVault(seed: seed)
        var random = RandomNumbers(seed: seed &+ 500)
        var seen: [(instant: Int64, verdicts: [Int64: Verdict])] = []
        for day in 1...12 {
            if Int.random(in: 0..<3, using: &random) == 0 {
                try life.demo.write(
                    Self.rule(tag: Bool.random(using: &random) ? "a" : "b"), to: Self.file)
            } else {
                _ = try life.change()
            }
            let now = today.adding(days: day)
            _ = try life.demo.engine(on: now).classify(dryRun: false)
            let records = try life.demo.vault.everything()
            seen.append(
                (
                    now.noon,
                    records.reduce(into: [:]) { $0[$1.id] = $1.verdict }
                ))
        }
        for (instant, verdicts) in seen {
            for (id, then) in verdicts {
                let history = try #require(try life.demo.vault.conclusionHistory(of: id))
                let found =
                    try history.former.first { $0.until > instant }?.verdict
                    ?? #require(try life.demo.vault.transaction(id)?.verdict)
                try #require(found.isDecided(as: then), "\(id) at \(instant)")
            }
        }
    }
}
