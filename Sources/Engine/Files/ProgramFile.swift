internal import Foundation

/// The identity of a program's file, to tell versions apart.
struct ProgramFile: Hashable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    private let modified: Time

    private struct Time: Hashable {
        let seconds: Int64
        let nanoseconds: Int64
    }

    /// Nil if there is no file.
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

    /// The size and the time of the last change, to tell builds apart across runs.
    var identity: String { "\(size) \(modified.seconds) \(modified.nanoseconds)" }

    /// The file of this process. Linux finds it even after it was replaced.
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

/// A check whether another version of the program was installed while it runs.
struct ProgramUpdates {
    private let path: String?
    private let first: ProgramFile?
    private var isTold = false

    /// - Parameter path: the installed program; nil to check nothing.
    init(of path: String?) {
        self.path = path
        first = path.flatMap(ProgramFile.init(path:))
    }

    /// Whether the program was replaced; true at most once.
    mutating func areNews() -> Bool {
        guard !isTold, let first, let path, let now = ProgramFile(path: path), now != first else {
            return false
        }
        isTold = true
        return true
    }
}
