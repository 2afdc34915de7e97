public import Classification
internal import Model

extension ConfigurationFiles {
    static let accountTypesFile = "account-types.toml"

    /// The guesser of account types, from `account-types.toml`.
    public func accountTypeGuesser() throws(ConfigurationError) -> AccountTypeGuesser {
        let name = Self.accountTypesFile
        if let guesser = compiled(.accountTypes, name, nil, AccountTypeGuesser.init(from:)) {
            return guesser
        }
        let file = try decode(AccountTypesFile.self, from: name)
        var guesses: [AccountTypeGuesser.Guess] = []
        for entry in file.guess {
            guard let type = AccountType(rawValue: entry.type) else {
                throw ConfigurationError(
                    file: "config/\(name)", "there is no account type \"\(entry.type)\"")
            }
            guesses.append(
                AccountTypeGuesser.Guess(
                    type: type, words: entry.words ?? [], endings: entry.endings ?? [],
                    banks: entry.at,
                    institutions: entry.institutions ?? []))
        }
        return AccountTypeGuesser(guesses: guesses)
    }
}

private struct AccountTypesFile: Decodable {
    let guess: [Entry]

    struct Entry: Decodable {
        let type: String
        /// Matched in the account's name.
        let words: [String]?
        /// Ends of words in the account's name.
        let endings: [String]?
        /// Words of bank names; other banks are skipped.
        let at: [String]?
        /// Matched in the bank's name.
        let institutions: [String]?
    }
}
