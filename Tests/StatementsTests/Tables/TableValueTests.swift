import Statements
import Testing

@Suite("Days and amounts of tables")
struct TableValueTests {
    @Test(
        "a day is read as the bank writes it",
        arguments: [
            "2025-03-14", "2025/3/14", "2025.03.14.", "20250314", "14.03.2025", "14/3/25",
            "14-03-2025", "14 Mar 2025", "14-Mar-25", "March 14, 2025", "14. März 2025",
            "14 mars 2025", "14 de março de 2025", "14 marca 2025", "14. března 2025",
            "14 maaliskuuta 2025", "2025年3月14日", "Fri, 14 Mar 2025", "2025-03-14T23:30:00+01:00",
            "2025-03-14 10:11:12 +0000", "14/03/2025 9:15:30 AM", "3/14' 25",
        ])
    func days(cell: String) throws {
        let text = "Date;Text;Amount\n\(cell);A;-1.00\n"
        #expect(try rows(text) == ["2025-03-14 -1 |A"])
    }

    @Test("September has four letters in some banks' exports")
    func september() throws {
        #expect(try rows("Date,Text,Amount\n5 Sept 2025,A,-1.00\n") == ["2025-09-05 -1 |A"])
    }

    @Test(
        "the order of day and month is decided by all rows",
        arguments: [
            ("a number above 12", ["03/04/2025", "03/14/2025"], "2025-03-04"),
            ("the other way", ["03/04/2025", "14/04/2025"], "2025-04-03"),
            ("the rows' order", ["01/02/2025", "02/01/2025", "03/01/2025"], "2025-01-02"),
            ("dots", ["03.04.2025"], "2025-04-03"),
            ("a day that there isn't", ["03.02.25", "04.02.25", "31.02.25"], "2025-02-03"),
        ])
    func decidedOrder(name: String, days: [String], first: String) throws {
        let lines = days.map { "\($0),A,-1.00\n" }.joined()
        let statement = try read("Date,Text,Amount\n" + lines)
        #expect(statement.accounts.first?.rows.first.map { "\($0.day)" } == first)
        #expect(statement.questions == [])
    }

    @Test("another column's days decide the order")
    func otherColumn() throws {
        let text = "Date,Text,Amount,Exported\n03/04/2025,A,-1.00,2025-03-05\n"
        #expect(try read(text).questions == [])
        #expect(try rows(text) == ["2025-03-04 -1 |A"])
    }

    @Test("where nothing decides the order, a question is asked and the answer is taken")
    func openOrder() throws {
        let text = "Date,Text,Amount\n03/04/2025,A,-1.00\n05/04/2025,B,-2.00\n"
        #expect(try read(text).questions == [.dayOrder])
        let answered = try read(text, answers: StatementAnswers(dayOrder: .monthFirst))
        #expect(answered.questions == [])
        #expect(
            answered.accounts.flatMap(\.rows).map { "\($0.day)" } == ["2025-03-04", "2025-05-04"])
    }

    @Test(
        "an amount is read as the bank writes it",
        arguments: [
            ("-1234.50", "-1234.5"), ("-1,234.50", "-1234.5"), ("-1.234,50", "-1234.5"),
            ("-1 234,50", "-1234.5"), ("-1\u{A0}234,50", "-1234.5"),
            ("-1\u{202F}234,50", "-1234.5"), ("-1'234.50", "-1234.5"),
            ("-1’234.50", "-1234.5"), ("1,234.50-", "-1234.5"), ("(1,234.50)", "-1234.5"),
            ("($1,234.50)", "-1234.5"), ("-$1,234.50", "-1234.5"), ("$-1,234.50", "-1234.5"),
            ("- $12.01", "-12.01"), ("+ $73.01", "73.01"), ("−12.50", "-12.5"),
            ("-12.-", "-12"), ("-1,23,456.78", "-123456.78"), ("12.50 DR", "-12.5"),
            ("12.50 CR", "12.5"), ("-1 234,50 zł", "-1234.5"), ("-12.50 EUR", "-12.5"),
            ("د.ا.\u{200F}-4.7501", "-4.7501"), ("-.50", "-0.5"), ("-1.000.000", "-1000000"),
        ])
    func amounts(cell: String, value: String) throws {
        let rows = try read("Date|Text|Amount\n2025-03-14|A|\(cell)\n").accounts.flatMap(\.rows)
        #expect(rows.map { "\($0.amount)" } == [value])
    }

    @Test(
        "the meaning of one mark before three digits is decided by the file",
        arguments: [
            ("other rows", "Date|Text|Amount\n2025-03-14|A|-1.234\n2025-03-15|B|-5,67\n", "-1234"),
            (
                "other rows, with points",
                "Date|Text|Amount\n2025-03-14|A|-1.234\n2025-03-15|B|-5.67\n", "-1.234"
            ),
            ("the currency", "Date|Text|Amount\n2025-03-14|A|-1.234 EUR\n", "-1234"),
            (
                "the balance",
                "Date|Text|Amount|Balance\n2025-03-14|A|-1.234|6000\n2025-03-15|B|-200|5800\n2025-03-16|C|-1.234|4566\n",
                "-1234"
            ),
        ])
    func decidedMark(name: String, text: String, value: String) throws {
        let statement = try read(text)
        #expect(statement.questions == [])
        #expect(statement.accounts.first?.rows.first.map { "\($0.amount)" } == value)
    }

    @Test("where nothing decides the mark, a question is asked and the answer is taken")
    func openMark() throws {
        let text = "Date|Text|Amount\n2025-03-14|A|-1.234\n"
        #expect(try read(text).questions == [.decimalMark])
        let answered = try read(text, answers: StatementAnswers(decimalMark: .comma))
        #expect(answered.questions == [])
        #expect(answered.accounts.flatMap(\.rows).map { "\($0.amount)" } == ["-1234"])
    }
}
