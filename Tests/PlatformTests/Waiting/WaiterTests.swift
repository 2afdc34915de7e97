import Foundation
import Synchronization
import Testing

@testable import Platform

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("A waiter wakes")
struct WaiterTests {
    @Test(
        "when the time is reached, also one that is over", arguments: Backend.allCases,
        [30, -60_000])
    func time(backend: Backend, milliseconds: Int64) throws {
        let waiter = try backend.waiter()
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        #expect(try waiter.wait(until: now + milliseconds, atMost: 10_000) == [.timeReached])
    }

    @Test("when another thread wakes it", arguments: Backend.allCases)
    func woken(backend: Backend) throws {
        let waiter = try backend.waiter()
        let signal = waiter.wakeSignal
        Thread.detachNewThread { signal.send() }
        #expect(try waiter.wait(atMost: 10_000) == [.woken])
    }

    @Test(
        "when a signal comes, which does not end the process", arguments: Backend.allCases,
        [(SIGINT, WakeReason.Signal.interrupt), (SIGTERM, .terminate), (SIGHUP, .hangUp)])
    func signal(backend: Backend, _ signal: (number: Int32, reason: WakeReason.Signal)) throws {
        let waiter = try backend.waiter()
        raise(signal.number)
        #expect(try waiter.wait(atMost: 10_000) == [.signal(signal.reason)])
    }

    @Test(
        "also for one that came before it was made, if signals were held",
        arguments: Backend.allCases)
    func heldSignal(backend: Backend) async throws {
        // Its mask shall not stay with a thread that other tests run on.
        let told = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    returning: Result {
                        Waiter.holdSignals()
                        raise(SIGHUP)
                        return try backend.waiter().wait(atMost: 10_000)
                    })
            }
        }
        #expect(try told.get() == [.signal(.hangUp)])
    }

    @Test(
        "and reports before whether it is asked to end, and what came once more",
        arguments: Backend.allCases)
    func askedToEnd(backend: Backend) throws {
        let waiter = try backend.waiter()
        #expect(try waiter.isAskedToEnd() == false)
        waiter.wakeSignal.send()
        raise(SIGHUP)
        #expect(try waiter.isAskedToEnd() == false)
        raise(SIGTERM)
        #expect(try waiter.isAskedToEnd())
        #expect(
            try waiter.wait(atMost: 10_000)
                == [.signal(.hangUp), .woken, .signal(.terminate)])
        #expect(try waiter.isAskedToEnd() == false)
        #expect(try waiter.wait(atMost: 1).isEmpty)
    }

    @Test("when the longest sleep is over, with nothing to report", arguments: Backend.allCases)
    func limit(backend: Backend) throws {
        let waiter = try backend.waiter()
        #expect(try waiter.wait(atMost: 1).isEmpty)
    }

    @Test(
        "at a time that is later than another was, and at one that is earlier",
        arguments: Backend.allCases)
    func times(backend: Backend) throws {
        let waiter = try backend.waiter()
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        for until in [now + 3_600_000, now + 86_400_000, .max] {
            #expect(try waiter.wait(until: until, atMost: 1).isEmpty)
        }
        #expect(try waiter.wait(until: now + 30, atMost: 10_000) == [.timeReached])
        #expect(try waiter.wait(until: now + 3_600_000, atMost: 1).isEmpty)
    }

    @Test("when somebody sets the clock, and then at the time that was asked for")
    func clockSet() throws {
        let ahead = Mutex<Int64>(0)
        let polling = Waiter(
            try PollingBackend(interval: .milliseconds(5)) {
                PollingBackend.wallClock() + ahead.withLock { $0 }
            })
        #expect(try polling.wait(atMost: 1).isEmpty)
        ahead.withLock { $0 = 3_600_000 }
        #expect(try polling.wait(atMost: 10_000) == [.clockSet])
        let now = PollingBackend.wallClock() + 3_600_000
        #expect(try polling.wait(until: now + 30, atMost: 10_000) == [.timeReached])
    }
}
