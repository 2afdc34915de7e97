public import Model

/// The content of one response, in either version of the protocol.
///
/// Entries that can't be read exactly are skipped and listed in ``rejected``; the
/// rest is kept. Strings are as the bank sent them and may be hostile: neutralise
/// them before showing them.
public struct AccountSet: Hashable, Sendable {
    /// The format of a response, regardless of the version that was requested.
    public enum Version: Int, Hashable, Sendable {
        /// `errors` as strings, and an `org` in each account.
        case one = 1
        /// `errlist` and `connections`.
        case two = 2
    }

    public let version: Version

    /// The bridge's messages, in its order. Show all of them.
    public let messages: [BridgeMessage]

    /// The banks behind the accounts, without duplicates.
    public let institutions: [Institution]

    public let accounts: [BankAccount]

    /// Entries that could not be read. If there are any, the response is
    /// incomplete for the requested days.
    public let rejected: [RejectedEntry]

    private let index: AnswerIndex

    /// Decodes a response body.
    ///
    /// - Throws: ``SimpleFINError/notAnAnswer(_:)`` if it is no SimpleFIN response.
    public init(decoding body: [UInt8]) throws(SimpleFINError) {
        var reader = try AccountSetReader(JSONReader.readAnswer(body))
        version = reader.version
        messages = reader.readMessages()
        accounts = try reader.readAccounts()
        institutions = reader.institutions
        rejected = reader.rejected
        index = AnswerIndex(institutions, accounts)
    }

    /// The bank behind an account, if the response describes it.
    public func institution(of account: BankAccount) -> Institution? {
        account.institutionKey.flatMap { index.institution(key: $0) }
    }

    /// The bank that a message is about. It is found by connection, then by
    /// account. In version 1 it is found by the name in "Connection to NAME may
    /// need attention" if exactly one institution has that name.
    public func institution(concernedBy message: BridgeMessage) -> Institution? {
        if let connection = message.connectionID { return index.institution(key: connection) }
        if let account = message.accountID {
            return index.onlyInstitution(ofAccountID: account)
        }
        return message.connectionName.flatMap { index.onlyInstitution(named: $0) }
    }

    /// The account that a message is about; nil if it names none, or one that
    /// several banks have.
    public func account(concernedBy message: BridgeMessage) -> BankAccount? {
        guard let id = message.accountID else { return nil }
        return index.account(id: id, institutionKey: message.connectionID).map { accounts[$0] }
    }
}

/// A bridge's response about accounts: the raw body with its decoded content.
public struct Answer: Hashable, Sendable {
    public let accountSet: AccountSet

    private let secretBody: Secret<[UInt8]>

    /// Decodes a response body, fresh or stored.
    ///
    /// - Throws: ``SimpleFINError/notAnAnswer(_:)`` if it is no SimpleFIN response.
    public init(body: [UInt8]) throws(SimpleFINError) {
        accountSet = try AccountSet(decoding: body)
        secretBody = Secret(body)
    }

    /// The body as received, for programs that keep it. Prints as "***".
    public var body: [UInt8] { secretBody.value }
}

/// A message from the bridge to the person, from `errlist`, `errors` or
/// `x-api-message`.
public struct BridgeMessage: Hashable, Sendable {
    /// The subject of a message, by the prefix of its code.
    public enum Area: Hashable, Sendable {
        /// The whole response. Messages without a known code count here.
        case general
        case connection
        case account
    }

    /// "con.auth" and the like; nil in version 1.
    public let code: String?

    /// Raw text from the bridge; may contain anything.
    public let text: String

    /// The connection that the message is about (version 2 only).
    public let connectionID: String?

    /// The bank's id of the account that the message is about.
    public let accountID: String?

    /// An unknown code counts as its bare prefix, as the protocol requires.
    public var area: Area {
        switch code?.split(separator: ".").first {
        case "con": .connection
        case "act": .account
        default: .general
        }
    }

    /// Whether the bridge sent fewer days than requested.
    public var saysCapped: Bool { mentions("was capped") || mentions("were capped") }

