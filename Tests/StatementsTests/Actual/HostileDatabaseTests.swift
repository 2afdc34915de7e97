import Model
import Statements
import TestExports
import Testing

@Suite("Hostile databases")
struct HostileDatabaseTests {
    private static let rows = """
        INSERT INTO transactions (id, acct, date, amount, description) VALUES
            ('x1', 'a1', 20250301, -1250, 'p1'), ('x2', 'a1', 20250302, -250, 'p3');
        INSERT INTO rules (id, stage, conditions, actions) VALUES ('r1', NULL,
            '[{"op":"is","field":"description","value":"p1"}]',
            '[{"op":"set","field":"category","value":"c1"}]');

        """

    @Test(
        "what runs a stranger's code, or isn't a table, is not read",
        arguments: [
            // A view, also where a table has nearly its name.
            """
            ALTER TABLE transactions RENAME TO other;
            CREATE VIEW transactions AS SELECT * FROM other;
            """,
            """
            ALTER TABLE payees RENAME TO other;
            CREATE VIEW Payees AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
                SELECT id, 'x' AS name FROM n;
            """,
            """
            DROP TABLE accounts;
            CREATE VIRTUAL TABLE accounts USING fts5(id, name);
            """,
        ])
    func views(change: String) throws {
        #expect(refusal(try ActualBudget(Self.rows, change).export()) == .notAStatement)
    }

    @Test("a column that is computed is not read")
    func computedColumn() throws {
        let budget = ActualBudget(
            Self.rows,
            """
            ALTER TABLE transactions DROP COLUMN notes;
            ALTER TABLE transactions ADD COLUMN notes TEXT AS (hex(zeroblob(500000000)));
            """)
        let notes = try StatementReader.read(try budget.export()).accounts.flatMap(\.rows).map(
            \.notes)
        #expect(notes == ["", ""])
    }

    @Test("a text that is longer than any person's is refused")
    func longText() throws {
        let budget = ActualBudget(
            Self.rows, "UPDATE payees SET name = hex(zeroblob(1000000)) WHERE id = 'p1';")
        #expect(refusal(try budget.export()) == .malformed(line: 0))
    }

    @Test("a database that writes to a log beside it is read without one")
    func writeAheadLog() throws {
        var bytes = try ActualBudget(Self.rows).database()
        (bytes[18], bytes[19]) = (2, 2)
        #expect(try StatementReader.read(bytes).accounts.flatMap(\.rows).count == 2)
    }

    @Test("values of other types and rules that are no lists decide nothing")
    func otherTypes() throws {
        let budget = ActualBudget(
            Self.rows,
            """
            INSERT INTO transactions (id, acct, date, amount, description, notes, sort_order) VALUES
                (x'00', 'a1', 20250303.0, 'much', x'FF', 12, 'first');
            INSERT INTO rules (id, conditions, actions) VALUES
                ('r2', '{', '[]'), ('r3', '{}', '[]'), ('r4', NULL, '[]'),
                ('r5', '[1, null, "a", [], {}]', '[{}]'), ('r6', '[[[[[', ']');
            """)
        let statement = try StatementReader.read(try budget.export())
        let row = try #require(statement.accounts.first?.rows.first)
        #expect(
            [row.payee, row.notes, "\(row.amount)", "\(row.day)"] == ["", "12", "0", "2025-03-03"])
        #expect(statement.rules.map(\.conditions.count) == [5, 1])
        #expect(statement.rules.first?.conditions.allSatisfy { $0.values == nil } == true)
    }

    /// Reads it 150 times, each with some bytes lost or changed by a seed. What matters is
    /// that each ends, in rows or in an error.
    @Test("no damage does more than lose rows or the file", arguments: [true, false])
    func mutations(isZipped: Bool) throws {
        let budget = ActualBudget(Self.rows)
        let bytes = try isZipped ? budget.export() : budget.database()
        var random = SplitMix(seed: 46)
        var (taken, refused) = (0, 0)
        for _ in 0..<150 {
            var damaged = bytes
            for _ in 0..<(1 + random.next() % 6) {
                let place = Int(random.next() % UInt64(damaged.count))
                switch random.next() % 4 {
                case 0: damaged.removeLast(Int(random.next() % UInt64(damaged.count / 2)))
                case 1: damaged[place % 200] = UInt8(truncatingIfNeeded: random.next())
                // The heads of pages, which say where their cells are.
                case 2: damaged[place / 4096 * 4096 + place % 64] = UInt8(random.next() % 256)
                default: damaged[place] = UInt8(truncatingIfNeeded: random.next())
                }
            }
            if refusal(damaged) == nil { taken += 1 } else { refused += 1 }
        }
        #expect(taken > 0)
        #expect(refused > 0)
    }
}
