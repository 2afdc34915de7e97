#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The file of a program that is to be run.
struct ProgramFile {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Why it should not be run, or nil. A file that others can write is what
    /// others want to be run.
    var reasonToRefuse: String? {
        guard path.hasPrefix("/") else { return "\(path) is no whole path" }
        var status = stat()
        guard stat(path, &status) == 0 else {
            return errno == ENOENT
                ? "there is no \(path)"
                : "\(path) can't be looked at: \(String(cString: strerror(errno)).lowercased())"
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return "\(path) is no ordinary file" }
        guard access(path, X_OK) == 0 else { return "\(path) can't be executed" }
        guard status.st_uid == geteuid() || Self.isRoot(status.st_uid) else {
            return "\(path) belongs to another user"
        }
        let isWritableByGroup =
            status.st_mode & S_IWGRP != 0 && ![0, getegid()].contains(status.st_gid)
        guard status.st_mode & S_IWOTH == 0, !isWritableByGroup else {
            return "\(path) can be written by others"
        }
        return nil
    }

    /// Whether a file's owner is root. A service in a user namespace of its own
    /// sees root's files as nobody's.
    private static func isRoot(_ owner: uid_t) -> Bool {
        owner == 0 || (owner == nobody && !seesRoot)
    }

    private static let nobody: uid_t = 65_534

    /// Whether this process's namespace has the user 0.
    private static var seesRoot: Bool {
        guard let map = fopen("/proc/self/uid_map", "re") else { return true }
        defer { fclose(map) }
        var line = [CChar](repeating: 0, count: 128)
        while fgets(&line, Int32(line.count), map) != nil {
            let first = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                .split(separator: UInt8(ascii: " ")).first
            if first.map({ String(decoding: $0, as: UTF8.self) }) == "0" { return true }
        }
        return false
    }
}
