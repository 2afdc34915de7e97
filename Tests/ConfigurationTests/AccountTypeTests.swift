import Classification
import Configuration
import Model
import Testing

@Suite("Account types guessed by the shipped words")
struct AccountTypeTests {
    struct Account: Sendable, CustomTestStringConvertible {
        let name: String
        let bank: String
        let balance: Int64?
        let type: AccountType

        init(_ name: String, at bank: String, owing balance: Int64? = 0, _ type: AccountType) {
            self.name = name
            self.bank = bank
            self.balance = balance
            self.type = type
        }

        var testDescription: String { "\(name), \(bank): \(type.rawValue)" }
    }

    static let accounts = [
        Account("TOTAL CHECKING (4471)", at: "Chase Bank", .checking),
        Account("Premier Plus CKG", at: "Chase Bank", .checking),
        Account("360 Checking", at: "Capital One", .checking),
        Account("Rewards Checking", at: "Upgrade", .checking),
        Account("Sapphire Checking", at: "Chase Bank", .checking),
        Account("Credit Union Checking", at: "Community Credit Union", .checking),
        Account("Free Checking", at: "Lakeshore Credit Union", owing: -4_200, .checking),
        Account("SHARE DRAFT", at: "Navy Federal Credit Union", .checking),
        Account("Visa Debit Account", at: "Monzo", .checking),
        Account("Spending Account", at: "Ally Bank", .checking),
        Account("Everyday Account", at: "Wells Fargo", .checking),
        Account("Cash Management Account", at: "Fidelity Investments", .checking),
        Account("PRIME SAVINGS", at: "Bank of the West", .savings),
        Account("360 Performance Savings", at: "Capital One", .savings),
        Account("Platinum Savings", at: "Wells Fargo", .savings),
        Account("High Yield Savings (2210)", at: "American Express", .savings),
        Account("Primary Share", at: "Community Credit Union", .savings),
        Account("Money Market", at: "Ally Bank", .savings),
        Account("12 Month CD", at: "Marcus", .savings),
        Account("Share Certificate", at: "Alliant Credit Union", .savings),
        Account("Costco Anywhere Visa® Card by Citi", at: "Citibank", owing: -12_345, .credit),
        Account("Sapphire Preferred", at: "Chase Bank", owing: -12_345, .credit),
        Account("Freedom Unlimited", at: "Chase Bank", .credit),
        Account("Apple Card", at: "Goldman Sachs", .credit),
        Account("Blue Cash Everyday®", at: "American Express", .credit),
        Account("Quicksilver", at: "Capital One", .credit),
        Account("Venture X", at: "Capital One", .credit),
        Account("Discover it®", at: "Discover", .credit),
        Account("Gold", at: "American Express", .credit),
        Account("Cash Rewards Visa (8820)", at: "Meridian Card Services", .credit),
        Account("Credit Union Visa Platinum", at: "Community Credit Union", .credit),
        Account("Individual - TOD", at: "Fidelity Investments", .brokerage),
        Account("Joint Brokerage (5093)", at: "Cedar Point Investments", .brokerage),
        Account("Robinhood", at: "Robinhood", .brokerage),
        Account("Roth IRA", at: "Vanguard", .investment),
        Account("Traditional IRA Brokerage Account", at: "Vanguard", .investment),
        Account("ACME 401(k) Savings Plan", at: "Fidelity NetBenefits", .investment),
        Account("Health Savings Account", at: "HealthEquity", .investment),
        Account("Individual 401k", at: "E*TRADE", .investment),
        Account("Automated Investing", at: "Wealthfront", .investment),
        Account("30-Year Fixed Mortgage (7718)", at: "Granite State Home Loans", .mortgage),
        Account("HELOC", at: "Third Federal", owing: -2_000_000, .mortgage),
        Account("Conventional ****1234", at: "Mr. Cooper", .mortgage),
        Account("Auto Loan (1154)", at: "Lakeshore Credit Union", .loan),
        Account("Personal Line of Credit", at: "KeyBank", owing: -50_000, .loan),
        Account("Direct Subsidized", at: "Nelnet", .loan),
        Account("Community Credit Union", at: "Community Credit Union", .other),
        Account("Gift Fund", at: "Community Credit Union", .other),
        Account("Acct 0042", at: "First Bank", owing: -1, .credit),
        Account("Acct 0042", at: "First Bank", owing: nil, .other),
    ]

    @Test("an account's name, bank and balance say what it is", arguments: accounts)
    func guess(_ account: Account) throws {
        let guesser = try ShippedFiles.configuration().accountTypeGuesser()
        let guess = guesser.guess(
            name: account.name, institution: account.bank, balance: account.balance)
        #expect(guess.type == account.type, "\(guess.reason)")
    }

    @Test(
        "the reason names the word that decided",
        arguments: [
            ("Total Checking", "Chase", 0, "the account's name has \"checking\""),
            ("Account", "Robinhood", 0, "the bank's name has \"robinhood\""),
            ("Account", "Bank", -1, "its balance is owed, and its name says nothing else"),
            ("Account", "Bank", 1, "neither name nor balance says what it is"),
        ] as [(String, String, Int64, String)])
    func reason(name: String, bank: String, balance: Int64, reason: String) throws {
        let guesser = try ShippedFiles.configuration().accountTypeGuesser()
        #expect(
            guesser.guess(name: name, institution: bank, balance: balance).reason == reason)
    }
}
