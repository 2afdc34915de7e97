import Model
import Statements
import Testing

@Suite("QIF")
struct QIFTests {
    @Test(
        "days in the ways that programs write them",
        arguments: [
            ("12/31/2024", "2024-12-31"), ("31/12/2024", "2024-12-31"), ("31.12.24", "2024-12-31"),
            ("3/29' 0", "2000-03-29"), ("8/31/97", "1997-08-31"), ("8/31'97", "2097-08-31"),
            ("2024-9-1", "2024-09-01"), ("2024'9.5", "2024-09-05"), (" 8/ 1/ 5", nil),
            ("5/5/2024", "2024-05-05"),
        ])
    func days(text: String, expected: String?) throws {
        let statement = try read("!Type:Bank\nD\(text)\nT1.00\n^\n")
        let day = statement.questions.isEmpty ? statement.accounts[0].rows.first?.day : nil
        #expect(day.map { "\($0)" } == expected)
    }

    @Test("all rows decide the order of day and month together")
    func orderOfAll() throws {
        #expect(
            try rows("!Type:Bank\nD1/2/2024\nT1\n^\nD1/13/2024\nT2\n^\n")
                == ["2024-01-02 1 ", "2024-01-13 2 "])
    }

    @Test("an order that the file can't tell is asked for, and an answer decides")
    func askedOrder() throws {
        let text = "!Type:Bank\nD1/2/2024\nT1\n^\nD3/4/2024\nT2\n^\n"
        #expect(try read(text).questions == [.dayOrder])
        let answered = try read(text, answers: StatementAnswers(dayOrder: .monthFirst))
        #expect(answered.questions.isEmpty)
        #expect(answered.accounts[0].rows.map { "\($0.day)" } == ["2024-01-02", "2024-03-04"])
    }

    @Test("rows in order of their days decide, too")
    func orderOfRows() throws {
        let days = ["2/1/2024", "2/3/2024", "3/2/2024", "3/5/2024", "4/1/2024"]
        let text = "!Type:Bank\n" + days.map { "D\($0)\nT1\n^\n" }.joined()
        let statement = try read(text)
        #expect(statement.questions.isEmpty)
        #expect(statement.accounts[0].rows.last?.day.description == "2024-04-01")
    }

    @Test(
        "amounts with separators",
        arguments: [
            ("-145,608.32", "-145608.32"), ("1.234,5", "1234.5"), ("$12", "12"), ("-5,50", "-5.5"),
            ("1'234.50", "1234.5"), ("1,234,567", "1234567"),
        ])
    func amounts(text: String, expected: String) throws {
        let statement = try read("!Type:Bank\nD12/31/2024\nT\(text)\n^\n")
        #expect(statement.accounts[0].rows.map { "\($0.amount)" } == [expected])
        #expect(statement.questions.isEmpty)
    }

    @Test("thousands that may be decimals are asked for")
    func askedMark() throws {
        #expect(try read("!Type:Bank\nD12/31/2024\nT1,234\n^\n").questions == [.decimalMark])
    }

    @Test("a split keeps its parts, which add up")
    func split() throws {
        let text = "!Type:Bank\nD12/31/2024\nT-30\nLFood\nSFood\nEBread\n$-10\nS[Cash]\n$-20\n^\n"
        let parts = try read(text).accounts[0].rows[0].parts
        #expect(parts.map(\.category) == ["Food", "[Cash]"])
        #expect(parts.map { "\($0.amount) \($0.memo)" } == ["-10 Bread", "-20 "])
    }

    @Test("a split whose parts differ from it is set aside")
    func badSplit() throws {
        let text = "!Type:Bank\nD12/31/2024\nT-30\nSFood\n$-10\n^\nD12/30/2024\nT1\n^\n"
        let statement = try read(text)
        #expect(statement.reasons == [.partsDiffer])
        #expect(statement.accounts[0].rows.count == 1)
    }

    @Test("categories with a class, and transfers")
    func categories() throws {
        let text = "!Type:Bank\nD12/31/2024\nT1\nLFood:Bread/Home\n^\nD12/31/2024\nT2\nL[Cash]\n^\n"
        let rows = try read(text).accounts[0].rows
        #expect(rows.map(\.category) == ["Food:Bread", ""])
        #expect(rows.map(\.tags) == [["Home"], []])
        #expect(rows.map(\.otherAccount) == ["", "Cash"])
    }

    @Test("accounts and lists around the rows")
    func accounts() throws {
        let text = """
            !Option:AutoSwitch
            !Account
            NOne
            TBank
            ^
            NTwo
            TCCard
            ^
            !Clear:AutoSwitch
            !Type:Cat
            NFood
            T5
            D12/31/2024
            ^
            !Account
            NTwo
            ^
            !Type:CCard
            D12/31/2024
            T-1
            ^
            !Type:Memorized
            T-2
            D12/31/2024
            ^
            """
        let accounts = try read(text).accounts
        #expect(accounts.map(\.name) == ["Two"])
        #expect(accounts.map(\.kind) == [.credit])
        #expect(accounts[0].rows.map(words) == ["2024-12-31 -1 "])
    }

    @Test("an opening balance names the account and is no row")
    func openingBalance() throws {
        let text =
            "!Type:Bank\nD12/31/2024\nT100\nPOpening Balance\nL[Savings]\n^\nD12/31/2024\nT1\n^\n"
        let statement = try read(text)
        #expect(statement.accounts.map(\.name) == ["Savings"])
        #expect(statement.balances == ["opening 2024-12-31 100"])
        #expect(statement.accounts[0].rows.map(words) == ["2024-12-31 1 "])
    }

    @Test("a record that the file's end cuts is set aside")
    func cut() throws {
        let statement = try read("!Type:Bank\nD12/31/2024\nT1\n^\nD12/30/2024\nT12")
        #expect(statement.reasons == [.incomplete])
        #expect(statement.accounts[0].rows.count == 1)
    }

    @Test("trades alone are refused, and beside rows they are listed")
    func trades() throws {
        let trade = "!Type:Invst\nD12/31/2024\nNBuy\nYABC\nT5\n^\n"
        #expect(refusal(trade) == .otherContent("trades of shares"))
        #expect(try read("!Type:Bank\nD12/31/2024\nT1\n^\n" + trade).reasons == [.notMoney])
    }

    @Test("line ends of every kind", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(end: String) throws {
        let text = "!Type:Bank\nD12/31/2024\nT1\nPA\n^^\n".replacing("\n", with: end)
        let statement = try read(text)
        #expect(statement.accounts[0].rows.map(words) == ["2024-12-31 1 A"])
        #expect(statement.accounts[0].rows[0].line == 2)
    }
}
