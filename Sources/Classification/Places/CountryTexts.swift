internal import Model

/// The countries of accounts whose currency has several, as the texts of their transactions
/// show them.
///
/// Account numbers decide alone. Otherwise the language of the bank's words leaves the
/// countries that speak it, and postcodes and country codes tell these apart.
struct CountryTexts {
    /// The countries that the texts leave, never none; nil if they say nothing.
    private(set) var countries: Set<String>?

    /// The newest are enough, and bound the time.
    private static let mostTransactions = 5_000
    private static let mostTexts = 500
    /// One holiday or landlord abroad is not where a household lives.
    private static let least = 3
    /// Words beyond these are no part of what the bank says of itself.
    private static let mostWords = 40

    private let settings: PlaceSettings
    /// By language: how many texts have a word of its banks.
    private var languages: [String: Int] = [:]
    /// By country: how many texts have its postcode or end with its code.
    private var places: [String: Int] = [:]

    /// - Parameters:
    ///   - accounts: positions of the accounts whose transactions count.
    ///   - candidates: the countries of their currency.
    init(
        in snapshot: Snapshot, of accounts: Set<Int32>, candidates: Set<String>,
        _ settings: PlaceSettings
    ) {
        self.settings = settings
        guard candidates.contains(where: { settings.lengthsOfAccountNumbers[$0] != nil })
        else { return }
        let numbers = AccountNumbers(
            in: snapshot, of: accounts, lengths: settings.lengthsOfAccountNumbers)
        if let country = numbers.most(of: candidates) {
            countries = [country]
            return
        }
        count(in: snapshot, of: accounts, candidates)
        guard let language = most(of: languages) else { return }
        let speaking = candidates.filter {
            settings.languagesOfCountry[$0]?.contains(language) ?? false
        }
        guard !speaking.isEmpty else { return }
        countries = most(of: places.filter { speaking.contains($0.key) }).map { [$0] } ?? speaking
    }

    /// The entry of more than half of a count, if it is at least three.
    private func most(of counts: [String: Int]) -> String? {
        let all = counts.values.reduce(0, +)
        return counts.first { $0.value * 2 > all && $0.value >= Self.least }?.key
    }

    private mutating func count(
        in snapshot: Snapshot, of accounts: Set<Int32>, _ candidates: Set<String>
    ) {
        var languageOfWord: [Substring: String] = [:]
        for (language, words) in settings.bankWords.sorted(by: { $0.key < $1.key }) {
            for word in words { languageOfWord[Substring(word)] = language }
        }
        var seen: Set<TextID> = []
        for transaction in snapshot.transactions.suffix(Self.mostTransactions).reversed()
        where accounts.contains(transaction.account) {
            for text in [transaction.description, transaction.bankPayee, transaction.memo]
            where seen.insert(text).inserted {
                guard seen.count <= Self.mostTexts else { return }
                count(snapshot.texts[text], languageOfWord, candidates)
            }
        }
    }

    private mutating func count(
        _ text: String, _ languageOfWord: [Substring: String], _ candidates: Set<String>
    ) {
        let words = text.lowercased().split(
            maxSplits: Self.mostWords, whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "-" }
        )
        for language in Set(words.compactMap { languageOfWord[$0] }) {
            languages[language, default: 0] += 1
        }
        var found: Set<String> = []
        if let last = words.last, candidates.contains(String(last)) { found.insert(String(last)) }
        for (country, postcode) in settings.postcodes where candidates.contains(country) {
            if Self.has(postcode, in: words) { found.insert(country) }
        }
        for country in found { places[country, default: 0] += 1 }
    }

    /// Whether words have a postcode with a place behind it: "80331 muenchen", "1012 ab
    /// amsterdam".
    private static func has(_ postcode: String, in words: [Substring]) -> Bool {
        let parts = postcode.split(separator: " ")
        guard words.count > parts.count else { return false }
        return (0..<words.count - parts.count).contains { start in
            (words[start + parts.count].first?.isLetter ?? false)
                && zip(parts, words[start...]).allSatisfy { matches($1, $0) }
        }
    }

    /// Whether a word has the digits, letters and hyphens of a pattern, "9999-999".
    private static func matches(_ word: Substring, _ pattern: Substring) -> Bool {
        word.utf8.count == pattern.utf8.count
            && zip(word.utf8, pattern.utf8).allSatisfy { letter, wanted in
                switch wanted {
                case UInt8(ascii: "9"): (48...57).contains(letter)
                case UInt8(ascii: "A"): (97...122).contains(letter)
                default: letter == wanted
                }
            }
    }
}
