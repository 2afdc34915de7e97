import Automation
import Engine
import Foundation
import GRDB
import Model
import Scripting
import Testing
import Vault

@Suite("Changes of transactions that handlers ask for")
struct AutomaticCorrectionTests {
    private let vault: EventVault
    private let listener = EventListener(EventSubscription(.newTransaction))

    init() throws {
        vault = try EventVault()
        _ = try vault.engine.recordEvents(for: [listener])
    }

    private func ask(for corrections: [Correction]) throws -> Int64 {
        try vault.receive([line("T1", -1250, on: vault.today, "ACME STORE")])
        let id = try #require(try vault.vault.everything().last?.id)
        _ = try vault.engine.recordEvents(for: [listener])
        _ = try vault.engine.deliver(to: [listener]) { _, _ in
            corrections.map { .correct(transaction: id, $0) }
        }
        return id
    }

    @Test("are made in one step of the history, which is undone by its number")
    func made() throws {
        let id = try ask(for: [
            Correction(category: "travel", tags: ["trip"]),
            Correction(class: .expense, note: "seen", tags: ["seen"], excluded: true),
        ])
        let made = try vault.engine.makeCorrections()
        #expect(made.report.sent == 2)
        #expect(made.classified?.changes.count == 1)
        let verdict = try #require(try vault.vault.transaction(id)?.verdict)
        #expect(verdict.category.value == "travel")
        #expect(verdict.tags?.value == ["trip", "seen"])
        #expect(verdict.notes?.value == "seen")
        #expect(verdict.isExcluded?.value == true)
        #expect(
            try vault.vault.history().map(\.summary) == [
                "automation: transactions set \(id), requested by \(listener.handler)"
            ])
        #expect(throws: VaultError.nothingToUndo) { try vault.engine.undo() }
        let number = try #require(try vault.vault.history().first?.number)
        _ = try vault.engine.undo(number)
        #expect(try vault.vault.transaction(id)?.verdict?.category.value != "travel")
        #expect(try vault.engine.makeCorrections().report.sent == 0)
    }

    @Test("give a transaction no more tags than it can have, and say which request was refused")
    func tooManyTags() throws {
        func tags(_ name: String, _ count: Int) -> Correction {
            Correction(tags: (0..<count).map { "\(name)\($0)" })
        }
        let id = try ask(for: [tags("a", 60), tags("b", 41), tags("c", 40), tags("a", 50)])
        let made = try vault.engine.makeCorrections()
        #expect(made.report.sent == 3)
        let reasons = made.report.failures.map(\.reason)
        #expect(reasons == ["transaction \(id) can't have more than 100 tags"])
        let verdict = try #require(try vault.vault.transaction(id)?.verdict)
        #expect(verdict.tags?.value.count == 100)
        #expect(verdict.tags?.value.contains { $0.hasPrefix("b") } == false)
    }

    @Test("are made after an edit of their handler's options")
    func handlerEdited() throws {
        let id = try ask(for: [Correction(note: "seen")])
        let made = try vault.engine.makeCorrections(
            handlers: ["alerts.lua new_transaction over=100"])
        #expect(made.report.sent == 1)
        #expect(try vault.vault.transaction(id)?.verdict?.notes?.value == "seen")
    }

    @Test(
        "are set aside once their handler is gone",
        arguments: [
            [], ["alerts.lua refund"], ["other.lua new_transaction"],
            ["alerts.lua \"new_transaction\""],
        ] as [Set<String>])
    func handlerGone(handlers: Set<String>) throws {
        let id = try ask(for: [Correction(note: "seen")])
        let made = try vault.engine.makeCorrections(handlers: handlers)
        #expect(made.report.failures.map(\.isSetAside) == [true])
        #expect(try vault.vault.transaction(id)?.verdict?.notes == nil)
        #expect(try vault.vault.history().isEmpty)
    }

    @Test("change nothing that the person has said, and are told from it")
    func personsWord() throws {
        let id = try ask(for: [Correction(category: "travel", note: "seen", tags: ["seen"])])
        _ = try vault.engine.correct([id], CorrectionChange(Correction(note: "mine")))
        _ = try vault.engine.makeCorrections()
        let verdict = try #require(try vault.vault.transaction(id)?.verdict)
        #expect(verdict.notes?.value == "mine")
        #expect(verdict.category.value == "travel")
        #expect(verdict.tags?.value == ["seen"])
        let handler = listener.handler
        #expect(
            try vault.engine.handlersWords(on: [id])[id] == [.category: handler, .tags: handler])
        _ = try vault.engine.correct([id], CorrectionChange(Correction(category: "dining")))
        #expect(try vault.engine.handlersWords(on: [id])[id] == [.tags: handler])
    }

    @Test("may change what a handler has said")
    func handlersWord() throws {
        let id = try ask(for: [Correction(note: "first")])
        _ = try vault.engine.makeCorrections()
        try vault.receive([line("T2", -1250, on: vault.today, "ACME STORE")])
        _ = try vault.engine.recordEvents(for: [listener])
        _ = try vault.engine.deliver(to: [listener]) { _, _ in
            [.correct(transaction: id, Correction(note: "second"))]
        }
        _ = try vault.engine.makeCorrections()
        #expect(try vault.vault.transaction(id)?.verdict?.notes?.value == "second")
    }

    @Test("leave no entry where it is so already")
    func already() throws {
        let id = try ask(for: [Correction(category: "travel")])
        _ = try vault.engine.correct([id], CorrectionChange(Correction(category: "travel")))
        let made = try vault.engine.makeCorrections()
        #expect(made.report.sent == 1)
        #expect(made.classified == nil)
        #expect(try vault.vault.history().count == 1)
    }

    @Test("of a category that is not there any more are set aside")
    func unknownCategory() throws {
        _ = try ask(for: [Correction(category: "gone")])
        let made = try vault.engine.makeCorrections()
        #expect(made.report.failures.map(\.isSetAside) == [true])
        #expect(try vault.vault.history().isEmpty)
    }

    @Test("wait while no version of the configuration can be used")
    func brokenConfiguration() throws {
        let id = try ask(for: [Correction(category: "travel")])
        try FileManager.default.createDirectory(
            atPath: vault.vault.folder.configPath, withIntermediateDirectories: true)
        try vault.demo.write("nonsense", to: "config/pipeline.toml")
        let unusable = LastGoodFile(bytes: Array("stages = 2\n".utf8), since: 0)
        try vault.vault.store(lastGood: ["config/pipeline.toml": unusable], at: 0)
        #expect(try vault.engine.makeCorrections().report.failures.map(\.isSetAside) == [false])
        try FileManager.default.removeItem(
            atPath: vault.vault.folder.configPath + "/pipeline.toml")
        #expect(try vault.engine.makeCorrections().report.sent == 0)
        vault.seconds = 600
        #expect(try vault.engine.makeCorrections().report.sent == 1)
        #expect(try vault.vault.transaction(id)?.verdict?.category.value == "travel")
    }

    @Test("stay the handler's when the event is long forgotten, for it to change ever after")
    func prunedEvent() throws {
        let id = try ask(for: [Correction(category: "travel", tags: ["trip"])])
        _ = try vault.engine.makeCorrections()
        vault.today = vault.today.adding(days: 500)
        try vault.receive([line("T2", -1250, on: vault.today, "OTHER STORE")])
        _ = try vault.engine.recordEvents(for: [listener])
        #expect(
            try vault.vault.eventLog(limit: 10).map(\.event.subject) == ["transaction \(id + 1)"])
        let handler = listener.handler
        #expect(
            try vault.engine.handlersWords(on: [id])[id] == [.category: handler, .tags: handler])
        _ = try vault.engine.deliver(to: [listener]) { _, _ in
            [.correct(transaction: id, Correction(category: "dining"))]
        }
        _ = try vault.engine.makeCorrections()
        #expect(try vault.vault.transaction(id)?.verdict?.category.value == "dining")
    }

    @Test("become the person's once the person says the same, and not by undoing that")
    func sameSaid() throws {
        let id = try ask(for: [Correction(category: "travel", note: "seen", tags: ["a", "b"])])
        _ = try vault.engine.makeCorrections()
        func attributes() throws -> Set<Attribute> {
            Set(try vault.engine.handlersWords(on: [id])[id, default: [:]].keys)
        }
        let said = CorrectionChange(Correction(category: "travel", tags: ["a", "b"]))
        _ = try vault.engine.correct([id], said)
        #expect(try attributes() == [.notes])
        _ = try vault.engine.undo()
        #expect(try attributes() == [.category, .notes, .tags])
        _ = try vault.engine.redo()
        #expect(try attributes() == [.notes])
    }

    @Test("are undone and redone with whose they are, whatever the person said meanwhile")
    func undone() throws {
        let id = try ask(for: [Correction(category: "travel")])
        _ = try vault.engine.makeCorrections()
        let number = try #require(try vault.vault.history().first?.number)
        _ = try vault.engine.undo(number)
        _ = try vault.engine.correct([id], CorrectionChange(Correction(category: "travel")))
        #expect(try vault.engine.handlersWords(on: [id])[id, default: [:]].isEmpty)
        _ = try vault.engine.undo()
        _ = try vault.engine.redo(number)
        #expect(
            try vault.engine.handlersWords(on: [id])[id] == [.category: listener.handler])
    }
}
