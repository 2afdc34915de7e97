import Classification
import Configuration
import Model
import Testing

@Suite("The household's countries by the shipped banks")
struct ShippedHomeCountryTests {
    private static let pipeline = Result { try ShippedFiles.configuration().pipeline() }

    /// One account at a bank, without texts.
    private func snapshot(_ bank: String, currency: String = "EUR") -> Snapshot {
        Snapshot(
            asOf: CalendarDay(daysSinceEpoch: 20_000),
            accounts: [
                AccountFacts(
                    id: 1, name: "Everyday", institution: bank, type: .checking,
                    currency: Currency(code: currency))
            ], transactions: [], texts: TextTable())
    }

    /// As banks of national registers of bank codes and bridges are called.
    @Test(
        "are those of banks that are national, and several of one name",
        arguments: [
            ("Sparkasse Berlin", "de"), ("Sparkasse KölnBonn", "de"), ("Berliner Sparkasse", "de"),
            ("BSK 1818 - Berliner Sparkasse", "de"), ("Kreissparkasse Köln", "de"),
            ("Stadtsparkasse München", "de"), ("Müritz-Sparkasse", "de"),
            ("Mittelbrandenburgische Sparkasse in Potsdam", "de"), ("SPARKASSE BADEN-BADEN", "de"),
            ("DKB Deutsche Kreditbank", "de"), ("DKB", "de"), ("comdirect", "de"),
            ("Commerzbank", "de"), ("Postbank", "de"), ("HypoVereinsbank", "de"),
            ("UniCredit Bank GmbH - HypoVereinsbank", "de"), ("norisbank", "de"),
            ("Consorsbank", "de"), ("GLS Gemeinschaftsbank", "de"), ("C24 Bank", "de"),
            ("VR-Bank Ismaning", "de"), ("Volksbank Freiburg", "de"), ("Sparda-Bank West", "de"),
            ("PSD Bank Nord", "de"), ("ING-DiBa", "de"),
            ("Sparkasse Imst AG", "at"), ("Dornbirner Sparkasse Bank AG", "at"),
            ("Sparkasse Oberösterreich Bank AG", "at"), ("VOLKSBANK WIEN AG", "at"),
            ("BAWAG P.S.K.", "at"), ("Raiffeisenlandesbank Tirol", "at"), ("easybank", "at"),
            ("BoursoBank", "fr"), ("CAISSE D'EPARGNE ET DE PREVOYANCE DE NORMANDIE", "fr"),
            ("CAISSE REGIONALE DE CREDIT AGRICOLE MUTUEL TOULOUSE 31", "fr"), ("BNP PARIBAS", "fr"),
            ("CAIXABANK, S.A.", "es"), ("BANCO SANTANDER, S.A.", "es"), ("Openbank", "de es nl pt"),
            ("INTESA SANPAOLO S.P.A.", "it"), ("FinecoBank", "it"), ("RABOBANK", "nl"),
            ("KBC BRUSSELS", "be"), ("Allied Irish Banks, p.l.c.", "ie"),
            ("Sparkasse", "at de it"), ("Volksbank", "at de it"), ("Raiffeisenbank", "at de"),
            ("Sparkasse Neunkirchen", "at de"), ("ING", "be de es it nl"),
            ("Deutsche Bank", "be de es it"), ("N26", "at de es fr it"),
        ])
    func nationalBanks(bank: String, expected: String) throws {
        let pipeline = try Self.pipeline.get()
        let countries = try #require(HomeCountries(of: snapshot(bank), in: pipeline))
        #expect(countries.codes.joined(separator: " ") == expected)
        #expect(countries.openCurrencies.isEmpty)
        #expect(countries.shownNames == countries.names)
    }

    @Test("are not known where no bank and no text shows them, but for one country's currency")
    func notKnown() throws {
        let pipeline = try Self.pipeline.get()
        for bank in ["Revolut", "Anybody", ""] {
            let countries = try #require(HomeCountries(of: snapshot(bank), in: pipeline))
            #expect(countries.codes.count > 10)
            #expect(countries.openCurrencies.map(\.code) == ["EUR"])
            #expect(countries.shownNames.isEmpty)
        }
        let sterling = try #require(
            HomeCountries(of: snapshot("Anybody", currency: "GBP"), in: pipeline))
        #expect(sterling.openCurrencies.isEmpty)
        #expect(sterling.shownNames == ["United Kingdom"])
    }
}
