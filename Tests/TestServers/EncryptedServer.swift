import Foundation
import TestSupport

/// A web server with TLS on 127.0.0.1 and a certificate of its own making, which
/// answers every request with a page.
public final class EncryptedServer {
    /// Where the tool is that makes certificates and serves them.
    public static let tool = [
        "/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl",
    ]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

    struct NotStarted: Error {}

    public let port: UInt16
    private let folder: URL
    private let process: Process

    public var certificate: String { folder.appendingPathComponent("certificate.pem").path }

    public init() throws {
        guard let tool = Self.tool else { throw NotStarted() }
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("simplefin-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let making = Process()
        making.executableURL = URL(fileURLWithPath: tool)
        making.currentDirectoryURL = folder
        making.arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
            "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem",
            "-out", "certificate.pem",
        ]
        making.standardError = FileHandle.nullDevice
        try making.start()
        making.waitUntilExit()

        let output = Pipe()
        process = Process()
        process.executableURL = URL(fileURLWithPath: tool)
        process.currentDirectoryURL = folder
        process.arguments = [
            "s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem",
            "-www",
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.start()
        port = try Self.port(toldBy: output)
    }

    deinit {
        // It takes over what signals its parent's thread holds back; not this one.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            print("cannot remove \(folder.path): \(error)")
        }
    }

    /// Reads "ACCEPT 127.0.0.1:41231".
    private static func port(toldBy output: Pipe) throws -> UInt16 {
        var told = ""
        while true {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw NotStarted() }
            told += String(decoding: piece, as: UTF8.self)
            for line in told.split(separator: "\n").dropLast(told.hasSuffix("\n") ? 0 : 1)
            where line.hasPrefix("ACCEPT") {
                guard let port = line.split(separator: ":").last.flatMap({ UInt16($0) }) else {
                    throw NotStarted()
                }
                return port
            }
        }
    }
}
