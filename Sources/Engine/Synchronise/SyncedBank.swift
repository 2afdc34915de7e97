internal import Vault

/// The only bank to sync.
struct SyncedBank {
    let institution: Int64
    /// The bank's ids of its accounts.
    let accountIDs: [String]

    init(_ bank: InstitutionHealth, in vault: Vault) throws {
        institution = bank.id
        accountIDs = try vault.accounts().filter {
            $0.connection == bank.connection && $0.institution == bank.name
        }.map(\.bankID)
    }
}
