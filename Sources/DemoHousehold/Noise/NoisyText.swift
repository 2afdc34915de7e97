import Model

/// A description as a bank mangles it.
struct NoisyText {
    private let text: String
    private let isPurchase: Bool
    private let isCard: Bool
    private let limit: Int?
    private let shares: Noise.Shares
    private let usual: SplitMix64

    /// - Parameters:
    ///   - limit: the letters that the merchant's part may have.
    ///   - usual: chooses how the bank words what is with this payee.
    init(
        _ transaction: DemoTransaction, isCard: Bool, limit: Int?, shares: Noise.Shares,
        usual: SplitMix64
    ) {
        text = transaction.description
        isPurchase =
            transaction.truth.transactionClass == .expense && transaction.truth.series == nil
            && transaction.truth.category != SpendingCategory.other.rawValue
        self.isCard = isCard
        self.limit = limit
        self.shares = shares
        self.usual = usual
    }

    func made(random: inout SplitMix64) -> String {
        var text = text
        if isPurchase, random.chance(percent: shares.movedShops) {
            text = inAnotherShop(text, random: &random)
        }
        if random.chance(percent: shares.reworded) {
            text = abbreviated(text, random: &random)
        } else {
            var usual = usual
            text = abbreviated(text, random: &usual)
        }
        if let limit { text = String(text.prefix(limit)) }
        if isPurchase, random.chance(percent: shares.prefixed) {
            text = prefix(for: text, random: &random) + text
        }
        if random.chance(percent: shares.numbered) {
            text += Self.numbered(Self.references, random: &random)
        }
        if random.chance(percent: shares.recased) {
            text = random.chance(percent: 50) ? text.lowercased() : text.capitalisedWords
        }
        if random.chance(percent: shares.respaced), let gap = text.firstIndex(of: " ") {
            text.insert(contentsOf: "   ", at: gap)
        }
        return text
    }

    /// Another branch of the same merchant: a number and a town.
    private func inAnotherShop(_ text: String, random: inout SplitMix64) -> String {
        let home = " MADISON WI"
        guard text.hasSuffix(home) else { return text }
        let number = Self.numbered([" #~~~~ ", " ~~~~~ ", " ST~~~ "], random: &random)
        return text.dropLast(home.count) + number + random.element(of: Self.towns)
    }

    private func abbreviated(_ text: String, random: inout SplitMix64) -> String {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard let short = Self.abbreviations[String(word)],
                random.chance(percent: shares.abbreviated)
            else { return String(word) }
            return short
        }
        return words.joined(separator: " ")
    }

    private func prefix(for text: String, random: inout SplitMix64) -> String {
        guard isCard else { return Self.numbered(Self.debitPrefixes, random: &random) }
        return text.contains("*") ? "" : random.element(of: ["SQ *", "PY *", "SP "])
    }

    private static func numbered(_ patterns: [String], random: inout SplitMix64) -> String {
        let pattern = random.element(of: patterns)
        return String(
            pattern.map { $0 == "~" ? Character(String(random.number(in: 0...9))) : $0 })
    }

    private static let debitPrefixes = [
        "POS DEBIT ", "CHECKCARD ~~~~ ", "DEBIT CARD PURCHASE ", "POS PURCHASE ", "DBT CRD ~~~~ ",
        "VISA DDA PUR ~~~~~~ ",
    ]
    private static let references = [" ~~~~~~~~", " REF ~~~~~~~~~", " 0~/1~", " XX~~~~", " #~~~~~"]
    private static let towns = ["VERONA WI", "SUN PRAIRIE WI", "STOUGHTON WI", "ROCKFORD IL"]
    private static let abbreviations = [
        "PAYMENT": "PMT", "PAYROLL": "PAYRLL", "TRANSFER": "XFER", "DEPOSIT": "DEP",
        "WITHDRAWAL": "WDL", "ONLINE": "ONL", "AUTOMATIC": "AUTO", "ELECTRONIC": "ELEC",
        "RECEIVED": "RECD", "PURCHASE": "PUR", "INTEREST": "INT", "DIVIDEND": "DIV",
        "INSURANCE": "INS", "SAVINGS": "SAV", "CHECKING": "CHK", "RESTAURANT": "REST",
        "VETERINARY": "VET", "PHARMACY": "PHARM", "PREMIUM": "PREM", "REINVESTMENT": "REINV",
        "AUTOPAY": "AUTOPY", "HEALTHCARE": "HLTHCARE",
    ]
}

extension String {
    /// Each word with a capital first letter and small ones after it.
    fileprivate var capitalisedWords: String {
        split(separator: " ", omittingEmptySubsequences: false)
            .map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
            .joined(separator: " ")
    }
}
