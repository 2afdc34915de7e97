import GRDB
import Model
import TestSupport
import Testing
import Vault

@Suite("The journal of decisions")
struct JournalTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }

    init() throws {
        stored = try StoredVault()
        try stored.store(
            account("A1", (1...6).map { transaction("T\($0)") }), account("A2"), account("A3"))
    }

    /// Every decision as it lies in the vault.
    private func tables() throws -> [String] {
        try stored.home.database().read { database in
            try [
                "transaction_corrections", "confirmations", "pair_decisions",
                "series_decisions", "payee_aliases", "stored_rules", "disabled_rules",
                "category_decisions",
                "account_decisions", "plugin_decisions", "plugin_settings",
            ].flatMap { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \(table)")
                    .map { "\(table): \($0.debugDescription)" }
            }.sorted()
        }
    }

    @Test("a new vault has none")
    func empty() throws {
        #expect(try vault.history() == [])
        #expect(failure { try vault.undo() } == .nothingToUndo)
        #expect(failure { try vault.redo() } == .nothingToRedo)
    }

    @Test("each decision is an entry with its moment, the newest first")
    func entries() throws {
        let clocked = try Vault.open(stored.home.folder, clock: { 1_773_532_800 })
        try clocked.decideType(.credit, account: 1)
        try clocked.correct([2: Correction(category: "dining")], summary: "transactions set 2")
        let history = try clocked.history()
        #expect(history.map(\.number) == [2, 1])
        #expect(
            history.map(\.summary)
                == ["transactions set 2", #"accounts type "Account A1" credit"#])
        #expect(history.map(\.madeAt) == [1_773_532_800, 1_773_532_800])
        #expect(history.map(\.isUndone) == [false, false])
        #expect(try clocked.history(limit: 1).map(\.number) == [2])
    }

    @Test("a decision that changes nothing is no entry, and leaves what can be redone")
    func nothingChanged() throws {
        try vault.decideType(.credit, account: 1)
        try vault.decideType(.loan, account: 1)
        _ = try vault.undo()
        try vault.decideType(.credit, account: 1)
        #expect(try vault.history().map(\.isUndone) == [true, false])
        _ = try vault.redo()
        #expect(try vault.accounts().map(\.type).first == .loan)
    }

    @Test("what was undone can't be redone once something else is decided")
    func droppedTail() throws {
        try vault.decideType(.credit, account: 1)
        _ = try vault.undo()
        try vault.decideType(.loan, account: 1)
        #expect(failure { try vault.redo() } == .nothingToRedo)
        #expect(failure { try vault.redo(1) } == .notToBeRedone(1))
        #expect(failure { try vault.undo(1) } == .notToBeUndone(1))
        // It stays in the list, and its number is no other decision's.
        let history = try vault.history()
        #expect(
            history.map(\.summary)
                == [
                    #"accounts type "Account A1" loan"#, #"accounts type "Account A1" credit"#,
                ])
        #expect(history.map(\.number) == [2, 1])
        #expect(history.map(\.isUndone) == [false, true])
        #expect(try vault.undo().number == 2)
        #expect(try vault.redo().number == 2)
    }

    @Test("a decision that fails leaves neither a change nor an entry")
    func failing() throws {
        let before = try tables()
        #expect(throws: VaultError.self) {
            try vault.correct(
                [1: Correction(category: "dining"), 99: Correction(category: "dining")],
                summary: "transactions set 1 99")
        }
        #expect(try tables() == before)
        #expect(try vault.history() == [])
    }

    @Test("what something else changed since is refused whole", arguments: [true, false])
    func conflict(undoing: Bool) throws {
        try vault.correct(
            [1: Correction(category: "dining"), 2: Correction(category: "dining")],
            summary: "transactions set 1 2")
        if !undoing { _ = try vault.undo() }
        try stored.home.database().write { database in
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO transaction_corrections (transaction_id, category)
                    VALUES (2, 'gifts')
                    """)
        }
        let before = try tables()
        let history = try vault.history()
        #expect(
            failure { try undoing ? vault.undo() : vault.redo() }
                == .decisionsChangedSince(entry: 1))
        #expect(try tables() == before)
        #expect(try vault.history() == history)
    }

    @Test("a table that is not there any more is refused, not passed over")
    func missingTable() throws {
        try vault.setPlugin("refunds", setting: "days", to: "30")
        try stored.home.database().write { try $0.execute(sql: "DROP TABLE plugin_settings") }
        #expect(
            failure { try vault.undo() }
                == .decisionsChangedSince(entry: 1))
    }

    @Test("approvals of plugins are not in it")
    func approvals() throws {
        try vault.approvePlugin("refunds", PluginApproval(approvedAt: 1, files: []))
        #expect(try vault.history() == [])
    }

    @Test(
        "any row of decisions, undo and redo leaves the tables that copies would",
        arguments: Seeds.first(of: 12))
    func agreesWithCopies(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        var copies = [try tables()]
        // The numbers of the entries behind the copies, and of all that ever were.
        var numbers: [Int] = []
        var count = 0
        var position = 0
        for _ in 0..<60 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3:
                if position == 0 {
                    #expect(failure { try vault.undo() } == .nothingToUndo)
                } else {
                    position -= 1
                    #expect(try vault.undo().isUndone)
                }
            case 3..<5:
                if position == copies.count - 1 {
                    #expect(failure { try vault.redo() } == .nothingToRedo)
                } else {
                    position += 1
                    #expect(try !vault.redo().isUndone)
                }
            default:
                try decideSomething(using: &random)
                let now = try tables()
                if now != copies[position] {
                    copies = Array(copies.prefix(position + 1)) + [now]
                    count += 1
                    numbers = Array(numbers.prefix(position)) + [count]
                    position += 1
                }
            }
            #expect(try tables() == copies[position])
            #expect(
                try vault.history().map(\.isUndone).reversed()
                    == (0..<count).map { !numbers.prefix(position).contains($0 + 1) })
        }
    }

    private func decideSomething(using random: inout RandomNumbers) throws {
        let transaction = Int64.random(in: 1...6, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 7:
            try vault.confirm(
                [
                    transaction: ConfirmedValues(
                        .expense,
                        category: ["dining", "gifts"].randomElement(using: &random))
                ], summary: "confirm")
        case 0:
            try vault.decideType(
                [.credit, .loan].randomElement(using: &random) ?? .loan,
                account: Int64.random(in: 1...3, using: &random))
        case 1: try vault.enablePlugin("refunds", Bool.random(using: &random))
        case 2:
            try vault.setPlugin(
                "refunds", setting: "days",
                to: [nil, "7", "30"].randomElement(using: &random) ?? nil)
        case 3:
            try vault.correct([transaction: Correction()], summary: "clear")
        case 4:
            try vault.correct(
                [transaction: correction(using: &random)],
                addingRules: [CorrectionRule("{ name = \"\(transaction)\" }")],
                summary: "rule")
        default:
            try vault.correct(
                [
                    transaction: correction(using: &random),
                    transaction % 6 + 1: correction(using: &random),
                ], summary: "set")
        }
    }

    private func correction(using random: inout RandomNumbers) -> Correction {
        Correction(
            class: TransactionClass.allCases.randomElement(using: &random),
            category: ["dining", nil].randomElement(using: &random) ?? nil,
            note: ["", "é", nil].randomElement(using: &random) ?? nil,
            tags: Bool.random(using: &random) ? ["a", "b"] : [],
            excluded: [true, false, nil].randomElement(using: &random) ?? nil)
    }
}
