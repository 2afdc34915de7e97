import Statements
import Testing

@Suite("Signs and balances of tables")
struct TableSignTests {
    @Test(
        "what comes in stays so where balances, a program or other words say so",
        arguments: [
            (
                "Date,Description,Amount,Balance\n2026-10-01,CUSTOMER A,1000.00,1000.00\n"
                    + "2026-10-02,PAYMENT RECEIVED,-1500.00,-500.00\n"
                    + "2026-10-03,CUSTOMER B,2000.00,1500.00\n", ["1000", "-1500", "2000"]
            ),
            (
                "Date,Description,Amount\n2026-10-01,RENT FLAT 1,800.00\n"
                    + "2026-10-02,RENT FLAT 2,700.00\n2026-10-03,THANK YOU BAKERY,-12.00\n",
                ["800", "700", "-12"]
            ),
        ])
    func received(text: String, amounts: [String]) throws {
        let statement = try read(text)
        #expect(statement.accounts.flatMap(\.rows).map { "\($0.amount)" } == amounts)
        #expect(statement.questions.isEmpty)
    }

    @Test("who pays whom is asked where only pay is negative, unless balances say it")
    func pay() throws {
        let rows = [("CUSTOMER A", 1000), ("CUSTOMER B", 2000), ("ADP PAYROLL", -1500)]
        var (open, proven, sum) = ("Date,Text,Amount\n", "Date,Text,Amount,Balance\n", 0)
        for (number, row) in rows.enumerated() {
            sum += row.1
            open += "2026-10-0\(number + 1),\(row.0),\(row.1).00\n"
            proven += "2026-10-0\(number + 1),\(row.0),\(row.1).00,\(sum).00\n"
        }
        #expect(try read(open).questions == [.sign])
        #expect(try read(proven).questions == [])
        #expect(
            try read(proven).accounts.flatMap(\.rows).map { "\($0.amount)" }
                == ["1000", "2000", "-1500"])
    }

    @Test(
        "what was spent is negative, however a bank says it",
        arguments: [
            ("columns", "Date,Text,Paid out,Paid in\n2025-03-14,A,5.00,\n2025-03-15,B,,7.00\n"),
            (
                "a minus in them",
                "Date,Text,Debit,Credit\n2025-03-14,A,-5.00,\n2025-03-15,B,,7.00\n"
            ),
            (
                "a minus in what was received",
                "Date,Text,Debit,Credit\n2025-03-14,A,5.00,\n2025-03-15,B,,-7.00\n"
            ),
            (
                "zeros in them",
                "Date,Text,Outflow,Inflow\n2025-03-14,A,5.00,0.00\n2025-03-15,B,0.00,7.00\n"
            ),
            ("letters", "Date,Text,Amount,D/C\n2025-03-14,A,5.00,D\n2025-03-15,B,7.00,C\n"),
            (
                "letters against a sign",
                "Date,Text,Amount,D/C\n2025-03-14,A,5.00,D\n2025-03-15,B,-7.00,C\n"
            ),
            (
                "words",
                "Date,Text,Amount,Type\n2025-03-14,A,5.00,expense\n2025-03-15,B,7.00,income\n"
            ),
            (
                "German words",
                "Datum,Text,Betrag,Soll/Haben\n14.03.2025,A,5.00,S\n15.03.2025,B,7.00,H\n"
            ),
            ("CR beside", "Date,Text,Amount,\n2025-03-14,A,5.00,\n2025-03-15,B,7.00,CR\n"),
            ("CR behind", "Date,Text,Amount\n2025-03-14,A,5.00\n2025-03-15,B,7.00 CR\n"),
            ("a plus alone", "Date,Text,Amount\n2025-03-14,A,5.00\n2025-03-15,B,+7.00\n"),
            (
                "a thanked-for payment",
                "Date,Text,Amount\n2025-03-13,C,9.00\n2025-03-14,A,5.00\n2025-03-15,PAYMENT - THANK YOU,-7.00\n"
            ),
            (
                "amount and both columns",
                "Date,Text,Amount,Credit,Debit\n2025-03-14,A,-5.00,,-5.00\n2025-03-15,B,7.00,7.00,\n"
            ),
        ])
    func signs(name: String, text: String) throws {
        let amounts = try read(text).accounts.flatMap(\.rows).suffix(2).map { "\($0.amount)" }
        #expect(amounts == ["-5", "7"])
    }

    @Test("a refund in the column of what was spent came in")
    func refund() throws {
        let text =
            "Date,Text,Debit,Credit\n2025-03-14,A,5.00,\n2025-03-15,B,6.00,\n2025-03-16,C,-2.00,\n"
        let rows = try read(text).accounts.flatMap(\.rows)
        #expect(rows.map { "\($0.amount)" } == ["-5", "-6", "2"])
    }

    @Test("amounts without any sign are asked about, until it is said whether they were spent")
    func open() throws {
        let rows = (1...5).map { "2025-03-0\($0),Shop \($0),\($0).00" }.joined(separator: "\n")
        let text = "Date,Text,Amount\n\(rows)\n"
        #expect(try read(text).questions == [.sign])
        for (isReversed, first) in [(true, "-1"), (false, "1")] {
            let statement = try read(text, answers: StatementAnswers(isReversed: isReversed))
            #expect(statement.questions.isEmpty)
            #expect(statement.accounts.first?.rows.first.map { "\($0.amount)" } == first)
        }
    }

    @Test("a type that nobody knows leaves the sign of its row unknown")
    func unknownType() throws {
        let text = """
            Date,Text,Amount,Type
            2025-03-14,A,5.00,expense
            2025-03-15,B,7.00,income
            2025-03-16,C,7.00,income
            2025-03-17,D,7.00,income
            2025-03-18,E,9.00,other
            """
        #expect(try read(text).reasons == [.signUnknown])
    }

    @Test("an answer turns the signs round")
    func answer() throws {
        let text = "Date,Text,Amount\n2025-03-14,A,5.00\n"
        let rows = try read(text, answers: StatementAnswers(isReversed: true)).accounts.flatMap(
            \.rows)
        #expect(rows.map { "\($0.amount)" } == ["-5"])
    }

    @Test(
        "the running balance is checked in either order",
        arguments: [
            (["14,-1.00,9.00", "15,-2.00,7.00", "16,3.00,10.00"], 2, [], false),
            (["16,3.00,10.00", "15,-2.00,7.00", "14,-1.00,9.00"], 2, [], true),
            (["14,-1.00,9.00", "15,-2.00,6.00", "16,3.00,9.00"], 1, [3], false),
            (["14,-1.00,9.00", "15,-2.00,", "16,3.00,10.00"], 1, [], false),
        ])
    func balances(lines: [String], continued: Int, breaks: [Int], isNewestFirst: Bool) throws {
        let rows = lines.map { "2025-03-\($0)\n" }.joined()
        let account = try #require(try read("Date,Amount,Balance\n" + rows).accounts.first)
        let proof = try #require(account.balanceProof)
        #expect(proof.continued == continued)
        #expect(proof.breaks.map(\.line) == breaks)
        #expect(proof.isNewestFirst == isNewestFirst)
    }

    @Test("a break names the balance that the rows give")
    func breaks() throws {
        let text = "Date,Amount,Balance\n2025-03-14,-1.00,9.00\n2025-03-15,-2.00,6.00\n"
        let proof = try #require(try read(text).accounts.first?.balanceProof)
        #expect(proof.breaks.map { "\($0.expected) \($0.stated)" } == ["7 6"])
        #expect(!proof.isWhole)
    }

    @Test(
        "opening and closing balances prove the rows between",
        arguments: [("8,50", true), ("7,50", false)])
    func statement(closing: String, isWhole: Bool) throws {
        let text =
            ":20:A\n:25:B\n:60F:C250314EUR10,00\n:61:2503140314D1,50NTRFX\n:62F:C250314EUR\(closing)\n-\n"
        #expect(try read(text).accounts.first?.balanceProof?.isWhole == isWhole)
    }

    @Test("a balance that never changes belongs to no row")
    func constant() throws {
        let text = "Date,Amount,Balance\n2025-03-14,-1.00,9.00\n2025-03-15,-2.00,9.00\n"
        let rows = try read(text).accounts.flatMap(\.rows)
        #expect(rows.allSatisfy { $0.balance == nil })
    }

    @Test("a fee belongs to the amount if the balance says so")
    func fee() throws {
        let text = """
            Date,Text,Amount,Fee,Balance
            2025-03-14,A,-1.00,0.00,9.00
            2025-03-15,B,-2.00,0.50,6.50
            """
        #expect(try rows(text) == ["2025-03-14 -1 |A", "2025-03-15 -2.5 |B"])
    }

    @Test("columns that nothing tells apart are asked for")
    func columns() throws {
        let text = "2025-03-14,A,5.00,6.00\n2025-03-15,B,5.00,9.00\n"
        #expect(try read(text).questions == [.columns])
    }
}
