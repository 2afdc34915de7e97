internal import CWaitShim

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The shim, which lives as long as somebody may ring.
///
/// Unchecked because the shim may be rung by any thread, and everything else is
/// done by the one that waits.
final class ShimHandle: @unchecked Sendable {
    let shim: OpaquePointer

    init() throws(WaitingError) {
        guard wait_shim_is_here() else { throw .unavailable }
        guard let shim = wait_shim_open() else {
            throw .refused(reason: String(cString: strerror(errno)))
        }
        self.shim = shim
    }

    deinit { wait_shim_close(shim) }

    /// - Returns: the number by which changes are told; nil where there is nothing
    ///   of the kind that may be looked at.
    func watch(_ path: String, _ watched: wait_shim_watched) throws(WaitingError) -> Int32? {
        let number = wait_shim_watch(shim, path, watched)
        if number >= 0 { return number }
        if [ENOENT, ENOTDIR, EACCES, EPERM, ELOOP].contains(-number) { return nil }
        throw .cannotWatch(path: path, reason: String(cString: strerror(-number)))
    }

    func forget(_ number: Int32) { wait_shim_forget(shim, number) }
}
