import Engine
import Insights
import Model
import Statements
import Testing
import Vault

@Suite("The balance that a statement leaves")
struct StatementBalanceTests {
    /// A statement of two rows from 100 on, which closes on 15 March.
    private static func message(closing: String) -> String {
        """
        :20:A
        :25:1234
        :60F:C260315EUR100,00
        :61:2603200320C50,00NTRFX
        :61:2603220322D20,00NTRFX
        :62F:C260315EUR\(closing)
        -
        """
    }

    private static let document = """
        <?xml version="1.0"?>
        <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr/>
        <Stmt><Acct><Id><IBAN>XX00TEST</IBAN></Id><Ccy>EUR</Ccy></Acct>
        <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">100</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-15</Dt></Dt></Bal>
        <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">130</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-15</Dt></Dt></Bal>
        <Ntry><Amt Ccy="EUR">30</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
        <BookgDt><Dt>2026-03-20</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>
        """

    private static let currencies = """
        Date,Text,Amount,Currency,Balance
        2026-03-02,Kelp Coffee,-5.00,EUR,95.00
        2026-03-03,Harrow Cinema,-5.00,EUR,90.00
        2026-03-30,Sale,20.00,USD,230.00
        """

    @Test(
        "is of no day before rows that it has, and of no other currency",
        arguments: [
            (message(closing: "130,00"), 13_000, 22), (message(closing: "145,00"), 14_500, 15),
            (document, 13_000, 20), (currencies, 9000, 3),
        ])
    func balance(text: String, minorUnits: Int64, number: Int) throws {
        let demo = try DemoVault()
        _ = try demo.engine().importStatement(
            try StatementReader.read(Array(text.utf8)), file: "march",
            to: [.new(name: "Reise", currency: Currency(code: "EUR"))], dryRun: false)
        let account = try #require(try demo.vault.accounts().first)
        #expect(account.balance?.minorUnits == Int128(minorUnits))
        #expect(account.balanceDay == day(2026, 3, number))
    }
}
