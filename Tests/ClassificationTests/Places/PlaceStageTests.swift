import Classification
import Model
import Rules
import Testing

@Suite("Brands and kinds of places")
struct PlaceStageTests {
    private func category(_ text: String, in countries: [String]) throws -> Decided<String> {
        try placeClassifier(sampleSettings(in: countries)).verdict(Row(description: text)).category
    }

    @Test(
        "a brand counts by its guards, and the household's own comes first",
        arguments: [
            ("Corvane", "us", "Brand: Corvane (a supermarket)"),
            ("CORVANE CITY OSLO", "us", "Brand: Corvane (a supermarket)"),
            ("Cörváne's", "us", nil),
            ("COR VANE", "us", "Brand: Corvane (a supermarket)"),
            // The longest name wins, and six letters count behind other words.
            ("CORVANE FUEL 12", "us", "Brand: Corvane Fuel (a gas station)"),
            ("THE CORVANE", "us", "Brand: Corvane (a supermarket)"),
            ("CORVANES", "us", nil),
            // One name has other owners elsewhere.
            ("ALDONA", "de", "Brand: Aldona (a supermarket)"),
            ("ALDONA", "us", "Brand: Aldona Paints (a paint store)"),
            ("ALDONA", "jp", nil),
            // A distinct name counts abroad, at the beginning.
            ("NORDWIND OSLO", "jp", "Brand: Nordwind (a supermarket)"),
            ("ZUM NORDWIND", "jp", nil),
            ("ZUM NORDWIND", "de", "Brand: Nordwind (a supermarket)"),
            // A word or short name is the whole name, at home.
            ("GROVE", "us", "Brand: Grove (a paint store)"),
            ("GROVE FARM", "us", nil), ("ORANGE GROVE", "us", nil), ("GROVE", "de", nil),
            ("ADA", "de", "Brand: Ada (a supermarket)"), ("ADA LOVELACE", "de", nil),
            ("ADA", "us", nil),
            // Umlauts as banks write them.
            ("KRAMER MÖBEL", "de", "Brand: Kramer Möbel (a paint store)"),
            ("KRAMER MOEBEL", "de", "Brand: Kramer Möbel (a paint store)"),
            ("KRAMER MOBEL", "de", "Brand: Kramer Möbel (a paint store)"),
            // Another business behind the name hides the brand.
            ("CORVANE BANK", "us", nil), ("CORVANE CREDIT UNION", "us", nil),
            ("CORVANE HOTEL", "us", "Kind of place: hotel"),
            ("HANSABANK", "de", nil), ("", "de", nil), ("& . '", "de", nil),
        ] as [(String, String, String?)])
    func brands(text: String, country: String, reason: String?) throws {
        let category = try category(text, in: [country])
        #expect((category.reason.by == "default" ? nil : category.reason.text) == reason)
    }

    @Test(
        "a web address counts wherever a text has it, and only written as one",
        arguments: [
            ("GROVE.EXAMPLE", true), ("grove.example 12", true), ("G-ROVE.EXAMPLE.", true),
            ("HELP.GROVE.EXAMPLE/BILL 855-123", true), ("PAYPAL *WWW.GROVE.EXAMPLE OSLO", true),
            ("KAUF HTTPS://GROVE.EXAMPLE", true), ("ROSA.EXAMPLE GROVE.EXAMPLE", true),
            // Somebody's mail, another address, and other words.
            ("JO@GROVE.EXAMPLE", false), ("JO.ROSA@GROVE.EXAMPLE", false),
            ("ORANGEGROVE.EXAMPLE", false), ("GROVE.EXAMPLES", false),
            ("GROVE.EXAMPLE.ROSA", false),
            ("GROVE EXAMPLE", false), ("GROVEEXAMPLE", false), ("GROVE. EXAMPLE", false),
            ("GROVE", false), (".", false), ("...", false), ("@.", false),
        ])
    func addresses(text: String, isKnown: Bool) throws {
        let reason = try category(text, in: ["jp"]).reason
        #expect((reason.text == "Brand: Grove (a paint store)") == isKnown, "\(reason.text)")
    }

