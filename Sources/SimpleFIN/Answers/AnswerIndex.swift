internal import Model

/// Finds institutions and accounts without looking through all of them, since an
/// answer may hold as many messages and accounts as fit into it.
struct AnswerIndex: Hashable, Sendable {
    private struct AccountName: Hashable {
        let institutionKey: ExactText?
        let id: ExactText
    }

    private var institutionsByKey: [ExactText: Institution] = [:]
    /// Nil where several have the name.
    private var keysByName: [String: ExactText?] = [:]
    /// Of the accounts with an id, the bank's key of each.
    private var keysByAccountID: [ExactText: Set<ExactText?>] = [:]
    private var accountsByName: [AccountName: Int] = [:]

    init(_ institutions: [Institution], _ accounts: [BankAccount]) {
        for institution in institutions {
            let key = ExactText(institution.key)
            institutionsByKey[key] = institution
            let isOnly = keysByName[institution.name] == nil
            keysByName.updateValue(isOnly ? key : nil, forKey: institution.name)
        }
        for (place, account) in accounts.enumerated() {
            let key = account.institutionKey.map(ExactText.init)
            let name = AccountName(institutionKey: key, id: ExactText(account.id))
            keysByAccountID[name.id, default: []].insert(key)
            if accountsByName[name] == nil { accountsByName[name] = place }
        }
    }

    func institution(key: String) -> Institution? { institutionsByKey[ExactText(key)] }

    func onlyInstitution(named name: String) -> Institution? {
        keysByName[name].flatMap { $0 }.flatMap { institutionsByKey[$0] }
    }

    func onlyInstitution(ofAccountID id: String) -> Institution? {
        onlyInstitutionKey(ofAccountID: id).flatMap { $0 }.flatMap { institutionsByKey[$0] }
    }

    /// The place of an account by its id and its bank; without a bank, of the
    /// only one with the id.
    func account(id: String, institutionKey: String?) -> Int? {
        let key =
            institutionKey.map { ExactText($0) as ExactText? }
            ?? onlyInstitutionKey(ofAccountID: id)
        return key.flatMap {
            accountsByName[AccountName(institutionKey: $0, id: ExactText(id))]
        }
    }

    /// The outer nil where none, or several, banks have an account with the id,
    /// the inner where the one's bank is not known.
    private func onlyInstitutionKey(ofAccountID id: String) -> ExactText?? {
        guard let keys = keysByAccountID[ExactText(id)], keys.count == 1 else { return .none }
        return keys.first
    }
}
