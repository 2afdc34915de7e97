import Model
import Statements
import Testing

@Suite("Tables of budgets")
struct BudgetTableTests {
    private func read(_ text: String) throws -> Statement {
        try TableReader.read(text, encoding: "utf-8")
    }

    /// "category month amount period carry currency".
    private func budgets(_ statement: Statement) -> [String] {
        statement.budgets.map {
            "\($0.isTag ? "#" : "")\($0.category) \($0.month) \($0.amount) \($0.period.rawValue) "
                + "\($0.carry.rawValue) \($0.currency ?? "-")"
        }
    }

    @Test("the plan of YNAB has a budget for each category, from each month in which it changes")
    func plan() throws {
        let statement = try read(
            """
            \u{FEFF}"Month","Category Group/Category","Category Group","Category","Assigned",\
            "Activity","Available"
            "Oct 2026","Everyday: Groceries","Everyday","Groceries","$1,420.50",$0.00,$439.75
            "Aug 2026","Everyday: Groceries","Everyday","Groceries",$400.00,-$380.25,$19.75
            "Sep 2026","Everyday: Groceries","Everyday","Groceries",$400.00,-$380.25,$19.75
            "Aug 2026","Fun: Trips","Fun","Trips",$0.00,-$61.20,-$61.20
            "Sep 2026","Fun: Trips","Fun","Trips",-$10.00,-$61.20,-$61.20
            "Aug 2026","Inflow: Ready to Assign","Inflow","Ready to Assign",$0.00,$9.00,$9.00
            "Aug 2026","Credit Card Payments: Visa","Credit Card Payments","Visa",$45.00,$0.00,$0.00
            "once","Bills: Rent","Bills","Rent",$1450.00,$0.00,$0.00
            "Aug 2026","Bills: Rent","Bills","Rent",,$0.00,$0.00
            """)
        #expect(statement.program == .ynab)
        #expect(statement.accounts.isEmpty)
        #expect(
            budgets(statement) == [
                "Everyday: Groceries 2026-08 400 month surplus -",
                "Everyday: Groceries 2026-10 1420.5 month surplus -",
            ])
        #expect(statement.rejected.map(\.line) == [9, 10])
        #expect(statement.rejected.map(\.reason) == [.badDay, .noAmount])
    }

    @Test("its decimal mark is what any amount of it proves, and is asked about if none does")
    func mark() throws {
        func plan(_ assigned: String, _ activity: String) throws -> Statement {
            try read(
                "Month;Category Group;Category;Assigned;Activity\n"
                    + "Aug 2026;Bills;Rent;\(assigned);\(activity)\n")
        }
        let proven = try plan("1.450", "-3,50")
        #expect(budgets(proven) == ["Bills: Rent 2026-08 1450 month surplus -"])
        #expect(proven.questions == [])
        #expect(try plan("1.450", "0").questions == [.decimalMark])
    }

    @Test("an amount below nothing is nothing, and one beyond all sense is left out")
    func amounts() throws {
        let statement = try read(
            """
            user_id,budget_id,name,active,order,start_date,end_date,currency_code,amount
            1,1,Food,1,1,2026-01-01,2026-01-31,EUR,400
            1,1,Food,1,1,2026-02-01,2026-02-28,EUR,-5
            1,2,Coin,1,2,2026-01-01,2026-01-31,BTC,0.12345678
            1,3,Much,1,3,2026-01-01,2026-01-31,EUR,9223372036854775807
            1,3,Fine,1,3,2026-01-01,2026-01-31,EUR,1.123456789012345678
            """)
        #expect(
            budgets(statement) == [
                "#Coin 2026-01 0.12345678 month nothing BTC",
                "#Food 2026-01 400 month nothing EUR", "#Food 2026-02 0 month nothing EUR",
            ])
        #expect(statement.rejected.map(\.reason) == [.amountTooLarge, .amountTooLarge])
    }

    @Test("a budget of Firefly III is one of a tag, for months, quarters and years")
    func limits() throws {
        let statement = try read(
            """
            user_id,budget_id,name,active,order,start_date,end_date,currency_code,amount
            1,1,Food,1,1,2026-01-01,2026-01-31,EUR,400.000000000000
            1,1,Food,1,1,2026-02-01,2026-02-28,EUR,400
            1,1,Food,1,1,2026-04-01,2026-04-30,EUR,450
            1,1,Food,1,1,2026-01-01,2026-01-31,USD,100
            1,2,Insurance,1,2,2026-01-01,2026-12-31,EUR,900
            1,3,Clothes,1,3,2026-04-01,2026-06-30,EUR,90
            1,4,Lunch,1,4,2026-01-05,2026-01-11,EUR,50
            """)
        #expect(statement.program == .firefly)
        #expect(
            budgets(statement) == [
                "#Clothes 2026-04 90 quarter nothing EUR", "#Food 2026-01 400 month nothing EUR",
                "#Food 2026-03 0 month nothing EUR", "#Food 2026-04 450 month nothing EUR",
                "#Food 2026-01 100 month nothing USD", "#Insurance 2026-01 900 year nothing EUR",
            ])
        #expect(statement.rejected.map(\.line) == [8])
        #expect(statement.rejected.map(\.reason) == [.otherPeriod])
    }
}
