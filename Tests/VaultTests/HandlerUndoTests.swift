import GRDB
import Model
import TestSupport
import Testing
import Vault

@Suite("Undoing where handlers decide, too")
struct HandlerUndoTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }

    init() throws {
        stored = try StoredVault()
        try stored.store(account("A1", (1...3).map { transaction("T\($0)") }))
    }

    private func corrections() throws -> [Int64: Correction] {
        try vault.corrections(of: [1, 2, 3])
    }

    private func person(_ transaction: Int64 = 1, _ change: (inout Correction) -> Void) throws {
        var correction = try corrections()[transaction] ?? Correction()
        change(&correction)
        try vault.correct([transaction: correction], summary: "person")
    }

    private func handler(_ transaction: Int64 = 1, _ change: (inout Correction) -> Void) throws {
        var correction = try corrections()[transaction] ?? Correction()
        change(&correction)
        // No action has this number: it only tells whose word it is.
        try vault.correct([transaction: correction], finishing: [-1], summary: "handler")
    }

    @Test("the person's last decision is undone, and what a handler said since stays")
    func personsOwn() throws {
        try person { $0.category = "dining" }
        try handler { $0.tags = ["large"] }
        #expect(try vault.undo().summary == "person")
        #expect(try corrections() == [1: Correction(tags: ["large"])])
        #expect(failure { try vault.undo() } == .nothingToUndo)
        _ = try vault.redo()
        #expect(try corrections() == [1: Correction(category: "dining", tags: ["large"])])
    }

    @Test("a handler that speaks in between does not cost the person the redo")
    func redoStays() throws {
        try person { $0.category = "dining" }
        _ = try vault.undo()
        try handler { $0.category = "gifts" }
        _ = try vault.redo()
        #expect(try corrections() == [1: Correction(category: "dining")])
        _ = try vault.undo()
        #expect(try corrections() == [1: Correction(category: "gifts")])
    }

    @Test("what a handler said is undone and redone by its number, whatever came after it")
    func byNumber() throws {
        try handler { $0.tags = ["large"] }
        try person { $0.category = "dining" }
        try person(2) { $0.note = "mine" }
        #expect(try vault.undo(1).isAutomatic)
        #expect(try corrections()[1] == Correction(category: "dining"))
        #expect(failure { try vault.undo(1) } == .notToBeUndone(1))
        _ = try vault.redo(1)
        #expect(try corrections()[1] == Correction(category: "dining", tags: ["large"]))
        _ = try vault.undo()
        _ = try vault.undo()
        #expect(try corrections() == [1: Correction(tags: ["large"])])
    }

    @Test("the person's own decisions are undone in their order only")
    func order() throws {
        try person { $0.category = "dining" }
        try person { $0.category = "gifts" }
        #expect(failure { try vault.undo(1) } == .notToBeUndone(1))
        #expect(failure { try vault.undo(9) } == .noSuchEntry(9))
        #expect(try vault.undo(2).number == 2)
        #expect(failure { try vault.redo(1) } == .notToBeRedone(1))
        #expect(failure { try vault.redo(9) } == .noSuchEntry(9))
        #expect(try vault.redo(2).number == 2)
    }

    @Test("what a handler said and the person said otherwise is not to be undone")
    func overruled() throws {
        try handler { $0.category = "gifts" }
        try person { $0.category = "dining" }
        #expect(
            failure { try vault.undo(1) }
                == .decisionsChangedSince(entry: 1))
        #expect(try corrections() == [1: Correction(category: "dining")])
        #expect(try vault.history().map(\.isUndone) == [false, false])
    }

    @Test("what was said again is no longer said, whatever a handler said since")
    func saidAgain() throws {
        let dining = Correction(category: "dining")
        try vault.correct([1: dining], stating: dining, summary: "person")
        try vault.number([(RuleIdentity("rules/1.lua:A", fingerprint: "1"), nil)])
        try vault.correct([1: dining], stating: dining, summary: "person")
        func number() throws -> Int64? { try vault.wordOrder().corrections[1]?[.category] }
        #expect(try number() == 2)
        try handler { $0.note = "seen" }
        _ = try vault.undo()
        #expect(try number() == 1)
        _ = try vault.redo()
        #expect(try number() == 2)
    }

    @Test("rules that were made with a correction go and come with it")
    func rules() throws {
        try vault.correct(
            [1: Correction(category: "dining")], addingRules: [CorrectionRule("{ name = \"R\" }")],
            summary: "person")
        try handler { $0.tags = ["large"] }
        _ = try vault.undo()
        #expect(try vault.storedRules().isEmpty)
        #expect(try corrections() == [1: Correction(tags: ["large"])])
        _ = try vault.redo()
        #expect(try vault.storedRules().count == 1)
        #expect(
            try corrections() == [1: Correction(category: "dining", tags: ["large"])])
    }

    @Test(
        "any row of decisions of both leaves what a model of fields would",
        arguments: Seeds.first(of: 30))
    func agreesWithModel(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        var model = FieldModel()
        for _ in 0..<80 {
            let transaction = Int64.random(in: 1...2, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let isAutomatic = Bool.random(using: &random)
                let field = FieldModel.Field.allCases.randomElement(using: &random) ?? .tag
                let value = ["a", "b", "c", nil].randomElement(using: &random) ?? nil
                model.decide(transaction, field, value, isAutomatic: isAutomatic)
                func change(_ correction: inout Correction) {
                    FieldModel.set(field, value, in: &correction)
                }
                if isAutomatic {
                    try handler(transaction, change)
                } else {
                    try person(transaction, change)
                }
            case 5..<7: #expect((failure { try vault.undo() } == nil) == model.undo())
            case 7..<8: #expect((failure { try vault.redo() } == nil) == model.redo())
            default:
                let history = try vault.history().filter(\.isAutomatic)
                guard let place = history.indices.randomElement(using: &random) else { continue }
                let entry = history[place]
                let ofModel = history.count - 1 - place
                let isRefused = failure {
                    entry.isUndone ? try vault.redo(entry.number) : try vault.undo(entry.number)
                }
                #expect((isRefused == nil) == model.turn(handlersEntry: ofModel))
            }
            #expect(
                try corrections().mapValues { Set($0.fields) }
                    == model.values.mapValues { Set($0.fields) })
        }
    }
}