    /// Whether the person must sign in to a bank or the bridge again.
    public var saysSignInNeeded: Bool {
        isCode("con.auth") || isCode("gen.auth") || mentions("may need attention")
            || mentions("auth required")
    }

    /// Whether transactions are known to be missing from the answer.
    public var saysDataMissing: Bool { isCode("act.missingdata") || isCode("act.failed") }

    /// Whether the bridge complains about too many requests.
    public var saysTooManyRequests: Bool { mentions("fewer requests") }

    /// Whether the message is for the client's developer (`gen.api`).
    public var isForDeveloper: Bool { isCode("gen.api") }

    /// The bank's name in "Connection to NAME may need attention", which is how
    /// version 1 identifies the bank. Nil if there is none or it is blank.
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

/// A part of a response that could not be read exactly and was skipped.
public struct RejectedEntry: Hashable, Sendable {
    /// The kind of entry that the part belongs to.
    public enum Subject: String, Hashable, Sendable {
        case account
        case connection
        case holding
        case message
        case transaction
    }

    public enum Reason: Hashable, Sendable {
        case missing
        /// For example a string instead of a list.
        case wrongType
        case inexactAmount(AmountError)
        /// Not a number of POSIX seconds, or one before 1970 or after 2199.
        case notAnInstant
        /// A currency other than in an earlier entry of the same account, which
        /// would change the meaning of its amounts.
        case contradictory
    }

    public let subject: Subject

    /// The ``Institution/key`` of its account's bank, if known.
    public let institutionKey: String?

    /// The account that it is or belongs to, if known.
    public let accountID: String?

    /// The transaction's id, if it is a transaction with a readable id.
    public let transactionID: String?

    /// The protocol's name of the faulty field, such as "balance-date"; "." for
    /// the whole entry.
    public let field: String

    public let reason: Reason

    /// A transaction as the bank sent it, cut off if it is long; a contradictory currency's
    /// code; empty for others.
    public let raw: String

    /// Whether transactions of its account may be missing from the response; if
    /// the account is unknown, transactions of any account.
    public var hidesTransactions: Bool {
        switch subject {
        case .transaction, .message: true
        case .account: reason == .contradictory
        case .connection, .holding: false
        }
    }

    /// The reason as a sentence, without any text from the bank.
    public var explanation: String {
        let place =
            switch field {
            case ".": "The \(subject.rawValue)"
            case "\(subject.rawValue)s": "The list of \(field)"
            default: "The \(subject.rawValue)'s \(field)"
            }
        return switch reason {
        case .missing: "\(place) is missing."
        case .wrongType: "\(place) is of the wrong type."
        case .inexactAmount(.notANumber): "\(place) is not a decimal number."
        case .inexactAmount(.tooManyDecimals):
            "\(place) has more decimals than the currency allows."
        case .inexactAmount(.tooLarge): "\(place) is too large."
        case .notAnInstant: "\(place) is not a date in seconds."
        case .contradictory: "\(place) differs within the same response."
        }
    }
}

/// Lookup tables for institutions and accounts. A linear search would be too slow:
/// a response may contain very many messages and accounts.
struct AnswerIndex: Hashable, Sendable {
    private struct AccountName: Hashable {
        let institutionKey: ExactText?
        let id: ExactText
    }

    private var institutionsByKey: [ExactText: Institution] = [:]
    /// Nil if several institutions share the name.
    private var keysByName: [String: ExactText?] = [:]
    /// The keys of the banks that have an account with the id.
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

    /// The index of an account by its id and its bank. Without a bank, it is the
    /// only account with that id.
    func account(id: String, institutionKey: String?) -> Int? {
        let key =
            institutionKey.map { ExactText($0) as ExactText? }
            ?? onlyInstitutionKey(ofAccountID: id)
        return key.flatMap {
            accountsByName[AccountName(institutionKey: $0, id: ExactText(id))]
        }
    }

    /// The outer optional is nil unless exactly one bank has an account with the
    /// id. The inner one is nil if that bank is unknown.
    private func onlyInstitutionKey(ofAccountID id: String) -> ExactText?? {
        guard let keys = keysByAccountID[ExactText(id)], keys.count == 1 else { return .none }
        return keys.first
    }
}
