internal import Foundation

/// The file of a program, to tell one version from another.
struct ProgramFile: Hashable {
    private let device: UInt64
    private let number: UInt64
    let size: Int64
    let modified: Time

    struct Time: Hashable {
        let seconds: Int64
        let nanoseconds: Int64
    }

    /// Nil if there is none.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = Time(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }

    /// That of this process. On Linux it is found also after another was put in its place.
    ///
    /// - Throws: ``EngineError/cannotRead(path:reason:)``.
    static func running() throws(EngineError) -> ProgramFile {
        #if os(Linux)
            let path = "/proc/self/exe"
        #else
            let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
        #endif
        guard let file = ProgramFile(path: path) else {
            throw .cannotRead(path: path, reason: String(cString: strerror(errno)).lowercased())
        }
        return file
    }
}

/// A look at whether another version of a program was installed while it runs.
struct ProgramUpdates {
    private let path: String?
    private let first: ProgramFile?
    private var isTold = false

    /// - Parameter path: where the program is installed; nil to look at nothing.
    init(of path: String?) {
        self.path = path
        first = path.flatMap(ProgramFile.init(path:))
    }

    /// Whether another file has taken the program's place; once at most.
    mutating func areNews() -> Bool {
        guard !isTold, let first, let path, let now = ProgramFile(path: path), now != first else {
            return false
        }
        isTold = true
        return true
    }
}
