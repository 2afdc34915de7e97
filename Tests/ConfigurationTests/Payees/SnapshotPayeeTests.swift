import Classification
import Configuration
import Model
import Testing

@Suite("Payees of transactions")
struct SnapshotPayeeTests {
    /// One transaction.
    private struct Booking {
        var description: String
        var bankPayee: String?
        var institution = "Lakeshore Credit Union"
        var type = AccountType.loan

        func payee(aliases: [String: String] = [:]) throws -> String {
            var texts = TextTable()
            let text = texts.id(of: description)
            let transaction = TransactionFacts(
                id: 1, amount: -91_20, day: CalendarDay(daysSinceEpoch: 20_000), account: 0,
                description: text, payee: bankPayee.map { texts.id(of: $0) } ?? text,
                memo: texts.id(of: ""), merchantCode: texts.id(of: ""), isPending: false,
                transactedDay: CalendarDay(daysSinceEpoch: 20_000))
            let account = AccountFacts(
                id: 1, name: "Account", institution: institution, type: type,
                currency: Currency(code: "USD"))
            let snapshot = Snapshot(
                asOf: CalendarDay(daysSinceEpoch: 20_000), accounts: [account],
                transactions: [transaction], texts: texts,
                decisions: Decisions(payeeAliases: aliases))
            var payees = SnapshotPayees(
                try ShippedFiles.configuration().payees(), snapshot: snapshot)
            let payee = payees.payee(ofRow: 0)
            return payees.names[payee]
        }
    }

    @Test(
        "the bank is the payee of its own interest and fees",
        arguments: [
            "FINANCE CHARGE INTEREST", "INT CHARGE", "INTEREST CHARGE ON PURCHASES",
            "Interest Paid #40021", "LATE FEE", "ESCROW PAYMENT REF 203344556",
        ])
    func bankTexts(text: String) throws {
        let types: [AccountType] = [.loan, .checking, .credit]
        for type in types {
            #expect(try Booking(description: text, type: type).payee() == "Lakeshore Credit Union")
        }
    }

    @Test(
        "the bank is the payee of an exchange between two balances",
        arguments: [
            "Converted 1,088.00 USD to 1,000.00 EUR", "Exchanged to EUR", "Exchanged from USD",
        ])
    func exchanges(text: String) throws {
        let booking = Booking(description: text, institution: "Wise", type: .other)
        #expect(try booking.payee() == "Wise")
    }

    @Test(
        "the bank's payee counts if its description says the same and more",
        arguments: [
            ("CURSOR, AI POWERED IDE", "Cursor", "Cursor"),
            ("HARBOR BOOKS: GIFTS AND MORE", "Harbor Books", "Harbor Books"),
            // Words without a sign between may be part of the name.
            ("HARBOR BOOKS AND GIFTS", "Harbor Books", "Harbor Books and Gifts"),
            // Cut off, known, a town, other words, and the same.
            ("HARBOR BOOKS AND GIFTS", "HARBOR BOOKS", "Harbor Books and Gifts"),
            ("HARBOR BOOKSHOP", "Harbor Book", "Harbor Bookshop"),
            ("COSTCO GAS 0042", "Costco", "Costco Gas"),
            ("MADISON BOOKS", "Madison", "Madison Books"),
            ("HARBOR BOOKS", "Kirkby Books", "Harbor Books"),
            ("HARBOR BOOKS", "Harbor Books", "Harbor Books"),
        ])
    func plainPayee(text: String, bankPayee: String, payee: String) throws {
        #expect(try Booking(description: text, bankPayee: bankPayee).payee() == payee)
    }

    @Test("the person's name for a description comes before the bank's payee")
    func aliasBeforePlainPayee() throws {
        let booking = Booking(description: "CURSOR, AI POWERED IDE", bankPayee: "Cursor")
        #expect(try booking.payee(aliases: ["cursor ai powered ide": "Editor"]) == "Editor")
    }

    @Test("the bank is so whether it names a payee or not")
    func bankPayee() throws {
        let booking = Booking(description: "FINANCE CHARGE INTEREST", bankPayee: "Interest")
        #expect(try booking.payee() == "Lakeshore Credit Union")
    }

    @Test("whom such a text goes on to name is the payee, but for where money is owed")
    func lender() throws {
        var booking = Booking(description: "ESCROW DEPOSIT - TAX AND INSU")
        #expect(try booking.payee() == "Lakeshore Credit Union")
        booking.type = .checking
        #expect(try booking.payee() == "Escrow Deposit Tax and Insu")
        let treasury = Booking(description: "INTEREST PAYMENT US TREASURY", type: .checking)
        #expect(try treasury.payee() == "Interest Payment US Treasury")
    }

    @Test("a bank without a name leaves the text as the payee")
    func namelessBank() throws {
        let booking = Booking(description: "INTEREST PAID", institution: "")
        #expect(try booking.payee() == "Interest Paid")
    }

    @Test("names that only begin alike are not the bank's", arguments: ["INTEREST IN YARN LLC"])
    func others(text: String) throws {
        #expect(try Booking(description: text, type: .checking).payee() == "Interest in Yarn")
    }

    @Test("the bank's payee names what the text does not")
    func namelessText() throws {
        let deposit = Booking(
            description: "DEPOSIT", bankPayee: "Acme Robotics", type: .checking)
        #expect(try deposit.payee() == "Acme Robotics")
    }

    @Test("the person's name for a bank holds for its own texts too")
    func alias() throws {
        let booking = Booking(description: "FINANCE CHARGE INTEREST")
        #expect(try booking.payee(aliases: ["lakeshore credit union": "Lakeshore"]) == "Lakeshore")
    }
}
