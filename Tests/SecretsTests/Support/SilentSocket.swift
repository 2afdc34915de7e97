import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A socket that takes every connection and says nothing.
final class SilentSocket {
    let path: String
    private let folder: URL
    private let descriptor: Int32

    init(folder name: String = "bus") throws {
        // Short, since a socket's path may have 107 bytes.
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("socket-" + UUID().uuidString.prefix(8))
        let inner = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        let path = inner.appendingPathComponent("bus").path
        self.path = path
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            bytes.copyBytes(from: path.utf8.prefix(bytes.count - 1))
        }
        #if canImport(Glibc)
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        self.descriptor = descriptor
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(descriptor, 16) == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
        }
    }

    deinit {
        close(descriptor)
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            print("cannot remove \(folder.path): \(error)")
        }
    }
}
