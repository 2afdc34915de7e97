internal import Foundation

/// Reads whole files that a person names or owns, none of them beyond a limit.
public enum FileReader {
    /// The most that is read of a file or a pipe that a person names.
    public static let mostBytes = 64 << 20

    /// Pipes count as files: a person may keep a token in another program, and
    /// a shell hands its output over as the path of a pipe.
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

    /// Standard input to its end.
    ///
    /// - Parameters:
    ///   - descriptor: of what is read.
    ///   - limit: bytes. A pipe need not end.
    ///   - remedy: words about input beyond the limit.
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

    /// The same of a file that has to be one, perhaps at the end of a link: whoever
    /// opens a pipe waits for its writer, and nobody can end that.
    static func bytes(
        ofOrdinaryFile path: String, atMost limit: Int = mostBytes
    ) throws(EngineError) -> [UInt8] {
        do throws(UnreadableFile) {
            return try ordinaryFile(path, atMost: limit)
        } catch {
            throw .cannotRead(path: path, reason: error.reason)
        }
    }

    /// The bytes of an ordinary file, perhaps at the end of a link.
    ///
    /// - Parameter root: a folder that the file has to be in, and no link may lead out
    ///   of; nil for a file anywhere.
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
        // What was resolved has no link at its end, unless somebody just put one there.
        let descriptor = open(path, root == nil ? flags : flags | O_NOFOLLOW)
        guard descriptor >= 0 else {
            // Also what opening a socket ends in.
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

    /// Reads to the end, and at most one part past the limit: a file can grow meanwhile,
    /// and a pipe need not end.
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

    /// The path without links, or nil where it leads nowhere.
    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func cannotRead(_ path: String, _ number: Int32) -> EngineError {
        .cannotRead(path: path, reason: UnreadableFile.system(number).reason)
    }

    /// The plain cause of a file error, without the path that is told anyway.
    static func words(for error: any Error) -> String {
        switch (error as NSError).code {
        case CocoaError.fileReadNoSuchFile.rawValue, CocoaError.fileNoSuchFile.rawValue:
            "there is no such file"
        case CocoaError.fileReadNoPermission.rawValue, CocoaError.fileWriteNoPermission.rawValue:
            "permission denied"
        case CocoaError.fileWriteOutOfSpace.rawValue: "the disk is full"
        default: error.localizedDescription
        }
    }
}

/// Why a file can't be read.
enum UnreadableFile: Error, Hashable {
    case system(Int32)
    case notOrdinary
    case tooLarge(Int)
    case linkToNothing
    /// It is a link out of the folder that it lies in.
    case leadsOut

    /// For a sentence that begins with the file: "… can't be read: permission denied".
    var reason: String {
        switch self {
        case .system(ENOENT): "there is no such file"
        case .system(EISDIR): "it is a folder"
        case .system(let number): String(cString: strerror(number)).lowercased()
        case .notOrdinary: "it is no ordinary file"
        case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB"
        case .linkToNothing: "it is a link to nothing"
        case .leadsOut: "it is a link that leads out of the folder"
        }
    }

    /// What is wrong with a file of a folder, after its path.
    var message: String {
        switch self {
        case .system: "can't be read: \(reason)"
        case .notOrdinary: "is no ordinary file; take it out of the folder"
        case .tooLarge(let limit): "is larger than \(limit >> 20) MiB"
        case .linkToNothing: "is a link to nothing"
        case .leadsOut: "is a link that leads out of the folder; put the file itself there"
        }
    }
}
