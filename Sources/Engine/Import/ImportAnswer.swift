internal import Model
public import SimpleFIN
public import Vault

/// What importing a file brought.
public struct ImportReport: Sendable {
    public let accounts: Int
    public let stored: StoredAnswer
    public let messages: [BridgeMessage]
    /// What could not be read exactly, and so was not stored.
    public let rejected: [RejectedEntry]
}

extension Engine {
    /// Stores a SimpleFIN answer that was kept as a file. Importing it again
    /// brings nothing new.
    ///
    /// - Throws: `SimpleFINError` where the bytes are no answer; the vault is
    ///   unchanged then.
    public func importAnswer(_ body: [UInt8]) throws -> ImportReport {
        let accountSet = try AccountSet(decoding: body)
        let connection = try vault.fileConnection(createdAt: moment.now)
        let translation = FeedTranslation(
            accountSet: accountSet, body: body, moment: moment, keepsBalances: true, window: nil)
        let stored = try vault.store(
            translation.received, connection: connection.id, sync: nil)
        return ImportReport(
            accounts: accountSet.accounts.count, stored: stored, messages: accountSet.messages,
            rejected: accountSet.rejected)
    }
}
