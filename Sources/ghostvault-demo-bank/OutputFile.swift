#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that is overwritten from the start; the path "-" is standard output.
struct OutputFile {
    private let path: String
    private let descriptor: Int32

    static let standardOutput = OutputFile(path: "-", descriptor: STDOUT_FILENO)
    static let standardError = OutputFile(path: "standard error", descriptor: STDERR_FILENO)

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    init(path: String) throws(OutputError) {
        guard path != "-" else {
            self = .standardOutput
            return
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw OutputError(path: path, number: errno) }
        self.init(path: path, descriptor: descriptor)
    }

    func write(_ bytes: [UInt8]) throws(OutputError) {
        let number = Descriptor.write(bytes[...], to: descriptor)
        guard number == 0 else { throw OutputError(path: path, number: number) }
    }

    func write(_ text: String) throws(OutputError) { try write(Array(text.utf8)) }

    func close() throws(OutputError) {
        guard path != "-" else { return }
        guard Descriptor.close(descriptor) == 0 else {
            throw OutputError(path: path, number: errno)
        }
    }
}

/// Calls of the system for one open file or connection.
enum Descriptor {
    /// Writes all of the bytes.
    ///
    /// - Returns: the system's error number; 0 if there was none.
    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = sending(UnsafeRawBufferPointer(rebasing: rest), to: descriptor)
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno
                }
                rest = rest.dropFirst(count)
            }
            return 0
        }
    }

    static func close(_ descriptor: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.close(descriptor)
        #else
            Darwin.close(descriptor)
        #endif
    }

    private static func sending(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}

struct OutputError: Error, CustomStringConvertible {
    let path: String
    /// The system's error number.
    let number: Int32

    var description: String {
        "Cannot write \(path): \(String(cString: strerror(number)))."
    }
}

/// A small file that only its owner may read.
enum PrivateFile {
    /// Replaces the file atomically: a reader sees the old content or all of the new.
    static func write(_ text: String, to path: String) throws(OutputError) {
        let draft = path + ".\(getpid()).draft"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw OutputError(path: path, number: errno) }
        var number = Descriptor.write(Array(text.utf8)[...], to: descriptor)
        if number == 0, fsync(descriptor) != 0 { number = errno }
        if Descriptor.close(descriptor) != 0, number == 0 { number = errno }
        if number == 0, rename(draft, path) != 0 { number = errno }
        guard number == 0 else {
            unlink(draft)
            throw OutputError(path: path, number: number)
        }
    }
}
