import Classification
import DemoHousehold
import Engine
import Model
import Testing
import Vault

@Suite("Marking transfers, and taking them apart")
struct TransferDecisionTests {
    private let demo: DemoVault
    private let sender: TransactionRecord
    private let receiver: Int64
    private var engine: Engine { demo.engine() }

    init() throws {
        demo = try HouseholdVault(months: 2).copy()
        // Between accounts of which only texts tell what their entries are.
        let types = Dictionary(
            uniqueKeysWithValues: try demo.vault.accounts().map { ($0.id, $0.type) })
        let all = try demo.vault.everything()
        sender = try #require(
            all.first { record in
                let other = all.first { $0.id == record.partner }
                return record.amount.minorUnits < 0 && types[record.account] == .checking
                    && other.map { types[$0.account] == .savings } == true
            })
        receiver = try #require(sender.partner)
    }

    private func transactionClass(_ id: Int64) throws -> TransactionClass? {
        try demo.vault.transaction(id)?.verdict?.transactionClass.value
    }

    private func correct(_ id: Int64, _ correction: Correction) throws {
        _ = try engine.correct([id], CorrectionChange(correction))
    }

    private func listed() throws -> TransferRecord {
        try #require(
            try demo.vault.transfers(TransferQuery()).first { $0.sender.id == sender.id })
    }

    @Test("a mark holds against corrections of before, and leaves what else they set")
    func markAfterCorrection() throws {
        try correct(sender.id, Correction(class: .expense, note: "rent"))
        try correct(receiver, Correction(class: .ignore, excluded: true))
        let transfer = try engine.markTransfer(sender.id, receiver).transfer
        #expect(try transactionClass(sender.id) == .transfer)
        #expect(try transactionClass(receiver) == .transfer)
        #expect(transfer.contradicted.isEmpty)
        #expect(transfer.sender.verdict?.notes?.value == "rent")
        #expect(transfer.receiver.verdict?.isExcluded?.value == true)
    }

    @Test("a mark holds against a file that was saved and not used yet, and one that matches later")
    func markBesideFile() throws {
        try demo.write(
            """
            rule { name = "Sent", when = { amount = less(0) }, set = { class = "expense" } }
            rule { name = "Tag", priority = 1, when = { tags = "work" }, set = { class = "ignore" } }
            """, to: "rules/20-mine.lua")
        _ = try engine.markTransfer(sender.id, receiver)
        #expect(try transactionClass(sender.id) == .transfer)
        try correct(sender.id, Correction(tags: ["work"]))
        #expect(try transactionClass(sender.id) == .transfer)
        #expect(try transactionClass(receiver) == .transfer)
        _ = try engine.undo()
        _ = try engine.undo()
        #expect(try transactionClass(sender.id) == .expense)
    }

    @Test("a mark holds against rules of before, stored and of files")
    func markAfterRule() throws {
        try demo.write(
            "rule { name = \"Sent\", when = { amount = less(0) }, set = { class = \"expense\" } }",
            to: "rules/20-mine.lua")
        _ = try engine.addRule("{ when = { amount = greater(0) }, set = { class = \"income\" } }")
        #expect(try transactionClass(sender.id) == .expense)
        _ = try engine.markTransfer(sender.id, receiver)
        #expect(try transactionClass(sender.id) == .transfer)
        #expect(try transactionClass(receiver) == .transfer)
        #expect(try engine.classify(dryRun: false, isWhole: true).changes.isEmpty)
    }

    @Test("a mark corrects nothing where nothing stands against it")
    func plainMark() throws {
        _ = try engine.markTransfer(sender.id, receiver)
        #expect(try demo.vault.corrections(of: [sender.id, receiver]).isEmpty)
    }

    /// A transaction that the receiver could have come from as well.
    private func rival() throws -> Int64 {
        let rival = try #require(
            try demo.vault.everything().first { record in
                record.partner != nil && record.id != sender.id && record.id != receiver
                    && record.account == sender.account
                    && record.amount.minorUnits == sender.amount.minorUnits
            })
        return rival.id
    }

    @Test("a mark takes a side out of the pair that was found, and says what is free again")
    func markInPlaceOfFound() throws {
        let rival = try rival()
        let formerPartner = try #require(try demo.vault.transaction(rival)?.partner)
        let marked = try engine.markTransfer(rival, receiver)
        #expect(marked.before == .strangers)
        #expect(marked.freed.map(\.record.id) == [formerPartner, sender.id])
        #expect(marked.freed.map(\.formerPartner) == [rival, receiver])
        #expect(try demo.vault.transaction(rival)?.partner == receiver)
        #expect(try demo.vault.history().count == 1)
        _ = try engine.undo()
        #expect(try demo.vault.transaction(sender.id)?.partner == receiver)
        #expect(try demo.vault.transaction(rival)?.partner == formerPartner)
    }

    @Test("a mark takes a side out of an earlier mark, and what that one corrected back")
    func markInPlaceOfMark() throws {
        let rival = try rival()
        _ = try engine.addRule("{ when = { amount = less(0) }, set = { class = \"expense\" } }")
        _ = try engine.markTransfer(sender.id, receiver)
        let marked = try engine.markTransfer(rival, receiver)
        #expect(marked.freed.map(\.record.id).contains(sender.id))
        #expect(try transactionClass(sender.id) == .expense)
        #expect(try transactionClass(rival) == .transfer)
        _ = try engine.undo()
        #expect(try demo.vault.transaction(sender.id)?.partner == receiver)
        #expect(try transactionClass(sender.id) == .transfer)
    }

    @Test("a mark of a pair that was marked changes nothing and is no decision")
    func markAgain() throws {
        #expect(try engine.markTransfer(sender.id, receiver).before == .found)
        let again = try engine.markTransfer(receiver, sender.id)
        #expect(again.before == .marked)
        #expect(again.freed.isEmpty && again.report.changes.isEmpty)
        #expect(try demo.vault.history().count == 1)
    }

    @Test("a correction after a mark holds, and the pair says so until it is marked anew")
    func correctionAfterMark() throws {
        _ = try engine.markTransfer(sender.id, receiver)
        try correct(sender.id, Correction(class: .expense))
        #expect(try transactionClass(sender.id) == .expense)
        #expect(try listed().contradicted.map(\.id) == [sender.id])
        _ = try engine.markTransfer(sender.id, receiver)
        #expect(try listed().contradicted.isEmpty)
    }

    @Test("a rule after a mark holds, and the pair says so")
    func ruleAfterMark() throws {
        _ = try engine.markTransfer(sender.id, receiver)
        _ = try engine.addRule("{ when = { amount = less(0) }, set = { class = \"expense\" } }")
        #expect(try listed().contradicted.map(\.id) == [sender.id])
    }

    @Test("taking a pair apart holds against corrections of before, and leaves what else they set")
    func unlinkAfterCorrection() throws {
        try correct(sender.id, Correction(class: .transfer, note: "to Jo"))
        let (sides, _) = try engine.unlinkTransfer(sender.id, receiver)
        #expect(sides.map(\.verdict?.transactionClass.value) == [.expense, .income])
        #expect(sides[0].verdict?.notes?.value == "to Jo")
    }

    @Test("taking a pair apart takes back what its mark corrected")
    func unlinkAfterMark() throws {
        try correct(sender.id, Correction(class: .expense))
        _ = try engine.markTransfer(sender.id, receiver)
        _ = try engine.unlinkTransfer(sender.id, nil)
        #expect(try demo.vault.corrections(of: [sender.id]).isEmpty)
        #expect(try transactionClass(sender.id) == .expense)
    }

    @Test("is undone in one step, corrections and all")
    func undone() throws {
        try correct(sender.id, Correction(class: .expense))
        _ = try engine.markTransfer(sender.id, receiver)
        _ = try engine.undo()
        #expect(try demo.vault.corrections(of: [sender.id])[sender.id]?.class == .expense)
        #expect(try demo.vault.pairDecisions().isEmpty)
        #expect(try transactionClass(sender.id) == .expense)
    }

    @Test("the fee of a marked transfer is spent, and nothing else of it")
    func feeIsSpent() throws {
        let all = try demo.vault.everything().filter { $0.partner == nil && !$0.isPending }
        let pairs = all.lazy.filter { $0.amount.minorUnits < 0 }.flatMap { out in
            all.filter { into in
                let (sent, received) = (
                    out.amount.minorUnits.magnitude, into.amount.minorUnits.magnitude
                )
                return into.account != out.account && into.amount.minorUnits > 0
                    && into.amount.currency == out.amount.currency
                    && received < sent && received >= sent / 2
            }.map { (out, $0) }
        }
        let (out, into) = try #require(pairs.first)
        _ = try engine.markTransfer(out.id, into.id)
        let fee = out.amount.minorUnits + into.amount.minorUnits
        let marked = try #require(try demo.vault.transaction(out.id))
        #expect(marked.splits.map { Int128($0.minorUnits) } == [fee, out.amount.minorUnits - fee])
        #expect(marked.splits.first?.category == "fees")
        let others = try demo.vault.everything().filter {
            $0.day == out.day && $0.id != out.id && !$0.isPending
                && $0.verdict?.transactionClass.value == .expense
        }
        let spent = try demo.vault.dailyFigures(out.day..<out.day.adding(days: 1))
            .filter { $0.transactionClass == .expense }.map(\.total.minorUnits)
        #expect(
            spent.reduce(0, +) == others.reduce(fee) { $0 + $1.amount.minorUnits })
    }
}
