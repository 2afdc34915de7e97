public import Classification

extension ConfigurationFiles {
    /// The payee normaliser, from `payees.toml`.
    public func payees() throws(ConfigurationError) -> PayeeNormaliser {
        try payees(in: "payees.toml")
    }

    func payees(in name: String) throws(ConfigurationError) -> PayeeNormaliser {
        if let payees = compiled(.payees, name, nil, PayeeNormaliser.init(from:)) { return payees }
        let file = try decode(PayeesFile.self, from: name)
        for payee in file.payee where !payee.name.contains(where: { $0.isLetter || $0.isNumber }) {
            throw ConfigurationError(
                file: "config/\(name)", "a payee's name must have a letter or digit")
        }
        return PayeeNormaliser(
            PayeeWords(
                prefixes: file.prefixes, personPrefixes: file.person_prefixes,
                services: file.services, bareServices: file.bare_services,
                servicesWithBranches: file.services_with_branches, endings: file.endings,
                trailing: file.trailing, beforeNumbers: file.before_numbers,
                beforeCardDigits: file.before_card_digits ?? [],
                beforeCodes: file.before_codes ?? [],
                numbered: file.numbered,
                nameless: file.nameless, currencies: file.currencies ?? [],
                legalForms: file.legal_forms, cities: file.cities,
                states: file.states, ambiguousStates: file.ambiguous_states,
                countries: file.countries, capitals: file.capitals,
                abbreviations: file.abbreviations, smallWords: file.small_words,
                sameWords: file.same_words, bankTexts: file.bank_texts,
                knownPayees: file.payee.map {
                    PayeeWords.KnownPayee(
                        name: $0.name, spellings: $0.spellings ?? [],
                        beginnings: $0.beginnings ?? [])
                },
                layouts: (file.layout ?? []).map {
                    PayeeWords.Layout(
                        beginnings: $0.beginnings, beforeName: $0.before_name,
                        behindName: $0.behind_name ?? [])
                }))
    }
}

private struct PayeesFile: Decodable {
    let prefixes: [String]
    let person_prefixes: [String]
    let services: [String]
    let bare_services: [String]
    let services_with_branches: [String]
    let endings: [String]
    let trailing: [String]
    let before_numbers: [String]
    /// Words before the last four digits of a card.
    let before_card_digits: [String]?
    /// Words before the code of one payment.
    let before_codes: [String]?
    let numbered: [String]
    let nameless: [String]
    /// Codes of currencies.
    let currencies: [String]?
    let legal_forms: [String]
    let cities: [String]
    let states: [String]
    let ambiguous_states: [String]
    let countries: [String]
    let capitals: [String]
    let abbreviations: [String]
    let small_words: [String]
    let same_words: [[String]]
    let bank_texts: [String]
    let payee: [Entry]
    let layout: [Layout]?

    struct Entry: Decodable {
        let name: String
        let spellings: [String]?
        let beginnings: [String]?
    }

    struct Layout: Decodable {
        let beginnings: [String]
        let before_name: [String]
        let behind_name: [String]?
    }
}