    @Test(
        "a kind counts in the household's languages, at the head of a name",
        arguments: [
            ("JOE'S GROCERY STORE", "us", "supermarket"), ("CAFE ROSA", "us", "restaurant"),
            ("ROSA CAFE", "us", "restaurant"), ("MY CAFE ROSA", "us", nil),
            // "Bar" is too short anywhere but at the head, which French puts first.
            ("ROSA BAR", "us", "restaurant"), ("BAR NONE AUCTIONS", "us", nil),
            ("LE BAR ROUGE", "fr", "restaurant"), ("BAR NONE AUCTIONS", "fr", "restaurant"),
            // The head decides, and more words before it.
            ("HOTEL CAFE", "us", "restaurant"), ("HOTEL GROCERY STORE", "us", "supermarket"),
            ("HOTEL CAFE", "fr", "hotel"),
            // A search word counts at the head only.
            ("JOE'S PAINT", "us", "paint store"), ("PAINT NIGHT", "us", nil),
            // Words that mean the same everywhere.
            ("BOULANGERIE DUPONT", "us", "bakery"), ("PETROL STATION 4", "jp", "gas station"),
            ("ROSA PETROL STATION", "de", "gas station"),
            // Compounds, where the language has them.
            ("SCHLOSSAPOTHEKE", "de", "pharmacy"), ("SCHLOSSAPOTHEKE HUBER", "de", "pharmacy"),
            ("SCHLOSSAPOTHEKE", "us", nil), ("ABAPOTHEKE", "de", nil),
            ("HOTEL ST", "us", nil), ("HOTEL RD ROSA", "us", nil),
        ] as [(String, String, String?)])
    func kinds(text: String, country: String, kind: String?) throws {
        let category = try category(text, in: [country])
        #expect(
            (category.reason.by == "default" ? nil : category.reason.text)
                == kind.map { "Kind of place: \($0)" })
    }

    @Test(
        "where no kind is known, a word counts that brands of one category share",
        arguments: [
            ("OAK LARDER", "us", "Word of brands: \"larder\" (as of a supermarket)"),
            ("LARDER OF OAK", "gb", "Word of brands: \"larder\" (as of a supermarket)"),
            ("OAK BURGERZ", "jp", "Word of brands: \"burgerz\" (as of a restaurant)"),
            // Only where these brands are, as a word of its own, and not as a street.
            ("OAK LARDER", "de", nil), ("OAKLARDER", "us", nil), ("LARDER ST", "us", nil),
            // Two words that tell of different categories tell of none.
            ("LARDER VARNISH", "us", nil),
            (
                "LARDER LARDER", "us",
                "Word of brands: \"larder\" (as of a supermarket)"
            ),
            // A brand and a kind's own word come first, also one that has no category.
            ("CORVANE VARNISH", "us", "Brand: Corvane (a supermarket)"),
            ("VARNISH CAFE", "us", "Kind of place: restaurant"), ("LARDER BANK", "us", nil),
        ] as [(String, String, String?)])
    func sharedWords(text: String, country: String, reason: String?) throws {
        let category = try category(text, in: [country])
        #expect((category.reason.by == "default" ? nil : category.reason.text) == reason)
    }

    @Test(
        "a kind of place in the name comes before a brand of another country",
        arguments: [
            ("KALAHARI", "us", "Brand: Kalahari (a supermarket)"),
            ("KALAHARI CAFE", "us", "Kind of place: restaurant"),
            ("CAFE KALAHARI", "us", "Kind of place: restaurant"),
            ("KALAHARI GROCERY STORE", "us", "Brand: Kalahari (a supermarket)"),
            ("CAFE KALAHARI", "za", "Brand: Kalahari (a supermarket)"),
            ("HOTEL CORVANE", "us", "Brand: Corvane (a supermarket)"),
        ])
    func foreignBrands(text: String, country: String, reason: String) throws {
        #expect(try category(text, in: [country]).reason.text == reason)
    }

    @Test("earlier answers and other classes are left alone")
    func onlyOpenSpending() throws {
        let map = try rulesStage("map", [("CORVANE FUEL", Effect(category: "transportation"))])
        let classifier = try placeClassifier(sampleSettings(in: ["us"]), before: [map])
        let verdicts = try classifier.verdicts([
            Row(description: "CORVANE FUEL"), Row(description: "CORVANE"),
            Row(cents: 90_000, description: "CORVANE"),
        ])
        #expect(verdicts.map(\.category.value) == ["transportation", "groceries", "other"])
        #expect(verdicts.map(\.category.reason.by) == ["map", "brands", "default"])
    }

    @Test("a category that the household lacks is no answer, and its own one replaces another")
    func ownCategories() throws {
        let settings = sampleSettings(
            in: ["us"],
            categoryOfKind: ["shop/supermarket": "gifts", "amenity/fuel": "cars"])
        let verdicts = try placeClassifier(settings).verdicts([
            Row(description: "CORVANE"), Row(description: "CORVANE FUEL"),
        ])
        #expect(verdicts.map(\.category.value) == ["gifts", "other"])
    }

    @Test("payments to persons are no brand's")
    func persons() throws {
        let payees = Stage(
            name: "payees",
            kind: .payees(PayeeNormaliser(PayeeWords(personPrefixes: ["ZELLE TO"]))))
        let classifier = try placeClassifier(sampleSettings(), before: [payees])
        let verdicts = try classifier.verdicts([
            Row(description: "ZELLE TO CORVANE"), Row(description: "CORVANE"),
            Row(description: "ZELLE TO GROVE.EXAMPLE"), Row(description: "GROVE.EXAMPLE"),
        ])
        #expect(verdicts.map(\.category.value) == ["other", "groceries", "other", "gifts"])
    }

    @Test("a name that the person gave a payee hides no brand of its text, and may tell of one")
    func aliases() throws {
        let classifier = try placeClassifier(sampleSettings(), before: [payeeStage()])
        let normaliser = PayeeNormaliser(PayeeWords())
        func key(_ text: String) -> String { normaliser.key(of: text) }
        let snapshot = makeSnapshot(
            [
                Row(description: "SQ *CORVANE 12"), Row(description: "HANDEL 4711 EK"),
                Row(description: "ROSA GROVE.EXAMPLE"), Row(description: "GROVE.EXAMPLE"),
            ],
            decisions: Decisions(payeeAliases: [
                "corvane": "My shop", "handel": "Nordwind", "handel 4711 ek": "Nordwind",
                key("ROSA GROVE.EXAMPLE"): "My club", key("GROVE.EXAMPLE"): "Nordwind",
            ]))
        let conclusions = try classifier.conclude(snapshot).conclusions
        #expect(
            conclusions.entries.map { conclusions.verdict(of: $0).category.value }
                == ["groceries", "groceries", "gifts", "groceries"])
    }

    @Test("the trace shows what a stage would have decided")
    func trace() throws {
        let map = try rulesStage("map", [("CORVANE", Effect(category: "gifts"))])
        let classifier = try placeClassifier(sampleSettings(in: ["us"]), before: [map])
        let trace = try #require(
            try classifier.trace(1, in: makeSnapshot([Row(description: "CORVANE")])))
        let proposal = try #require(trace.steps[1].proposals.first)
        #expect(proposal.value == "groceries")
        #expect(!proposal.isDecisive)
        #expect(trace.verdict?.category.value == "gifts")
    }
}

