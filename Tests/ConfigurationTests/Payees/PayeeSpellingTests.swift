import Classification
import Configuration
import Foundation
import Model
import Scripting
import TestSupport
import Testing

/// Spellings that only the texts of all accounts together show to be one merchant's.
@Suite("Spellings of one merchant")
struct PayeeSpellingTests {
    // MARK: What banks write around names

    /// A bank that writes the town behind each name.
    private static func towns(_ suffix: String = "") -> [String] {
        [
            "BLUE HERON COFFEE KIRKBY", "HARBOR BOOKS KIRKBY", "TWIN OAKS KIRKBY",
            "CEDAR GROCERS KIRKBY", "NORTHWIND MALHAM", "IRON TEMPLE MALHAM", "LARK BAKERY MALHAM",
            "PIKE HARDWARE ST ABBS", "OLD MILL ST ABBS", "ROWAN FLOWERS ST ABBS",
        ].map { $0 + suffix }
    }

    @Test(
        "a town goes where another text has the name without it",
        arguments: [
            ("HARBOR BOOKS KIRKBY", "Harbor Books"), ("OLD MILL ST ABBS", "Old Mill"),
            ("IRON TEMPLE MALHAM", "Iron Temple"),
        ])
    func towns(text: String, name: String) throws {
        let payees = try Payees([Self.towns(), [name.uppercased()]])
        #expect(payees[text] == name)
        #expect(payees[name.uppercased()] == name)
    }

    @Test("a town stays where no text has the name without it")
    func onlyWithTown() throws {
        let payees = try Payees([Self.towns(), ["OLD MILLER"]])
        #expect(payees["OLD MILL ST ABBS"] == "Old Mill St Abbs")
        #expect(payees["HARBOR BOOKS KIRKBY"] == "Harbor Books Kirkby")
    }

    @Test("one merchant's towns are two merchants unless a text has the name alone")
    func branches() throws {
        let texts = Self.towns() + ["OLD MILL KIRKBY"]
        let apart = try Payees([texts])
        #expect(apart["OLD MILL KIRKBY"] == "Old Mill Kirkby")
        #expect(apart["OLD MILL ST ABBS"] == "Old Mill St Abbs")
        let together = try Payees([texts, ["OLD MILL"]])
        #expect(together["OLD MILL KIRKBY"] == "Old Mill")
        #expect(together["OLD MILL ST ABBS"] == "Old Mill")
    }

    @Test("a city of the list is a place only where a bank writes places")
    func listedCities() throws {
        let plain = try Payees([["ROWAN HULL", "HARBOR BOOKS", "OLD MILL"], ["ROWAN"]])
        #expect(plain["ROWAN HULL"] == "Rowan Hull")
        let placed = try Payees([Self.towns() + ["PIKE HULL"], ["PIKE"]])
        #expect(placed["PIKE HULL"] == "Pike")
    }

    // MARK: What banks write in front of names

