import DemoHousehold
import Dispatch
import Model
import Serving
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The HTTP server of a bridge, reachable only from this machine.
struct BankServer {
    private let listener: LoopbackListener
    private let connections = DispatchQueue(label: "connections", attributes: .concurrent)

    /// Starts to listen. Clients can connect from now on, and are served after ``start(_:)``.
    ///
    /// - Parameter port: 0 for any free port.
    init(port: UInt16) throws(ListeningError) { listener = try LoopbackListener(port: port) }

    var port: UInt16 { listener.port }

    func start(_ teller: Teller) {
        let (listener, connections) = (listener, connections)
        DispatchQueue(label: "arrivals").async {
            while let connection = listener.next() {
                connections.async { connection.serve(teller) }
            }
        }
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
