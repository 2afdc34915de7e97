internal import Foundation
internal import SimpleFIN
internal import Synchronization

extension Engine {
    /// This engine over the network, whose requests and waits can be stopped.
    public func stoppable(by stop: RequestStop) -> Engine {
        Engine(
            vault: vault, moment: moment, secretKeepers: secretKeepers, scripts: scripts,
            readView: readView, stop: stop
        ) { policy in
            Client(
                transport: StoppableTransport(transport: CurlTransport(policy: policy), stop: stop),
                policy: policy)
        }
    }
}

/// A switch that stops running requests from another thread.
public final class RequestStop: Sendable {
    private let state = Mutex<(isStopped: Bool, waiting: [ObjectIdentifier: PendingReply])>(
        (false, [:]))

    public init() {}

    /// Stops running requests and all later ones.
    public func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            return state.waiting.values
        }
        for reply in waiting { reply.giveUp() }
    }

    public var isStopped: Bool { state.withLock { $0.isStopped } }

    /// - Returns: false if no request may start any more.
    fileprivate func add(_ reply: PendingReply) -> Bool {
        state.withLock { state in
            guard !state.isStopped else { return false }
            state.waiting[ObjectIdentifier(reply)] = reply
            return true
        }
    }

    fileprivate func remove(_ reply: PendingReply) {
        state.withLock { _ = $0.waiting.removeValue(forKey: ObjectIdentifier(reply)) }
    }
}

/// A transport whose requests can be abandoned. libcurl then continues alone until its own
/// limits, and the result is ignored.
struct StoppableTransport: HTTPTransport {
    let transport: any HTTPTransport
    let stop: RequestStop

    func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        let reply = PendingReply()
        guard stop.add(reply) else { throw .stopped }
        defer { stop.remove(reply) }
        let transport = transport
        let thread = Thread {
            do throws(TransportFailure) {
                reply.give(.success(try transport.send(request)))
            } catch {
                reply.give(.failure(error))
            }
        }
        thread.stackSize = 1 << 20
        thread.start()
        return try reply.wait().get()
    }
}

private final class PendingReply: Sendable {
    private let result = Mutex<Result<HTTPResponse, TransportFailure>?>(nil)
    private let isHere = DispatchSemaphore(value: 0)

    func give(_ value: Result<HTTPResponse, TransportFailure>) {
        result.withLock { $0 = $0 ?? value }
        isHere.signal()
    }

    func giveUp() { give(.failure(.stopped)) }

    func wait() -> Result<HTTPResponse, TransportFailure> {
        isHere.wait()
        return result.withLock { $0 } ?? .failure(.stopped)
    }
}
