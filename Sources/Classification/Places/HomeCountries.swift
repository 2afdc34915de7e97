internal import Model

/// The countries in which a household lives, "de", as its accounts show them.
///
/// They depend only on the accounts, of which every snapshot has all; the transactions may be
/// a part of the vault's.
enum HomeCountries {
    /// - Returns: the countries that the person set, else for each account those of its
    ///   currency in which its bank is. If the bank isn't known, all of the currency's.
    static func all(of accounts: [AccountFacts], _ settings: PlaceSettings) -> Set<String> {
        guard settings.countries.isEmpty else { return Set(settings.countries) }
        return accounts.reduce(into: []) { found, account in
            let countries = Set(settings.countriesOfCurrency[account.currency.code] ?? [])
            guard countries.count > 1 else { return found.formUnion(countries) }
            let ofBank = [account.institution, account.bankName].lazy
                .compactMap { PlaceFinder.countries(ofBank: $0, in: settings.tables) }
                .map(countries.intersection).first { !$0.isEmpty }
            found.formUnion(ofBank ?? countries)
        }
    }
}