extension Correction {
    fileprivate var fields: [String] {
        [category.map { "category \($0)" }, note.map { "note \($0)" }].compactMap(\.self)
            + tags.map { "tag \($0)" }
    }
}

/// What undoing is to come to, in fields and without a database.
private struct FieldModel {
    enum Field: CaseIterable { case category, note, tag }

    /// What one entry changed; of tags each is a field of its own.
    private struct Entry {
        let transaction: Int64
        let field: Field
        var before: String?
        var after: String?
        let isAutomatic: Bool
        var isUndone = false
    }

    private(set) var values: [Int64: Correction] = [:]
    private var entries: [Entry] = []

    /// What is decided in one field: a tag is added, and with nil the first in the
    /// alphabet dropped.
    static func set(_ field: Field, _ value: String?, in correction: inout Correction) {
        switch field {
        case .category: correction.category = value
        case .note: correction.note = value
        case .tag:
            let dropped = value == nil ? correction.tags.min() : nil
            correction.tags.removeAll { $0 == dropped }
            if let value, !correction.tags.contains(value) { correction.tags.append(value) }
        }
    }

    mutating func decide(
        _ transaction: Int64, _ field: Field, _ value: String?, isAutomatic: Bool
    ) {
        let now = values[transaction] ?? Correction()
        let before = field == .tag && value == nil ? now.tags.min() : Self.value(of: field, in: now)
        if field == .tag, let value, now.tags.contains(value) { return }
        guard before != value else { return }
        if !isAutomatic { entries.removeAll { $0.isUndone && !$0.isAutomatic } }
        entries.append(
            Entry(
                transaction: transaction, field: field, before: before, after: value,
                isAutomatic: isAutomatic))
        set(transaction, field, from: before, to: value)
    }

    /// - Returns: whether there was something.
    mutating func undo() -> Bool {
        guard let place = entries.lastIndex(where: { !$0.isUndone && !$0.isAutomatic }) else {
            return false
        }
        return turn(place)
    }

    mutating func redo() -> Bool {
        guard let place = entries.firstIndex(where: { $0.isUndone && !$0.isAutomatic }) else {
            return false
        }
        return turn(place)
    }

    mutating func turn(handlersEntry number: Int) -> Bool {
        turn(entries.indices.filter { entries[$0].isAutomatic }[number])
    }

    private mutating func turn(_ place: Int) -> Bool {
        var entry = entries[place]
        let (from, to) =
            entry.isUndone ? (entry.before, entry.after) : (entry.after, entry.before)
        let now = Self.value(of: entry.field, in: values[entry.transaction] ?? Correction())
        if entry.field != .tag {
            guard now == from || !entry.isAutomatic || now == to else { return false }
            if now == to, entry.isAutomatic, now != from { return false }
            if now != to {
                if entry.isUndone { entry.before = now } else { entry.after = now }
            }
        }
        set(entry.transaction, entry.field, from: from, to: to)
        entry.isUndone.toggle()
        entries[place] = entry
        return true
    }

    private mutating func set(
        _ transaction: Int64, _ field: Field, from: String?, to: String?
    ) {
        var correction = values[transaction] ?? Correction()
        switch field {
        case .category: correction.category = to
        case .note: correction.note = to
        case .tag:
            correction.tags.removeAll { $0 == from }
            if let to, !correction.tags.contains(to) { correction.tags.append(to) }
        }
        values[transaction] = correction.isEmpty ? nil : correction
    }

    private static func value(of field: Field, in correction: Correction) -> String? {
        switch field {
        case .category: correction.category
        case .note: correction.note
        case .tag: nil
        }
    }
}
