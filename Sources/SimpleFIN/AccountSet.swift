public import Model

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

/// What a bridge answered about accounts: the bytes, and what they say.
public struct Answer: Hashable, Sendable {
    /// What the body says.
    public let accountSet: AccountSet

    private let secretBody: Secret<[UInt8]>

    /// Reads an answer from its body: one that just came, or one that was kept.
    ///
    /// - Throws: ``SimpleFINError/notAnAnswer(_:)`` where it is not an answer
    ///   at all.
    public init(body: [UInt8]) throws(SimpleFINError) {
        accountSet = try AccountSet(decoding: body)
        secretBody = Secret(body)
    }

    /// The body as it came, decompressed: the fact to keep. Prints as "***".
    public var body: [UInt8] { secretBody.value }
}

/// A word of the bridge to the person, from `errlist`, `errors` or
/// `x-api-message`.
public struct BridgeMessage: Hashable, Sendable {
    /// What a message is about, by the prefix of its code.
    public enum Area: Hashable, Sendable {
        /// The whole answer. Messages without a known code count here.
        case general
        case connection
        case account
    }

    /// "con.auth" and the like; nil in version 1.
    public let code: String?

    /// As the bridge wrote it; may hold anything.
    public let text: String

    /// The connection (version 2) that the message is about.
    public let connectionID: String?

    /// The bank's id of the account that the message is about.
    public let accountID: String?

    /// An unknown code counts as its bare prefix, as the protocol asks.
    public var area: Area {
        switch code?.split(separator: ".").first {
        case "con": .connection
        case "act": .account
        default: .general
        }
    }

    /// Whether the bridge sent fewer days than were asked for.
    public var saysCapped: Bool { mentions("was capped") || mentions("were capped") }

    /// Whether a bank, or the bridge, must be signed in to again.
    public var saysSignInNeeded: Bool {
        isCode("con.auth") || isCode("gen.auth") || mentions("may need attention")
            || mentions("auth required")
    }

    /// Whether transactions are known to be missing from the answer.
    public var saysDataMissing: Bool { isCode("act.missingdata") || isCode("act.failed") }

    /// Whether the bridge complains of too many requests.
    public var saysTooManyRequests: Bool { mentions("fewer requests") }

    /// Whether the message is meant for the client's developer (`gen.api`).
    public var isForDeveloper: Bool { isCode("gen.api") }

    /// The bank's name in "Connection to NAME may need attention", by which
    /// version 1 says whom a message is about; nil without one, or where it is
    /// blank.
    public var connectionName: String? {
        let opening = "Connection to "
        guard text.hasPrefix(opening) else { return nil }
        let rest = text.dropFirst(opening.count)
        guard let end = rest.firstRange(of: " may need attention")?.lowerBound else { return nil }
        let name = rest[..<end]
        return name.allSatisfy(\.isWhitespace) ? nil : String(name)
    }

    private func isCode(_ known: String) -> Bool {
        code == known || code?.hasPrefix(known + ".") == true
    }

    private func mentions(_ words: String) -> Bool {
        text.lowercased().contains(words)
    }
}

/// A part of an answer that could not be read exactly and was left out.
public struct RejectedEntry: Hashable, Sendable {
    /// What kind of thing the part belongs to.
    public enum Subject: String, Hashable, Sendable {
        case account
        case connection
        case holding
        case message
        case transaction
    }

    public enum Reason: Hashable, Sendable {
        case missing
        /// Text where a list should be, and the like.
        case wrongType
        case inexactAmount(AmountError)
        /// No number of POSIX seconds, or one before 1970 or after 2199.
        case notAnInstant
        /// Another than in an earlier entry of the same account, whose amounts
        /// it would make other amounts.
        case contradictory
    }

    public let subject: Subject

    /// The ``Institution/key`` of its account's bank; nil where that is not
    /// known.
    public let institutionKey: String?

    /// The account it belongs to, or is; nil where that is not known.
    public let accountID: String?

    /// The transaction's id, where it is one and its id can be read.
    public let transactionID: String?

    /// The protocol's name of the field at fault, "balance-date"; "." for the
    /// thing itself.
    public let field: String

    public let reason: Reason

    /// Whether transactions of its account may be missing from the answer
    /// because of it; of every account, where its own is not known.
    public var hidesTransactions: Bool {
        switch subject {
        case .transaction, .message: true
        case .account: reason == .contradictory
        case .connection, .holding: false
        }
    }

    /// The reason as a sentence, without anything that the bank sent.
    public var explanation: String {
        let place = field == "." ? "The \(subject.rawValue)" : "The \(subject.rawValue)'s \(field)"
        return switch reason {
        case .missing: "\(place) is missing."
        case .wrongType: "\(place) is of the wrong type."
        case .inexactAmount(.notANumber): "\(place) is not a decimal number."
        case .inexactAmount(.tooManyDecimals):
            "\(place) has more decimals than the currency allows."
        case .inexactAmount(.tooLarge): "\(place) is too large."
        case .notAnInstant: "\(place) is not a date in seconds."
        case .contradictory: "\(place) is another than before in the same answer."
        }
    }
}

/// Finds institutions and accounts without looking through all of them, since an
/// answer may hold as many messages and accounts as fit into it.
struct AnswerIndex: Hashable, Sendable {
    private struct AccountName: Hashable {
        let institutionKey: ExactText?
        let id: ExactText
    }

    private var institutionsByKey: [ExactText: Institution] = [:]
    /// Nil where several have the name.
    private var keysByName: [String: ExactText?] = [:]
    /// Of the accounts with an id, the bank's key of each.
    private var keysByAccountID: [ExactText: Set<ExactText?>] = [:]
    private var accountsByName: [AccountName: Int] = [:]

    init(_ institutions: [Institution], _ accounts: [BankAccount]) {
        for institution in institutions {
            let key = ExactText(institution.key)
            institutionsByKey[key] = institution
            let isOnly = keysByName[institution.name] == nil
            keysByName.updateValue(isOnly ? key : nil, forKey: institution.name)
        }
        for (place, account) in accounts.enumerated() {
            let key = account.institutionKey.map(ExactText.init)
            let name = AccountName(institutionKey: key, id: ExactText(account.id))
            keysByAccountID[name.id, default: []].insert(key)
            if accountsByName[name] == nil { accountsByName[name] = place }
        }
    }

    func institution(key: String) -> Institution? { institutionsByKey[ExactText(key)] }

    func onlyInstitution(named name: String) -> Institution? {
        keysByName[name].flatMap { $0 }.flatMap { institutionsByKey[$0] }
    }

    func onlyInstitution(ofAccountID id: String) -> Institution? {
        onlyInstitutionKey(ofAccountID: id).flatMap { $0 }.flatMap { institutionsByKey[$0] }
    }

    /// The place of an account by its id and its bank; without a bank, of the
    /// only one with the id.
    func account(id: String, institutionKey: String?) -> Int? {
        let key =
            institutionKey.map { ExactText($0) as ExactText? }
            ?? onlyInstitutionKey(ofAccountID: id)
        return key.flatMap {
            accountsByName[AccountName(institutionKey: $0, id: ExactText(id))]
        }
    }

    /// The outer nil where none, or several, banks have an account with the id,
    /// the inner where the one's bank is not known.
    private func onlyInstitutionKey(ofAccountID id: String) -> ExactText?? {
        guard let keys = keysByAccountID[ExactText(id)], keys.count == 1 else { return .none }
        return keys.first
    }
}
