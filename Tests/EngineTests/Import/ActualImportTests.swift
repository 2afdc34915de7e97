import Engine
import Model
import Statements
import TestExports
import Testing
import Vault

/// The export of Actual Budget, from its file to the vault.
@Suite("Moving in from Actual")
struct ActualImportTests {
    private let demo: DemoVault
    private let engine: Engine

    init() throws {
        demo = try DemoVault()
        engine = demo.engine()
    }

    private static let household = ActualBudget(
        """
        INSERT INTO transactions (id, acct, date, amount, description, category, notes,
            imported_description, isParent, isChild, parent_id, transferred_id, sort_order) VALUES
        ('x1', 'a1', 20250301, 250000, 'p3', 'c2', NULL, NULL, 0, 0, NULL, NULL, 1),
        ('x2', 'a1', 20250303, -4250, 'p2', 'c4', 'weekly #food', 'FERNWAY MKT #12', 0, 0, NULL,
            NULL, 2),
        ('x3', 'a1', 20250304, -5000, 'p3', NULL, NULL, 'KELP', 1, 0, NULL, NULL, 3),
        ('x4', 'a1', 20250304, -3000, 'p3', 'c1', 'paper', NULL, 0, 1, 'x3', NULL, -1),
        ('x5', 'a1', 20250304, -2000, 'p3', 'c3', NULL, NULL, 0, 1, 'x3', NULL, -2),
        ('x6', 'a1', 20250305, -30000, 't2', NULL, NULL, NULL, 0, 0, NULL, 'x7', 4),
        ('x7', 'a2', 20250305, 30000, 't1', NULL, NULL, NULL, 0, 0, NULL, 'x6', 5),
        ('x8', 'a1', 20250306, -450, 'p3', 'c3', NULL, NULL, 0, 0, NULL, NULL, 6);
        """)

    private static let csv = """
        Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared
        Checking,2025-03-06,Kelp,,Gifts,Gifts,-4.5,0,Cleared
        Savings,2025-03-05,Checking,,,,300,0,Cleared
        Checking,2025-03-05,Savings,,,,-300,0,Cleared
        Checking,2025-03-04,Kelp,(SPLIT INTO 2) ,,,0,-50,Cleared
        Checking,2025-03-04,Kelp,(SPLIT 1 OF 2) paper,Home,Food,-30,0,Cleared
        Checking,2025-03-04,Kelp,(SPLIT 2 OF 2) ,Gifts,Gifts,-20,0,Cleared
        Checking,2025-03-03,Fernway,weekly #food,Home,Food,-42.5,0,Cleared
        Checking,2025-03-01,Kelp,,Einnahmen,Gehalt,2500,0,Cleared
        """

    @discardableResult
    private func bring(_ bytes: [UInt8], _ file: String = "actual.zip") throws -> StatementReport {
        let statement = try StatementReader.read(bytes)
        let choices = try statement.accounts.map { account in
            try engine.choice(for: account, of: statement, file: file, currency: "EUR").choice
        }
        let report = try engine.importStatement(statement, file: file, to: choices, dryRun: false)
        _ = try engine.classify(dryRun: false)
        return report
    }

    /// "day cents class category", oldest first.
    private func conclusions() throws -> [String] {
        try demo.vault.everything().compactMap { record in
            record.verdict.map { verdict in
                "\(record.day) \(record.amount.minorUnits) \(verdict.transactionClass.value.rawValue) "
                    + verdict.category.value
            }
        }.sorted()
    }

