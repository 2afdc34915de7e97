import Model

/// A fault that the bridge simulates.
public enum BridgeFault: String, CaseIterable, Sendable {
    // Instead of a response.
    case forbidden
    case htmlForbidden = "html-forbidden"
    case paymentRequired = "payment-required"
    case tooManyRequests = "too-many-requests"
    case tooManyRequestsForNow = "too-many-requests-for-now"
    case serverError = "server-error"
    case unavailable
    case redirectElsewhere = "redirect-elsewhere"
    case redirectInsecure = "redirect-insecure"
    case redirectLosingPath = "redirect-losing-path"
    case notJSON = "not-json"
    case empty
    case endsEarly = "ends-early"
    case deepNesting = "deep-nesting"
    case claimed

    // In transit.
    case late
    case slow
    case cutOff = "cut-off"

    // In the messages.
    case oneInstitutionFailing = "one-institution-failing"
    case oneAccountIncomplete = "one-account-incomplete"
    case signInNeeded = "sign-in-needed"
    case capped
    case rangeWarning = "range-warning"
    case firstVersionOnly = "first-version-only"

    // In the data.
    case reissuedIDs = "reissued-ids"
    case sharedAccountIDs = "shared-account-ids"
    case pendingByDateOnly = "pending-by-date-only"
    case reversedSigns = "reversed-signs"
    case namelessBanks = "nameless-banks"
    case noCurrency = "no-currency"
    case currencyAddress = "currency-address"
    case hostileText = "hostile-text"
    case unreadableAmount = "unreadable-amount"
    case wrongTypes = "wrong-types"

    /// A description for the list of faults.
    public var summary: String {
        switch self {
        case .forbidden: "status 403 with a JSON error"
        case .htmlForbidden: "status 403 with a web page"
        case .paymentRequired: "status 402"
        case .tooManyRequests: "status 429"
        case .tooManyRequestsForNow: "status 429, asking to wait for an hour"
        case .serverError: "status 500"
        case .unavailable: "status 503 with a web page"
        case .redirectElsewhere: "sends the client on to another host"
        case .redirectInsecure: "sends the client on to an address without TLS"
        case .redirectLosingPath: "sends the client on to another host's first page"
        case .notJSON: "status 200 with text that is no JSON"
        case .empty: "status 200 with nothing"
        case .endsEarly: "an answer that ends in the middle, and calls that its end"
        case .deepNesting: "an answer of a hundred thousand nested lists"
        case .claimed: "setup tokens count as used"
        case .late: "answers after five seconds"
        case .slow: "sends a piece of 16 KiB five times a second"
        case .cutOff: "ends the connection in the middle of an answer"
        case .oneInstitutionFailing: "one bank's accounts without transactions, and its error"
        case .oneAccountIncomplete: "one account without older transactions, and its error"
        case .signInNeeded: "no accounts, and the error that someone must sign in"
        case .capped: "at most 30 days, and the message that the range was capped"
        case .rangeWarning: "the warning that the range may be capped in the future"
        case .firstVersionOnly: "speaks version 1 of the protocol, whatever is asked for"
        case .reissuedIDs: "transactions get new ids each day"
        case .sharedAccountIDs: "each bank numbers its accounts from 1"
        case .pendingByDateOnly: "pending transactions have no posting date, but no flag"
        case .reversedSigns: "cards' amounts and balances have the other sign"
        case .namelessBanks: "banks have no name"
        case .noCurrency: "accounts' currency is empty"
        case .currencyAddress: "accounts' currency is an address that describes it"
        case .hostileText: "texts with escape sequences, markup and a megabyte of letters"
        case .unreadableAmount: "one account has an amount that is no number"
        case .wrongTypes: "one account's fields have other types than they should"
        }
    }

    /// The delivery of the response.
    var delivery: BridgeResponse.Delivery {
        switch self {
        case .late: .late
        case .slow: .slow
        case .cutOff: .cutOff
        default: .prompt
        }
    }
}

extension BridgeFault {
    /// The response that replaces the normal one; nil if the fault only alters it.
    var replacement: BridgeResponse? {
        switch self {
        case .forbidden:
            .json(Self.forbiddenAnswer, status: 403)
        case .htmlForbidden:
            .page(Self.page("Forbidden", "You may not see this."), status: 403)
        case .paymentRequired:
            .json(#"{"errors":["Payment required."],"accounts":[]}"#, status: 402)
        case .tooManyRequests:
            .text("Too Many Requests", status: 429)
        case .tooManyRequestsForNow:
            .text("Too Many Requests", status: 429).asking(toWaitSeconds: 3600)
        case .serverError:
            .text("Internal Server Error", status: 500)
        case .unavailable:
            .page(Self.page("Service Unavailable", "Back soon."), status: 503)
        case .redirectElsewhere:
            .redirect(to: "https://beta.bridge.example/simplefin/accounts?version=2")
        case .redirectInsecure:
            .redirect(to: "http://bridge.example/simplefin/accounts?version=2")
        case .redirectLosingPath:
            .redirect(to: "https://beta.bridge.example/")
        case .notJSON:
            .json("The bank is closed today.\n", status: 200)
        case .empty:
            .json("", status: 200)
        case .deepNesting:
            .json(
                #"{"errlist":[],"connections":[],"accounts":"#
                    + String(repeating: "[", count: 100_000)
                    + String(repeating: "]", count: 100_000) + "}",
                status: 200)
        default:
            nil
        }
    }

    static let forbiddenAnswer =
        #"{"errlist":[{"code":"gen.auth","msg":"Forbidden"}],"errors":["Forbidden"],"#
        + #""connections":[],"accounts":[]}"#

    private static func page(_ title: String, _ text: String) -> String {
        "<!doctype html>\n<html lang=\"en\"><head><title>\(title)</title></head>"
            + "<body><h1>\(title)</h1><p>\(text)</p></body></html>\n"
    }
}

/// A message in a response: an error in protocol version 2, a sentence in version 1.
struct BridgeMessage: Hashable, Sendable {
    let code: String
    let text: String
    var connection: String?
    var account: String?

    /// Whether it is for the client's developer, whose messages version 1 sends
    /// separately.
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
    /// The messages about the bridge and the accounts.
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
    /// The account that single-account and single-bank faults affect.
    var faultyAccount: DemoAccount? { accounts.first { $0.type == .credit } }
}
