import Statements
import Testing

@Suite("What a table is of")
struct TableMeaningTests {
    private func rows(_ text: String) throws -> [StatementRow] {
        try read(text).accounts.flatMap(\.rows)
    }

    @Test("a counted heading is one of several of its kind")
    func numbered() throws {
        let text = """
            Datum;Belastung;Gutschrift;Beschreibung1;Beschreibung2
            14.03.2025;-5.00;;Kiosk am Markt;Debitkarte
            15.03.2025;;7.00;Muster AG;Gutschrift
            """
        #expect(try rows(text).map(\.description) == ["Kiosk am Markt", "Muster AG"])
        #expect(try rows(text).map(\.memo) == ["Debitkarte", "Gutschrift"])
    }

    @Test("nobody is called like an account")
    func numbers() throws {
        let text = """
            Date,Amount,Counterparty,Name
            2025-03-14,-5.00,NL02ABNA0123456789,Bakker Bart
            2025-03-15,7.00,NL91ABNA0417164300,Jansen BV
            """
        #expect(try rows(text).map(\.payee) == ["Bakker Bart", "Jansen BV"])
    }

    @Test("the IBAN above a table is its account, whatever number stands before it")
    func iban() throws {
        let text = """
            Kontonummer:;0234 00103914.40
            IBAN:;CH93 0076 2011 6238 5295 7
            Datum;Text;Betrag
            14.03.2025;Kiosk;-5.00
            """
        #expect(try read(text).accounts.map(\.id) == ["CH9300762011623852957"])
    }

    @Test("a card is told by its purchases and thanked-for payments, or by its number")
    func card() throws {
        for text in [
            """
            Date,Description,Amount
            2025-03-12,Kiosk,-5.00
            2025-03-13,Bakery,-6.00
            2025-03-14,Grocer,-7.00
            2025-03-15,Payment Thank You-Mobile,18.00
            """,
            "Date,Card No.,Description,Amount\n2025-03-12,7788,Kiosk,-5.00\n",
        ] {
            #expect(try read(text).accounts.map(\.kind) == [.credit])
        }
    }

    @Test("pay or a balance is a bank account's")
    func bank() throws {
        for text in [
            "Date,Card No.,Description,Amount\n2025-03-12,77,Kiosk,-5.00\n2025-03-13,77,PAYROLL,9.00\n",
            "Date,Card No.,Description,Amount,Balance\n2025-03-12,77,Kiosk,-5.00,95.00\n",
            // Somebody paid back a card's payment, among much else that came in.
            "Date,Description,Amount\n2025-03-12,Kiosk,-5.00\n2025-03-13,ACME LTD,900.00\n2025-03-14,Payment Thank You,5.00\n",
        ] {
            #expect(try read(text).accounts.map(\.kind) == [nil])
        }
    }

    @Test("shares and their number are an investment's")
    func investment() throws {
        let text =
            "Date,Action,Symbol,Quantity,Amount\n2025-03-12,DIVIDEND RECEIVED,ACME,,12.50\n"
        #expect(try read(text).accounts.map(\.kind) == [.investment])
    }

    @Test("what is waiting has no day, and is none of the rows")
    func waiting() throws {
        let text = """
            Started,Completed Date,Description,Amount,State
            2025-03-13,2025-03-14,Kiosk,-5.00,COMPLETED
            2025-03-15,,Bakery,-6.00,PENDING
            """
        #expect(try rows(text).filter { !$0.isPending }.map(\.description) == ["Kiosk"])
        #expect(try read(text).reasons == [.pending])
    }
}
