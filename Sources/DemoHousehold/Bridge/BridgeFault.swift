/// Trouble that the bridge makes on demand.
public enum BridgeFault: String, CaseIterable, Sendable {
    // In place of an answer.
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

    // On the way.
    case late
    case slow
    case cutOff = "cut-off"

    // In what the bridge says beside the data.
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

    /// What it does, for a list of the faults.
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

    /// How an answer is sent.
    var delivery: BridgeResponse.Delivery {
        switch self {
        case .late: .late
        case .slow: .slow
        case .cutOff: .cutOff
        default: .prompt
        }
    }
}
