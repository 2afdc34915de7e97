/// Finds institutions and accounts without looking through all of them, since an
/// answer may hold as many messages and accounts as fit into it.
struct AnswerIndex: Hashable, Sendable {
    private struct AccountName: Hashable {
        let institutionKey: String?
        let id: String
    }

    private var institutionsByKey: [String: Institution] = [:]
    /// Nil where several have the name.
    private var keysByName: [String: String?] = [:]
    /// Of the accounts with an id, the bank's key of each.
    private var keysByAccountID: [String: Set<String?>] = [:]
    private var accountsByName: [AccountName: Int] = [:]

    init(_ institutions: [Institution], _ accounts: [BankAccount]) {
        for institution in institutions {
            institutionsByKey[institution.key] = institution
            let isOnly = keysByName[institution.name] == nil
            keysByName.updateValue(isOnly ? institution.key : nil, forKey: institution.name)
        }
        for (place, account) in accounts.enumerated() {
            let name = AccountName(institutionKey: account.institutionKey, id: account.id)
            keysByAccountID[account.id, default: []].insert(account.institutionKey)
            if accountsByName[name] == nil { accountsByName[name] = place }
        }
    }

    func institution(key: String) -> Institution? { institutionsByKey[key] }

    func onlyInstitution(named name: String) -> Institution? {
        keysByName[name].flatMap { $0 }.flatMap { institutionsByKey[$0] }
    }

    func onlyInstitution(ofAccountID id: String) -> Institution? {
        onlyInstitutionKey(ofAccountID: id).flatMap { $0 }.flatMap { institutionsByKey[$0] }
    }

    /// The place of an account by its id and its bank; without a bank, of the
    /// only one with the id.
    func account(id: String, institutionKey: String?) -> Int? {
        let key = institutionKey.map(Optional.some) ?? onlyInstitutionKey(ofAccountID: id)
        return key.flatMap { accountsByName[AccountName(institutionKey: $0, id: id)] }
    }

    /// The outer nil where none, or several, banks have an account with the id,
    /// the inner where the one's bank is not known.
    private func onlyInstitutionKey(ofAccountID id: String) -> String?? {
        guard let keys = keysByAccountID[id], keys.count == 1 else { return .none }
        return keys.first
    }
}
