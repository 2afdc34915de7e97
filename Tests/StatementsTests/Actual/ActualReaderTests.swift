import Model
import Statements
import TestExports
import Testing

@Suite("The database of Actual")
struct ActualReaderTests {
    /// A household whose export as CSV is below.
    private static let household = ActualBudget(
        """
        INSERT INTO transactions (id, acct, date, amount, description, category, notes,
            imported_description, isParent, isChild, parent_id, transferred_id, sort_order,
            starting_balance_flag, tombstone) VALUES
        ('x1', 'a1', 20250301, 100000, 'p1', 'c2', NULL, NULL, 0, 0, NULL, NULL, 1, 1, 0),
        ('x2', 'a1', 20250303, -4250, 'p2', 'c4', 'weekly #food ##no', 'FERNWAY MKT #12', 0, 0, NULL,
            NULL, 2, 0, 0),
        ('x3', 'a1', 20250304, -5000, 'p3', NULL, 'desk', 'KELP', 1, 0, NULL, NULL, 3, 0, 0),
        ('x4', 'a1', 20250304, -3000, 'p3', 'c1', 'paper', NULL, 0, 1, 'x3', NULL, -1, 0, 0),
        ('x5', 'a1', 20250304, -2000, 'p3', 'c3', NULL, NULL, 0, 1, 'x3', NULL, -2, 0, 0),
        ('x6', 'a1', 20250304, -9900, 'p3', 'c3', NULL, NULL, 0, 1, 'x3', NULL, -3, 0, 1),
        ('x7', 'a1', 20250305, -30000, 't2', NULL, NULL, NULL, 0, 0, NULL, 'x8', 4, 0, 0),
        ('x8', 'a2', 20250305, 30000, 't1', NULL, NULL, NULL, 0, 0, NULL, 'x7', 5, 0, 0),
        ('x9', 'a3', 20250306, -1, 'p9', 'c5', NULL, NULL, 0, 0, NULL, NULL, 6, 0, 0),
        ('y1', 'a1', 20250307, -777, 'p1', 'c1', NULL, NULL, 0, 0, NULL, NULL, 7, 0, 1),
        ('y2', 'a1', 20250308, -100, 'p1', NULL, NULL, NULL, 1, 0, NULL, NULL, 8, 0, 1),
        ('y3', 'a1', 20250308, -100, 'p1', 'c1', NULL, NULL, 0, 1, 'y2', NULL, -1, 0, 0),
        ('y4', NULL, 20250308, -100, 'p1', 'c1', NULL, NULL, 0, 0, NULL, NULL, 9, 0, 0),
        ('y5', 'a1', NULL, -100, 'p1', 'c1', NULL, NULL, 0, 0, NULL, NULL, 10, 0, 0);
        """)

    private static let csv = """
        Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared
        Old Card,2025-03-06,,,,,-0.01,0,Cleared
        Savings,2025-03-05,Checking,,,,300,0,Cleared
        Checking,2025-03-05,Savings,,,,-300,0,Cleared
        Checking,2025-03-04,Kelp,(SPLIT INTO 2) desk,,,0,-50,Cleared
        Checking,2025-03-04,Kelp,(SPLIT 1 OF 2) paper,Home,Food,-30,0,Cleared
        Checking,2025-03-04,Kelp,(SPLIT 2 OF 2) ,Gifts,Gifts,-20,0,Cleared
        Checking,2025-03-03,Fernway,weekly #food ##no,Home,Food,-42.5,0,Cleared
        Checking,2025-03-01,Fernway,,,Starting balance,1000,0,Cleared
        """

    /// All of a row but for its line and the bank's words.
    private func words(_ statement: Statement) -> [String] {
        statement.accounts.flatMap { account in
            account.rows.map { row in
                let parts = row.parts.map { "[\($0.amount) \($0.category) \($0.memo)]" }
                return [
                    account.name, "\(row.day)", "\(row.amount)", row.payee, row.category,
                    row.otherAccount, row.notes, row.tags.joined(separator: ","),
                    parts.joined(),
                ].joined(separator: "|")
            }
        }
    }

