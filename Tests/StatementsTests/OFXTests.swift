import Model
import Statements
import Testing

@Suite("OFX and QFX")
struct OFXTests {
    private func file(_ rows: String, account: String = "<ACCTID>1234", end: String = "") -> String
    {
        """
        OFXHEADER:100
        DATA:OFXSGML

        <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>99\(account)\
        <ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>\(rows)</BANKTRANLIST>\(end)\
        </STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
        """
    }

    private func row(_ fields: String) -> String { "<STMTTRN>\(fields)</STMTTRN>" }

    @Test(
        "rows in the ways that banks write them",
        arguments: [
            ("<DTPOSTED>20240105<TRNAMT>-12.50<NAME>Bakery", "2024-01-05 -12.5 Bakery"),
            // The bank's own day counts, whatever the zone.
            ("<DTPOSTED>20240105233000.000[-5:EST]<TRNAMT>-1", "2024-01-05 -1 "),
            // The sign counts, and not the type.
            ("<TRNTYPE>DEBIT<DTPOSTED>20240105<TRNAMT>80.00", "2024-01-05 80 "),
            ("<DTPOSTED>20240105<TRNAMT>-12,50", "2024-01-05 -12.5 "),
            ("<DTPOSTED>20240105<TRNAMT>-1.234,50", "2024-01-05 -1234.5 "),
            ("<DTPOSTED>2024-01-05<TRNAMT>1,234.5", "2024-01-05 1234.5 "),
            ("<DTPOSTED>20240105<TRNAMT>+0000.1234", "2024-01-05 0.1234 "),
            (
                "<DTPOSTED>20240105</DTPOSTED><TRNAMT>-1</TRNAMT><NAME>A &amp; B</NAME>",
                "2024-01-05 -1 A & B"
            ),
            ("<DTPOSTED>20240105<TRNAMT>-1<NAME>A & B <C", "2024-01-05 -1 A & B <C"),
            (
                "<DTPOSTED>20240105<!-- when --><TRNAMT>-1 <!-- how much --><NAME>A",
                "2024-01-05 -1 A"
            ),
            (
                "<DTPOSTED>20240105<TRNAMT>-1<NAME>A<MEMO>B</MEMO></NAME></TRNAMT></DTPOSTED>",
                "2024-01-05 -1 A||B"
            ),
            (
                "<DTPOSTED>20240105<TRNAMT>-1<PAYEE><NAME>Plumber<CITY>Bonn</PAYEE>",
                "2024-01-05 -1 Plumber"
            ),
            ("<DTPOSTED>20240105<TRNAMT>-1<NAME></NAME><MEMO>B</MEMO>", "2024-01-05 -1 ||B"),
            ("<DTPOSTED>20240105<TRNAMT>-1<NAME><MEMO>B", "2024-01-05 -1 ||B"),
            ("<DTPOSTED>20240105<TRNAMT>-1<CHECKNUM>17<NAME>A", "2024-01-05 -1 A|Check 17"),
            ("<DTPOSTED>20240105<TRNAMT>-1<CHECKNUM>000<NAME>A", "2024-01-05 -1 A"),
            ("<DTPOSTED>20240105<TRNAMT>-1<X.UNKNOWN>z<NAME>A", "2024-01-05 -1 A"),
            ("<dtposted>20240105<trnamt>-1<name>A", "2024-01-05 -1 A"),
        ])
    func oneRow(fields: String, expected: String) throws {
        #expect(try rows(file(row(fields))) == [expected])
    }

    @Test(
        "a bad row is set aside, and the others count",
        arguments: [
            ("<TRNAMT>-1", RejectedRow.Reason.noDay), ("<DTPOSTED>20240105", .noAmount),
            ("<DTPOSTED>20241305<TRNAMT>-1", .badDay), ("<DTPOSTED>5 May<TRNAMT>-1", .badDay),
            ("<DTPOSTED>20240105<TRNAMT>1.2.3", .badAmount),
            ("<DTPOSTED>20240105<TRNAMT>99999999999999999999", .amountTooLarge),
        ])
    func badRow(fields: String, reason: RejectedRow.Reason) throws {
        let good = row("<DTPOSTED>20240106<TRNAMT>-2<NAME>Good")
        let statement = try read(file(row(fields) + good))
        #expect(statement.reasons == [reason])
        #expect(statement.accounts[0].rows.map(words) == ["2024-01-06 -2 Good"])
    }

