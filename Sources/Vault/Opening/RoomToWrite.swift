internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Whether a folder's disk takes as much as a command may write, found out by writing it
/// to a file without a name: a disk may say that it has room and have none for this
/// person.
struct RoomToWrite {
    private let folder: String

    init(_ folder: String) {
        self.folder = folder
    }

    /// - Throws: ``VaultError/cannotWrite(path:reason:)``. Nothing is left in either case.
    func check() throws(VaultError) {
        let path = "\(folder)/.room-\(getpid())"
        // What an earlier process of that number left.
        unlink(path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw failure() }
        unlink(path)
        defer { close(file) }
        let block = [UInt8](repeating: 1, count: Self.blockBytes)
        for _ in 0..<Self.blocks {
            errno = 0
            guard write(file, block, block.count) == block.count else { throw failure() }
        }
        guard fsync(file) == 0 else { throw failure() }
    }

    private func failure() -> VaultError {
        // Of what was written in part only no number is told.
        let number = errno == 0 ? ENOSPC : errno
        return .cannotWrite(
            path: folder,
            reason: number == ENOSPC || number == EDQUOT
                ? "the disk is full" : String(cString: strerror(number)).lowercased())
    }

    private static let blockBytes = 4096
    /// What a sync of some hundred transactions writes.
    private static let blocks = 64
}
