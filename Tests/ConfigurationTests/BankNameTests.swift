import Model
import Testing

@Suite("Names that only look like a bank's")
struct BankNameTests {
    private static let checking = "Checking (4321)"
    private static let accounts: [(name: String, bank: String, type: AccountType)] = [
        (checking, "Lakeshore CU", .checking), ("Sapphire (1111)", "Chase Bank", .credit),
        ("Custom Cash (2222)", "Citibank", .credit), ("It (3333)", "Discover", .credit),
        ("Gold (4444)", "American Express", .credit), ("View (5555)", "Barclays", .credit),
        ("One Brokerage", "Charles Schwab", .brokerage), ("401(k)", "Fidelity", .investment),
        ("Online Savings (6666)", "Ally Bank", .savings), ("Savings (7777)", "Marcus", .savings),
    ]
    private static let names = [
        "CHARLES SCHWAB TIRES", "SCHWAB TIRES", "LES SCHWAB TIRE CENTER",
        "FIDELITY NATIONAL TITLE", "FIDELITY HOME WARRANTY", "FIDELITY LIFE ASSOC",
        "ALLY'S DINER", "CHASE BREWERY", "CHASE CENTER", "DISCOVER SCUBA", "CITI BIKE",
        "CITI TRENDS", "CAPITAL GRILLE", "AMEX TRAVEL", "MARCUS THEATRES", "NEIMAN MARCUS",
        "BARCLAYS CENTER", "EDWARD JONES DOME", "TD AMERITRADE PARK", "ROBIN HOOD PUB",
        "PRINCIPAL DENTAL",
    ]

    private static func feed(_ text: String) throws -> BankFeed {
        try BankFeed(accounts, [Booking(checking, 9, -82, text)])
    }

    @Test("are spent at, however the payment is worded", arguments: names)
    func spent(name: String) throws {
        for words in ["", "Online Payment 123 To ", "BILL PAY ", "TRANSFER TO ", "ACH DEBIT "] {
            #expect(try Self.feed(words + name).classes == [.expense], "\(words)\(name)")
        }
    }

    @Test(
        "are spent on what their owner sells",
        arguments: [
            ("Online Payment 123 To CHARLES SCHWAB TIRES", "transportation"),
            ("SCHWAB TIRES", "transportation"), ("BILL PAY CITI BIKE", "transportation"),
            ("BILL PAY MARCUS THEATRES", "entertainment"), ("CAPITAL GRILLE", "dining"),
        ])
    func category(text: String, category: String) throws {
        #expect(try Self.feed(text).categories == [category])
    }

    @Test(
        "leave what is paid to the bank a transfer",
        arguments: [
            "Online Payment 123 To CHASE CARD", "BILL PAY CITI CARD", "BILL PAY DISCOVER",
            "TRANSFER TO CHARLES SCHWAB", "TRANSFER TO ALLY", "TRANSFER TO MARCUS",
            "TRANSFER TO FIDELITY", "BILL PAY AMEX", "BILL PAY BARCLAYS",
        ])
    func banks(text: String) throws {
        #expect(try Self.feed(text).classes == [.transfer])
    }
}
