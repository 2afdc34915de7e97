extension BridgeFault {
    /// What is said in place of an answer; nil where the fault only changes
    /// the answer.
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
