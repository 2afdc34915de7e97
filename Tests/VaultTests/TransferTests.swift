import Model
import Testing
import Vault

@Suite("Storing transfers")
struct TransferTests {
    private let stored: StoredVault
    private let ids: [Int64]

    init() throws {
        stored = try StoredVault()
        try stored.store(
            account([
                transaction("T1", -5000, on: day(2025, 3, 9)),
                transaction("T2", 5000, on: day(2025, 3, 10)),
                transaction("T3", -700, on: day(2025, 3, 20)),
                transaction("T4", 700, on: day(2025, 3, 20)),
            ]))
        ids = try stored.vault.everything().map(\.id)
    }

    private func store(pairs: [Int: Int] = [:], candidates: [Int64: [Int64]] = [:]) throws {
        let reason = Reason(by: "transfers", rule: nil)
        let verdict = Verdict(
            transactionClass: Decided(.transfer, because: reason),
            category: Decided("other", because: reason), partner: reason)
        let entries = ids.enumerated().map { position, id in
            Conclusions.Entry(
                transaction: id, verdict: 0, partner: pairs[position].map { ids[$0] })
        }
        _ = try stored.vault.store(
            Conclusions(verdicts: [verdict], entries: entries, candidates: candidates),
            at: 0, dryRun: false)
    }

    private func found(_ change: (inout TransferQuery) -> Void = { _ in }) throws -> [[Int64]] {
        var query = TransferQuery()
        change(&query)
        let transfers = try stored.vault.transfers(query)
        #expect(try stored.vault.transferCount(query) >= transfers.count)
        return transfers.map { [$0.sender.id, $0.receiver.id] }
    }

    @Test("a transfer is read once, from its sender to its receiver, the newest first")
    func reading() throws {
        try store(pairs: [0: 1, 1: 0, 2: 3, 3: 2])
        #expect(try found() == [[ids[2], ids[3]], [ids[0], ids[1]]])
        #expect(try found { $0.limit = 1 } == [[ids[2], ids[3]]])
        #expect(try found { $0.offset = 1 } == [[ids[0], ids[1]]])
        #expect(try stored.vault.transferCount(TransferQuery()) == 2)
    }

    @Test("a transfer is of each day and account that one of its sides is of")
    func filters() throws {
        try store(pairs: [0: 1, 1: 0, 2: 3, 3: 2])
        let tenth = day(2025, 3, 10)
        #expect(
            try found { $0.days = tenth..<tenth.adding(days: 1) } == [[ids[0], ids[1]]])
        #expect(try found { $0.account = 1 }.count == 2)
        #expect(try found { $0.account = 99 }.isEmpty)
    }

    @Test("a transfer of an account that the person hides is left out where that is asked for")
    func hidden() throws {
        try store(pairs: [0: 1, 1: 0, 2: 3, 3: 2])
        try stored.vault.decideVisibility(.trackingOnly, account: 1)
        #expect(try found { $0.leavesOutHiddenAccounts = true }.count == 2)
        try stored.vault.decideVisibility(.hidden, account: 1)
        #expect(try found { $0.leavesOutHiddenAccounts = true }.isEmpty)
        #expect(try found().count == 2)
    }

    @Test("candidates come back, and those that are settled go")
    func candidates() throws {
        try store(candidates: [ids[0]: [ids[1], ids[3]], ids[1]: [ids[0]], ids[3]: [ids[0]]])
        #expect(
            try stored.vault.transferCandidates()
                == [ids[0]: [ids[1], ids[3]], ids[1]: [ids[0]], ids[3]: [ids[0]]])
        try store(candidates: [ids[0]: [ids[1]], ids[1]: [ids[0]]])
        #expect(
            try stored.vault.transferCandidates() == [ids[0]: [ids[1]], ids[1]: [ids[0]]])
        try store()
        #expect(try stored.vault.transferCandidates().isEmpty)
    }

    @Test("the person's word on a pair is kept, and marks the transfer")
    func decisions() throws {
        let pair = TransactionPair(ids[1], ids[0])
        try store(pairs: [0: 1, 1: 0])
        #expect(try stored.vault.transfers(TransferQuery()).map(\.isMarked) == [false])
        try stored.vault.decide(.linked, pair, summary: "mark")
        #expect(try stored.vault.pairDecisions() == [pair: .linked])
        #expect(try stored.vault.transfers(TransferQuery()).map(\.isMarked) == [true])
        try stored.vault.decide(.unlinked, pair, summary: "unlink")
        #expect(try stored.vault.pairDecisions() == [pair: .unlinked])
    }

    @Test("a transaction that is marked anew is no longer in the pair before")
    func markedAnew() throws {
        let (one, other) = (TransactionPair(ids[0], ids[1]), TransactionPair(ids[0], ids[3]))
        try stored.vault.decide(.linked, one, summary: "mark")
        try stored.vault.decide(.linked, other, summary: "mark")
        #expect(try stored.vault.pairDecisions() == [other: .linked])
        _ = try stored.vault.undo()
        #expect(try stored.vault.pairDecisions() == [one: .linked])
    }

    @Test("payees keep the names that the person gave, and lose them")
    func aliases() throws {
        try stored.vault.decideAliases(["cafe": "The café", "kiosk": "Kiosk"], summary: "alias")
        #expect(try stored.vault.payeeAliases() == ["cafe": "The café", "kiosk": "Kiosk"])
        try stored.vault.decideAliases(["cafe": nil], summary: "unalias")
        #expect(try stored.vault.payeeAliases() == ["kiosk": "Kiosk"])
    }

    /// Stores what is in doubt, with one class for all.
    private func storeDoubt(_ transactionClass: TransactionClass) throws {
        let reason = Reason(by: "default", rule: nil)
        let verdict = Verdict(
            transactionClass: Decided(transactionClass, because: reason),
            category: Decided("other", because: reason))
        _ = try stored.vault.store(
            Conclusions(
                verdicts: [verdict],
                entries: ids.map { Conclusions.Entry(transaction: $0, verdict: 0, partner: nil) },
                candidates: [
                    ids[0]: [ids[1]], ids[1]: [ids[0]], ids[2]: [ids[3]], ids[3]: [ids[2]],
                ]), at: 0, dryRun: false)
    }

    @Test("uncertain pairs are listed once, with the days of both sides")
    func doubt() throws {
        try storeDoubt(.expense)
        let doubtful = try stored.vault.doubtfulTransfers()
        #expect(
            doubtful.map(\.days) == [[day(2025, 3, 9), day(2025, 3, 10)], [day(2025, 3, 20)]])
        #expect(doubtful.allSatisfy { $0.currency == dollars })
        let tenth = day(2025, 3, 10)
        #expect(doubtful.map { $0.touches(tenth..<tenth.adding(days: 1)) } == [true, false])
    }

    @Test("what is in doubt is not told before both sides are there")
    func doubtUntil() throws {
        try storeDoubt(.expense)
        #expect(try stored.vault.doubtfulTransfers(through: day(2025, 3, 9)).isEmpty)
        #expect(try stored.vault.doubtfulTransfers(through: day(2025, 3, 10)).count == 1)
    }

    @Test("what is a transfer whichever pair it is in has no effect on figures")
    func doubtWithoutEffect() throws {
        try storeDoubt(.transfer)
        #expect(try stored.vault.doubtfulTransfers().isEmpty)
    }
}
