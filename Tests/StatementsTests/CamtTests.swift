import Model
import Statements
import Testing

@Suite("CAMT.052, .053 and .054")
struct CamtTests {
    private func file(_ content: String, kind: (String, String) = ("BkToCstmrStmt", "Stmt"))
        -> String
    {
        """
        <?xml version="1.0"?>
        <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><\(kind.0)><GrpHdr/>
        <\(kind.1)><Acct><Id><IBAN>XX00TEST</IBAN></Id><Ccy>EUR</Ccy><Svcr><FinInstnId>
        <BIC>TESTXX00</BIC></FinInstnId></Svcr></Acct>\(content)</\(kind.1)></\(kind.0)></Document>
        """
    }

    private func entry(
        _ amount: String = "10.00", sign: String = "DBIT",
        days: String = day("BookgDt", "2024-01-05"),
        more: String = "", details: String = ""
    ) -> String {
        """
        <Ntry><Amt Ccy="EUR">\(amount)</Amt><CdtDbtInd>\(sign)</CdtDbtInd><Sts>BOOK</Sts>\(days)\
        \(more)<NtryDtls>\(details)</NtryDtls></Ntry>
        """
    }

    private static func day(_ name: String, _ day: String) -> String {
        "<\(name)><Dt>\(day)</Dt></\(name)>"
    }

    private func details(_ content: String) -> String { "<TxDtls>\(content)</TxDtls>" }

    @Test(
        "the other side and the purpose of an entry",
        arguments: [
            ("DBIT", "<RltdPties><Cdtr><Nm>Shop</Nm></Cdtr></RltdPties>", "2024-01-05 -10 Shop"),
            ("CRDT", "<RltdPties><Dbtr><Nm>Boss</Nm></Dbtr></RltdPties>", "2024-01-05 10 Boss"),
            (
                "DBIT", "<RltdPties><Cdtr><Pty><Nm>Shop</Nm></Pty></Cdtr></RltdPties>",
                "2024-01-05 -10 Shop"
            ),
            (
                "DBIT", "<RltdPties><UltmtCdtr><Nm>Shop</Nm></UltmtCdtr></RltdPties>",
                "2024-01-05 -10 Shop"
            ),
            ("DBIT", "<RltdPties><Dbtr><Nm>Myself</Nm></Dbtr></RltdPties>", "2024-01-05 -10 "),
            (
                "DBIT", "<RmtInf><Ustrd>One\n  two</Ustrd><Ustrd>three</Ustrd></RmtInf>",
                "2024-01-05 -10 |One two three"
            ),
            (
                "DBIT", "<RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>",
                "2024-01-05 -10 |RF18"
            ),
            ("DBIT", "<AddtlTxInf>Fee &amp; more</AddtlTxInf>", "2024-01-05 -10 |Fee & more"),
        ])
    func texts(sign: String, content: String, expected: String) throws {
        #expect(try rows(file(entry(sign: sign, details: details(content)))) == [expected])
    }

    @Test(
        "messages of every kind and version",
        arguments: [
            ("BkToCstmrStmt", "Stmt"), ("BkToCstmrAcctRpt", "Rpt"), ("BkToCstmrAcctRptV01", "Rpt"),
            ("BkToCstmrDbtCdtNtfctn", "Ntfctn"),
        ])
    func kinds(kind: (String, String)) throws {
        let statement = try read(file(entry(), kind: kind))
        #expect(statement.accounts.map(\.id) == ["XX00TEST"])
        #expect(statement.accounts[0].rows.count == 1)
    }

    @Test("names with a namespace's prefix")
    func prefixed() throws {
        let text = """
            <c:Document xmlns:c="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><c:Ntry>
            <c:Amt Ccy="EUR">1</c:Amt><c:CdtDbtInd>CRDT</c:CdtDbtInd><c:BookgDt>
            <c:DtTm>2024-01-05T23:30:00-05:00</c:DtTm></c:BookgDt></c:Ntry></c:Document>
            """
        #expect(try rows(text) == ["2024-01-05 1 "])
    }

