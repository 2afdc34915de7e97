internal import Model
internal import Rules

/// A file of rules that come as data, such as `config/category-map.toml`.
struct RuleFile: Decodable {
    /// "most-specific-first", or absent for the order of the file.
    let order: String?
    /// Files of names, each under the id of the rule that it belongs to.
    let merchants: [String]?
    /// Words behind which a rule's weak word is the name of a street.
    let streets: [String]?
    /// What begins like a street and is none.
    let not_streets: [String]?
    /// Words that may stand in front of a name which has to stand alone.
    let before_names: [String]?
    /// Words that may stand behind a name which has to stand alone.
    let behind_names: [String]?
    /// Words in the names of banks that tell none from others.
    let bank_words: [String]?
    /// What banks put between whom they paid and what for ("DES:").
    let put_between: [String]?
    let rule: [Entry]

    struct Entry: Decodable {
        let id: String
        let name: String
        /// Found as whole words.
        let words: [String]?
        /// Found as whole words, but for streets; they decide where no other
        /// word or name does.
        let weak_words: [String]?
        /// Found anywhere, inside a word too.
        let contains: [String]?
        let regex: String?
        /// Whole words of texts that are not meant, whatever else they have.
        let unless: [String]?
        /// Four digits of ISO 18245.
        let merchant_codes: [String]?
        /// Pairs of first and last code.
        let merchant_code_ranges: [[Int]]?
        /// Codes that merchants of many kinds have: they decide where no word
        /// does.
        let merchant_codes_after_names: [String]?
        let account_types: [String]?
        /// Words in the names of the banks at which the accounts are.
        let institutions: [String]?
        /// "in", "out", or "spent" for what went out and what gives some of it back.
        let amount: String?
        let `class`: String?
        let category: String?
        let lens: String?
        let tags: [String]?
        /// Whether it finds payments of cards on the account that paid.
        let pays_card: Bool?
        /// Texts that the rule must match; run by tests.
        let examples: [String]?
        /// Texts that look like it and must not match; run by tests.
        let counterexamples: [String]?
    }
}
