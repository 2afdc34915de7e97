internal import Classification
internal import Configuration
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

/// Accounts whose money is in no sum with the rest, and between which and the
/// rest no amounts can be compared, since no rate is given.
public struct CurrenciesApart: Sendable {
    /// The currency of most accounts.
    public let usual: Currency
    /// Accounts in other currencies, in their order; at least one.
    public let accounts: [AccountRecord]
}

extension Engine {
    /// The accounts that count and are in a currency without a rate to the usual
    /// one; nil where there are none.
    public func currenciesApart() throws -> CurrenciesApart? {
        let accounts = try vault.accounts().filter(\.visibility.isCounted)
        let counts = Dictionary(grouping: accounts, by: \.currency).mapValues(\.count)
        guard counts.count > 1,
            let usual = counts.max(by: { ($0.value, $1.key.code) < ($1.value, $0.key.code) })?.key
        else { return nil }
        let rates = try configured { try $0.rates() }
        let apart = accounts.filter { account in
            account.currency != usual
                && !rates.contains { $0.knows(usual) && $0.knows(account.currency) }
        }
        return apart.isEmpty ? nil : CurrenciesApart(usual: usual, accounts: apart)
    }
}
