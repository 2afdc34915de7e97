import Model
import Scripting

/// The fields of a transaction as Lua functions read them, and the words that
/// rule files are written in.
enum RuleFields: Int, CaseIterable {
    case id, account, accountType, institution, amount, amountMinor, currency, day, year, month
    case dayOfMonth, weekday, description, payee, memo, merchantCode, pending
    case transactedDay, accountID, accountBalance, accountBalanceMinor, bankPayee
    case accountBankID, accountBankName, tags, notes

    var name: String {
        switch self {
        case .id: "id"
        case .account: "account"
        case .accountType: "account_type"
        case .institution: "institution"
        case .amount: "amount"
        case .amountMinor: "amount_minor"
        case .currency: "currency"
        case .day: "day"
        case .year: "year"
        case .month: "month"
        case .dayOfMonth: "day_of_month"
        case .weekday: "weekday"
        case .description: "description"
        case .payee: "payee"
        case .memo: "memo"
        case .merchantCode: "merchant_code"
        case .pending: "pending"
        case .transactedDay: "transacted_day"
        case .accountID: "account_id"
        case .accountBalance: "account_balance"
        case .accountBalanceMinor: "account_balance_minor"
        case .bankPayee: "bank_payee"
        case .accountBankID: "account_bank_id"
        case .accountBankName: "account_bank_name"
        case .tags: "tags"
        case .notes: "notes"
        }
    }

    static let layout = RecordLayout(
        typeName: "transaction",
        fields: allCases.map { field in
            RecordLayout.Field(
                field.name, isSearchable: [.description, .bankPayee, .memo].contains(field))
        },
        shownFields: [RuleFields.id, .day, .payee, .amount].map(\.name))

    static let vocabulary = Vocabulary(
        declarations: ["rule"],
        constructors: ConditionWord.allCases.map(\.rawValue))

    /// Monday first, as in ISO 8601.
    static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
}
