/// A message in an answer: an error of the second protocol version, or a
/// sentence of the first.
struct BridgeMessage: Hashable, Sendable {
    let code: String
    let text: String
    var connection: String?

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
}
