import Foundation
import Testing

@testable import Platform

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How a waiter waits.
enum Backend: CaseIterable, CustomTestStringConvertible {
    /// As this system does it.
    case usual
    /// By looking at intervals, as on macOS.
    case polling

    var testDescription: String { self == .usual ? "as usual" : "by polling" }

    func waiter() throws -> Waiter {
        self == .usual
            ? try Waiter() : Waiter(try PollingBackend(interval: .milliseconds(5)))
    }
}

@Suite("A watched folder wakes its waiter")
final class WatchedFolderTests {
    private let folder: String

    init() throws {
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

    private func path(_ name: String) -> String { folder + "/" + name }

    private func write(_ text: String, to name: String, atomically: Bool = false) throws {
        try Data(text.utf8).write(
            to: URL(fileURLWithPath: path(name)), options: atomically ? .atomic : [])
    }

    private func changed(_ name: String, in folder: String? = nil) -> WakeReason {
        .changed(FileChange(folder: folder ?? self.folder, name: name))
    }

    private func watching(_ backend: Backend) throws -> Waiter {
        let waiter = try backend.waiter()
        try waiter.watch(folder)
        // A file system's clock may tick every few milliseconds only.
        usleep(20_000)
        return waiter
    }

    /// What a waiter tells until nothing more comes for a moment, but for the machine's clock,
    /// which may be set at any time.
    private func told(_ waiter: Waiter) throws -> Set<WakeReason> {
        var all = Set(try waiter.wait(atMost: 10_000))
        while true {
            let more = try waiter.wait(atMost: 20)
            guard !more.isEmpty else { return all.subtracting([.clockSet]) }
            all.formUnion(more)
        }
    }

    @Test("when a file in it was made", arguments: Backend.allCases)
    func made(backend: Backend) throws {
        let waiter = try watching(backend)
        try write("x", to: "20-mine.lua")
        #expect(try told(waiter) == [changed("20-mine.lua")])
    }

    @Test("when a file that was there is written in place", arguments: Backend.allCases)
    func writtenInPlace(backend: Backend) throws {
        try write("x", to: "20-mine.lua")
        try write("x", to: "30-other.lua")
        let waiter = try watching(backend)
        try write("y", to: "20-mine.lua")
        #expect(try told(waiter) == [changed("20-mine.lua")])
    }

    @Test("when a file that came later is written again", arguments: Backend.allCases)
    func writtenAgain(backend: Backend) throws {
        let waiter = try watching(backend)
        for text in ["a", "b", "c"] {
            try write(text, to: "20-mine.lua")
            #expect(try told(waiter) == [changed("20-mine.lua")])
        }
    }

    @Test("when many files are written at once", arguments: Backend.allCases)
    func many(backend: Backend) throws {
        let names = (0..<200).map { "\($0).lua" }
        for name in names { try write("x", to: name) }
        let waiter = try watching(backend)
        for name in names { try write("y", to: name) }
        #expect(try told(waiter) == Set(names.map { changed($0) }))
    }

    @Test("when a file was emptied", arguments: Backend.allCases)
    func emptied(backend: Backend) throws {
        try write("x", to: "20-mine.lua")
        let waiter = try watching(backend)
        try write("", to: "20-mine.lua")
        #expect(try told(waiter) == [changed("20-mine.lua")])
    }

    @Test("when another file took a file's place, as editors save", arguments: Backend.allCases)
    func replaced(backend: Backend) throws {
        try write("x", to: "20-mine.lua")
        let waiter = try watching(backend)
        for text in ["y", "z"] {
            try write(text, to: "20-mine.lua", atomically: true)
            #expect(try told(waiter).contains(changed("20-mine.lua")))
        }
        try write("in place", to: "20-mine.lua")
        #expect(try told(waiter) == [changed("20-mine.lua")])
    }

    @Test("when a file was removed", arguments: Backend.allCases)
    func removed(backend: Backend) throws {
        try write("x", to: "20-mine.lua")
        let waiter = try watching(backend)
        try FileManager.default.removeItem(atPath: path("20-mine.lua"))
        #expect(try told(waiter) == [changed("20-mine.lua")])
    }

    @Test("when a file has another name, with both", arguments: Backend.allCases)
    func renamed(backend: Backend) throws {
        try write("x", to: "20-mine.lua")
        let waiter = try watching(backend)
        #expect(rename(path("20-mine.lua"), path("30-mine.lua")) == 0)
        #expect(try told(waiter) == [changed("20-mine.lua"), changed("30-mine.lua")])
        try write("y", to: "30-mine.lua")
        #expect(try told(waiter) == [changed("30-mine.lua")])
    }

    @Test(
        "when a folder was made in it, of whose files nothing is told", arguments: Backend.allCases)
    func folderMade(backend: Backend) throws {
        let waiter = try watching(backend)
        try FileManager.default.createDirectory(
            atPath: path("mine"), withIntermediateDirectories: false)
        #expect(try told(waiter) == [changed("mine")])
        try write("x", to: "mine/20-mine.lua")
        #expect(try waiter.wait(atMost: 20).isEmpty)
    }

    @Test("once for all that was done to a file", arguments: Backend.allCases)
    func once(backend: Backend) throws {
        let waiter = try watching(backend)
        for text in ["a", "b", "c"] { try write(text, to: "20-mine.lua") }
        #expect(try waiter.wait(atMost: 10_000) == [changed("20-mine.lua")])
    }

    @Test("once where it is watched twice", arguments: Backend.allCases)
    func watchedTwice(backend: Backend) throws {
        try write("x", to: "20-mine.lua")
        let waiter = try backend.waiter()
        for _ in 0..<2 { try waiter.watch(folder) }
        try write("y", to: "20-mine.lua")
        #expect(try waiter.wait(atMost: 10_000) == [changed("20-mine.lua")])
    }

    @Test("not for a file that is only read", arguments: Backend.allCases)
    func read(backend: Backend) throws {
        try write("x", to: "20-mine.lua")
        let waiter = try watching(backend)
        _ = try Data(contentsOf: URL(fileURLWithPath: path("20-mine.lua")))
        #expect(try waiter.wait(atMost: 20).isEmpty)
    }

    @Test(
        "at each write of a file that stays open, where that is wanted",
        arguments: Backend.allCases)
    func eachWrite(backend: Backend) throws {
        try write("", to: "log")
        let waiter = try backend.waiter()
        try waiter.watch(folder, eachWrite: true)
        let file = try #require(FileHandle(forWritingAtPath: path("log")))
        for text in ["x", "y"] {
            file.write(Data(text.utf8))
            #expect(try waiter.wait(atMost: 10_000) == [changed("log")])
        }
        file.closeFile()
    }

    @Test("when it was itself moved away, with an empty name", arguments: Backend.allCases)
    func movedAway(backend: Backend) throws {
        let inner = path("rules")
        try FileManager.default.createDirectory(
            atPath: inner, withIntermediateDirectories: false)
        let waiter = try backend.waiter()
        try waiter.watch(inner)
        #expect(rename(inner, inner + "-away") == 0)
        #expect(try told(waiter).contains(changed("", in: inner)))
        #expect(try !waiter.watch(inner))
    }

    @Test("when another one took its place, and is watched again", arguments: Backend.allCases)
    func tookPlace(backend: Backend) throws {
        let inner = path("rules")
        func make() throws {
            try FileManager.default.createDirectory(
                atPath: inner, withIntermediateDirectories: false)
        }
        try make()
        let waiter = try backend.waiter()
        try waiter.watch(inner)
        #expect(rename(inner, inner + "-away") == 0)
        try make()
        #expect(try waiter.watch(inner))
        _ = try waiter.wait(atMost: 20)
        try write("x", to: "rules/20-mine.lua")
        #expect(try told(waiter).contains(changed("20-mine.lua", in: inner)))
    }

    @Test("a missing folder is reported", arguments: Backend.allCases)
    func missing(backend: Backend) throws {
        let waiter = try backend.waiter()
        #expect(try !waiter.watch(path("missing")))
        try write("x", to: "file")
        #expect(try !waiter.watch(path("file")))
    }

    #if os(Linux)
        @Test("closes everything when its waiter is gone", arguments: Backend.allCases)
        func closed(backend: Backend) throws {
            for name in 0..<20 { try write("x", to: "\(name).lua") }
            do {
                let waiter = try backend.waiter()
                try waiter.watch(folder)
                try write("y", to: "1.lua", atomically: true)
                _ = try told(waiter)
            }
            #expect((0..<1024).allSatisfy { !Self.openPath($0).hasPrefix(folder) })
        }

        /// Empty where a descriptor is not of a file.
        private static func openPath(_ descriptor: Int) -> String {
            var letters = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            readlink("/proc/self/fd/\(descriptor)", &letters, letters.count - 1)
            return letters.withUnsafeBufferPointer { letters in
                letters.baseAddress.map { String(cString: $0) } ?? ""
            }
        }
    #endif
}
