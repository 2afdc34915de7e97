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

    /// Why it should not be run, or nil. If others can write it or a folder above it, they
    /// decide what is run.
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
        return PathTrust().reasonToRefuse(path)
    }
}