    @Test(
        "a bank's words, its numbers and its places go where known names stand behind them",
        arguments: ["KQ BUY {day} {town} 9071 ", "KQ BUY ZL {day} PLATE XXXX7733 "])
    func fields(before: String) throws {
        let names = [
            "NETFLIX.COM", "SPOTIFY", "HARBOR BOOKS", "OLD MILL", "2ND STAR FLOWERS", "IRON TEMPLE",
            "CEDAR GROCERS", "LARK BAKERY", "PIKE HARDWARE", "BLUE HERON",
        ]
        let texts = names.enumerated().map { number, name in
            before.replacing("{day}", with: "06-\(number + 10)-25")
                .replacing("{town}", with: ["KIRKBY", "ST ABBS", "MALHAM"][number % 3]) + name
        }
        let payees = try Payees([texts])
        #expect(
            texts.map { payees[$0] } == [
                "Netflix", "Spotify", "Harbor Books", "Old Mill", "2ND Star Flowers", "Iron Temple",
                "Cedar Grocers", "Lark Bakery", "Pike Hardware", "Blue Heron",
            ])
    }

    @Test("a bank's words stay the payee that the person named or has rules for")
    func namedWords() throws {
        let texts =
            (10..<20).map { "KQ BUY 06-\($0)-25 NAME\($0)" }
            + ["KQ BUY 06-20-25 NETFLIX.COM", "KQ BUY 06-21-25 SPOTIFY"]
        #expect(try Payees([texts])["KQ BUY 06-20-25 NETFLIX.COM"] == "Netflix")
        let named = try Payees([texts], aliases: ["kq buy": "My shops"])
        #expect(Set(texts.map { named[$0] }) == ["My shops"])
        let ruled = try Payees(
            [texts], rule: "rule { when = { payee = 'KQ Buy' }, set = { tags = 'kq' } }")
        #expect(Set(texts.map { ruled[$0] }) == ["KQ Buy"])
    }

    @Test("a chain keeps its name, however many towns stand behind its numbers")
    func chainInTowns() throws {
        let towns = [
            "KIRKBY", "MALHAM", "ABBS", "SELBY", "NORTHAM", "ASHFORD", "MILLBROOK", "HULL",
            "KIRKWALL", "LEEDS",
        ]
        let texts = towns.enumerated().map { "OLD MILL STORES 00\($0 + 10) \($1)" }
        let payees = try Payees([texts + ["NETFLIX.COM", "SPOTIFY"]])
        for text in texts { #expect(payees[text] == "Old Mill Stores") }
    }

    @Test("a code behind all names of a bank goes")
    func codes() throws {
        let payees = try Payees([Self.towns(" ZZQ"), Self.towns().map { $0 + " Zq" }])
        for text in Self.towns(" ZZQ") + Self.towns().map({ $0 + " Zq" }) {
            #expect(payees[text]?.lowercased().hasSuffix("q") == false)
        }
        #expect(payees["OLD MILL ST ABBS ZZQ"] == payees["OLD MILL ST ABBS Zq"])
    }

    @Test("a word behind some names is part of them")
    func commonWords() throws {
        let payees = try Payees([
            [
                "BLUE HERON COFFEE", "LARK COFFEE", "PIKE COFFEE", "HARBOR BOOKS", "TWIN OAKS",
                "CEDAR GROCERS", "NORTHWIND", "IRON TEMPLE", "OLD MILL", "ROWAN FLOWERS",
                "QUARRY BANK MUSEUM", "GREEN LANE GARAGE",
            ], ["LARK"],
        ])
        #expect(payees["LARK COFFEE"] == "Lark Coffee")
        #expect(payees["LARK"] == "Lark")
    }

    @Test("a bank's words in front of names go where other texts have the names without them")
    func beginnings() throws {
        let names = ["HARBOR BOOKS", "TWIN OAKS", "CEDAR GROCERS"]
        let payees = try Payees([names.map { "ZQ DEBITO \($0)" } + ["ZQ DEBITO OLD MILL"], names])
        for name in names { #expect(payees["ZQ DEBITO \(name)"] == payees[name]) }
        #expect(payees["ZQ DEBITO OLD MILL"] == "ZQ Debito Old Mill")
    }

    @Test("a first word of names is part of them")
    func commonBeginnings() throws {
        let payees = try Payees([["CAFE ROWAN", "CAFE LARK", "CAFE PIKE", "CAFE OAK"], ["ROWAN"]])
        #expect(payees["CAFE ROWAN"] == "Cafe Rowan")
        #expect(payees["ROWAN"] == "Rowan")
    }

    @Test("a bank that writes a name with a word and without it means two merchants")
    func oneBank() throws {
        let texts = ["ROWAN", "ROWAN FUEL", "LARK", "LARK FUEL", "PIKE", "PIKE FUEL"]
        let fuel = try Payees([texts, ["CEDAR FUEL"]])
        for text in texts { #expect(fuel[text] == text.capitalized) }
        let cafes = try Payees([["CAFE ROWAN", "ROWAN", "CAFE LARK", "LARK", "CAFE PIKE", "PIKE"]])
        #expect(cafes["CAFE LARK"] == "Cafe Lark")
        // A word that is no town of others, where all names have one.
        let placed = try Payees([Self.towns() + ["PIKE", "PIKE FUEL"]])
        #expect(placed["PIKE FUEL"] == "Pike Fuel")
    }

    // MARK: Names that were cut off

    /// Names that a bank cuts off at 16 characters.
    private static let cut = [
        "BLUE HERON COFFE", "NORTHWIND TRADER", "QUARRY BANK MUSE", "GREEN LANE GARAG", "TWIN OAKS",
        "OLD MILL", "LARK BAKERY",
    ]

    @Test("a name that a bank cut off is the only one that begins so")
    func cutOff() throws {
        let payees = try Payees([Self.cut, ["BLUE HERON COFFEE", "NORTHWIND TRADERS LTD"]])
        #expect(payees["BLUE HERON COFFE"] == "Blue Heron Coffee")
        #expect(payees["NORTHWIND TRADER"] == "Northwind Traders")
        #expect(payees["QUARRY BANK MUSE"] == "Quarry Bank Muse")
    }

    @Test("a name that begins two others is neither")
    func ambiguous() throws {
        let payees = try Payees([Self.cut, ["GREEN LANE GARAGE", "GREEN LANE GARAGES"]])
        #expect(payees["GREEN LANE GARAG"] == "Green Lane Garag")
    }

    @Test("a shorter name that the bank had room for is another merchant")
    func notCutOff() throws {
        let payees = try Payees([Self.cut, ["OLD MILLER", "LARK BAKERY SUPPLY", "TWIN OAKS FARM"]])
        #expect(payees["OLD MILL"] == "Old Mill")
        #expect(payees["LARK BAKERY"] == "Lark Bakery")
        #expect(payees["TWIN OAKS"] == "Twin Oaks")
    }

    @Test("a name may be cut off in front of its town")
    func cutOffInFrontOfTown() throws {
        let texts = [
            "GREEN LANE G KIRKBY", "QUARRY BANK KIRKBY", "ROWAN FLOWER KIRKBY", "OLD MILL KIRKBY",
            "TWIN OAKS MALHAM", "LARK BAKERY MALHAM", "PIKE MALHAM", "CEDAR KIRKBY",
            "NORTHWIND TR MALHAM", "IRON TEMPLE KIRKBY",
        ]
        let payees = try Payees([texts, ["ROWAN FLOWERS", "NORTHWIND TRADERS"]])
        #expect(payees["ROWAN FLOWER KIRKBY"] == "Rowan Flowers")
        #expect(payees["NORTHWIND TR MALHAM"] == "Northwind Traders")
    }

    // MARK: Accents

    @Test(
        "accents that one bank leaves out make no other merchant",
        arguments: [
            ("CAFE NYSTROM", "CAFÉ NYSTRÖM"), ("GASTHAUS HOELZL", "Gasthaus Hölzl"),
            ("LIDL UMEA", "LIDL UMEÅ"),
        ])
    func accents(plain: String, accented: String) throws {
        let payees = try Payees([[plain], [accented]])
        #expect(payees[plain] == payees[accented])
        #expect(payees[plain]?.contains { !$0.isASCII } == true)
    }

    @Test(
        "spaces make no other merchant",
        arguments: [
            ("FARM CORNER", "FARMCORNER"), ("BLUE HERON COFFEE", "BLUEHERON COFFEE"),
            ("GREEN BASKET KIRKBY", "GREENBASKET"),
        ])
    func spaces(one: String, other: String) throws {
        let payees = try Payees([Self.towns() + [one], [other]])
        #expect(payees[one] == payees[other])
    }

    // MARK: What holds for all

    @Test("the order of transactions does not matter", arguments: [1, 2, 3] as [UInt64])
    func order(seed: UInt64) throws {
        let texts = [
            Self.towns(), Self.cut,
            ["OLD MILL", "NORTHWIND TRADERS", "CAFÉ ROWAN", "HARBOR BOOKS"],
            ["CAFE ROWAN", "ZQ DEBITO OLD MILL", "ZQ DEBITO TWIN OAKS", "ZQ DEBITO HARBOR BOOKS"],
        ]
        var random = RandomNumbers(seed: seed)
        #expect(
            try Payees(texts).names
                == Payees(texts.map { $0.shuffled(using: &random) }).names)
    }

    @Test("people and payees that are listed stay themselves")
    func settled() throws {
        let payees = try Payees([
            Self.towns() + ["ZELLE TO ROWAN MALHAM", "NETFLIX.COM KIRKBY"], ["ROWAN"],
        ])
        #expect(payees["ZELLE TO ROWAN MALHAM"] == "Rowan Malham")
        #expect(payees["NETFLIX.COM KIRKBY"] == "Netflix")
    }

    @Test("an alias holds for each spelling of the merchant, and one for a spelling stays")
    func aliases() throws {
        let texts = [Self.towns(), ["HARBOR BOOKS", "OLD MILL"]]
        let merchant = try Payees(texts, aliases: ["harbor books": "The bookshop"])
        #expect(merchant["HARBOR BOOKS KIRKBY"] == "The bookshop")
        let spelling = try Payees(texts, aliases: ["harbor books kirkby": "The bookshop"])
        #expect(spelling["HARBOR BOOKS KIRKBY"] == "The bookshop")
        #expect(spelling["HARBOR BOOKS"] == "The bookshop")
        let both = try Payees(
            texts, aliases: ["harbor books": "Books", "harbor books kirkby": "The bookshop"])
        #expect(both["HARBOR BOOKS"] == "Books")
        #expect(both["HARBOR BOOKS KIRKBY"] == "The bookshop")
    }

    @Test("a spelling finds its merchant")
    func keys() throws {
        let payees = try Payees([Self.towns(), ["HARBOR BOOKS"]])
        #expect(payees.all.key(of: "CARD 4412 HARBOR BOOKS KIRKBY") == "harbor books")
        #expect(payees.all.key(of: "TWIN OAKS") == "twin oaks")
    }
}

/// The payees of texts, by account.
struct Payees {
    private(set) var names: [String: String] = [:]
    private(set) var all: SnapshotPayees

    /// - Parameter rule: a rule whose names of payees are kept.
    init(
        _ accounts: [[String]], aliases: [String: String] = [:], rule: String? = nil
    ) throws {
        let day = CalendarDay(daysSinceEpoch: 20_000)
        var texts = TextTable()
        var rows: [TransactionFacts] = []
        for (account, descriptions) in accounts.enumerated() {
            for description in descriptions {
                let text = texts.id(of: description)
                rows.append(
                    TransactionFacts(
                        id: Int64(rows.count + 1), amount: -12_50, day: day,
                        account: Int32(account), description: text, payee: text, memo: .empty,
                        merchantCode: .empty, isPending: false))
            }
        }
        let snapshot = Snapshot(
            asOf: day,
            accounts: accounts.indices.map {
                AccountFacts(
                    id: Int64($0 + 1), name: "Account \($0)", institution: "First Example Bank",
                    type: .checking, currency: Currency(code: "EUR"))
            }, transactions: rows, texts: texts, decisions: Decisions(payeeAliases: aliases))
        all = SnapshotPayees(try Self.normaliser(keeping: rule), snapshot: snapshot)
        for (row, transaction) in rows.enumerated() {
            let payee = all.payee(ofRow: row)
            names[snapshot.texts[transaction.description]] = all.names[payee]
        }
    }

    subscript(text: String) -> String? { names[text] }

    private static func normaliser(keeping rule: String?) throws -> PayeeNormaliser {
        let files = try ShippedFiles.configuration()
        guard let rule else { return try files.payees() }
        let pipeline = try files.pipeline()
        let rules = try UserRules(
            [RuleSource(file: "rules/1.lua", bytes: Array(rule.utf8))],
            categories: pipeline.categories,
            on: .inThisProcess)
        let named = pipeline.keepingPayees(of: rules).payeeNormaliser
        return try #require(named)
    }
}