    @Test("a row that never ended ends where the next begins")
    func unclosed() throws {
        let text = file(
            "<STMTTRN><DTPOSTED>20240105<TRNAMT>-1<STMTTRN><DTPOSTED>20240106<TRNAMT>-2")
        #expect(try rows(text) == ["2024-01-05 -1 ", "2024-01-06 -2 "])
    }

    @Test("rows that differ lose an id that they share; equal ids of equal rows stay")
    func sharedIDs() throws {
        let fields = ["<TRNAMT>-1<FITID>0", "<TRNAMT>-2<FITID>0", "<TRNAMT>-3<FITID>7"]
        let statement = try read(file(fields.map { row("<DTPOSTED>20240105" + $0) }.joined()))
        #expect(statement.accounts[0].rows.map(\.id) == ["", "", "7"])
    }

    @Test(
        "a correction takes the place of its row, or takes it away",
        arguments: [
            ("REPLACE", ["2024-01-05 -2 ", "2024-01-05 -9 "]), ("DELETE", ["2024-01-05 -2 "]),
        ])
    func corrections(action: String, expected: [String]) throws {
        let fields = [
            "<TRNAMT>-1<FITID>1", "<TRNAMT>-2<FITID>2",
            "<TRNAMT>-9<FITID>3<CORRECTFITID>1<CORRECTACTION>\(action)",
        ]
        #expect(try rows(file(fields.map { row("<DTPOSTED>20240105" + $0) }.joined())) == expected)
    }

    @Test("a transfer names the other account")
    func transfer() throws {
        let text = row("<DTPOSTED>20240105<TRNAMT>-1<BANKACCTTO><ACCTID>99</BANKACCTTO>")
        #expect(try read(file(text)).accounts[0].rows.map(\.otherAccount) == ["99"])
    }

    @Test("the account, its balances and a blank balance")
    func account() throws {
        let balances =
            "<LEDGERBAL><BALAMT>-5.20<DTASOF>20240131</LEDGERBAL>"
            + "<AVAILBAL><BALAMT> <DTASOF>20240131</AVAILBAL>"
        let statement = try read(file("", end: balances))
        #expect(statement.balances == ["closing 2024-01-31 -5.2"])
        #expect(statement.accounts[0].id == "1234")
        #expect(statement.accounts[0].bank == "99")
        #expect(statement.accounts[0].kind == .checking)
        #expect(statement.accounts[0].currency == "EUR")
    }

    @Test("a bank account and a card in one file are two accounts")
    func twoAccounts() throws {
        let card =
            "<CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CCACCTFROM><ACCTID>77</CCACCTFROM>"
            + row("<DTPOSTED>20240107<TRNAMT>-3") + "</CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1>"
        let text = file(row("<DTPOSTED>20240105<TRNAMT>-1"))
            .replacing("</OFX>", with: card + "</OFX>")
        let accounts = try read(text).accounts
        #expect(accounts.map(\.id) == ["1234", "77"])
        #expect(accounts.map(\.rows.count) == [1, 1])
        #expect(accounts[1].kind == .credit)
    }

    @Test("cash of an investment account is read, and its trades are listed")
    func investment() throws {
        let text = """
            <OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>USD<INVACCTFROM><ACCTID>I1\
            </INVACCTFROM><INVTRANLIST><INVBANKTRAN>\(row("<DTPOSTED>20240105<TRNAMT>9"))\
            </INVBANKTRAN><BUYSTOCK><INVBUY><INVTRAN><FITID>1<MEMO>Shares</INVTRAN><TOTAL>-9\
            </INVBUY></BUYSTOCK></INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>
            """
        let statement = try read(text)
        #expect(statement.accounts[0].rows.map(words) == ["2024-01-05 9 "])
        #expect(statement.reasons == [.notMoney])
    }

    @Test(
        "files without rows say why",
        arguments: [
            ("<OFX></OFX>", StatementError.empty),
            ("<OFX><BANKMSGSRSV1>", .malformed(line: 1)),
            (
                "<OFX><SONRS><STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Wrong password</STATUS></SONRS></OFX>",
                .bankError(code: "15500", words: "Wrong password")
            ),
            (
                "<OFX><INVSTMTRS><SELLMF></SELLMF></INVSTMTRS></OFX>",
                .otherContent("trades of shares")
            ),
            ("<html><body>Log in</body></html>", .notAStatement),
        ])
    func refused(text: String, error: StatementError) {
        #expect(refusal(text) == error)
    }
}
