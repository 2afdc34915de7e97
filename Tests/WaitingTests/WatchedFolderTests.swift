import Foundation
import Testing
import Waiting

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How a waiter finds out which file of a folder changed.
enum Naming: CaseIterable, CustomTestStringConvertible {
    /// As this system does it.
    case usual
    /// By comparing names, as on macOS.
    case comparing

    var testDescription: String { self == .usual ? "as usual" : "by comparing names" }

    func waiter() throws -> Waiter {
        self == .usual ? try Waiter() : try Waiter(comparesNames: true)
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

    private func changed(_ name: String, in folder: String? = nil) -> Wakening {
        .changed(FileChange(folder: folder ?? self.folder, name: name))
    }

    /// What a waiter tells until nothing more comes for a moment.
    private func told(_ waiter: Waiter) throws -> Set<Wakening> {
        var all = Set(try waiter.wait(atMost: 10_000))
        while true {
            let more = try waiter.wait(atMost: 20)
            guard !more.isEmpty else { return all }
            all.formUnion(more)
        }
    }

    @Test("when a file in it was made", arguments: Naming.allCases)
    func made(naming: Naming) throws {
        let waiter = try naming.waiter()
        try waiter.watch(folder)
        try write("x", to: "20-mine.lua")
        #expect(try told(waiter) == [changed("20-mine.lua")])
    }

    @Test("when a file that was there is written in place", arguments: Naming.allCases)
    func writtenInPlace(naming: Naming) throws {
        try write("x", to: "20-mine.lua")
        try write("x", to: "30-other.lua")
        let waiter = try naming.waiter()
        try waiter.watch(folder)
        try write("y", to: "20-mine.lua")
        #expect(try told(waiter) == [changed("20-mine.lua")])
    }

    @Test("when a file that came later is written again", arguments: Naming.allCases)
    func writtenAgain(naming: Naming) throws {
        let waiter = try naming.waiter()
        try waiter.watch(folder)
        for text in ["a", "b", "c"] {
            try write(text, to: "20-mine.lua")
            #expect(try told(waiter) == [changed("20-mine.lua")])
        }
    }

    @Test("when many files are written at once", arguments: Naming.allCases)
    func many(naming: Naming) throws {
        let names = (0..<200).map { "\($0).lua" }
        for name in names { try write("x", to: name) }
        let waiter = try naming.waiter()
        try waiter.watch(folder)
        for name in names { try write("y", to: name) }
        #expect(try told(waiter) == Set(names.map { changed($0) }))
    }

    @Test("when a file was emptied", arguments: Naming.allCases)
    func emptied(naming: Naming) throws {
        try write("x", to: "20-mine.lua")
        let waiter = try naming.waiter()
        try waiter.watch(folder)
        try write("", to: "20-mine.lua")
        #expect(try told(waiter) == [changed("20-mine.lua")])
    }

    @Test("when another file took a file's place, as editors save", arguments: Naming.allCases)
    func replaced(naming: Naming) throws {
        try write("x", to: "20-mine.lua")
        let waiter = try naming.waiter()
        try waiter.watch(folder)
        for text in ["y", "z"] {
            try write(text, to: "20-mine.lua", atomically: true)
            #expect(try told(waiter).contains(changed("20-mine.lua")))
        }
        try write("in place", to: "20-mine.lua")
        #expect(try told(waiter) == [changed("20-mine.lua")])
    }

    @Test("when a file was removed", arguments: Naming.allCases)
    func removed(naming: Naming) throws {
        try write("x", to: "20-mine.lua")
        let waiter = try naming.waiter()
        try waiter.watch(folder)
        try FileManager.default.removeItem(atPath: path("20-mine.lua"))
        #expect(try told(waiter) == [changed("20-mine.lua")])
    }

    @Test("when a file has another name, with both", arguments: Naming.allCases)
    func renamed(naming: Naming) throws {
        try write("x", to: "20-mine.lua")
        let waiter = try naming.waiter()
        try waiter.watch(folder)
        #expect(rename(path("20-mine.lua"), path("30-mine.lua")) == 0)
        #expect(try told(waiter) == [changed("20-mine.lua"), changed("30-mine.lua")])
        try write("y", to: "30-mine.lua")
        #expect(try told(waiter) == [changed("30-mine.lua")])
    }

    @Test(
        "when a folder was made in it, of whose files nothing is told", arguments: Naming.allCases)
    func folderMade(naming: Naming) throws {
        let waiter = try naming.waiter()
        try waiter.watch(folder)
        try FileManager.default.createDirectory(
            atPath: path("mine"), withIntermediateDirectories: false)
        #expect(try told(waiter) == [changed("mine")])
        try write("x", to: "mine/20-mine.lua")
        #expect(try waiter.wait(atMost: 20).isEmpty)
    }

    @Test("once for all that was done to a file", arguments: Naming.allCases)
    func once(naming: Naming) throws {
        let waiter = try naming.waiter()
        try waiter.watch(folder)
        for text in ["a", "b", "c"] { try write(text, to: "20-mine.lua") }
        #expect(try waiter.wait(atMost: 10_000) == [changed("20-mine.lua")])
    }

    @Test("once where it is watched twice", arguments: Naming.allCases)
    func watchedTwice(naming: Naming) throws {
        try write("x", to: "20-mine.lua")
        let waiter = try naming.waiter()
        for _ in 0..<2 { try waiter.watch(folder) }
        try write("y", to: "20-mine.lua")
        #expect(try waiter.wait(atMost: 10_000) == [changed("20-mine.lua")])
    }

    @Test("not for a file that is only read", arguments: Naming.allCases)
    func read(naming: Naming) throws {
        try write("x", to: "20-mine.lua")
        let waiter = try naming.waiter()
        try waiter.watch(folder)
        _ = try Data(contentsOf: URL(fileURLWithPath: path("20-mine.lua")))
        #expect(try waiter.wait(atMost: 20).isEmpty)
    }

    @Test(
        "at each write of a file that stays open, where that is wanted",
        arguments: Naming.allCases)
    func eachWrite(naming: Naming) throws {
        try write("", to: "log")
        let waiter = try naming.waiter()
        try waiter.watch(folder, eachWrite: true)
        let file = try #require(FileHandle(forWritingAtPath: path("log")))
        for text in ["x", "y"] {
            file.write(Data(text.utf8))
            #expect(try waiter.wait(atMost: 10_000) == [changed("log")])
        }
        file.closeFile()
    }

    @Test("when it was itself moved away, with an empty name", arguments: Naming.allCases)
    func movedAway(naming: Naming) throws {
        let inner = path("rules")
        try FileManager.default.createDirectory(
            atPath: inner, withIntermediateDirectories: false)
        let waiter = try naming.waiter()
        try waiter.watch(inner)
        #expect(rename(inner, inner + "-away") == 0)
        #expect(try told(waiter).contains(changed("", in: inner)))
        #expect(try !waiter.watch(inner))
    }

    @Test("when another one took its place, and is watched again", arguments: Naming.allCases)
    func tookPlace(naming: Naming) throws {
        let inner = path("rules")
        func make() throws {
            try FileManager.default.createDirectory(
                atPath: inner, withIntermediateDirectories: false)
        }
        try make()
        let waiter = try naming.waiter()
        try waiter.watch(inner)
        #expect(rename(inner, inner + "-away") == 0)
        try make()
        #expect(try waiter.watch(inner))
        _ = try waiter.wait(atMost: 20)
        try write("x", to: "rules/20-mine.lua")
        #expect(try told(waiter).contains(changed("20-mine.lua", in: inner)))
    }

    @Test("not where it is not there, which is said", arguments: Naming.allCases)
    func missing(naming: Naming) throws {
        let waiter = try naming.waiter()
        #expect(try !waiter.watch(path("missing")))
        try write("x", to: "file")
        #expect(try !waiter.watch(path("file")))
    }

    #if os(Linux)
        @Test("and holds nothing open when its waiter is gone", arguments: Naming.allCases)
        func closed(naming: Naming) throws {
            for name in 0..<20 { try write("x", to: "\(name).lua") }
            do {
                let waiter = try naming.waiter()
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
