internal import Foundation
internal import Model
public import SimpleFIN
public import Vault

/// The outcome of importing a file.
public struct ImportReport: Sendable {
    public let accounts: Int
    public let stored: StoredAnswer
    public let messages: [BridgeMessage]
    /// The entries that could not be read exactly, and were not stored.
    public let rejected: [RejectedEntry]
}

extension Engine {
    /// Imports a SimpleFIN response from a file. Importing it again adds nothing.
    public func importAnswer(_ answer: Answer) throws -> ImportReport {
        let accountSet = answer.accountSet
        let connection = try connection(holding: accountSet)
        let translation = FeedTranslation(
            accountSet: accountSet, moment: moment, keepsBalances: true, window: nil)
        let stored = try vault.store(
            translation.received, connection: connection.id, sync: nil)
        return ImportReport(
            accounts: accountSet.accounts.count, stored: stored, messages: accountSet.messages,
            rejected: accountSet.rejected)
    }

    /// The connection that already has these accounts, so that importing does not duplicate
    /// them; otherwise the one for imported files.
    private func connection(holding accountSet: AccountSet) throws -> Connection {
        let received = Set(accountSet.accounts.map { Named(id: ExactText($0.id), name: $0.name) })
        let known = Set(
            try vault.accounts().filter {
                received.contains(Named(id: ExactText($0.bankID), name: $0.bankName))
            }.map(\.connection))
        let holding = try vault.connections().first {
            $0.kind == .simplefin && known.contains($0.id)
        }
        return try holding ?? vault.fileConnection(createdAt: moment.now)
    }

    private struct Named: Hashable {
        let id: ExactText
        let name: String
    }
}
