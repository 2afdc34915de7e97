/// A text of each transaction in one normal form: what one automaton scans.
struct TextChannel: Hashable, Sendable {
    enum Source: Hashable, Sendable {
        case description, payee, bankPayee, memo, merchantCode
        case account, institution, currency
        case tags, notes

        /// An account's texts are shared by all its transactions, so they tell
        /// rules apart badly.
        var isOfAccount: Bool {
            switch self {
            case .account, .institution, .currency: true
            case .description, .payee, .bankPayee, .memo, .merchantCode, .tags, .notes: false
            }
        }
    }

    let source: Source
    let form: TextNormaliser.Form
}

extension TextField {
    var sources: [TextChannel.Source] {
        switch self {
        case .description: [.description]
        case .payee: [.payee]
        case .bankPayee: [.bankPayee]
        case .memo: [.memo]
        case .account: [.account]
        case .institution: [.institution]
        case .currency: [.currency]
        case .merchantCode: [.merchantCode]
        case .anyText: [.description, .bankPayee, .memo]
        case .tags: [.tags]
        case .notes: [.notes]
        }
    }
}

extension TextTest {
    var form: TextNormaliser.Form {
        switch self {
        case .containsIgnoringPunctuation: .foldedWithoutPunctuation
        case .contains, .containsWord, .startsWith, .endsWith, .equals, .oneOf, .matches: .folded
        }
    }
}
