import Foundation

/// Writes a small file that only its owner may read.
enum PrivateFile {
    /// Puts the whole text in the file's place at once: who reads the file
    /// finds all of it or what was there before.
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
