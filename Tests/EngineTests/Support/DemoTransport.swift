import DemoHousehold
import Foundation
import SimpleFIN
import Synchronization

/// Carries a client's requests to a demo bridge in memory.
final class DemoTransport: HTTPTransport {
    private struct State {
        var household: Household
        var bridge: DemoBridge
        var faults: [BridgeFault] = []
        var faultsOfRequests: [Int: BridgeFault] = [:]
        var now: Int64 = 0
        var accountsRequests = 0
    }

    private let seed: UInt64
    private let state: Mutex<State>

    /// - Parameter seed: chooses the bridge's token and password.
    init(_ household: Household, seed: UInt64 = 5) {
        self.seed = seed
        state = Mutex(
            State(household: household, bridge: Self.bridge(household, seed: seed, faults: [])))
    }

    private static func bridge(
        _ household: Household, seed: UInt64, faults: [BridgeFault]
    ) -> DemoBridge {
        DemoBridge(
            household: household, seed: seed,
            settings: DemoBridge.Settings(address: "https://bridge.example", faults: faults))
    }

    var setupToken: String { state.withLock { $0.bridge.setupToken } }

    /// What is shown from now on, at POSIX seconds.
    func show(_ household: Household, at now: Int64) {
        state.withLock {
            $0.household = household
            $0.bridge.household = household
            $0.now = now
        }
    }

    /// Answers the next requests for accounts with faults: all of them, and
    /// those of some numbers, counted from 1.
    func fail(_ all: [BridgeFault] = [], requests: [Int: BridgeFault] = [:]) {
        state.withLock {
            $0.faults = all
            $0.faultsOfRequests = requests
            $0.accountsRequests = 0
        }
    }

    func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        guard let url = URLComponents(string: request.url) else { throw .refused }
        var asked = BridgeRequest(
            method: request.method.rawValue, path: url.path,
            query: (url.queryItems ?? []).map { ($0.name, $0.value ?? "") })
        if let credentials = request.credentials {
            let pair = Data("\(credentials.user):\(credentials.password)".utf8)
            asked = BridgeRequest(
                method: asked.method, path: asked.path, query: asked.query,
                authorization: "Basic " + pair.base64EncodedString())
        }
        let answer = state.withLock { state in
            if url.path.hasSuffix("/accounts") { state.accountsRequests += 1 }
            let single = state.faultsOfRequests[state.accountsRequests].map { [$0] }
            let faults = single ?? state.faults
            guard faults.isEmpty else {
                var faulty = Self.bridge(state.household, seed: seed, faults: faults)
                return faulty.answer(to: asked, at: state.now)
            }
            return state.bridge.answer(to: asked, at: state.now)
        }
        if answer.delivery == .cutOff { throw .cutOff }
        return HTTPResponse(
            status: answer.status, body: answer.body, redirectURL: answer.location,
            retryAfterSeconds: answer.retryAfterSeconds)
    }
}

/// Looks at the state of things when a request is about to be sent.
struct WatchedTransport: HTTPTransport {
    private let transport: DemoTransport
    private let look: @Sendable () -> Void

    init(_ transport: DemoTransport, look: @escaping @Sendable () -> Void) {
        self.transport = transport
        self.look = look
    }

    func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        look()
        return try transport.send(request)
    }
}

/// Carries requests to a bridge, and loses its answers.
struct AnswerLosingTransport: HTTPTransport {
    let transport: DemoTransport

    func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        _ = try transport.send(request)
        throw .cutOff
    }
}
