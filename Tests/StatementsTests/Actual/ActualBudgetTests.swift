import Model
import Statements
import TestExports
import Testing

@Suite("The budgets of Actual")
struct ActualBudgetTests {
    /// "category month amount carry".
    private func budgets(_ sql: String) throws -> [String] {
        let row = """
            INSERT INTO transactions (id, acct, date, amount) VALUES ('x1', 'a1', 20250301, -100);
            """
        return try StatementReader.read(try ActualBudget(row, sql).database()).budgets.map {
            "\($0.category) \($0.month) \($0.amount) \($0.carry.rawValue)"
        }
    }

    @Test("envelopes keep what is left, and hand on a hole only where the person says so")
    func envelopes() throws {
        let found = try budgets(
            """
            INSERT INTO zero_budgets (id, month, category, amount, carryover) VALUES
                ('2025-01-c1', 202501, 'c1', 40000, 0), ('2025-02-c1', 202502, 'c1', 40000, 0),
                ('2025-03-c1', 202503, 'c1', 45000, 1), ('2024-12-c1', 202412, 'c1', 0, 0);
            """)
        #expect(
            found == ["Home: Food 2025-01 400 surplus", "Home: Food 2025-03 450 both"])
    }

    @Test("merged categories have theirs together; income and deleted ones have none")
    func categories() throws {
        let found = try budgets(
            """
            INSERT INTO zero_budgets (id, month, category, amount, carryover) VALUES
                ('1', 202501, 'c1', 40000, 0), ('2', 202501, 'c4', 500, 0),
                ('3', 202501, 'c2', 99900, 0), ('4', 202501, 'c5', 100, 0),
                ('5', 202501, 'gone', 100, 0), ('6', 209913, 'c3', 100, 0),
                ('7', NULL, 'c3', 100, 0), ('8', 202502, 'c3', -100, 0);
            """)
        #expect(found == ["Home: Food 2025-01 405 surplus"])
    }

    @Test("a month without one has none, and the last one stands on")
    func months() throws {
        let found = try budgets(
            """
            INSERT INTO zero_budgets (id, month, category, amount, carryover) VALUES
                ('1', 202412, 'c3', 1000, 0), ('2', 202503, 'c3', 1000, 0);
            """)
        #expect(
            found == [
                "Gifts 2024-12 10 surplus", "Gifts 2025-01 0 surplus",
                "Gifts 2025-03 10 surplus",
            ])
    }

    @Test("who tracks has targets, which pass nothing on unless the person says so")
    func tracking() throws {
        let found = try budgets(
            """
            INSERT INTO preferences VALUES ('budgetType', 'tracking');
            INSERT INTO zero_budgets (id, month, category, amount) VALUES ('1', 202501, 'c1', 100);
            INSERT INTO reflect_budgets (id, month, category, amount, carryover) VALUES
                ('1', 202501, 'c3', 2000, 0), ('2', 202502, 'c3', 2000, 1);
            """)
        #expect(found == ["Gifts 2025-01 20 nothing", "Gifts 2025-02 20 both"])
    }
}
