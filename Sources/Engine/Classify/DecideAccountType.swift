public import Model
public import Vault

extension Engine {
    /// The account that a person means: by its number, or by its name or a
    /// part of it, without case.
    public func account(meantBy text: String) throws -> AccountRecord {
        let accounts = try vault.accounts()
        if let id = Int64(text), let account = accounts.first(where: { $0.id == id }) {
            return account
        }
        let wanted = text.lowercased()
        let exact = accounts.filter { $0.name.lowercased() == wanted }
        let found =
            exact.isEmpty
            ? accounts.filter { $0.name.lowercased().contains(wanted) } : exact
        guard let account = found.first else { throw EngineError.noSuchAccount(text) }
        guard found.count == 1 else {
            throw EngineError.ambiguousAccount(text, candidates: found.map(\.id))
        }
        return account
    }

    /// Takes the person's word on an account's type, and classifies anew:
    /// what is a payment or a purchase depends on it.
    public func decideType(
        _ type: AccountType, of account: AccountRecord
    ) throws -> ClassifyReport {
        try vault.decideType(type, account: account.id)
        return try classify(dryRun: false)
    }
}
