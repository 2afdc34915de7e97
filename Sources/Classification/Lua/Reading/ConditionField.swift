import Rules

/// The fields that a condition of a Lua rule may name.
enum ConditionField: String, CaseIterable {
    case description, payee, memo, text, account, institution, currency
    case bankPayee = "bank_payee"
    case merchantCode = "merchant_code"
    case accountType = "account_type"
    case amount, size, day
    case dayOfMonth = "day_of_month"
    case weekday, month, pending
    case tags, notes

    var textField: TextField? {
        switch self {
        case .description: .description
        case .payee: .payee
        case .bankPayee: .bankPayee
        case .memo: .memo
        case .text: .anyText
        case .account: .account
        case .institution: .institution
        case .currency: .currency
        case .merchantCode: .merchantCode
        case .tags: .tags
        case .notes: .notes
        case .accountType, .amount, .size, .day, .dayOfMonth, .weekday, .month, .pending: nil
        }
    }
}
