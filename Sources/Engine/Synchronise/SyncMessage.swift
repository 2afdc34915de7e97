public import SimpleFIN
internal import Vault

/// What a bank or the bridge said during a sync, and whom it concerns.
public struct SyncMessage: Hashable, Sendable {
    public let message: BridgeMessage
    /// The name of the bank concerned; nil where the bridge itself speaks, or
    /// where several banks may be meant.
    public let institution: String?
    /// The name of the account concerned; nil where it is a bank's, or unknown.
    public let account: String?

    private let institutionKey: String?

    init(_ message: BridgeMessage, in accountSet: AccountSet) {
        self.message = message
        let known = accountSet.institution(concernedBy: message)
        institution = known?.name ?? message.connectionName
        institutionKey = known?.key ?? message.connectionID
        account = accountSet.account(concernedBy: message)?.name
    }

    var received: ReceivedMessage {
        ReceivedMessage(
            code: message.code, text: message.text, institutionKey: institutionKey,
            institutionName: message.connectionName, accountID: message.accountID)
    }
}