@Suite("The household's countries")
struct HomeCountryTests {
    @Test(
        "follow from currencies, texts and banks, unless they are set",
        arguments: [
            ("USD", "Anybody", [], "ALDONA", "gifts"),
            ("EUR", "Hansabank", [], "ALDONA", "groceries"),
            // Without a known bank, all countries of the currency count.
            ("EUR", "Anybody", [], "ALDONA", "groceries"),
            ("EUR", "Anybody", [], "ROSA BAR", "dining"),
            // A German bank leaves French out.
            ("EUR", "Anybody", [], "BAR ROSA LUNE", "dining"),
            ("EUR", "Hansabank eG", [], "BAR ROSA LUNE", "other"),
            ("JPY", "Hansabank", [], "ALDONA", "other"), ("XXX", "Anybody", [], "ALDONA", "other"),
            ("JPY", "Anybody", ["de"], "ALDONA", "groceries"),
            ("USD", "Anybody", ["de"], "ALDONA", "groceries"),
        ] as [(String, String, [String], String, String)])
    func countries(
        currency: String, bank: String, set: [String], text: String, expected: String
    ) throws {
        #expect(
            try category(text, in: currency, at: bank, sampleSettings(in: set)) == expected)
    }

    @Test("are those of the banks that are known, whatever the others are")
    func knownBank() throws {
        func countries(
            _ banks: [String], set: [String] = [], currency: String = "EUR"
        ) throws -> HomeCountries? {
            let pipeline = Pipeline(
                stages: placeStages(sampleSettings(in: set)), categories: try CategoryTree([]))
            return HomeCountries(of: snapshot(banks, currency: currency), in: pipeline)
        }
        #expect(try countries(["Anybody"])?.codes == ["de", "fr"])
        #expect(try countries(["Anybody", "Hansabank", "Somebody"])?.codes == ["de"])
        #expect(try countries(["Hansabank"])?.names == ["Germany"])
        #expect(try countries(["Anybody"])?.names == ["Germany", "FR"])
        // Of a currency that a small neighbour shares, the country that it is named after.
        #expect(try countries(["Anybody"], currency: "CHF")?.codes == ["ch"])
        #expect(try countries(["Anybody"], set: ["us"])?.codes == ["us"])
        #expect(try countries(["Anybody"], set: ["us"])?.areSet == true)
        #expect(try countries(["Anybody"])?.areSet == false)
    }

    /// Accounts at some banks, with payments from the first one.
    private func snapshot(
        _ banks: [String], _ descriptions: [String] = [], currency: String = "EUR"
    ) -> Snapshot {
        var texts = TextTable()
        let transactions = descriptions.enumerated().map { place, description in
            let text = texts.id(of: description)
            return TransactionFacts(
                id: Int64(place + 1), amount: -10_00, day: CalendarDay(daysSinceEpoch: 20_000),
                account: 0, description: text, payee: text, memo: .empty, merchantCode: .empty,
                isPending: false)
        }
        return Snapshot(
            asOf: CalendarDay(daysSinceEpoch: 20_000),
            accounts: banks.map {
                AccountFacts(
                    id: 1, name: "Everyday", institution: $0, type: .checking,
                    currency: Currency(code: currency))
            }, transactions: transactions, texts: texts)
    }

    @Test(
        "are that of most account numbers in texts",
        arguments: [
            ("Anybody", [german, german, german, french], ["de"]),
            (
                "Anybody", ["A \(german)", "\(german) B", "IBAN: DE89 3704 0044 0532 0130 00."],
                ["de"]
            ),
            ("Anybody", [german, german, french], ["de", "fr"]),
            ("Anybody", [german, german, german, french, french, french], ["de", "fr"]),
            // Other countries' numbers say nothing of the currency's.
            ("Anybody", [german, german, german, british, british, british, british], ["de"]),
            ("Anybody", Array(repeating: "DE89370400440532013001", count: 4), ["de", "fr"]),
            ("Anybody", Array(repeating: "X" + german, count: 4), ["de", "fr"]),
            ("Anybody", Array(repeating: german + "1", count: 4), ["de", "fr"]),
            // Texts come before the banks' names.
            ("Hansabank", [french, french, french], ["fr"]),
        ] as [(String, [String], [String])])
    func accountNumbers(bank: String, descriptions: [String], expected: [String]) throws {
        let settings = PlaceSettings(
            countriesOfCurrency: ["EUR": ["de", "fr"]],
            lengthsOfAccountNumbers: ["de": 22, "fr": 27, "gb": 22], tables: sampleTables)
        let pipeline = Pipeline(stages: placeStages(settings), categories: try CategoryTree([]))
        // Each text counts once, as a landlord's would be seen each month.
        let texts = descriptions.enumerated().map { "\($1) \(String(repeating: "-", count: $0))" }
        #expect(HomeCountries(of: snapshot([bank], texts), in: pipeline)?.codes == expected)
    }

    @Test(
        "are those of the language of the bank's words and of postcodes",
        arguments: [
            ("Anybody", ["LASTSCHRIFT A", "Überweisung B", "LASTSCHRIFT C"], ["at", "de"]),
            ("Anybody", ["LASTSCHRIFT A", "LASTSCHRIFT B"], ["at", "de", "nl"]),
            ("Anybody", ["OMSCHRIJVING A", "OMSCHRIJVING B", "OMSCHRIJVING C"], ["nl"]),
            (
                "Anybody", ["A OMSCHRIJVINGEN", "B LASTSCHRIFTEN", "C X-LASTSCHRIFT"],
                ["at", "de", "nl"]
            ),
            // Banks are listed where they have namesakes, so texts come before them.
            ("Sparbank", ["LASTSCHRIFT A", "LASTSCHRIFT B", "LASTSCHRIFT C"], ["at", "de"]),
            ("Sparbank", ["A"], ["at"]),
            ("Hansabank", ["OMSCHRIJVING A", "OMSCHRIJVING B", "OMSCHRIJVING C"], ["nl"]),
            (
                "Anybody",
                [
                    "LASTSCHRIFT A 80331 MUENCHEN", "LASTSCHRIFT B 80331 Muenchen",
                    "LASTSCHRIFT C 80331 muenchen",
                ], ["de"]
            ),
            // A number at the end or of a shop is none, and two of five are too few.
            (
                "Anybody",
                [
                    "LASTSCHRIFT 80331", "LASTSCHRIFT B 1010 WIEN", "LASTSCHRIFT C 803311 X",
                    "LASTSCHRIFT D 80331 X", "LASTSCHRIFT E 80331 Y",
                ], ["at", "de"]
            ),
            ("Anybody", ["LASTSCHRIFT A AT", "LASTSCHRIFT B AT", "LASTSCHRIFT C AT"], ["at"]),
            // Without a language, what looks like a code is none.
            ("Anybody", ["PANADERIA DE", "TIENDA DE", "BAR DE"], ["at", "de", "nl"]),
        ] as [(String, [String], [String])])
    func textsOfCountries(bank: String, descriptions: [String], expected: [String]) throws {
        let settings = PlaceSettings(
            countriesOfCurrency: ["EUR": ["at", "de", "nl"]],
            lengthsOfAccountNumbers: ["de": 22],
            bankWords: ["de": ["lastschrift", "überweisung"], "nl": ["omschrijving"]],
            postcodes: ["de": "99999", "nl": "9999 AA"],
            languagesOfCountry: ["at": ["de"], "de": ["de"], "nl": ["nl"]], tables: sampleTables)
        let pipeline = Pipeline(stages: placeStages(settings), categories: try CategoryTree([]))
        #expect(HomeCountries(of: snapshot([bank], descriptions), in: pipeline)?.codes == expected)
    }

    private static let german = "DE89370400440532013000"
    private static let french = "FR1420041010050500013M02606"
    private static let british = "GB82WEST12345698765432"

    @Test("a bank's own charges are no purchase at a shop of its name")
    func ownBank() throws {
        #expect(try category("CORVANE", in: "USD", at: "Corvane", sampleSettings()) == "other")
        #expect(try category("CORVANE", in: "USD", at: "Bank", sampleSettings()) == "groceries")
    }

    /// The category of a purchase on an account of a bank.
    private func category(
        _ text: String, in currency: String, at bank: String, _ settings: PlaceSettings
    ) throws -> String {
        let sample = makeSnapshot([Row(description: text)])
        let account = AccountFacts(
            id: 1, name: "Everyday", institution: bank, type: .checking,
            currency: Currency(code: currency))
        let payees = Stage(name: "payees", kind: .payees(PayeeNormaliser(PayeeWords())))
        let conclusions = try placeClassifier(settings, before: [payees]).conclude(
            Snapshot(
                asOf: sample.asOf, accounts: [account], transactions: sample.transactions,
                texts: sample.texts, decisions: .none)
        ).conclusions
        return conclusions.verdict(of: conclusions.entries[0]).category.value
    }
}
