public import Foundation

/// A folder that goes with its owner.
public final class ScratchFolder {
    private let url: URL

    public var path: String { url.path }

    public init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("scratch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            print("cannot remove \(url.path): \(error)")
        }
    }

    public func file(named name: String, _ text: String) throws -> URL {
        let file = url.appendingPathComponent(name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file
    }

    /// A program that the shell runs.
    ///
    /// Another process writes it: while this one had it open, a child that
    /// another test starts at that moment would have it open too, and what is
    /// open for writing can't be run.
    public func program(named name: String, _ script: String) throws -> String {
        let path = url.appendingPathComponent(name).path
        let writer = Process()
        writer.executableURL = URL(fileURLWithPath: "/bin/sh")
        writer.arguments = [
            "-c", "printf '%s\\n' '#!/bin/sh' \"$1\" >\"$2\" && chmod 755 \"$2\"", "sh", script,
            path,
        ]
        try writer.start()
        writer.waitUntilExit()
        guard writer.terminationStatus == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
        }
        return path
    }
}
