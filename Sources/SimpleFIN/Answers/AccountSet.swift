/// Everything that one answer says, of either version of the protocol.
///
/// What cannot be read exactly is left out alone and listed in ``rejected``;
/// the rest is kept. Texts are as the bank sent them and may be hostile:
/// neutralise them where they are shown.
public struct AccountSet: Hashable, Sendable {
    /// Which shape an answer has, whatever version was asked for.
    public enum Version: Int, Hashable, Sendable {
        /// `errors` as texts, and an `org` in each account.
        case one = 1
        /// `errlist` and `connections`.
        case two = 2
    }

    public let version: Version

    /// What the bridge has to say, in its order. All of them are to be shown.
    public let messages: [BridgeMessage]

    /// The banks behind the accounts, each once.
    public let institutions: [Institution]

    public let accounts: [BankAccount]

    /// What could not be read. While this is not empty, the answer is not
    /// complete for the days that were asked for.
    public let rejected: [RejectedEntry]

    private let index: AnswerIndex

    /// Reads an answer's body.
    ///
    /// - Throws: ``SimpleFINError/notAnAnswer(_:)`` where it is not an answer
    ///   at all.
    public init(decoding body: [UInt8]) throws(SimpleFINError) {
        var reader = try AccountSetReader(JSONReader.readAnswer(body))
        version = reader.version
        messages = reader.readMessages()
        accounts = try reader.readAccounts()
        institutions = reader.institutions
        rejected = reader.rejected
        index = AnswerIndex(institutions, accounts)
    }

    /// The bank behind an account, where the answer describes it.
    public func institution(of account: BankAccount) -> Institution? {
        account.institutionKey.flatMap { index.institution(key: $0) }
    }

    /// The bank that a message is about: by its connection, else its account,
    /// else, in version 1, by the name in "Connection to NAME may need
    /// attention" where exactly one institution has it.
    public func institution(concernedBy message: BridgeMessage) -> Institution? {
        if let connection = message.connectionID { return index.institution(key: connection) }
        if let account = message.accountID {
            return index.onlyInstitution(ofAccountID: account)
        }
        return message.connectionName.flatMap { index.onlyInstitution(named: $0) }
    }

    /// The account that a message is about; nil where it names none, or one
    /// that several banks have.
    public func account(concernedBy message: BridgeMessage) -> BankAccount? {
        guard let id = message.accountID else { return nil }
        return index.account(id: id, institutionKey: message.connectionID).map { accounts[$0] }
    }
}
