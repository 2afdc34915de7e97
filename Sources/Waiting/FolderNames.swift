#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What a folder holds, by its list alone.
struct FolderNames {
    /// Which file each name leads to.
    private(set) var inodes: [String: UInt64] = [:]
    /// The names of files proper: not of folders, links and the like.
    private(set) var files: Set<String> = []

    /// Nil where it can't be read.
    init?(of path: String) {
        guard let stream = opendir(path) else { return nil }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { letters in
                UnsafeRawPointer(letters).withMemoryRebound(to: CChar.self, capacity: 1) {
                    String(cString: $0)
                }
            }
            guard name != ".", name != ".." else { continue }
            inodes[name] = UInt64(entry.pointee.d_ino)
            // Some file systems leave it open.
            let kind = Int(entry.pointee.d_type)
            if kind == Int(DT_REG) || kind == Int(DT_UNKNOWN) { files.insert(name) }
        }
    }
}

/// Which file a path leads to.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// Nil where there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
