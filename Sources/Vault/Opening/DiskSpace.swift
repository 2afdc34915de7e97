#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The room that is left on a disk.
enum DiskSpace {
    /// Whether there is too little for a file to grow. SQLite says no more than
    /// "disk I/O error" of some writes that fail for it.
    ///
    /// - Parameter path: a file, which need not be there, in a folder that is.
    static func isUsedUp(at path: String) -> Bool {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < leastNeeded
    }

    private static let leastNeeded: UInt64 = 65_536
}
