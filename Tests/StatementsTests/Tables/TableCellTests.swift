import Statements
import Testing

@Suite("Lines and cells of tables")
struct TableCellTests {
    @Test(
        "rows are found in any shape of table",
        arguments: [
            ("commas", "Date,Text,Amount\n2025-03-14,A,-1.50\n"),
            ("semicolons with decimal commas", "Date;Text;Amount\n2025-03-14;A;-1,50\n"),
            ("tabs", "Date\tText\tAmount\n2025-03-14\tA\t-1.50\n"),
            ("bars", "Date|Text|Amount\n2025-03-14|A|-1.50\n"),
            ("CR alone", "Date,Text,Amount\r2025-03-14,A,-1.50\r"),
            ("CR LF", "Date,Text,Amount\r\n2025-03-14,A,-1.50\r\n"),
            ("no end of the last line", "Date,Text,Amount\n2025-03-14,A,-1.50"),
            ("blanks around", "Date, Text, Amount\n 2025-03-14 , A , -1.50\n"),
            ("quotes", "\"Date\",\"Text\",\"Amount\"\n\"2025-03-14\",\"A\",\"-1.50\"\n"),
            ("separators at the end", "Date,Text,Amount,\n2025-03-14,A,-1.50,,\n"),
            ("an apostrophe before a formula", "Date,Text,Amount\n2025-03-14,A,'-1.50\n"),
            ("a formula around a text", "Date,Text,Amount\n2025-03-14,=\"A\",-1.50\n"),
            ("a preamble", "Bank\nFrom;To\n\nDate,Text,Amount\n2025-03-14,A,-1.50\n"),
            (
                "a heading far down",
                String(repeating: "x\n", count: 25) + "Date,Text,Amount\n2025-03-14,A,-1.50\n"
            ),
            ("a footer", "Date,Text,Amount\n2025-03-14,A,-1.50\nAll figures without engagement\n"),
            ("the heading twice", "Date,Text,Amount\n2025-03-14,A,-1.50\nDate,Text,Amount\n"),
            ("no heading", "2025-03-14,A,-1.50\n"),
            ("unknown headings", "Zut,Bof,Hop\n2025-03-14,A,-1.50\n"),
            ("a total", "Date,Text,Amount\n2025-03-14,A,-1.50\nTotal,,-1.50\n"),
        ])
    func shapes(name: String, text: String) throws {
        let statement = try read(text)
        #expect(
            statement.accounts.flatMap(\.rows).map { "\($0.day) \($0.amount) \($0.description)" }
                == ["2025-03-14 -1.5 A"])
        #expect(statement.rejected == [])
    }

    @Test("quotes keep separators, quotes and line breaks")
    func quotes() throws {
        let text = "Date,Text,Amount\n2025-03-14,\"A, \"\"B\"\"\nC\",-1\n2025-03-15,D,-2\n"
        let rows = try #require(try read(text).accounts.first?.rows)
        #expect(rows.map(\.description) == ["A, \"B\" C", "D"])
        #expect(rows.map(\.line) == [2, 4])
    }

    @Test("a quote that is never closed is a character")
    func openQuote() throws {
        let text = "Date,Text,Amount\n2025-03-14,\"A,-1\n2025-03-15,B,-2\n"
        #expect(try rows(text) == ["2025-03-14 -1 |\"A", "2025-03-15 -2 |B"])
    }

    @Test("bad rows are set aside with their line, and the others count")
    func badRows() throws {
        let text = """
            Date,Text,Amount
            2025-03-14,A,-1.00
            2025-02-31,B,-2.00
            2025-03-15,C,none
            ,D,-4.00
            2025-03-16,E,99999999999999999999.00
            2025-03-17,F,-6.00,7
            2025-03-18,G,-8.00
            """
        let statement = try read(text)
        #expect(statement.accounts.flatMap(\.rows).map(\.description) == ["A", "G"])
        #expect(statement.rejected.map(\.line) == [3, 4, 5, 6, 7])
        #expect(
            statement.reasons == [.badDay, .badAmount, .noDay, .amountTooLarge, .incomplete])
    }

    @Test("a second line of a transaction belongs to its text")
    func twoLines() throws {
        let text = "Date,Text,Amount\n2025-03-14,A,-1.00\n,at the corner,\n2025-03-15,B,-2.00\n"
        #expect(
            try rows(text) == ["2025-03-14 -1 |A at the corner", "2025-03-15 -2 |B"])
    }

    @Test("rows below the heading of a section with pending ones are pending")
    func sections() throws {
        let text = """
            Date,Text,Amount
            Pending Transactions
            2025-03-16,A,-1.00
            Posted Transactions
            2025-03-15,B,-2.00
            """
        #expect(try read(text).accounts.flatMap(\.rows).map(\.isPending) == [true, false])
    }

    @Test(
        "a pending row without a day is left out, and said to be",
        arguments: [
            "Date,Description,Amount\nPending,Kelp Coffee,-3.50\n2026-03-03,Harrow Cinema,-12.00\n",
            "Date,Description,Amount\n2026-03-03,Harrow Cinema,-12.00\nPending,,\n,Kelp Coffee,-3.50\n",
            "Date,Description,Amount,Status\n2026-03-03,Harrow Cinema,-12.00,Booked\n,Kelp Coffee,-3.50,Pending\n",
        ])
    func pendingWithoutDay(text: String) throws {
        let statement = try read(text)
        #expect(statement.accounts.flatMap(\.rows).map { "\($0.amount)" } == ["-12"])
        #expect(statement.reasons == [.pending])
    }

    @Test("a state says what is pending, and what moved no money")
    func states() throws {
        let text = """
            Date,Text,Amount,Status
            2025-03-14,A,-1.00,Completed
            2025-03-15,B,-2.00,Pending
            2025-03-16,C,-3.00,Declined
            """
        let statement = try read(text)
        #expect(statement.accounts.flatMap(\.rows).map(\.isPending) == [false, true])
        #expect(statement.reasons == [.cancelled])
    }

    @Test("a heading says what is pending, and its cells agree or not")
    func pendingColumn() throws {
        let text = """
            Date,Text,Amount,Pending
            2025-03-14,A,-1.00,false
            2025-03-15,B,-2.00,true
            2025-03-16,C,-3.00,
            """
        #expect(
            try read(text).accounts.flatMap(\.rows).map(\.isPending) == [false, true, false])
    }

    @Test("accounts of a column are kept apart")
    func accounts() throws {
        let text = """
            Date,Text,Amount,Account,Currency
            2025-03-14,A,-1.00,Main,EUR
            2025-03-15,B,-2.00,Card,USD
            2025-03-16,C,-3.00,Main,CHF
            """
        let accounts = try read(text).accounts
        #expect(accounts.map(\.name) == ["Main", "Card"])
        #expect(accounts.map(\.currency) == ["EUR", "USD"])
        #expect(accounts.first?.rows.map(\.currency) == [nil, "CHF"])
    }

    @Test(
        "tables without transactions are refused",
        arguments: [
            (
                "JournalNumber,JournalDate,AccountName,NetAmount\n1,23-Jan-15,Cash,5\n",
                .otherContent("journal")
            ),
            ("Order Date,Order ID,Title,Total\n2025-03-14,1,Book,5.00\n", .otherContent("orders")),
            ("Date,Text,Amount\n", .empty),
            ("Name,Age\nAna,40\n", .notAStatement),
        ] as [(String, StatementError)])
    func refused(text: String, reason: StatementError) {
        #expect(refusal(text) == reason)
    }
}