    @Test(
        "it holds what the export as CSV does: merged names, splits, transfers, tags, no deleted rows"
    )
    func sameAsCSV() throws {
        let statement = try StatementReader.read(try Self.household.export())
        #expect(statement.program == .actual)
        #expect(words(statement) == words(try read(Self.csv)))
        #expect(statement.accounts.map(\.name) == ["Old Card", "Savings", "Checking"])
        #expect(statement.rejected == [])
    }

    @Test("the bank's words are kept, and both sides of a transfer are one row")
    func furtherThanCSV() throws {
        let rows = try StatementReader.read(try Self.household.database()).accounts.flatMap(\.rows)
        #expect(rows.map(\.memo).filter { !$0.isEmpty } == ["KELP", "FERNWAY MKT #12"])
        #expect(rows.map(\.line) == [1, 2, 2, 4, 5, 6])
    }

    @Test("an account's balance is what its transactions add up to")
    func balances() throws {
        let statement = try StatementReader.read(try Self.household.export())
        #expect(
            statement.balances == [
                "closing 2025-03-06 -0.01", "closing 2025-03-05 300", "closing 2025-03-05 607.5",
            ])
    }

    @Test(
        "a row that can't be read is left out, and the others count",
        arguments: [
            ("'a1', 20250231, -1, 0", RejectedRow.Reason.badDay),
            ("'a1', -5, -1, 0", .badDay), ("'a1', 9223372036854775807, -1, 0", .badDay),
            ("'a4', 20250301, -1, 0", .incomplete), ("'none', 20250301, -1, 0", .incomplete),
            ("'a1', 20250301, 9223372036854775807, 1", .partsDiffer),
        ])
    func rejected(values: String, reason: RejectedRow.Reason) throws {
        let budget = ActualBudget(
            """
            INSERT INTO transactions (id, acct, date, amount, isParent) VALUES ('x1', \(values));
            INSERT INTO transactions (id, acct, date, amount, isChild, parent_id) VALUES
                ('x2', 'a1', 20250301, 1, 1, 'x1'), ('x3', 'a1', 20250301, 1, 1, 'x1');
            INSERT INTO transactions (id, acct, date, amount) VALUES ('x4', 'a1', 20250301, -250);
            """)
        let statement = try StatementReader.read(try budget.export())
        #expect(statement.reasons == [reason])
        #expect(statement.accounts.flatMap(\.rows).map { "\($0.amount)" } == ["-2.5"])
        #expect(statement.balances == [])
    }

    @Test("a part that is a transfer is one, and the other account's row is one, too")
    func transferInSplit() throws {
        let budget = ActualBudget(
            """
            INSERT INTO transactions (id, acct, date, amount, description, category, isParent, isChild,
                parent_id, transferred_id, sort_order) VALUES
            ('x1', 'a1', 20250304, -5000, 'p3', NULL, 1, 0, NULL, NULL, 1),
            ('x2', 'a1', 20250304, -3000, 'p3', 'c1', 0, 1, 'x1', NULL, -1),
            ('x3', 'a1', 20250304, -2000, 't2', NULL, 0, 1, 'x1', 'x4', -2),
            ('x4', 'a2', 20250304, 2000, 't1', NULL, 0, 0, NULL, 'x3', 2);
            """)
        #expect(
            words(try StatementReader.read(try budget.export())) == [
                "Savings|2025-03-04|20|Checking||Checking|||",
                "Checking|2025-03-04|-50|Kelp|||||[-30 Home: Food ][-20 Transfer ]",
            ])
    }

    @Test(
        "columns that an older version lacks are empty, and a table that it can't lack is refused",
        arguments: [
            ("ALTER TABLE accounts DROP COLUMN offbudget", 1, StatementError?.none),
            ("DROP TABLE rules", 1, nil),
            ("DROP TABLE payee_mapping", 0, .notAStatement),
            ("DROP INDEX trans_parent_id; DROP TABLE transactions", 0, .notAStatement),
        ])
    func olderVersions(change: String, rows: Int, error: StatementError?) throws {
        let row =
            "INSERT INTO transactions (id, acct, date, amount) VALUES ('x', 'a1', 20250301, 5);"
        let bytes = try ActualBudget(row, change).export()
        #expect(refusal(bytes) == error)
        if error == nil {
            #expect(try StatementReader.read(bytes).accounts.flatMap(\.rows).count == rows)
        }
    }
}
