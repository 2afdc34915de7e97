import Foundation
import Testing
import Waiting

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("A waiter wakes")
final class WaiterTests {
    private let waiter: Waiter
    private let folder: String

    init() throws {
        waiter = try Waiter()
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("waiter-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            print("cannot remove \(folder): \(error)")
        }
    }

    private func write(_ text: String, to name: String, atomically: Bool = false) throws {
        try Data(text.utf8).write(
            to: URL(fileURLWithPath: folder + "/" + name),
            options: atomically ? .atomic : [])
    }

    private func changed(_ name: String) -> Wakening {
        .changed(FileChange(folder: folder, name: name))
    }

    @Test("when a file of a watched folder was written")
    func written() throws {
        try waiter.watch(folder)
        try write("x", to: "20-mine.lua")
        #expect(try waiter.wait(atMost: 10_000).contains(changed("20-mine.lua")))
    }

    @Test("when another file took a file's place, as editors save")
    func replaced() throws {
        try write("x", to: "20-mine.lua")
        try waiter.watch(folder)
        try write("y", to: "20-mine.lua", atomically: true)
        #expect(try waiter.wait(atMost: 10_000).contains(changed("20-mine.lua")))
    }

    @Test("when a file was removed")
    func removed() throws {
        try write("x", to: "20-mine.lua")
        try waiter.watch(folder)
        try FileManager.default.removeItem(atPath: folder + "/20-mine.lua")
        #expect(try waiter.wait(atMost: 10_000).contains(changed("20-mine.lua")))
    }

    @Test("once for all that was done to a file")
    func once() throws {
        try waiter.watch(folder)
        for text in ["a", "b", "c"] { try write(text, to: "20-mine.lua") }
        #expect(try waiter.wait(atMost: 10_000) == [changed("20-mine.lua")])
    }

    @Test("not for a file that is only read")
    func read() throws {
        try write("x", to: "20-mine.lua")
        try waiter.watch(folder)
        _ = try Data(contentsOf: URL(fileURLWithPath: folder + "/20-mine.lua"))
        #expect(try waiter.wait(atMost: 20).isEmpty)
    }

    @Test("at each write of a file that stays open, where that is wanted")
    func eachWrite() throws {
        try write("", to: "log")
        try waiter.watch(folder, eachWrite: true)
        let file = try #require(FileHandle(forWritingAtPath: folder + "/log"))
        file.write(Data("x".utf8))
        #expect(try waiter.wait(atMost: 10_000) == [changed("log")])
        file.closeFile()
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

    @Test("when the longest sleep is over, with nothing to tell")
    func limit() throws {
        #expect(try waiter.wait(atMost: 1).isEmpty)
    }

    @Test("not for a folder that is not there, which is said")
    func missingFolder() throws {
        #expect(try !waiter.watch(folder + "/missing"))
    }
}
