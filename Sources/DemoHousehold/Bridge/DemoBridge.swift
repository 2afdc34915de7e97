import Model

/// A SimpleFIN bridge to the demo household, without the HTTP server.
public struct DemoBridge: Sendable {
    /// The household on the current day; replaced when the day changes.
    public var household: Household

    private let settings: Settings
    private let claimToken: String
    private let credentials: String
    private var isClaimed = false
    private var countedDay: Int64 = .min
    private var requestsOfDay = 0

    /// The bridge's behaviour.
    public struct Settings: Sendable {
        /// The base address, "http://127.0.0.1:8080", without a trailing slash.
        public let address: String
        /// The protocol version for clients that request none.
        public let version: ProtocolVersion
        /// Account requests in a UTC day after which it complains. It refuses after
        /// twice as many.
        public let dailyLimit: Int
        public let faults: [BridgeFault]

        public init(
            address: String, version: ProtocolVersion = .first, dailyLimit: Int = 24,
            faults: [BridgeFault] = []
        ) {
            self.address = address
            self.version = version
            self.dailyLimit = dailyLimit
            self.faults = faults
        }
    }

    /// - Parameter seed: determines the claim token and the password, so that a
    ///   connected vault stays connected when the bank restarts. Neither protects
    ///   anything real.
    public init(household: Household, seed: UInt64, settings: Settings) {
        self.household = household
        self.settings = settings
        claimToken = Self.word(SplitMix64.mixed(seed &+ 1))
        credentials = "demo:" + Self.word(SplitMix64.mixed(seed &+ 2))
    }

    /// The setup token: the claim URL in Base64.
    public var setupToken: String {
        Base64.encoded("\(bridgeURL)/claim/\(claimToken)")
    }

    /// Responds to a request.
    ///
    /// - Parameter now: POSIX seconds, used by the daily limit only; transactions are
    ///   relative to the household's day.
    public mutating func answer(to request: BridgeRequest, at now: Int64) -> BridgeResponse {
        switch (request.method, request.path) {
        case ("GET", "/simplefin/info"):
            .json(#"{"versions":["1.0","2.0-draft"]}"#, status: 200)
        case ("GET", "/simplefin/accounts"):
            accounts(for: request, at: now)
        case ("GET", "/simplefin/currencies/points"):
            .json(#"{"name":"Example Points","abbr":"pts"}"#, status: 200)
        case ("POST", "/simplefin/claim/\(claimToken)"):
            claim()
        case ("POST", let path) where path.hasPrefix("/simplefin/claim/"):
            .text(Self.claimRefusal, status: 403)
        default:
            .text("Not Found", status: 404)
        }
    }

    private var bridgeURL: String { settings.address + "/simplefin" }

    private mutating func claim() -> BridgeResponse {
        guard !isClaimed, !settings.faults.contains(.claimed) else {
            return .text(Self.claimRefusal, status: 403)
        }
        isClaimed = true
        let parts = bridgeURL.split(separator: "://", maxSplits: 1)
        return .text("\(parts[0])://\(credentials)@\(parts[parts.count - 1])", status: 200)
    }

    private mutating func accounts(for request: BridgeRequest, at now: Int64) -> BridgeResponse {
        if let replacement = settings.faults.lazy.compactMap(\.replacement).first {
            return replacement
        }
        guard request.authorization == "Basic " + Base64.encoded(credentials) else {
            return .json(BridgeFault.forbiddenAnswer, status: 403)
        }
        count(at: now)
        guard requestsOfDay <= settings.dailyLimit * 2 else {
            return .json(BridgeFault.forbiddenAnswer, status: 403)
        }
        let query = AccountsQuery(request.query)
        var messages: [BridgeMessage] = []
        let window = window(of: query, messages: &messages)
        if requestsOfDay > settings.dailyLimit {
            messages.append(.tooManyRequests(requestsOfDay, limit: settings.dailyLimit))
        }
        let faults = Set(settings.faults)
        messages += faults.messages(about: household)
        let answer = AccountsAnswer(
            household: household, query: query,
            version: faults.contains(.firstVersionOnly)
                ? .first : query.version ?? settings.version,
            bridgeURL: bridgeURL, window: window, faults: faults, messages: messages)
        var body: [UInt8] = []
        answer.write { body.append(contentsOf: $0) }
        if faults.contains(.endsEarly) { body.removeLast(body.count / 2) }
        var response = BridgeResponse.json(body, status: 200)
        response.delivery = settings.faults.map(\.delivery).first { $0 != .prompt } ?? .prompt
        return response
    }

    private mutating func count(at now: Int64) {
        let day = now / 86_400
        if day != countedDay {
            countedDay = day
            requestsOfDay = 0
        }
        requestsOfDay += 1
    }

    private func window(
        of query: AccountsQuery, messages: inout [BridgeMessage]
    ) -> Range<Int64> {
        let end = query.end ?? household.today.adding(days: 1).secondsSinceEpoch
        guard let wanted = query.start else {
            if !query.wantsOnlyBalances { messages.append(.startDateMissing) }
            let yesterday = household.today.adding(days: -1).secondsSinceEpoch
            return min(yesterday, end)..<end
        }
        let days = 86_400 as Int64
        let limit: Int64 = settings.faults.contains(.capped) ? 30 : 90
        let start = max(wanted, end - limit * days)
        if wanted < start {
            messages.append(.rangeCapped)
        } else if end - wanted > 45 * days {
            messages.append(.rangeLong)
        }
        return min(start, end)..<end
    }

    private static let claimRefusal = "Forbidden (was it already claimed?)"

    private static func word(_ bits: UInt64) -> String {
        String(bits, radix: 36)
    }
}

/// The standard alphabet of RFC 4648, section 4, with padding.
enum Base64 {
    static func encoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            bits <<= UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                let digit = Int(bits >> UInt32(18 - 6 * place)) & 63
                result.append(place <= group.count ? alphabet[digit] : UInt8(ascii: "="))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
