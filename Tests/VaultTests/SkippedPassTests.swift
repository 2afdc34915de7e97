import Model
import Testing
import Vault

/// A pass is skipped if nothing changed. A write that it overlooks would leave wrong
/// conclusions until the next change.
@Suite("The next pass is not skipped")
struct SkippedPassTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }

    init() throws {
        stored = try StoredVault()
        try stored.store(Self.first, Self.second)
        try stored.store(account("A3", [transaction("X1", 700)]))
        try storePass()
    }

    private static let march = day(2025, 3, 1)..<day(2025, 4, 1)
    private static let first = account(
        "A1", coverage: march,
        [
            transaction("T1"), transaction("T2", -2000, description: "BAKERY"),
            transaction("H1", -3000, on: day(2025, 3, 20), description: "FUEL", isPending: true),
        ])
    private static let second = account("A2", [transaction("U1", 1000, description: "PAY")])

    private func storePass() throws {
        let stamp = try vault.readForPass { try $0.stamp(rulebookDigest: "1", balancesDigest: nil) }
        _ = try vault.store(
            Conclusions(verdicts: [], entries: []), of: stamp, at: 0, dryRun: false)
        try #require(try !looksAgain())
    }

    private func looksAgain() throws -> Bool {
        try vault.readForPass {
            try $0.stamp(rulebookDigest: "1", balancesDigest: nil).coversNewOrChanged
        }
    }

    // MARK: Facts

    enum Answer: CaseIterable {
        case newTransaction, newAmount, newDay, newWords, posted, dropped, withdrawnDouble
        case listedAgain
    }

    @Test("after an answer with news", arguments: Answer.allCases)
    func answers(answer: Answer) throws {
        var rows = Self.first.transactions
        switch answer {
        case .newTransaction: rows.append(transaction("T3", -1))
        case .newAmount: rows[0] = transaction("T1", -1100)
        case .newDay: rows[0] = transaction("T1", on: day(2025, 3, 10))
        case .newWords: rows[0] = transaction("T1", description: "COFFEE HOUSE")
        case .posted:
            rows[2] = transaction("H1", -3000, on: day(2025, 3, 20), description: "FUEL")
        case .dropped: rows.removeLast()
        case .withdrawnDouble:
            try stored.store(account("A1", rows + [transaction("T9")]))
            try storePass()
        case .listedAgain:
            try stored.store(account("A1", coverage: Self.march, Array(rows.dropLast())))
            try storePass()
        }
        try stored.store(account("A1", coverage: Self.march, rows), receivedAt: firstOfMarch + 60)
        #expect(try looksAgain())
    }

    @Test("but is after the same answer again")
    func sameAnswer() throws {
        try stored.store(Self.first, Self.second, receivedAt: firstOfMarch + 60)
        #expect(try !looksAgain())
    }

    // MARK: Decisions

    enum Decision: CaseIterable {
        case type, visibility, signs, merge, correction, handlerCorrection, confirmation, link
        case alias, series, category, settlement, addedRule, changedRule, disabledStoredRule
        case movedRule, removedRule, disabledRule, enabledRule, plugin, pluginSetting
    }

    /// What is decided before the pass that the decision makes outdated.
    private func prepare(_ decision: Decision) throws {
        switch decision {
        case .changedRule, .disabledStoredRule, .removedRule:
            _ = try vault.addStoredRule("{}", summary: "one")
        case .movedRule:
            for _ in 1...2 { _ = try vault.addStoredRule("{}", summary: "one of two") }
        case .enabledRule:
            try vault.disableRule(RuleIdentity("a/b", fingerprint: nil), summary: "off")
        default: return
        }
        try storePass()
    }

    private func make(_ decision: Decision) throws {
        switch decision {
        case .type: try vault.decideType(.savings, account: 1)
        case .visibility: try vault.decideVisibility(.hidden, account: 1)
        case .signs: try vault.reverseSigns(ReversedSigns(transactions: true), account: 1)
        case .merge: _ = try vault.mergeAccount(3, into: 2, summary: "merge")
        case .correction: try vault.correct([1: Correction(category: "dining")], summary: "set")
        case .handlerCorrection:
            let correction = Correction(category: "gifts")
            try vault.correct(
                [1: correction],
                settingForHandlers: HandlerValue.all(of: correction, on: 1, by: "mine"),
                summary: "automation")
        case .confirmation:
            try vault.confirm([1: ConfirmedValues(.expense, category: "dining")], summary: "seen")
        case .link: try vault.decide(.linked, TransactionPair(1, 4), summary: "link")
        case .alias: try vault.decideAliases(["coffee": "Café"], summary: "rename")
        case .series: try vault.decide(aboutSeriesOf: 1, .confirmed, summary: "confirm")
        case .category:
            var change = CategoryChange(id: "boats")
            change.name = "Boats"
            try vault.decide(change, isNew: true, summary: "add")
        case .settlement: try vault.settle(hold: 3, as: 2, summary: "settle")
        case .addedRule: _ = try vault.addStoredRule("{}", summary: "add")
        case .changedRule:
            try vault.changeStoredRule(1, to: "{ }", overturning: [], summary: "change")
        case .disabledStoredRule: try vault.enableStoredRule(1, false, summary: "off")
        case .movedRule: try vault.moveStoredRule(2, before: 1, summary: "move")
        case .removedRule: try vault.removeStoredRule(1, summary: "remove")
        case .disabledRule:
            try vault.disableRule(RuleIdentity("a/b", fingerprint: nil), summary: "off")
        case .enabledRule:
            try vault.enableRule(
                knownAs: [RuleIdentity("a/b", fingerprint: nil)], summary: "on")
        case .plugin: try vault.enablePlugin("shops", true)
        case .pluginSetting: try vault.setPlugin("shops", setting: "limit", to: "3")
        }
    }

    @Test("after a decision, its undo and its redo", arguments: Decision.allCases)
    func decisions(decision: Decision) throws {
        try prepare(decision)
        try make(decision)
        #expect(try looksAgain())
        try storePass()
        _ = try vault.undo()
        #expect(try looksAgain())
        try storePass()
        _ = try vault.redo()
        #expect(try looksAgain())
    }

    @Test("but is after a decision that changes nothing")
    func sameDecision() throws {
        try make(.confirmation)
        try storePass()
        try make(.confirmation)
        #expect(try !looksAgain())
    }

    // MARK: Between reading and storing

    @Test("after a change that came while a pass ran")
    func meanwhile() throws {
        let stamp = try vault.readForPass { try $0.stamp(rulebookDigest: "1", balancesDigest: nil) }
        try make(.correction)
        _ = try vault.store(
            Conclusions(verdicts: [], entries: []), of: stamp, at: 0, dryRun: false)
        #expect(try looksAgain())
    }
}
