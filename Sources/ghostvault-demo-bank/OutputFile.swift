import Foundation

/// A file that is overwritten from the start; the path "-" is standard output.
struct OutputFile {
    private let path: String
    private let file: FileHandle

    init(path: String) throws(OutputError) {
        self.path = path
        guard path != "-" else {
            file = .standardOutput
            return
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw OutputError(path: path, number: errno) }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func write(_ bytes: [UInt8]) throws(OutputError) {
        do {
            try file.write(contentsOf: Data(bytes))
        } catch {
            throw OutputError(path: path, number: errno)
        }
    }

    func close() throws(OutputError) {
        guard path != "-" else { return }
        do {
            try file.close()
        } catch {
            throw OutputError(path: path, number: errno)
        }
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
    static func write(_ text: String, to path: String) throws {
        let draft = path + ".\(getpid()).draft"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw OutputError(path: path, number: errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: Data(text.utf8))
            try file.synchronize()
            try file.close()
            guard rename(draft, path) == 0 else { throw OutputError(path: path, number: errno) }
        } catch {
            unlink(draft)
            throw error
        }
    }
}
