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
