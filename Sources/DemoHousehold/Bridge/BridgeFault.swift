/// Trouble that the bridge makes on demand when accounts are asked for.
public enum BridgeFault: String, CaseIterable, Sendable {
    case forbidden
    case htmlForbidden = "html-forbidden"
    case notJSON = "not-json"
    case paymentRequired = "payment-required"
    case serverError = "server-error"
    case oneInstitutionFailing = "one-institution-failing"

    /// What it does, for a list of the faults.
    public var summary: String {
        switch self {
        case .forbidden: "status 403 with a JSON error"
        case .htmlForbidden: "status 403 with a web page"
        case .notJSON: "status 200 with text that is no JSON"
        case .paymentRequired: "status 402"
        case .serverError: "status 500"
        case .oneInstitutionFailing: "one bank's accounts without transactions, and its error"
        }
    }

    /// What is said in place of an answer; nil where the fault only changes
    /// the answer.
    var replacement: BridgeResponse? {
        switch self {
        case .forbidden:
            .json(Self.forbiddenAnswer, status: 403)
        case .htmlForbidden:
            .page(
                "<!doctype html>\n<html lang=\"en\"><head><title>Forbidden</title></head>"
                    + "<body><h1>Forbidden</h1><p>You may not see this.</p></body></html>\n",
                status: 403)
        case .notJSON:
            .json("The bank is closed today.\n", status: 200)
        case .paymentRequired:
            .json(#"{"errors":["Payment required."],"accounts":[]}"#, status: 402)
        case .serverError:
            .text("Internal Server Error", status: 500)
        case .oneInstitutionFailing:
            nil
        }
    }

    static let forbiddenAnswer =
        #"{"errlist":[{"code":"gen.auth","msg":"Forbidden"}],"errors":["Forbidden"],"#
        + #""connections":[],"accounts":[]}"#
}