    @Test("booking and value day")
    func days() throws {
        let days = Self.day("BookgDt", "2024-12-31") + Self.day("ValDt", "2025-01-02")
        let row = try read(file(entry(days: days))).accounts[0].rows[0]
        #expect(row.day.description == "2024-12-31")
        #expect(row.valueDay?.description == "2025-01-02")
    }

    @Test(
        "details of a batch are its parts if they add up to it",
        arguments: [
            ("4.00", ["-6", "-4"]), ("5.00", []),
        ])
    func batch(second: String, parts: [String]) throws {
        let amounts = ["6.00", second].map { details("<Amt Ccy=\"EUR\">\($0)</Amt>") }
        let rows = try read(file(entry(details: amounts.joined()))).accounts[0].rows
        #expect(rows.map { "\($0.amount)" } == ["-10"])
        #expect(rows[0].parts.map { "\($0.amount)" } == parts)
    }

    @Test(
        "pending entries are marked in both ways to say so",
        arguments: [
            "<Sts>PDNG</Sts>", "<Sts><Cd>PDNG</Cd></Sts>",
        ])
    func pending(state: String) throws {
        let text = file(entry().replacing("<Sts>BOOK</Sts>", with: state))
        #expect(try read(text).accounts[0].rows.map(\.isPending) == [true])
    }

    @Test("balances in the account's currency")
    func balances() throws {
        let balance = { (code: String, currency: String, sign: String) in
            "<Bal><Tp><CdOrPrtry><Cd>\(code)</Cd></CdOrPrtry></Tp><Amt Ccy=\"\(currency)\">5</Amt>"
                + "<CdtDbtInd>\(sign)</CdtDbtInd><Dt><Dt>2024-01-31</Dt></Dt></Bal>"
        }
        let all = [
            balance("OPBD", "EUR", "CRDT"), balance("CLBD", "EUR", "DBIT"),
            balance("CLBD", "SEK", "CRDT"), balance("ITAV", "EUR", "CRDT"),
        ]
        #expect(
            try read(file(all.joined())).balances
                == ["opening 2024-01-31 5", "closing 2024-01-31 -5", "available 2024-01-31 5"])
    }

    @Test(
        "a bad entry is set aside",
        arguments: [
            ("1,2,3", "DBIT", day("BookgDt", "2024-01-05"), RejectedRow.Reason.badAmount),
            ("99999999999999999999", "DBIT", day("BookgDt", "2024-01-05"), .amountTooLarge),
            ("1", "", day("BookgDt", "2024-01-05"), .signUnknown), ("1", "DBIT", "", .noDay),
            ("1", "DBIT", day("BookgDt", "2024-02-30"), .badDay),
        ])
    func badEntry(
        amount: String, sign: String, days: String, reason: RejectedRow.Reason
    ) throws {
        let statement = try read(file(entry(amount, sign: sign, days: days) + entry()))
        #expect(statement.reasons == [reason])
        #expect(statement.accounts[0].rows.count == 1)
    }

    @Test(
        "attacks and broken files are refused",
        arguments: [
            "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"c\">]><Document xmlns=\"x:camt.053\">&b;</Document>",
            "<Document xmlns=\"x:camt.053\"><Stmt><Ntry>",
            "<Document xmlns=\"x:camt.053\">" + String(repeating: "<Ntry>", count: 70),
        ])
    func refused(text: String) {
        #expect(refusal(text) == .malformed(line: 1))
    }

    @Test("a zipped statement is read")
    func zipped() throws {
        // One stored file: its head, its content, the directory and its end.
        let content = Array(file(entry()).utf8)
        let size = [UInt8(content.count & 255), UInt8(content.count >> 8), 0, 0]
        let common = [20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + size + size + [1, 0, 0, 0]
        let head = [0x50, 0x4B, 3, 4] + common + [0x61]
        let entry = [0x50, 0x4B, 1, 2, 20, 0] + common + [UInt8](repeating: 0, count: 14) + [0x61]
        let start = head.count + content.count
        let end =
            [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, UInt8(entry.count), 0, 0, 0]
            + [UInt8(start & 255), UInt8(start >> 8), 0, 0, 0, 0]
        let statement = try StatementReader.read(head + content + entry + end)
        #expect(statement.accounts[0].rows.count == 1)
    }
}
