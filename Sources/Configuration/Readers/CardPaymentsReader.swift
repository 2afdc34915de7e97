public import Model

extension ConfigurationFiles {
    /// The marks of payments of cards, of all files of rules that the pipeline
    /// names.
    public func cardPayments() throws(ConfigurationError) -> CardPayments {
        var rules: Set<String> = []
        var commonWords: Set<String> = []
        for name in try filesOfRules() {
            // Most have none, and to read a large one takes long.
            if let text = texts[name], !text.contains("pays_card") { continue }
            let file = try decode(RuleFile.self, from: name)
            rules.formUnion(file.rule.filter { $0.pays_card == true }.map(\.id))
            commonWords.formUnion(file.bank_words ?? [])
        }
        return CardPayments(rules: rules, commonWords: commonWords)
    }
}
