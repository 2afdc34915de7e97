internal import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A check of the files that decide what is run and how money is classified: rules,
/// handlers, plugins and configuration. One that others can change is not read.
struct FileTrust {
    private let trust = PathTrust()

    /// Why a folder of the vault should not be read; nil if it may be. Looks at the folders
    /// above it too, up to the vault's.
    ///
    /// - Parameters:
    ///   - path: the folder, "/home/ann/vault/Plugins/refunds".
    ///   - folder: its path within the vault, "Plugins/refunds".
    func reasonToRefuse(folder path: String, inVaultAs folder: String) -> String? {
        var path = path
        var parts = folder.split(separator: "/")
        while true {
            if let reason = reasonToRefuse(path) { return reason }
            guard let part = parts.popLast(), path.hasSuffix("/" + part) else { return nil }
            path = String(path.dropLast(part.count + 1))
        }
    }

    /// Why a file or folder should not be read, whatever is above it. What a link leads to is
    /// judged from the root on, since it may lie anywhere.
    func reasonToRefuse(_ path: String) -> String? {
        let reason: String?
        if Self.isLink(path) {
            // A link to nothing, or to a device, is told where it is read.
            guard let target = Self.realPath(path), Self.isFileOrFolder(target) else { return nil }
            reason = trust.reasonToRefuse(target)
        } else {
            reason = trust.reasonToRefuseEntry(path)
        }
        return reason.map { "\($0); read what it says, then run \"chmod go-w\" on it" }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func isFileOrFolder(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// Nil if it leads nowhere.
    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
