import Foundation
import Testing
import Waiting

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
#if canImport(KqueueStandIn)
    import KqueueStandIn
#endif

@Suite("A waiter wakes")
struct WaiterTests {
    private let waiter: Waiter

    init() throws {
        waiter = try Waiter()
    }

    @Test("when the time is reached, also one that is over", arguments: [30, -60_000])
    func time(milliseconds: Int64) throws {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        #expect(try waiter.wait(until: now + milliseconds, atMost: 10_000) == [.timeReached])
    }

    @Test("when its bell is rung by another thread")
    func bell() throws {
        let bell = waiter.bell
        Thread.detachNewThread { bell.ring() }
        #expect(try waiter.wait(atMost: 10_000) == [.rung])
    }

    @Test(
        "when a signal comes, which does not end the process",
        arguments: [
            (SIGINT, Wakening.Signal.interrupt), (SIGTERM, .terminate), (SIGHUP, .hangUp),
        ])
    func signal(_ number: Int32, _ signal: Wakening.Signal) throws {
        raise(number)
        #expect(try waiter.wait(atMost: 10_000) == [.signal(signal)])
    }

    @Test("also one that came before it was made, where signals were held")
    func heldSignal() async throws {
        // Its mask shall not stay with a thread that other tests run on.
        let told = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    returning: Result {
                        Waiter.holdSignals()
                        raise(SIGHUP)
                        return try Waiter().wait(atMost: 10_000)
                    })
            }
        }
        #expect(try told.get() == [.signal(.hangUp)])
    }

    @Test("and tells before whether it is asked to end, and what came once more")
    func askedToEnd() throws {
        #expect(try waiter.isAskedToEnd() == false)
        waiter.bell.ring()
        raise(SIGHUP)
        #expect(try waiter.isAskedToEnd() == false)
        raise(SIGTERM)
        #expect(try waiter.isAskedToEnd())
        #expect(
            try waiter.wait(atMost: 10_000)
                == [.signal(.hangUp), .rung, .signal(.terminate)])
        #expect(try waiter.isAskedToEnd() == false)
        #expect(try waiter.wait(atMost: 1).isEmpty)
    }

    @Test("when the longest sleep is over, with nothing to tell")
    func limit() throws {
        #expect(try waiter.wait(atMost: 1).isEmpty)
    }

    @Test("at a time that is later than another was, and at one that is earlier")
    func times() throws {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        for until in [now + 3_600_000, now + 86_400_000, .max] {
            #expect(try waiter.wait(until: until, atMost: 1).isEmpty)
        }
        #expect(try waiter.wait(until: now + 30, atMost: 10_000) == [.timeReached])
        #expect(try waiter.wait(until: now + 3_600_000, atMost: 1).isEmpty)
    }

    #if canImport(KqueueStandIn)
        @Test("when somebody sets the clock, and then at the time that was asked for")
        func clockSet() throws {
            let now = Int64(Date().timeIntervalSince1970 * 1000)
            notify_post(kNotifyClockSet)
            #expect(try waiter.wait(until: now + 3_600_000) == [.clockSet])
            #expect(try waiter.wait(until: now + 30, atMost: 10_000) == [.timeReached])
        }
    #endif
}
