internal import CShippedFiles
public import Model
package import Rules

/// The tables of brands and kinds of places. `Tools/places/README.md` documents their columns.
public struct PlaceTables: Sendable {
    let brands: PlaceTable
    let phrases: PlaceTable
    let kinds: PlaceTable
    /// Words that brands of one category share in their names.
    let words: PlaceTable

    public init(brands: PlaceTable, phrases: PlaceTable, kinds: PlaceTable, words: PlaceTable) {
        self.brands = brands
        self.phrases = phrases
        self.kinds = kinds
        self.words = words
    }

    /// The tables of the program.
    public static let shipped = PlaceTables(
        brands: PlaceTable(gv_shipped_brands()), phrases: PlaceTable(gv_shipped_phrases()),
        kinds: PlaceTable(gv_shipped_kinds()), words: PlaceTable(gv_shipped_brand_words()))
}

extension PlaceTable {
    fileprivate init(_ table: gv_shipped_table) {
        self.init(start: table.bytes, count: table.count)
    }
}

/// The settings of the stages that know places, from `places.toml`.
public struct PlaceSettings: Sendable {
    /// The household's countries as the person set them, "de"; empty to derive them.
    let countries: [String]
    /// By currency: the countries in which it is used.
    let countriesOfCurrency: [String: [String]]
    /// By country: its English name, "Germany".
    let namesOfCountries: [String: String]
    /// By country: the length of its account numbers (IBANs).
    let lengthsOfAccountNumbers: [String: Int]
    /// By language: words that its banks write, "lastschrift".
    let bankWords: [String: [String]]
    /// By country: the pattern of its postcodes, "9999 AA".
    let postcodes: [String: String]
    /// By country: its languages.
    let languagesOfCountry: [String: [String]]
    /// By kind of place, "shop/pet": a category that replaces the shipped one.
    let categoryOfKind: [String: String]
    /// By kind of place: a lens that replaces the one of the shipped category.
    let lensOfKind: [String: Lens]
    let tables: PlaceTables

    public init(
        countries: [String] = [], countriesOfCurrency: [String: [String]] = [:],
        namesOfCountries: [String: String] = [:], lengthsOfAccountNumbers: [String: Int] = [:],
        bankWords: [String: [String]] = [:], postcodes: [String: String] = [:],
        languagesOfCountry: [String: [String]] = [:], categoryOfKind: [String: String] = [:],
        lensOfKind: [String: Lens] = [:], tables: PlaceTables = .shipped
    ) {
        self.countries = countries
        self.countriesOfCurrency = countriesOfCurrency
        self.namesOfCountries = namesOfCountries
        self.lengthsOfAccountNumbers = lengthsOfAccountNumbers
        self.bankWords = bankWords
        self.postcodes = postcodes
        self.languagesOfCountry = languagesOfCountry
        self.categoryOfKind = categoryOfKind
        self.lensOfKind = lensOfKind
        self.tables = tables
    }
}

extension PlaceSettings: Archivable {
    package func write(to archive: inout ArchiveWriter) {
        archive.write(countries)
        archive.write(countriesOfCurrency) { $0.write($1) }
        archive.write(namesOfCountries) { $0.write($1) }
        archive.write(lengthsOfAccountNumbers) { $0.write($1) }
        archive.write(bankWords) { $0.write($1) }
        archive.write(postcodes) { $0.write($1) }
        archive.write(languagesOfCountry) { $0.write($1) }
        archive.write(categoryOfKind) { $0.write($1) }
        archive.write(lensOfKind) { $0.write($1) }
    }

    package init(from archive: inout ArchiveReader) {
        self.init(
            countries: archive.texts(), countriesOfCurrency: archive.dictionary { $0.texts() },
            namesOfCountries: archive.dictionary { $0.text() },
            lengthsOfAccountNumbers: archive.dictionary { $0.int() },
            bankWords: archive.dictionary { $0.texts() },
            postcodes: archive.dictionary { $0.text() },
            languagesOfCountry: archive.dictionary { $0.texts() },
            categoryOfKind: archive.dictionary { $0.text() },
            lensOfKind: archive.dictionary { $0.choice() })
    }
}

/// The countries in which a household lives, "de", as its accounts and account numbers in
/// texts show them.
public struct HomeCountries: Hashable, Sendable {
    /// Codes of two letters, "de", in their order.
    public let codes: [String]
    /// In the same order, "Germany"; the code in capitals for a country without a name.
    public let names: [String]
    /// Whether the person set them.
    public let areSet: Bool
    /// The names of those that the person set or something shows, without those that are
    /// guessed from the currency alone.
    public let shownNames: [String]
    /// The currencies whose accounts show no country, in their order.
    public let openCurrencies: [Currency]

