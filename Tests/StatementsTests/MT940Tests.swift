import Model
import Statements
import Testing

@Suite("MT940 and MT942")
struct MT940Tests {
    private func file(_ rows: String, end: String = ":62F:C240131EUR90,00\n-\n") -> String {
        ":20:STARTUMS\n:25:10020030/12345\n:28C:1/1\n:60F:C240101EUR100,00\n\(rows)\n\(end)"
    }

    @Test(
        "the line of a row",
        arguments: [
            ("240105D10,00NTRFNONREF", "2024-01-05 -10"), ("240105C10,NTRF", "2024-01-05 10"),
            ("2401050107DR9,5NTRF", "2024-01-07 -9.5"), ("240105RC1,00NTRF", "2024-01-05 -1"),
            ("240105RD1,00NTRF", "2024-01-05 1"), ("240105CM5000,00S051", "2024-01-05 5000"),
            ("2312300102D000001,00N426", "2024-01-02 -1"), ("2401021230D1,00N426", "2023-12-30 -1"),
            ("2401050105D1", "2024-01-05 -1"), ("240105CR\n30,00N062NONREF", "2024-01-05 30"),
            ("990105D1,00N062", "1999-01-05 -1"),
        ])
    func row(line: String, expected: String) throws {
        let row = try #require(try read(file(":61:" + line)).accounts.first?.rows.first)
        #expect("\(row.day) \(row.amount)" == expected)
    }

    @Test(
        "the words of a row",
        arguments: [
            ("166?00TRANSFER?20Invoice 47?21/11?32SHOP?33 LTD", "SHOP LTD|Invoice 47 /11|TRANSFER"),
            (
                "166?00TRANSFER?20Twentyseven letters in a ro?21w?32SHOP",
                "SHOP|Twentyseven letters in a row|TRANSFER"
            ),
            ("166?20EREF+77?21SVWZ+Rent May?32A", "A|Rent May|EREF+77"),
            ("166?20SVWZ+Rent?21ABWA+B?32A", "A|Rent"),
            ("000>100987>20Rent>21 May", "|Rent May"),
            ("/TRTP/SEPA/IBAN/XX1/NAME/Shop/REMI/Inv\noice 1", "Shop|Invoice 1|SEPA"),
            ("/EREF/E1//CNTP/XX1/TESTXX00/Boss///REMI/USTD//Pay/", "Boss|Pay|E1"),
            ("A44?Book shop\nOnline", "Book shop|Online"),
            ("CARD 1234\n SHOP", "|CARD 1234 SHOP"),
            ("CARD\n-\nSHOP", "|CARD SHOP"),
            ("One\n:86:Two", "|One Two"),
        ])
    func details(text: String, expected: String) throws {
        let rows = try rows(file(":61:240105D1,00NTRFNONREF\n:86:" + text))
        #expect(rows == ["2024-01-05 -1 " + expected])
    }

    @Test(
        "the bank's reference, also cut in two, and words below the row",
        arguments: [
            ("NTRFNONREF//B-17", "B-17", ""), ("NTRFNONREF//NONREF", "", ""),
            ("NTRFEREF//0001\n005\n/TRCD/1/", "0001005", "/TRCD/1/"),
            ("NTRFNONREF//B1\nBy phone", "B1", "By phone"),
        ])
    func reference(rest: String, id: String, description: String) throws {
        let row = try #require(try read(file(":61:240105D1,00" + rest)).accounts.first?.rows.first)
        #expect(row.id == id)
        #expect(row.description == description)
    }

    @Test("numbered lines of old German banks")
    func numberedLines() throws {
        let text = file(":61:240105D1,00S051\n:NS:01Rent\n02May\n15Landlord\n17Standing order")
        #expect(try rows(text) == ["2024-01-05 -1 Landlord|Rent May|Standing order"])
    }

    @Test("balances, and words after them that belong to no row")
    func balances() throws {
        let text = file(
            ":61:240105D10,00NTRF\n:86:A",
            end: ":62F:D240131EUR90,00\n:64:C240131EUR80,00\n:65:C240201EUR1,00\n:86:Sum\n-}")
        let statement = try read(text)
        #expect(
            statement.balances
                == ["opening 2024-01-01 100", "closing 2024-01-31 -90", "available 2024-01-31 80"])
        #expect(statement.accounts[0].rows.map(words) == ["2024-01-05 -10 |A"])
        #expect(statement.accounts[0].currency == "EUR")
    }

    @Test("messages of one account are one account, envelopes apart")
    func messages() throws {
        let first =
            "{1:F01TESTXX00}{2:I940TESTXX00N}{4:\n" + file(":61:240105D1,00NTRF", end: "-}\n")
        let second = "TESTXX00\n940\n" + file(":61:240106D2,00NTRF").replacing("12345", with: "777")
        let accounts = try read(first + first + second).accounts
        #expect(accounts.map(\.id) == ["10020030/12345", "10020030/777"])
        #expect(accounts.map(\.rows.count) == [2, 1])
    }

    @Test("expected rows of MT942 are pending")
    func interim() throws {
        let text =
            ":20:A\n:25:B\n:34F:EURD0,00\n:13D:2401051200+0000\n:61:240105ED1,00NTRF\n:90D:1EUR1,00\n"
        let account = try read(text).accounts[0]
        #expect(account.currency == "EUR")
        #expect(account.rows.map(\.isPending) == [true])
    }

    @Test(
        "a bad row is set aside",
        arguments: [
            ("241301D1,00NTRF", RejectedRow.Reason.badDay), ("240105X1,00NTRF", .badAmount),
            ("240105D99999999999999999999,00NTRF", .amountTooLarge),
        ])
    func badRow(line: String, reason: RejectedRow.Reason) throws {
        let statement = try read(file(":61:\(line)\n:86:Lost\n:61:240105D1,00NTRF\n:86:Good"))
        #expect(statement.reasons == [reason])
        #expect(statement.accounts[0].rows.map(words) == ["2024-01-05 -1 |Good"])
    }
}
