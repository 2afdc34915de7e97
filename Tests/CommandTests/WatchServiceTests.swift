import Foundation
import TestServers
import TestSupport
import Testing

@Suite("ghostvault watch as a service", .inTurns)
struct WatchServiceTests {
    @Test("tells its manager that it is ready, what it waits for, that it lives, and its end")
    func notices() async throws {
        let socket = try NoticeSocket()
        let scenario = try Scenario(environment: [
            "NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "200000",
        ])
        let made = try await scenario.run("ghostvault init")
        try #require(made.exitCode == 0)
        let watcher = try scenario.start("ghostvault watch", output: "watched")
        #expect(try await next(socket) == "READY=1\nSTATUS=watching")
        #expect(try await next(socket) == "STATUS=no bank is connected")
        #expect(try await next(socket) == "WATCHDOG=1")
        #expect(try await next(socket) == "WATCHDOG=1")
        watcher.stop()
        var last = try await next(socket)
        while last == "WATCHDOG=1" { last = try await next(socket) }
        #expect(last == "STOPPING=1")
        try await watcher.ended()
        try await scenario.close()
    }

    @Test("tells its manager of a reload, and that it works on")
    func reload() async throws {
        let socket = try NoticeSocket()
        let scenario = try Scenario(environment: ["NOTIFY_SOCKET": socket.name])
        let made = try await scenario.run("ghostvault init")
        try #require(made.exitCode == 0)
        let watcher = try scenario.start("ghostvault watch", output: "watched")
        while try await next(socket) != "STATUS=no bank is connected" {}
        _ = try await scenario.run("kill -HUP \(watcher.processIdentifier)")
        #expect(try await next(socket).hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        #expect(try await next(socket) == "READY=1")
        try await watcher.end()
        try await scenario.close()
    }

    @Test("continues if its manager doesn't listen")
    func deafManager() async throws {
        let scenario = try Scenario(environment: ["NOTIFY_SOCKET": "/nonexistent/notify"])
        let made = try await scenario.run("ghostvault init")
        try #require(made.exitCode == 0)
        let watcher = try scenario.start("ghostvault watch", output: "watched")
        try await watcher.printed("no bank is connected")
        #expect(watcher.isRunning)
        try await watcher.end()
        try await scenario.close()
    }

    private func told(_ scenario: Scenario) throws -> String {
        try Scenario.text(at: scenario.folder + "/watched")
    }

    private func next(_ socket: NoticeSocket) async throws -> String {
        try await Patience.wait(for: "a notice") { socket.received() }
    }
}
