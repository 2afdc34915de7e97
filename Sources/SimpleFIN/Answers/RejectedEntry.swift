public import Model

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