    /// - Returns: nil if no stage of the pipeline asks for countries.
    public init?(of snapshot: Snapshot, in pipeline: Pipeline) {
        let settings = pipeline.stages.lazy.compactMap { stage -> PlaceSettings? in
            switch stage.kind {
            case .brands(let settings), .kinds(let settings): settings
            default: nil
            }
        }.first
        guard let settings else { return nil }
        func names(_ codes: [String]) -> [String] {
            codes.map { settings.namesOfCountries[$0] ?? $0.uppercased() }
        }
        let found = Self.found(in: snapshot, settings)
        codes = Self.all(found).sorted()
        self.names = names(codes)
        areSet = !settings.countries.isEmpty
        shownNames = names(Self.all(found.filter(\.isShown)).sorted())
        openCurrencies = found.compactMap { $0.isShown ? nil : $0.currency }
            .sorted { $0.code < $1.code }
    }

    /// The countries of the accounts in one currency.
    private struct Found {
        /// Nil for those that the person set.
        var currency: Currency?
        var countries: Set<String>
        /// Whether something tells them apart from the currency's others.
        var isShown = true
    }

    /// - Returns: the countries that the person set, else for each currency those that the
    ///   texts of its accounts leave (``CountryTexts``). If texts say nothing, those in which
    ///   banks of the accounts are, else all of the currency's. Of these, the one whose code
    ///   begins the currency's is likelier than those that share the currency.
    static func all(of snapshot: Snapshot, _ settings: PlaceSettings) -> Set<String> {
        all(found(in: snapshot, settings))
    }

    private static func all(_ found: [Found]) -> Set<String> {
        found.reduce(into: []) { $0.formUnion($1.countries) }
    }

    private static func found(in snapshot: Snapshot, _ settings: PlaceSettings) -> [Found] {
        guard settings.countries.isEmpty else {
            return [Found(countries: Set(settings.countries))]
        }
        let accounts = snapshot.accounts
        return Dictionary(grouping: accounts.indices, by: { accounts[$0].currency })
            .map { entry in
                let countries = Set(settings.countriesOfCurrency[entry.key.code] ?? [])
                var found = Found(currency: entry.key, countries: countries)
                guard countries.count > 1 else { return found }
                let ofTexts = CountryTexts(
                    in: snapshot, of: Set(entry.value.map { Int32($0) }), candidates: countries,
                    settings
                ).countries
                if let ofTexts {
                    found.countries = ofTexts
                    return found
                }
                let own = entry.key.code.prefix(2).lowercased()
                func likely(_ some: Set<String>) -> Set<String> {
                    some.contains(own) ? [own] : some
                }
                let ofBanks = entry.value.reduce(into: Set<String>()) { ofBanks, account in
                    ofBanks.formUnion(
                        likely(
                            [accounts[account].institution, accounts[account].bankName].lazy
                                .compactMap {
                                    PlaceFinder.countries(ofBank: $0, in: settings.tables)
                                }
                                .map(countries.intersection).first { !$0.isEmpty } ?? []))
                }
                found.countries = ofBanks.isEmpty ? likely(countries) : ofBanks
                found.isShown = !ofBanks.isEmpty || found.countries.count == 1
                return found
            }
    }
}

/// Merchants that anybody knows, by the shipped table of brands.
public enum PublicMerchants {
    /// Whether no brand has a name, in plain letters.
    static func lacks(_ letters: String) -> Bool {
        Array(letters.utf8).withUnsafeBufferPointer {
            PlaceTables.shipped.brands.lines(of: $0[...])
        }.isEmpty
    }

    /// The public name that a payee is as a whole, in plain letters; nil for any other payee, and
    /// for brands whose names are ordinary words, places or surnames, too.
    public static func name(of payee: String) -> String? {
        let letters = PlaceWords(payee).letters
        guard !letters.isEmpty else { return nil }
        let lines = letters.withUnsafeBufferPointer {
            PlaceTables.shipped.brands.lines(of: $0[...])
        }
        guard !lines.isEmpty,
            !lines.contains(where: { $0.has(UInt8(ascii: "w"), in: 3) })
        else { return nil }
        let name = lines.lazy.map { $0.text(0).filter { $0 != "'" && $0 != "\u{2019}" } }
            .first { PlaceWords($0).letters == letters }
        return name.flatMap { name in
            name.allSatisfy { $0 == " " || ($0.isASCII && $0.isLetter) } ? name : nil
        }
    }
}
