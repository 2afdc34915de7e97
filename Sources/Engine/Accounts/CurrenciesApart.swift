internal import Classification
internal import Configuration
public import Model
public import Vault

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
