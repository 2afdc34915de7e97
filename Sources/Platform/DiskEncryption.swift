internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Whether the disk under a folder is encrypted, as far as the system shows it.
///
/// A drive or a host that encrypts by itself does not show.
public enum DiskEncryption: Hashable, Sendable {
    /// - Parameter method: such as "LUKS".
    case encrypted(method: String)
    case plain
    /// The system does not show it, such as on a network drive.
    case unknown

    /// - Parameters:
    ///   - path: an existing file or folder.
    ///   - root: where `/proc` and `/sys` are.
    ///   - environment: that of `zfs`.
    public init(
        of path: String, root: String = "", environment: [String: String] = [:]
    ) {
        self = Self.look(
            at: URL(fileURLWithPath: path).resolvingSymlinksInPath().path, root, environment)
    }

    private static func look(
        at path: String, _ root: String, _ environment: [String: String]
    ) -> DiskEncryption {
        guard let mount = Mount.all(root).last(where: { $0.holds(path) }) else { return .unknown }
        switch mount.kind {
        case "ecryptfs": return .encrypted(method: "eCryptfs")
        case "fuse.gocryptfs", "fuse.encfs", "fuse.cryfs":
            return .encrypted(method: String(mount.kind.dropFirst("fuse.".count)))
        case "zfs": return ofDataset(mount.source, environment)
        default: break
        }
        if hasEncryptedContents(path) { return .encrypted(method: "fscrypt") }
        guard let device = mount.device else { return .unknown }
        return ofDevice("\(root)/sys/dev/block/\(device)")
    }

    /// A device that is made of others is encrypted if it is, or if all of those are.
    private static func ofDevice(_ folder: String, depth: Int = 0) -> DiskEncryption {
        let files = FileManager.default
        guard depth < mostLayers, files.fileExists(atPath: folder) else { return .unknown }
        if let uuid = files.contents(atPath: folder + "/dm/uuid") {
            let text = String(decoding: uuid, as: UTF8.self)
            if text.hasPrefix("CRYPT-LUKS") { return .encrypted(method: "LUKS") }
            if text.hasPrefix("CRYPT-") { return .encrypted(method: "dm-crypt") }
        }
        // The file behind a loop device lies on another disk.
        if files.fileExists(atPath: folder + "/loop") { return .unknown }
        let layers: [String]
        do {
            layers = try files.contentsOfDirectory(atPath: folder + "/slaves").sorted()
        } catch {
            // A partition is made of nothing.
            return .plain
        }
        let below = layers.map { ofDevice("\(folder)/slaves/\($0)", depth: depth + 1) }
        if let other = below.first(where: { $0 == .plain || $0 == .unknown }) { return other }
        return below.first ?? .plain
    }

    private static let mostLayers = 8

    private static func ofDataset(
        _ dataset: String, _ environment: [String: String]
    ) -> DiskEncryption {
        guard let tool = InstalledTool("zfs", environment: environment) else { return .unknown }
        do throws(InstalledTool.Failure) {
            let result = try tool.run(
                ["get", "-H", "-o", "value", "encryption", dataset], atMost: .seconds(5))
            let value = String(decoding: result.output, as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            guard result.exitCode == 0, !value.isEmpty, value != "-" else { return .unknown }
            return value == "off" ? .plain : .encrypted(method: "ZFS")
        } catch {
            return .unknown
        }
    }

    /// Whether the file system itself encrypts a folder.
    private static func hasEncryptedContents(_ path: String) -> Bool {
        #if os(Linux)
            let folder = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard folder >= 0 else { return false }
            defer { close(folder) }
            var flags = 0
            // FS_IOC_GETFLAGS and FS_ENCRYPT_FL.
            return ioctl(folder, 0x8008_6601, &flags) == 0 && flags & 0x800 != 0
        #else
            return false
        #endif
    }
}

/// A line of `/proc/self/mountinfo`.
private struct Mount {
    let place: String
    let kind: String
    let source: String
    private let number: String

    /// In the order in which they were mounted, so that the last one that holds a path counts.
    static func all(_ root: String) -> [Mount] {
        guard let text = FileManager.default.contents(atPath: root + "/proc/self/mountinfo") else {
            return []
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { Mount($0) }
    }

    private init?(_ line: Substring) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard let dash = words.firstIndex(of: "-"), dash >= 6, words.count > dash + 2 else {
            return nil
        }
        (number, place) = (String(words[2]), Self.plain(words[4]))
        (kind, source) = (String(words[dash + 1]), Self.plain(words[dash + 2]))
    }

    func holds(_ path: String) -> Bool {
        place == "/" || path == place || path.hasPrefix(place + "/")
    }

    /// The number of its block device, such as "253:0"; nil if it has none.
    var device: String? {
        guard number.hasPrefix("0:") else { return number }
        // Btrfs has numbers of its own.
        var status = stat()
        guard source.hasPrefix("/dev/"), stat(source, &status) == 0 else { return nil }
        let (high, low) = (UInt64(status.st_rdev) >> 8 & 0xFFF, UInt64(status.st_rdev))
        return "\(high):\(low & 0xFF | low >> 12 & 0xFFF00)"
    }

    /// Spaces are written as "\040".
    private static func plain(_ word: Substring) -> String {
        String(word).replacing("\\040", with: " ").replacing("\\011", with: "\t")
            .replacing("\\134", with: "\\")
    }
}
