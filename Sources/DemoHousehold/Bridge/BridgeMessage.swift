import Model

/// A message in an answer: an error of the second protocol version, or a
/// sentence of the first.
struct BridgeMessage: Hashable, Sendable {
    let code: String
    let text: String
    var connection: String?
    var account: String?

    /// Whether the first version's answers carry it beside the errors, for
    /// the client's developer.
    var isForDeveloper: Bool { code == "gen.api" }

    static let startDateMissing = BridgeMessage(
        code: "gen.api",
        text: "Provide a 'start-date' parameter to receive transactions prior to yesterday")

    static let rangeCapped = BridgeMessage(
        code: "gen.api", text: "Requested date range exceeds limit of 90 days and was capped.")

    static let rangeLong = BridgeMessage(
        code: "gen.api",
        text: "Requested date range exceeds recommended range of 45 days. "
            + "In the future, this may be capped.")

    static func tooManyRequests(_ count: Int, limit: Int) -> BridgeMessage {
        BridgeMessage(
            code: "gen.",
            text: "This token made \(count) requests today and the limit is \(limit). "
                + "Please make fewer requests, or access will be disabled.")
    }

    static func needsAttention(_ institution: Institution) -> BridgeMessage {
        BridgeMessage(
            code: "con.auth",
            text: "Connection to \(institution.name) may need attention. Auth required",
            connection: institution.connection)
    }
    static func missesData(_ account: DemoAccount) -> BridgeMessage {
        BridgeMessage(
            code: "act.missingdata",
            text: "Transactions of \(account.name) may be missing.",
            connection: account.institution.connection, account: account.id)
    }

    static let signInNeeded = BridgeMessage(
        code: "gen.auth", text: "Sign in at the bridge to go on.")
}

extension Set<BridgeFault> {
    /// What the bridge says of itself and the accounts.
    func messages(about household: Household) -> [BridgeMessage] {
        var messages: [BridgeMessage] = []
        if contains(.oneInstitutionFailing), let failing = household.faultyAccount {
            messages.append(.needsAttention(failing.institution))
        }
        if contains(.oneAccountIncomplete), let incomplete = household.faultyAccount {
            messages.append(.missesData(incomplete))
        }
        if contains(.signInNeeded) { messages.append(.signInNeeded) }
        if contains(.rangeWarning) { messages.append(.rangeLong) }
        return messages
    }
}

extension Household {
    /// The account that faults of one account, or of one bank, are about.
    var faultyAccount: DemoAccount? { accounts.first { $0.type == .credit } }
}
