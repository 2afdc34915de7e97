import Model
import Testing

@Suite("Money that comes in on a card")
struct ReceivedPaymentTests {
    private func feed(_ text: String) throws -> BankFeed {
        try BankFeed(
            [("Travel Card (3344)", "Meridian Bank", .credit)],
            [Booking("Travel Card (3344)", 4, 250, text)])
    }

    @Test(
        "is a payment where the text speaks of one and names nobody",
        arguments: [
            "CREDIT CARD PAYMENT", "TRANSFER FROM SHARE 04", "XFER FROM CHECKING 8812",
            "EFT PAYMENT",
            "RECURRING PAYMENT 03/04", "BILL PAY PAYMENT", "PAYMENT - WEB", "PAYMENT BY PHONE",
            "PYMT RECVD", "LOCKBOX PAYMENT", "PAYMENT BY CHECK", "CASH PAYMENT AT BRANCH",
            "PAIEMENT - MERCI", "ZAHLUNG ERHALTEN - VIELEN DANK", "GUTSCHRIFT MANUELLE LASTSCHRIFT",
            "TELEPHONE BANKING PAYMENT", "MERIDIAN EPAY", "WELLS FARGO CREDIT CARD PYMT",
        ])
    func payment(text: String) throws {
        #expect(try feed(text).classes == [.transfer])
    }

    @Test(
        "is money back where the text tells of a refund or a credit, or names somebody",
        arguments: [
            "PAYMENT REVERSAL", "REFUND", "CREDIT ADJUSTMENT", "PAYMENT ADJUSTMENT",
            "AMAZON PAYMENTS REFUND", "STATEMENT CREDIT", "AUTOPAY STATEMENT CREDIT", "CASHBACK",
            "LATE PAYMENT FEE CREDIT", "INTEREST PAYMENT CREDIT", "PAY WITH POINTS CREDIT",
            "SHOP PAY ALLBIRDS", "PAYPAL PAYMENT", "VENMO PAYMENT", "STATE FARM CLAIM PAYMENT",
            "TRANSFER FEE CREDIT", "PAYLESS SHOESOURCE", "TARGET 00012345", "EXPRESS PAYSON AZ",
        ])
    func moneyBack(text: String) throws {
        #expect(try feed(text).classes == [.expense])
    }

    @Test("that names somebody is no payment though it goes through a bank that is named")
    func bankAndSomebody() throws {
        #expect(try feed("BARCLAYS PAYMENT ACME HOTELS").classes == [.expense])
    }
}
