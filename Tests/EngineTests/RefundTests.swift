import Classification
import DemoHousehold
import Engine
import Model
import Testing
import Vault

@Suite("Refunds in a vault")
struct RefundTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
        try demo.importPayments([
            ("SHOE BARN", "-70.00"), ("SHOE BARN", "-55.00"), ("REFUND SHOE BARN", "55.00"),
            ("REFUND SHOE BARN", "20.00"), ("REFUND SHOE BARN", "10.00"),
        ])
        _ = try demo.engine().classify(dryRun: false)
    }

    private func records() throws -> [TransactionRecord] {
        try demo.vault.everything().sorted { $0.id < $1.id }
    }

    @Test("are kept with their purchases, and are no transfers")
    func stored() throws {
        let records = try records()
        let ids = records.map(\.id)
        #expect(records.map(\.purchase) == [nil, nil, ids[1], ids[0], ids[0]])
        #expect(records.allSatisfy { $0.partner == nil })
        #expect(try demo.vault.refunds(of: ids[0]) == [ids[3], ids[4]])
        #expect(try demo.vault.refunds(of: ids[4]).isEmpty)
        #expect(try demo.vault.transfers(TransferQuery()).isEmpty)
        #expect(try demo.engine().trace(ids[2]).trace.partner == ids[1])
    }

    @Test("take the category that the person gives their purchase, and lose it with undo")
    func category() throws {
        let purchases = try records().prefix(2).map(\.id)
        func categories() throws -> [String?] {
            try records().map { $0.verdict?.category.value }
        }
        let before = try categories()
        for (purchase, category) in zip(purchases, ["travel", "dining"]) {
            _ = try demo.engine().correct(
                [purchase], CorrectionChange(Correction(category: category)), asRule: false)
        }
        #expect(try categories() == ["travel", "dining", "dining", "travel", "travel"])
        _ = try demo.engine().undo()
        _ = try demo.engine().undo()
        #expect(try categories() == before)
    }

    @Test("are divided like their purchase, a part of it in proportion")
    func divided() throws {
        let ids = try records().map(\.id)
        for (id, amount) in [(ids[0], "35"), (ids[1], "22")] {
            _ = try demo.engine().split(
                id,
                into: [
                    SplitPlan.Part(category: "shopping", size: try SplitPlan.Size(typed: amount)),
                    SplitPlan.Part(category: "healthcare", size: .remainder),
                ])
        }
        let parts = try records().map { $0.splits.map { "\($0.category) \($0.minorUnits)" } }
        #expect(
            parts == [
                ["shopping -3500", "healthcare -3500"], ["shopping -2200", "healthcare -3300"],
                ["shopping 2200", "healthcare 3300"], ["shopping 1000", "healthcare 1000"],
                ["shopping 500", "healthcare 500"],
            ])
        for _ in ids.prefix(2) { _ = try demo.engine().undo() }
        #expect(try records().allSatisfy(\.splits.isEmpty))
    }

    @Test("are not linked to a purchase again once they were taken apart")
    func takenApart() throws {
        let ids = try records().map(\.id)
        _ = try demo.engine().unlinkTransfer(ids[2], ids[1])
        #expect(try records()[2].purchase != ids[1])
    }

    @Test("are found in a household, each with a purchase of at least its amount")
    func household() throws {
        let demo = try DemoVault(Household(seed: 42, today: today, months: 24))
        try demo.importAll()
        _ = try demo.engine().classify(dryRun: false)
        let records = try demo.vault.everything()
        let refunds = records.filter { $0.purchase != nil }
        #expect(refunds.count > 10)
        let all = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
        for refund in refunds {
            let purchase = try #require(refund.purchase.flatMap { all[$0] })
            #expect(purchase.payee == refund.payee && purchase.day <= refund.day)
            #expect(purchase.amount.minorUnits <= -refund.amount.minorUnits)
            #expect(purchase.verdict?.category.value == refund.verdict?.category.value)
        }
    }
}
