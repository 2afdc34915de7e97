internal import CPlatformShim
internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A new version of a file, for its owner alone, that replaces the old one at once.
///
/// It is written beside the file. A reader sees the old version or all of the new one.
public final class DraftFile {
    private let path: String
    private let draft: String
    /// The draft, open for writing.
    public let descriptor: Int32
    private var isOpen = true

    /// - Throws: `CocoaError` with the path if the draft can't be made.
    public init(of path: String) throws {
        self.path = path
        draft = "\(path).\(getpid()).draft"
        // An earlier process with this id was killed, as happens where all have the same.
        unlink(draft)
        descriptor = open(draft, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(errno, path) }
    }

    deinit { discard() }

    /// Replaces the file.
    ///
    /// - Parameter onlyIfChanged: whether to leave a file that has the same bytes as it is.
    /// - Returns: whether the file was replaced.
    @discardableResult
    public func replace(onlyIfChanged: Bool = false) throws -> Bool {
        if onlyIfChanged, FileManager.default.contentsEqual(atPath: draft, andPath: path) {
            discard()
            return false
        }
        guard fsync(descriptor) == 0, rename(draft, path) == 0 else {
            let number = errno
            discard()
            throw Self.failure(number, path)
        }
        isOpen = false
        close(descriptor)
        return true
    }

    /// Removes the draft and leaves the file as it is.
    public func discard() {
        guard isOpen else { return }
        isOpen = false
        close(descriptor)
        unlink(draft)
    }

    private static func failure(_ number: Int32, _ path: String) -> CocoaError {
        let cause = POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO)
        return CocoaError(
            .fileWriteUnknown, userInfo: [NSFilePathErrorKey: path, NSUnderlyingErrorKey: cause])
    }
}

extension DraftFile {
    /// Whether a program still writes a file, and has it open. False for files of other users,
    /// and on systems that can't tell.
    public static func isBeingWritten(_ path: String) -> Bool { platform_is_being_written(path) }
}
