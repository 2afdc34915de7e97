import Dispatch
import Foundation

/// Watches for a reason to stop: a polite signal, or the end of the process
/// that the bank was started for.
///
/// Signals count from the moment this is made until ``cancel()``.
final class StopRequests {
    let requests: AsyncStream<Void>
    private let sources: [any DispatchSourceProtocol]

    /// - Parameter parent: the process that must be alive, looked at each
    ///   second; nil to need none.
    init(parent: pid_t?) {
        let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
        self.requests = requests
        // A client that goes away in the middle of an answer is no reason.
        signal(SIGPIPE, SIG_IGN)

        var sources: [any DispatchSourceProtocol] = []
        for number in [SIGTERM, SIGINT] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            sources.append(source)
        }
        if let parent {
            let wasOurs = getppid() == parent
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.schedule(deadline: .now(), repeating: .seconds(1))
            timer.setEventHandler {
                if !Self.isAlive(parent, wasOurs: wasOurs) { continuation.yield() }
            }
            sources.append(timer)
        }
        for source in sources { source.resume() }
        self.sources = sources
    }

    func cancel() {
        for source in sources { source.cancel() }
    }

    /// A process that ended but was not waited for still has its number; its
    /// children have another parent then.
    private static func isAlive(_ process: pid_t, wasOurs: Bool) -> Bool {
        if wasOurs { return getppid() == process }
        return kill(process, 0) == 0 || errno != ESRCH
    }
}