    @Test(
        "accounts, categories, transfers, splits, tags and balances come along, and one undo takes all back"
    )
    func whole() throws {
        let report = try bring(Self.household.export())
        #expect(
            try conclusions() == [
                "2025-03-01 250000 income other", "2025-03-03 -4250 expense groceries",
                "2025-03-04 -5000 expense other", "2025-03-05 -30000 transfer other",
                "2025-03-05 30000 transfer other", "2025-03-06 -450 expense gifts",
            ])
        #expect(report.moved?.program == .actual)
        #expect(report.moved?.lostSplits == 0)
        let records = try demo.vault.everything()
        #expect(records.compactMap { $0.verdict?.splits?.value.parts.count } == [2])
        #expect(Set(records.flatMap { $0.verdict?.tags?.value ?? [] }) == ["food", "Gehalt"])
        #expect(
            try demo.vault.accounts().map { "\($0.name) \($0.balance?.minorUnits ?? 0)" }.sorted()
                == ["Checking 210300", "Savings 30000"])
        _ = try engine.undo()
        #expect(try demo.vault.accounts().isEmpty)
        #expect(try demo.vault.everything().isEmpty)
    }

    @Test("the same ZIP twice, or their CSV and their ZIP, add nothing", arguments: [0, 1, 2])
    func twice(order: Int) throws {
        let (zip, csv) = (try Self.household.export(), Array(Self.csv.utf8))
        let (first, second) = [(zip, zip), (csv, zip), (zip, csv)][order]
        #expect(try bring(first, "first").newTransactions == 6)
        let before = try conclusions()
        let report = try bring(second, "second")
        #expect(report.newTransactions == 0)
        #expect(report.accounts.allSatisfy { !$0.outcome.isNewAccount && $0.doubtful.isEmpty })
        #expect(try conclusions() == before)
    }

    private static let budgeted = ActualBudget(
        """
        INSERT INTO transactions (id, acct, date, amount, description, category) VALUES
            ('x1', 'a1', 20250303, -4250, 'p1', 'c1');
        INSERT INTO categories (id, name, cat_group) VALUES ('c8', 'Kayaks', 'g1');
        INSERT INTO category_mapping VALUES ('c8', 'c8');
        INSERT INTO zero_budgets (id, month, category, amount, carryover) VALUES
            ('1', 202501, 'c1', 40000, 0), ('2', 202502, 'c1', 41050, 1),
            ('3', 202501, 'c8', 2500, 0);
        """)

    /// "category from currency amount carry".
    private func budgets() throws -> [String] {
        try demo.vault.budgetEntries().map { line in
            [line.category, line.from, line.currency, line.amount?.text, line.carry]
                .map { $0 ?? "-" }.joined(separator: " ")
        }
    }

    @Test("budgets become lines of the person's own, and one undo takes them back")
    func budgetLines() throws {
        #expect(try bring(Self.budgeted.export()).moved?.budgets == 2)
        let lines = [
            "groceries 2025-01 EUR 400 surplus", "groceries 2025-02 EUR 410.5 both",
            "kayaks 2025-01 EUR 25 surplus",
        ]
        let found = try budgets()
        #expect(found == lines)
        #expect(try engine.budgets().count == 2)
        #expect(try bring(Self.budgeted.export(), "again").moved?.budgets == 0)
        #expect(try budgets() == lines)
        for _ in 1...2 { _ = try engine.undo() }
        #expect(try budgets() == [])
    }

    @Test("a budget that is here already is left as it is")
    func ownBudget() throws {
        var own = BudgetEntry()
        (own.category, own.amount) = ("groceries", WrittenNumber("300"))
        try engine.setBudgets([own], summary: "budget set")
        #expect(try bring(Self.budgeted.export()).moved?.budgets == 1)
        #expect(try budgets().count == 2)
    }

    @Test("the comparison is of the rules and lists alone")
    func comparison() throws {
        let statement = try StatementReader.read(try Self.household.export())
        try bring(Self.household.export())
        let choices = try statement.accounts.map { account in
            try engine.choice(for: account, of: statement, file: "actual.zip").choice
        }
        let comparison = try engine.comparison(of: statement, file: "actual.zip", to: choices)
        #expect(comparison.compared == 5)
        #expect(comparison.differences.map(\.category) == ["Home: Food", "Gifts"])
    }
}
