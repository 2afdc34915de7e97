import Foundation
import TestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// A socket on which a service manager would listen.
public final class NoticeSocket {
    /// The value of NOTIFY_SOCKET.
    public let name: String
    private let folder: ScratchFolder
    private let descriptor: Int32

    struct NotBound: Error {}

    public init(isAbstract: Bool = false) throws {
        folder = try ScratchFolder()
        name = isAbstract ? "@ghostvault-\(UUID().uuidString)" : folder.path + "/notify"
        #if canImport(Glibc)
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        #else
            descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = isAbstract ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size =
            isAbstract
            ? MemoryLayout<sa_family_t>.size + bytes.count : MemoryLayout<sockaddr_un>.size
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(size))
            }
        }
        guard bound == 0 else { throw NotBound() }
    }

    deinit { close(descriptor) }

    /// The next datagram that has come; nil where none has.
    public func received() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }
}
