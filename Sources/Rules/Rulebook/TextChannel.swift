/// A text of each transaction: what one automaton scans.
enum TextChannel: Hashable, Sendable {
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

extension TextField {
    var channels: [TextChannel] {
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
