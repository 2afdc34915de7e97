internal import Classification
internal import Model

extension ConfigurationFiles {
    /// The settings of the stages that know brands and kinds of places.
    func placeSettings(
        _ name: String, _ categories: CategoryTree
    ) throws(ConfigurationError) -> PlaceSettings {
        if let settings = compiled(.places, name, categories, PlaceSettings.init(from:)) {
            return settings
        }
        let file = try decode(PlacesFile.self, from: name)
        func mistake(_ message: String) -> ConfigurationError {
            ConfigurationError(file: "config/\(name)", message)
        }
        func codes(_ text: String, of key: String) throws(ConfigurationError) -> [String] {
            let codes = text.split(separator: " ").map(String.init)
            for code in codes { try check(code, in: key) }
            return codes
        }
        func check(_ code: String, in key: String) throws(ConfigurationError) {
            guard code.utf8.count == 2, code.utf8.allSatisfy({ $0 &- 0x61 < 26 }) else {
                throw mistake(
                    "\(key): \"\(code)\" is not a code of two lowercase letters, such as \"de\"")
            }
        }
        for country in file.countries { try check(country, in: "countries") }
        var currencies: [String: [String]] = [:]
        for (currency, countries) in file.currencies {
            currencies[currency] = try codes(countries, of: "currencies.\(currency)")
        }
        var languages: [String: [String]] = [:]
        for (country, spoken) in file.languages {
            languages[country] = try codes(spoken, of: "languages.\(country)")
        }
        for (kind, category) in file.categories ?? [:] where categories.first(of: category) == nil {
            throw mistake("categories: there is no category \"\(category)\" for \"\(kind)\"")
        }
        for (country, length) in file.ibans ?? [:] {
            try check(country, in: "ibans")
            guard (15...34).contains(length) else {
                throw mistake("ibans: an account number has 15 to 34 characters, not \(length)")
            }
        }
        for (country, postcode) in file.postcodes ?? [:] {
            try check(country, in: "postcodes")
            guard postcode.utf8.allSatisfy({ "9A -".utf8.contains($0) }) else {
                throw mistake(
                    "postcodes.\(country): \"\(postcode)\" is no pattern such as \"9999 AA\"")
            }
        }
        var lenses: [String: Lens] = [:]
        for (kind, name) in file.lenses ?? [:] {
            guard let lens = Lens(rawValue: name) else {
                throw mistake("lenses: there is no lens \"\(name)\" for \"\(kind)\"")
            }
            lenses[kind] = lens
        }
        return PlaceSettings(
            countries: file.countries, countriesOfCurrency: currencies,
            namesOfCountries: file.names ?? [:], lengthsOfAccountNumbers: file.ibans ?? [:],
            bankWords: (file.bankWords ?? [:]).mapValues { words in
                words.lowercased().split(separator: " ").map(String.init)
            }, postcodes: file.postcodes ?? [:], languagesOfCountry: languages,
            categoryOfKind: file.categories ?? [:], lensOfKind: lenses)
    }
}

private struct PlacesFile: Decodable {
    let countries: [String]
    /// By currency: its countries between spaces.
    let currencies: [String: String]
    /// By country: its English name.
    let names: [String: String]?
    /// By country: the length of its account numbers.
    let ibans: [String: Int]?
    /// By language: words of its banks between spaces.
    let bankWords: [String: String]?
    /// By country: a pattern of digits, letters, spaces and hyphens.
    let postcodes: [String: String]?
    /// By country: its languages between spaces.
    let languages: [String: String]
    /// By kind of place: a category.
    let categories: [String: String]?
    /// By kind of place: a lens.
    let lenses: [String: String]?

    private enum CodingKeys: String, CodingKey {
        case countries, currencies, names, ibans, postcodes, languages, categories, lenses
        case bankWords = "bank_words"
    }
}
