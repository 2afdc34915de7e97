import Engine
import Foundation
import Platform

/// Tells the manager that runs this program as a service how it does.
///
/// A notice that does not go out is no reason to stop: a manager that hears
/// nothing does what it is set up for.
struct ServiceReport {
    private let notice: ServiceNotice

    /// Nil where no manager wants to know.
    init?(environment: [String: String]) {
        guard
            let notice = ServiceNotice(
                environment: environment,
                processID: ProcessInfo.processInfo.processIdentifier)
        else { return nil }
        self.notice = notice
    }

    /// What the manager's watchdog wants, where it has one.
    var heartbeat: Heartbeat? {
        notice.watchdogInterval.map { interval in
            Heartbeat(every: interval) { send(notice.alive) }
        }
    }

    func hear(_ news: WatchNews) {
        switch news {
        case .started:
            // A first sync may take longer than a manager waits.
            send { () throws(ServiceNotice.NotSent) in try notice.ready(status: "watching") }
        case .waiting(let next):
            let status = next.map { "next sync \(LocalTime.text($0))" } ?? "no bank is connected"
            send { () throws(ServiceNotice.NotSent) in try notice.status(status) }
        case .reloading:
            send(notice.reloading)
            // At once: while the disk is full nothing would tell of the end, for
            // which a manager waits.
            send { () throws(ServiceNotice.NotSent) in try notice.ready() }
        case .stopping: send(notice.stopping)
        default: break
        }
    }

    private func send(_ notify: () throws(ServiceNotice.NotSent) -> Void) {
        do throws(ServiceNotice.NotSent) {
            try notify()
        } catch {
            // See above.
        }
    }
}
