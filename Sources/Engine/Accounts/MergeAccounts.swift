public import Vault

/// Why two accounts can't be one.
public enum MergeError: Error, Hashable, Sendable {
    case sameAccount(Int64)
    case differentCurrencies(Int64, Int64)
    /// The signs of one are turned round, and those of the other are not.
    case differentSigns(Int64, Int64)
}

extension Engine {
    /// Takes the person's word that an account is what another one was before,
    /// and classifies anew.
    ///
    /// - Parameters:
    ///   - earlier: the account that is no longer one of its own.
    ///   - account: the one that stays, with its balance.
    /// - Throws: ``MergeError``, or `VaultError.accountsClash`, with nothing
    ///   stored.
    public func merge(
        _ earlier: AccountRecord, into account: AccountRecord
    ) throws -> (merge: AccountMerge, report: ClassifyReport) {
        guard earlier.id != account.id else { throw MergeError.sameAccount(account.id) }
        guard earlier.currency == account.currency else {
            throw MergeError.differentCurrencies(earlier.id, account.id)
        }
        guard earlier.reversedSigns == account.reversedSigns else {
            throw MergeError.differentSigns(earlier.id, account.id)
        }
        let merge = try vault.mergeAccount(
            earlier.id, into: account.id, summary: "accounts merge \(earlier.id) \(account.id)")
        return (merge, try classify(dryRun: false))
    }
}
