internal import Foundation

/// A folder for what tests make once and copy. It goes when the process ends.
public enum SharedFolder {
    /// - Returns: the path.
    public static func path() throws -> String { try made.get() }

    /// Copies a folder with the modes of its files, and links as links.
    public static func copy(_ original: String, to path: String) throws {
        let copying = Process()
        copying.executableURL = URL(fileURLWithPath: "/bin/cp")
        copying.arguments = ["-a", original, path]
        try copying.start()
        copying.waitUntilExit()
        guard copying.terminationStatus == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
        }
    }

    private static let made: Result<String, any Error> = Result {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        atexit { remove() }
        return folder
    }

    private static var folder: String {
        FileManager.default.temporaryDirectory
            .appendingPathComponent("shared-\(ProcessInfo.processInfo.processIdentifier)").path
    }

    private static func remove() {
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            print("cannot remove \(folder): \(error)")
        }
    }
}
