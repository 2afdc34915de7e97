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
        func names(_ account: AccountRecord) -> [String] {
            [account.name.lowercased(), account.bankName.lowercased()]
        }
        let exact = accounts.filter { names($0).contains(wanted) }
        let found =
            exact.isEmpty
            ? accounts.filter { names($0).contains { $0.contains(wanted) } } : exact
        guard let account = found.first else {
            throw EngineError.noSuchAccount(text, known: accounts.map(\.name))
        }
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
        try classifying { try vault.decideType(type, account: account.id) }.classified
    }

    /// Calls an account by a name of the person's, or by its bank's again, and
    /// classifies anew: rules may ask for the name.
    public func name(_ account: AccountRecord, _ nickname: String?) throws -> RenamingReport {
        try renaming { try vault.nameAccount(nickname, account: account.id) }
    }

    /// Turns an account's signs round, or takes them as the bank writes them
    /// again, and classifies anew.
    public func reverseSigns(
        _ signs: ReversedSigns, of account: AccountRecord
    ) throws -> ClassifyReport {
        try classifying { try vault.reverseSigns(signs, account: account.id) }.classified
    }
}
