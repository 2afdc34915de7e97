import Classification
import Configuration
import Model
import Rules
import Testing

@Suite("The shipped names of merchants")
struct MerchantNameTests {
    /// Read once: it takes longer than a test.
    private static let map = Result { try ShippedMap() }

    private static func category(of example: Example) throws -> String? {
        try map.get().matches(example).first?.effect.category
    }

    @Test("a purchase gets its merchant's category", arguments: MerchantText.trueTexts)
    func trueText(_ purchase: MerchantText) throws {
        let matches = try Self.map.get().matches(Example(description: purchase.text))
        let winner = try #require(matches.first, "no rule matches")
        #expect(winner.effect.category == purchase.category, "by \(winner.id)")
    }

    @Test(
        "a word that only looks like a merchant misleads nobody",
        arguments: MerchantText.temptingTexts)
    func temptingText(_ purchase: MerchantText) throws {
        let winner = try Self.map.get().matches(Example(description: purchase.text)).first
        // What no rule names ends in the category other.
        #expect(
            winner?.effect.category ?? "other" == purchase.category, "by \(winner?.id ?? "none")")
    }

    @Test("each name stands once, so that one category holds it")
    func namesStandOnce() throws {
        var holders: [String: String] = [:]
        for rule in try Self.map.get().rules {
            guard let name = rule.words else { continue }
            let holder = holders.updateValue(rule.id, forKey: SearchText(name).description)
            #expect(holder == nil, "\(rule.id) and \(holder ?? "")")
        }
        #expect(holders.count > 3000)
    }

    @Test("a name with an apostrophe is found without it too")
    func apostrophes() throws {
        #expect(try Self.category(of: Example(description: "TRADER JOES 12")) == "groceries")
        #expect(try Self.category(of: Example(description: "WENDY'S 12")) == "dining")
        #expect(try Self.category(of: Example(description: "WENDYS 12")) == "dining")
    }

    @Test(
        "movements of the person's own money name no merchant",
        arguments: [
            "ONLINE TRANSFER TO SAV ...1234", "TRANSFER FROM CHK 0042", "VANGUARD BUY INVESTMENT",
            "ACH WITHDRAWAL MARCUS INVEST", "ALLY BANK TRANSFER", "CAPITAL ONE AUTOPAY PYMT",
            "CHASE CREDIT CRD AUTOPAY", "DISCOVER E-PAYMENT", "AMEX EPAYMENT ACH PMT",
            "CITI CARD ONLINE PAYMENT", "SCHWAB MONEYLINK", "FID BKG SVC LLC MONEYLINE",
            "VENMO CASHOUT", "ZELLE FROM JORDAN M", "CHECK #1024", "MOBILE DEPOSIT",
            "ATM WITHDRAWAL 001234 1 S PINCKNEY ST MADISON WI", "ACORNS INVESTING",
            "ROBINHOOD FUNDS",
        ])
    func movements(text: String) throws {
        #expect(try Self.category(of: Example(description: text)) == nil)
    }
}

extension Rule {
    /// The text that the rule looks for among words, where it is one of those.
    fileprivate var words: String? {
        switch condition {
        case .text(_, .containsWord(let words)), .text(_, .contains(let words)): words
        case .all(let parts):
            parts.lazy.compactMap { part in
                if case .text(_, .containsWord(let words)) = part { words } else { nil }
            }.first
        default: nil
        }
    }
}
