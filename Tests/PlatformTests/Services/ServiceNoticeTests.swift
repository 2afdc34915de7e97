import Platform
import TestServers
import Testing

@Suite("What a service tells its manager")
struct ServiceNoticeTests {
    private func notice(_ socket: NoticeSocket) throws -> ServiceNotice {
        try #require(ServiceNotice(environment: ["NOTIFY_SOCKET": socket.name], processID: 7))
    }

    @Test("comes as a datagram of the protocol's words")
    func words() throws {
        let socket = try NoticeSocket()
        let notice = try notice(socket)
        try notice.ready(status: "next sync 06:00")
        #expect(socket.received() == "READY=1\nSTATUS=next sync 06:00")
        try notice.ready()
        #expect(socket.received() == "READY=1")
        try notice.status("syncing")
        #expect(socket.received() == "STATUS=syncing")
        try notice.alive()
        #expect(socket.received() == "WATCHDOG=1")
        try notice.stopping()
        #expect(socket.received() == "STOPPING=1")
    }

    @Test("of a reload has the time of it, of the clock that never jumps")
    func reloading() throws {
        let socket = try NoticeSocket()
        let notice = try notice(socket)
        try notice.reloading()
        let first = try #require(socket.received())
        try notice.reloading()
        let second = try #require(socket.received())
        let times = try [first, second].map { text in
            let match = try #require(text.wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=(\d+)/))
            return try #require(Int64(match.output.1))
        }
        #expect(0 < times[0] && times[0] <= times[1])
    }

    @Test("reaches an abstract socket too", .enabled(if: isLinux, "macOS has none"))
    func abstract() throws {
        let socket = try NoticeSocket(isAbstract: true)
        try notice(socket).stopping()
        #expect(socket.received() == "STOPPING=1")
    }

    @Test("is cut to one line")
    func hostileStatus() throws {
        let socket = try NoticeSocket()
        try notice(socket).status("a\nMAINPID=1\u{0}b")
        #expect(socket.received() == "STATUS=a MAINPID=1 b")
    }

    @Test("is nothing where no manager listens")
    func noManager() {
        for environment in [
            [:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "notify"], ["NOTIFY_SOCKET": "/"],
            ["NOTIFY_SOCKET": "vsock:2:1"],
            ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 200)],
        ] {
            #expect(ServiceNotice(environment: environment, processID: 7) == nil)
        }
    }

    @Test("is an error if it can't be sent")
    func notSent() throws {
        let notice = try #require(
            ServiceNotice(environment: ["NOTIFY_SOCKET": "/nonexistent/notify"], processID: 7))
        #expect(throws: ServiceNotice.NotSent.self) { try notice.alive() }
    }

    struct Watchdog: Sendable {
        let microseconds: String?
        let process: String?
        let interval: Duration?
    }

    @Test(
        "is due in half of the watchdog's time, where it watches this process",
        arguments: [
            Watchdog(microseconds: "30000000", process: "7", interval: .seconds(15)),
            Watchdog(microseconds: "30000000", process: nil, interval: .seconds(15)),
            Watchdog(microseconds: "30000000", process: "8", interval: nil),
            Watchdog(microseconds: "0", process: "7", interval: nil),
            Watchdog(microseconds: "-5", process: "7", interval: nil),
            Watchdog(microseconds: "soon", process: "7", interval: nil),
            Watchdog(microseconds: nil, process: "7", interval: nil),
        ])
    func watchdog(_ watchdog: Watchdog) throws {
        var environment = ["NOTIFY_SOCKET": "/run/notify"]
        environment["WATCHDOG_USEC"] = watchdog.microseconds
        environment["WATCHDOG_PID"] = watchdog.process
        let notice = try #require(ServiceNotice(environment: environment, processID: 7))
        #expect(notice.watchdogInterval == watchdog.interval)
    }
}

#if os(Linux)
    private let isLinux = true
#else
    private let isLinux = false
#endif
