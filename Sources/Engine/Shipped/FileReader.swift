internal import Foundation

/// Reads whole files that a person names or owns.
public enum FileReader {
    /// Pipes count as files: a person may keep a token in another program, and
    /// a shell hands its output over as the path of a pipe.
    ///
    /// - Throws: ``EngineError/cannotRead(path:reason:)``.
    public static func bytes(at path: String) throws(EngineError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw cannotRead(path, errno) }
        defer { close(descriptor) }
        return try bytes(of: descriptor, path)
    }

    /// The same of a file that has to be one, perhaps at the end of a link: whoever
    /// opens a pipe waits for its writer, and nobody can end that.
    static func bytes(ofOrdinaryFile path: String) throws(EngineError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw cannotRead(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw cannotRead(path, errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return try bytes(of: descriptor, path)
        case S_IFDIR: throw cannotRead(path, EISDIR)
        default: throw cannotRead(path, ENXIO)
        }
    }

    private static func bytes(
        of descriptor: Int32, _ path: String
    ) throws(EngineError) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = part.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count > 0 {
                bytes += part[..<count]
            } else if errno != EINTR {
                throw cannotRead(path, errno)
            }
        }
    }

    private static func cannotRead(_ path: String, _ number: Int32) -> EngineError {
        let reason =
            switch number {
            case ENOENT: "there is no such file"
            case EISDIR: "it is a folder"
            // Also what opening a socket ends in.
            case ENXIO: "it is no ordinary file"
            default: String(cString: strerror(number)).lowercased()
            }
        return .cannotRead(path: path, reason: reason)
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
