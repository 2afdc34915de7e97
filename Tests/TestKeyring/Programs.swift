internal import Foundation

/// The programs of which a bus and a keyring are made, and where their
/// libraries are.
struct Programs {
    /// Runs a session bus.
    let bus: String?
    let keyring: String?
    let environment: [String: String]

    /// The system's, else those beside the build; nil for one that is missing.
    static func installed() -> Programs {
        let beside = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent(".build/keyring/usr").path
        let folders = ["/usr/bin", "\(beside)/bin"]
        func program(_ name: String) -> String? {
            folders.map { "\($0)/\(name)" }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
        }
        return Programs(
            bus: program("dbus-daemon"), keyring: program("gnome-keyring-daemon"),
            environment: [
                "PATH": "/usr/bin:/bin",
                "LD_LIBRARY_PATH": libraryFolders(in: beside + "/lib").joined(separator: ":"),
            ])
    }

    /// The folder and those in it, one for each architecture.
    private static func libraryFolders(in folder: String) -> [String] {
        guard let names = FileManager.default.enumerator(atPath: folder) else { return [] }
        let libraries = names.compactMap { $0 as? String }.filter { $0.contains(".so.") }
        return Set(libraries.map { folder + "/" + ($0 as NSString).deletingLastPathComponent })
            .sorted()
    }
}
