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
    public func importAnswer(_ answer: Answer) throws -> ImportReport {
        let connection = try vault.fileConnection(createdAt: moment.now)
        let accountSet = answer.accountSet
        let translation = FeedTranslation(
            accountSet: accountSet, body: answer.body, moment: moment, keepsBalances: true,
            window: nil)
        let stored = try vault.store(
            translation.received, connection: connection.id, sync: nil)
        return ImportReport(
            accounts: accountSet.accounts.count, stored: stored, messages: accountSet.messages,
            rejected: accountSet.rejected)
    }
}
