internal import Foundation

/// A reader of whole files up to a size limit.
public enum FileReader {
    /// The default limit for files and pipes that the user names.
    public static let mostBytes = 64 << 20

    /// Reads a file or a pipe. A user may keep a token in another program, and shells pass its
    /// output as the path of a pipe.
    ///
    /// - Throws: ``EngineError/cannotRead(path:reason:)``.
    public static func bytes(
        at path: String, atMost limit: Int = mostBytes
    ) throws(EngineError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw cannotRead(path, errno) }
        defer { close(descriptor) }
        do throws(UnreadableFile) {
            return try bytes(of: descriptor, atMost: limit)
        } catch {
            throw .cannotRead(path: path, reason: error.reason)
        }
    }

    /// Reads standard input to its end.
    ///
    /// - Parameters:
    ///   - descriptor: the file descriptor to read.
    ///   - limit: the limit in bytes, since a pipe need not end.
    ///   - remedy: the advice for input beyond the limit.
    /// - Throws: ``EngineError/cannotRead(path:reason:)``.
    public static func standardInput(
        _ descriptor: Int32 = 0, atMost limit: Int = mostBytes, remedy: String
    ) throws(EngineError) -> [UInt8] {
        do throws(UnreadableFile) {
            return try bytes(of: descriptor, atMost: limit)
        } catch {
            let isTooLarge = if case .tooLarge = error { true } else { false }
            throw .cannotRead(
                path: "standard input", reason: error.reason + (isTooLarge ? "; \(remedy)" : ""))
        }
    }

    /// Reads an ordinary file, possibly behind a link. Opening a pipe would block until it has
    /// a writer.
    static func bytes(
        ofOrdinaryFile path: String, atMost limit: Int = mostBytes
    ) throws(EngineError) -> [UInt8] {
        do throws(UnreadableFile) {
            return try ordinaryFile(path, atMost: limit)
        } catch {
            throw .cannotRead(path: path, reason: error.reason)
        }
    }

    /// Reads an ordinary file, possibly behind a link.
    ///
    /// - Parameter root: a folder that must contain the file, even behind links; nil for no
    ///   restriction.
    static func ordinaryFile(
        _ path: String, within root: String? = nil, atMost limit: Int
    ) throws(UnreadableFile) -> [UInt8] {
        var path = path
        if let root {
            guard let target = realPath(path), let root = realPath(root) else {
                var status = stat()
                guard lstat(path, &status) == 0 else { throw .system(errno) }
                throw .linkToNothing
            }
            guard target.hasPrefix(root + "/") else { throw .leadsOut }
            path = target
        }
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        // The resolved path does not end in a link, unless someone just created one.
        let descriptor = open(path, root == nil ? flags : flags | O_NOFOLLOW)
        guard descriptor >= 0 else {
            // Opening a socket fails like this too.
            throw errno == ENXIO ? .notOrdinary : .system(errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .system(EISDIR)
        default: throw .notOrdinary
        }
        guard status.st_size <= limit else { throw .tooLarge(limit) }
        return try bytes(of: descriptor, atMost: limit)
    }

    /// Reads to the end, or to just past the limit. A file can grow meanwhile, and a pipe need
    /// not end.
    private static func bytes(
        of descriptor: Int32, atMost limit: Int
    ) throws(UnreadableFile) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = part.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count > 0 {
                bytes += part[..<count]
                guard bytes.count <= limit else { throw .tooLarge(limit) }
            } else if errno != EINTR {
                throw .system(errno)
            }
        }
    }

    /// The path without links; nil if it does not exist.
    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func cannotRead(_ path: String, _ number: Int32) -> EngineError {
        .cannotRead(path: path, reason: UnreadableFile.system(number).reason)
    }
}

/// Why a file can't be read.
enum UnreadableFile: Error, Hashable {
    case system(Int32)
    case notOrdinary
    case tooLarge(Int)
    case linkToNothing
    /// It is a link that leads out of its folder.
    case leadsOut

    /// The cause, to follow the file's name: "… can't be read: permission denied".
    var reason: String {
        switch self {
        case .system(ENOENT): "there is no such file"
        case .system(EISDIR): "it is a folder"
        case .system(let number): String(cString: strerror(number)).lowercased()
        case .notOrdinary: "it is not a regular file"
        case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB"
        case .linkToNothing: "it is a broken link"
        case .leadsOut: "it is a link that leads out of the folder"
        }
    }

    /// The message for a file in a folder, to follow its path.
    var message: String {
        switch self {
        case .system: "can't be read: \(reason)"
        case .notOrdinary: "is not a regular file; move it out of the folder"
        case .tooLarge(let limit): "is larger than \(limit >> 20) MiB"
        case .linkToNothing: "is a broken link"
        case .leadsOut: "is a link that leads out of the folder; put the file itself there"
        }
    }
}
