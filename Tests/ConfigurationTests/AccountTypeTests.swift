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
        // Words that the United States have
        Account("Adv Plus Banking", at: "Bank of America", .checking),
        Account("HSA (4410)", at: "Fidelity", .investment),
        Account("Stocks ISA", at: "Trading 212", .investment),
        Account("Business Adv Fundamentals - 7781", at: "Bank of America", .checking),
        Account("Adv Relationship Banking - 8812", at: "Bank of America", .checking),
        Account("Virtual Wallet Spend", at: "PNC", .checking),
        Account("Virtual Wallet Reserve", at: "PNC", .savings),
        Account("Virtual Wallet Growth", at: "PNC", .savings),
        Account("Cash Account", at: "Wealthfront", .savings),
        Account("Individual Cash Account", at: "Interactive Brokers", .brokerage),
        Account("Cash Plus Account", at: "Vanguard", .savings),
        Account("Cash Plus Visa", at: "U.S. Bank", .credit),
        Account("GROUP A", at: "MOHELA", owing: -8_000_00, .loan),
        Account("Direct Sub Stafford", at: "Aidvantage", owing: -5_500_00, .loan),
        Account("Retail", at: "Toyota Financial Services", owing: -21_000_00, .loan),
        Account("529 College Savings", at: "Vanguard", .investment),
        Account("ACME 401(a) Plan", at: "Empower", .investment),
        Account("Employee Stock Purchase Plan", at: "E*TRADE", .investment),
        Account("Jane Doe UTMA", at: "Schwab", .investment),
        Account("HYSA", at: "Upgrade", .savings),
        Account("Venmo", at: "Venmo", .checking),
        Account("PayPal Balance", at: "PayPal", .checking),
        Account("PayPal Credit", at: "PayPal", owing: -5_000, .credit),
        Account("PayPal Savings", at: "PayPal", .savings),
        Account("The Home Depot", at: "Citibank", .credit),
        Account("Office Depot Business", at: "Citibank", .credit),
        Account("Premier Rewards", at: "Chase Bank", .credit),
        Account("Premier Savings", at: "Chase Bank", .savings),
        Account("Individual Premier Brokerage", at: "Schwab", .brokerage),
        // Canada
        Account("TFSA", at: "Tangerine", .investment),
        Account("Tax-Free Savings Account", at: "EQ Bank", .investment),
        Account("RRSP Savings", at: "Tangerine", .investment),
        Account("REER", at: "Desjardins", .investment),
        Account("FHSA", at: "Questrade", .investment),
        Account("No Fee Chequing", at: "PC Financial", .checking),
        Account("Compte chèques", at: "Desjardins", .checking),
        Account("High Interest eSavings", at: "RBC", .savings),
        Account("1 Year GIC", at: "EQ Bank", .savings),
        Account("Prêt auto", at: "Desjardins", owing: -900_000, .loan),
        Account("TD Aeroplan Infinite", at: "TD Canada Trust", .credit),
        // Other languages
        Account("Compte courant", at: "Banque Verte", .checking),
        Account("Compte chèque", at: "Banque Verte", .checking),
        Account("PEL", at: "Banque Verte", .savings),
        Account("Livret jeune", at: "Banque Verte", .savings),
        Account("PEA", at: "Banque Verte", .brokerage),
        Account("Assurance vie", at: "Banque Verte", .investment),
        Account("Prêt immobilier", at: "Banque Verte", .mortgage),
        Account("Conto corrente", at: "Banca Blu", .checking),
        Account("Conto deposito", at: "Banca Blu", .savings),
        Account("Carta di credito", at: "Banca Blu", .credit),
        Account("Mutuo prima casa", at: "Banca Blu", .mortgage),
        Account("Cuenta nómina", at: "Banco Rojo", .checking),
        Account("Cuenta de ahorro", at: "Banco Rojo", .savings),
        Account("Tarjeta Oro", at: "Banco Rojo", .credit),
        Account("Préstamo coche", at: "Banco Rojo", .loan),
        Account("Conta salário", at: "Banco Verde", .checking),
        Account("Conta poupança", at: "Banco Verde", .savings),
        Account("Cartão Platina", at: "Banco Verde", .credit),
        Account("Betaalrekening", at: "Bank Oranje", .checking),
        Account("Internetspaarrekening", at: "Bank Oranje", .savings),
        Account("Doelsparen", at: "Bank Oranje", .savings),
        Account("Hypotheek", at: "Bank Oranje", .mortgage),
        Account("Lönekonto", at: "Banken", .checking),
        Account("Buffertsparkonto", at: "Banken", .savings),
        Account("Investeringssparkonto", at: "Banken", .brokerage),
        Account("Bolån", at: "Banken", .mortgage),
        Account("Brukskonto", at: "Banken", .checking),
        Account("Kredittkort", at: "Banken", .credit),
        Account("Käyttötili", at: "Pankki", .checking),
        Account("Säästötili", at: "Pankki", .savings),
        Account("Konto osobiste", at: "Bank Złoty", .checking),
        Account("Konto oszczędnościowe", at: "Bank Złoty", .savings),
        Account("Onlinesparkonto", at: "Hausbank", .savings),
        Account("Studentengirokonto", at: "Hausbank", .checking),
        Account("Superannuation", at: "Southern Mutual", .investment),
        // … and words that only look like them
        Account("Sparta Fan Account", at: "Hausbank", .other),
        Account("Pela", at: "Banque Verte", .other),
        Account("Tarjetas Lopez SL", at: "Banco Rojo", .other),
        // United Kingdom
        Account("Premier Account", at: "Barclays", .checking),
        Account("FlexDirect", at: "Nationwide", .checking),
        Account("Classic Account", at: "Lloyds", .checking),
        Account("Joint Account", at: "Monzo", .checking),
        Account("Easy Saver", at: "Santander", .savings),
        Account("Instant Access", at: "Virgin Money", .savings),
        Account("Cash ISA", at: "Barclays", .savings),
        Account("Help to Buy: ISA", at: "Halifax", .savings),
        Account("Help to Buy Equity Loan", at: "Lenvi", .loan),
        Account("LISA", at: "Moneybox", .savings),
        Account("Premium Bonds", at: "NS&I", .savings),
        Account("Stocks & Shares ISA", at: "Hargreaves Lansdown", .investment),
        Account("SIPP", at: "AJ Bell", .investment),
        Account("Fund and Share Account", at: "Hargreaves Lansdown", .investment),
        Account("Lisa's Checking", at: "Chase Bank", .checking),
        Account("Isa Meyer Visa", at: "Barclays", .credit),
        Account("Lisa Auto Loan", at: "Ally", .loan),
        // Germany
        Account("Girokonto", at: "Sparkasse Köln", .checking),
        Account("Giro Komfort", at: "ING-DiBa", .checking),
        Account("Gemeinschaftskonto", at: "comdirect", .checking),
        Account("Tagesgeldkonto", at: "DKB", .savings),
        Account("Extra-Konto", at: "ING-DiBa", .savings),
        Account("Sparkonto", at: "Volksbank", .savings),
        Account("Sparbuch", at: "Sparkasse Köln", .savings),
        Account("Depot", at: "comdirect", .brokerage),
        Account("Verrechnungskonto", at: "Scalable Capital", .brokerage),
        Account("Kreditkarte Gold", at: "DKB", owing: -12_000, .credit),
        Account("Ratenkredit", at: "Targobank", owing: -500_000, .loan),
        Account("Baufinanzierung", at: "Interhyp", owing: -9_000_000, .mortgage),
        Account("Depotnik Fund", at: "First Bank", .other),
        Account("Sparks Family", at: "First Bank", .other),
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
