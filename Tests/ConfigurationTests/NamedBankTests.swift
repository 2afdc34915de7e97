import Model
import Testing

@Suite("Sides that know each other's bank or account by another name")
struct NamedBankTests {
    struct Sides: Sendable, CustomTestStringConvertible {
        let from: (name: String, bank: String, type: AccountType)
        let sent: String
        let to: (name: String, bank: String, type: AccountType)
        let received: String

        init(
            _ from: (String, String, AccountType), _ sent: String,
            _ to: (String, String, AccountType), _ received: String
        ) {
            (self.from, self.sent, self.to, self.received) = (from, sent, to, received)
        }

        var testDescription: String { "\(sent) | \(received)" }
    }

    private func feed(_ sides: Sides) throws -> BankFeed {
        try BankFeed(
            [sides.from, sides.to],
            [
                Booking(sides.from.name, 9, -251, sides.sent),
                Booking(sides.to.name, 10, 251, sides.received),
            ])
    }

    private static let checking = ("Total Checking", "Chase", AccountType.checking)
    private static let royal = ("Day to Day Banking", "RBC Royal Bank", AccountType.checking)
    private static let savings = ("Personal Account", "EQ Bank", AccountType.savings)
    private static let giro = ("DKB-Girokonto", "DKB", AccountType.checking)
    private static let visa = ("DKB Visa Kreditkarte 4998", "DKB", AccountType.credit)
    private static let union = ("EveryDay Checking 7788", "Navy Federal", AccountType.checking)
    private static let unionCard = ("cashRewards 5541", "Navy Federal", AccountType.credit)

    @Test(
        "are a pair",
        arguments: [
            Sides(
                checking, "DEPT EDUCATION   STUDENT LN 123456789",
                ("Direct Unsub", "MOHELA", .loan),
                "PAYMENT"),
            Sides(
                checking, "DEPT EDUCATION   STUDENT LN 123456789",
                ("Direct Loan", "Aidvantage", .loan), "DEPT OF EDUCATION PAYMENT"),
            Sides(
                checking, "VGI-ROTHIRA      INVESTMENT PPD ID: 9231945930",
                ("Roth IRA Brokerage", "Vanguard", .investment), "Funds Received"),
            Sides(
                checking, "VGI-TARGET 55    INVESTMENT PPD ID: 9231945930",
                ("Roth IRA Brokerage", "Vanguard", .investment), "Contribution Current Year"),
            Sides(royal, "MISC PAYMENT EQ BANK", savings, "Deposit from Royal Bank of Canada"),
            Sides(
                ("Ultimate Package", "Scotiabank", .checking), "MISC PAYMENT EQ BANK", savings,
                "Deposit from The Bank of Nova Scotia"),
            Sides(
                ("Chequing", "TD Canada Trust", .checking), "EQ BANK MSP", savings,
                "Deposit from TD Canada Trust"),
            Sides(
                giro, "KREDITKARTENABRECHNUNG VISA 4998", visa,
                "Ausgleich Kreditkarte gem. Abrechnung v. 20.01.2026"),
            Sides(union, "Transfer To Credit Card", unionCard, "NFO Payment Received"),
            Sides(
                ("S01 Regular Share", "Suncoast Credit Union", .savings),
                "Withdrawal Transfer To S50 OD PROTECTION",
                ("S50 Smart Checking", "Suncoast Credit Union", .checking),
                "Overdraft Transfer From S01"),
            Sides(
                ("Every Day Chequing", "TD Canada Trust", .checking), "SSV TO: 12345-1234567",
                ("ePremium Savings", "TD Canada Trust", .savings), "SSV FROM: 12345-7654321"),
            Sides(
                checking, "ALLY BANK TRANSFER JANE DOE WEB ID: 98",
                ("Online Savings", "Ally Bank", .savings), "ACH deposit JANE DOE SAVINGS"),
        ])
    func pair(sides: Sides) throws {
        let feed = try feed(sides)
        #expect(feed.partners == [2, 1])
        #expect(feed.classes == [.transfer, .transfer])
    }

    @Test(
        "are none where the other names somebody else or a purchase",
        arguments: [
            Sides(
                checking, "ALLY BANK TRANSFER JANE DOE WEB ID: 98",
                ("Online Savings", "Ally Bank", .savings), "ACH deposit CARL DIAZ"),
            Sides(
                checking, "DEPT EDUCATION   STUDENT LN 123456789",
                ("Car Loan", "Lakeside Lending", .loan), "PAYMENT RECEIVED"),
            Sides(
                checking, "ADT HOME PROTECTION PAYMENT", unionCard, "NFO Payment Received"),
            Sides(
                ("Chequing", "Scotiabank", .checking), "NOVA SCOTIA POWER", savings,
                "Deposit from Bank of Nova Scotia"),
            Sides(giro, "REWE SAGT DANKE VISA 1200", visa, "Ausgleich Kreditkarte"),
        ])
    func none(sides: Sides) throws {
        #expect(try feed(sides).partners == [nil, nil])
    }

    @Test("a card's cash from a machine of one's own bank is cash")
    func cashAdvance() throws {
        let feed = try BankFeed(
            [
                ("S50 Smart Checking", "Suncoast Credit Union", .checking),
                ("Quicksilver (4410)", "Capital One", .credit),
            ], [Booking("Quicksilver (4410)", 9, -200, "CASH ADVANCE ATM SUNCOAST CU TAMPA FL")])
        #expect(feed.classes == [.expense])
    }
}
