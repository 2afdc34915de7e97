import DemoHousehold
import Dispatch
import Model
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The HTTP server of a bridge, reachable only from this machine.
///
/// Each connection carries one request. That is enough for the few requests of a sync, and a
/// client always learns where a response ends.
final class BankServer {
    let port: UInt16
    private let listener: Int32
    private let arrivals: any DispatchSourceRead
    private let connections = DispatchQueue(label: "connections", attributes: .concurrent)

    /// Starts to listen. Clients can connect from now on, and are served after ``start(_:)``.
    ///
    /// - Parameter port: 0 for any free port.
    init(port: UInt16) throws(ServiceError) {
        (listener, self.port) = try Self.listeningSocket(port: port)
        arrivals = DispatchSource.makeReadSource(fileDescriptor: listener)
    }

    func start(_ teller: Teller) {
        arrivals.setEventHandler { [listener, connections] in
            let connection = accept(listener, nil, nil)
            // A client that has gone again is none.
            guard connection >= 0 else { return }
            connections.async { Connection(connection).serve(teller) }
        }
        arrivals.resume()
    }

    private static func listeningSocket(port: UInt16) throws(ServiceError) -> (Int32, UInt16) {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let listener = socket(AF_INET, stream, 0)
        guard listener >= 0 else { throw ServiceError(number: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // A port whose last server has just ended can be taken at once.
        var on: Int32 = 1
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                fcntl(listener, F_SETFD, FD_CLOEXEC) == 0
                    && setsockopt(
                        listener, SOL_SOCKET, SO_REUSEADDR, &on,
                        socklen_t(MemoryLayout<Int32>.size)) == 0
                    && bind(listener, address, size) == 0
                    && listen(listener, 64) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard isListening else {
            let number = errno
            _ = Descriptor.close(listener)
            throw ServiceError(number: number)
        }
        return (listener, UInt16(bigEndian: address.sin_port))
    }
}

/// The port was not available.
struct ServiceError: Error, CustomStringConvertible {
    /// The system's error number.
    let number: Int32

    var description: String {
        "Cannot serve on 127.0.0.1: \(String(cString: strerror(number)))."
    }
}

/// A serial queue of requests to the bridge.
final class Teller: Sendable {
    private let bridge: Mutex<DemoBridge>
    private let householdOfDay: (@Sendable (CalendarDay) -> Household)?

    /// - Parameter householdOfDay: makes the household of each later day; nil if the bank
    ///   doesn't follow the clock.
    init(
        _ bridge: DemoBridge, householdOfDay: (@Sendable (CalendarDay) -> Household)?
    ) {
        self.bridge = Mutex(bridge)
        self.householdOfDay = householdOfDay
    }

    func answer(to request: BridgeRequest) -> BridgeResponse {
        let now = Int64(time(nil))
        let day = CalendarDay(secondsSinceEpoch: now)
        return bridge.withLock { bridge in
            if let householdOfDay, bridge.household.today < day {
                bridge.household = householdOfDay(day)
            }
            return bridge.answer(to: request, at: now)
        }
    }
}
