import Foundation
import Platform
import Testing

@Suite("A new version of a file")
struct DraftFileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("draft-\(UInt64.random(in: 0...(.max)))")
    private var path: String { folder.appendingPathComponent("money.journal").path }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func write(_ text: String, onlyIfChanged: Bool = false) throws -> Bool {
        let draft = try DraftFile(of: path)
        try FileHandle(fileDescriptor: draft.descriptor, closeOnDealloc: false)
            .write(contentsOf: Data(text.utf8))
        return try draft.replace(onlyIfChanged: onlyIfChanged)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }

    @Test("replaces the old one, unless it is the same")
    func replaced() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try write("one", onlyIfChanged: true))
        #expect(try !write("one", onlyIfChanged: true))
        #expect(try write("two", onlyIfChanged: true))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "two")
        #expect(try names() == ["money.journal"])
    }

    @Test("is made although a killed process with the same id left one")
    func leftOver() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("half".utf8).write(to: URL(fileURLWithPath: "\(path).\(getpid()).draft"))
        #expect(try write("whole"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "whole")
        #expect(try names() == ["money.journal"])
    }

    @Test("that is given up leaves the old one")
    func discarded() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try write("one")
        try DraftFile(of: path).discard()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "one")
        #expect(try names() == ["money.journal"])
    }
}
