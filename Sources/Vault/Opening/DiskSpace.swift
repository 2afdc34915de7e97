#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The room that is left on a disk.
enum DiskSpace {
    /// Why a file can't grow; nil if it can. SQLite says no more than "disk I/O error" of
    /// some writes that fail for it.
    ///
    /// - Parameter path: a file, which need not be there, in a folder that is.
    static func hindrance(at path: String) -> String? {
        if isUsedUp(at: path) { return "the disk is full" }
        var limit = rlimit()
        guard getrlimit(fileSizeLimit, &limit) == 0, limit.rlim_cur != unlimited else {
            return nil
        }
        return "files may have at most \(limit.rlim_cur) bytes here (ulimit -f)"
    }

    private static func isUsedUp(at path: String) -> Bool {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < leastNeeded
    }

    #if canImport(Glibc)
        private static let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        private static let unlimited = rlim_t.max
    #else
        private static let fileSizeLimit = RLIMIT_FSIZE
        private static let unlimited = rlim_t.max >> 1
    #endif
    private static let leastNeeded: UInt64 = 65_536
}
