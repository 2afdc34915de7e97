internal import Model
internal import Vault

/// The names of a journal's accounts and currencies: legal in one program, and each used once.
struct JournalNames {
    private let dialect: JournalDialect
    private let chart: JournalChart
    private var accounts: [JournalAccount: String] = [:]
    private var currencies: [Currency: String] = [:]
    private var taken: Set<String> = []

    init(_ dialect: JournalDialect, _ chart: JournalChart) {
        (self.dialect, self.chart) = (dialect, chart)
    }

    /// The name of an account, and whether it was used before.
    mutating func name(of account: JournalAccount) -> (name: String, isNew: Bool) {
        if let known = accounts[account] { return (known, false) }
        let parts = chart.path(of: account).map(dialect.isBeancount ? Self.word : Self.phrase)
        let name = unique(parts.joined(separator: ":"), dialect.isBeancount ? "-" : " ")
        accounts[account] = name
        return (name, true)
    }

    /// The symbol of a currency, and whether it was used before.
    mutating func symbol(of currency: Currency) -> (name: String, isNew: Bool) {
        if let known = currencies[currency] { return (known, false) }
        var symbol: String
        if dialect.isBeancount {
            symbol = unique(Self.beancountSymbol(currency.code), "-")
        } else {
            symbol = unique(Self.symbol(currency.code), "-")
            let isBare = symbol.utf8.allSatisfy { (0x41...0x5A).contains($0) }
            if !isBare { symbol = "\"\(symbol)\"" }
        }
        currencies[currency] = symbol
        return (symbol, true)
    }

    /// The name itself, or with the first free number from 2 on.
    private mutating func unique(_ name: String, _ separator: String) -> String {
        var free = name
        var number = 1
        while !taken.insert(free).inserted {
            number += 1
            free = "\(name)\(separator)\(number)"
        }
        return free
    }

    /// A part of a name in hledger and Ledger, which take all but colons, semicolons, quotes,
    /// brackets and two spaces together.
    static func phrase(_ text: String) -> String {
        var phrase = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(mostScalars) {
            let properties = scalar.properties
            if properties.isWhitespace {
                if let last = phrase.last, last != " " { phrase.append(" ") }
            } else if isLetterOrNumber(properties.generalCategory)
                || "-_.&'/+()".unicodeScalars.contains(scalar) || properties.isEmojiPresentation
            {
                phrase.append(scalar)
            } else {
                phrase.append("-")
            }
        }
        if phrase.last == " " { phrase.removeLast() }
        return phrase.isEmpty ? "unnamed" : String(phrase)
    }

    /// A part of a name in Beancount: letters, digits and dashes after a capital or a digit.
    static func word(_ text: String) -> String {
        var word = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(mostScalars) {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
                .otherLetter, .decimalNumber:
                word.append(scalar)
            default: if let last = word.last, last != "-" { word.append("-") }
            }
        }
        if word.last == "-" { word.removeLast() }
        guard let first = word.first else { return "Unnamed" }
        let begun = first.properties.uppercaseMapping + String(word.dropFirst())
        let begins =
            [.uppercaseLetter, .decimalNumber]
            .contains(begun.unicodeScalars.first?.properties.generalCategory)
        return begins ? begun : "X" + String(word)
    }

    private static func isLetterOrNumber(_ category: Unicode.GeneralCategory) -> Bool {
        switch category {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }

    private static func symbol(_ code: String) -> String {
        var symbol = String.UnicodeScalarView()
        for scalar in SafeText.neutralised(code).unicodeScalars.prefix(mostScalars / 2) {
            // Ledger takes what follows a backslash as it is.
            symbol.append("\"\\;".unicodeScalars.contains(scalar) ? "-" : scalar)
        }
        return symbol.isEmpty ? none : String(symbol)
    }

    /// What ISO 4217 calls no currency.
    private static let none = "XXX"

    /// A capital, then capitals, digits and some signs, 2 to 24 in all.
    private static func beancountSymbol(_ code: String) -> String {
        guard !code.isEmpty else { return none }
        let safe = code.uppercased().unicodeScalars.map { scalar in
            switch scalar {
            case "A"..."Z", "0"..."9", "'", ".", "_", "-": Character(scalar)
            default: Character("-")
            }
        }
        var symbol = String(safe.prefix(mostInSymbol))
        if !("A"..."Z").contains(symbol.prefix(1)) || reserved.contains(symbol) {
            symbol = "X" + symbol
        }
        if let last = symbol.last, symbol.count < 2 || "'._-".contains(last) { symbol += "X" }
        return symbol
    }

    /// Words of Beancount's own.
    private static let reserved: Set = ["TRUE", "FALSE", "NULL"]
    /// Beancount has at most 24. A letter may come before, and a number behind.
    private static let mostInSymbol = 16
    /// Ledger reads no line of more than 4,096 bytes, and no symbol of more than 255.
    private static let mostScalars = 100
}

/// The place of each account in a journal's tree.
struct JournalChart {
    private let accounts: [Int64: AccountRecord]
    private let categories: CategoryTree

    init(accounts: [AccountRecord], categories: CategoryTree) {
        self.accounts = Dictionary(
            accounts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.categories = categories
    }

    func isCounted(_ account: Int64) -> Bool { accounts[account]?.visibility.isCounted ?? false }

    func isInvestment(_ account: Int64) -> Bool {
        accounts[account]?.type.netWorthGroup == .investments
    }

    /// The names from the root down.
    func path(of account: JournalAccount) -> [String] {
        switch account {
        case .own(let id): path(ofAccount: id)
        case .pending(let id): ["equity", "pending", accounts[id]?.name ?? ""]
        case .expense(let category): ["expenses"] + path(ofCategory: category)
        case .income(let category): ["income"] + path(ofCategory: category)
        case .person(let person): ["assets", "receivables", person.name]
        case .equity(let equity): ["equity", equity.rawValue]
        }
    }

    /// An account that doesn't count is neither an asset nor a liability.
    private func path(ofAccount id: Int64) -> [String] {
        guard let account = accounts[id] else { return ["equity", "unknown", "\(id)"] }
        guard account.visibility.isCounted else {
            return ["equity", account.visibility.rawValue, account.name]
        }
        return switch account.type.netWorthGroup {
        case .bankAccounts: ["assets", "bank", account.name]
        case .investments: ["assets", "investments", account.name]
        case .otherAssets: ["assets", "other", account.name]
        case .liabilities: ["liabilities", account.name]
        }
    }

    private func path(ofCategory id: String) -> [String] {
        var path: [String] = []
        var current: String? = id
        while let next = current {
            let category = categories[next]
            path.append(category?.name ?? next)
            current = category?.parent
        }
        return path.reversed()
    }
}
