import Engine
import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The person's own editor, on a text that lies in a private file as long as
/// it is edited.
struct TextEditor {
    /// As a shell runs it, "vim" or "code --wait".
    private let command: String

    /// - Throws: ``EditorMissing`` where none is named.
    init() throws {
        let environment = ProcessInfo.processInfo.environment
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }
            .first { !$0.isEmpty }
        guard let named else { throw EditorMissing() }
        command = named
    }

    /// Whether the person can be asked to edit once more.
    static var canAskAgain: Bool { isatty(0) == 1 }

    /// Has the person edit a text.
    ///
    /// - Parameter path: where the file is put meanwhile; it must not exist.
    /// - Returns: the text as it was left.
    func edit(_ text: String, at path: String) throws -> String {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw EditorFailed(reason: "\(path): \(String(cString: strerror(errno)))")
        }
        defer { unlink(path) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
        try run(on: path)
        return String(decoding: try FileReader.bytes(at: path), as: UTF8.self)
    }

    /// Not by `Process`, which takes the terminal from what it starts.
    private func run(on path: String) throws {
        let words = ["sh", "-c", command + " \"$1\"", "sh", path]
        var arguments = words.map { strdup($0) } + [nil]
        var environment =
            ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (arguments + environment).forEach { free($0) } }
        var process = pid_t()
        let started = posix_spawn(&process, "/bin/sh", nil, nil, &arguments, &environment)
        guard started == 0 else { throw EditorFailed(reason: String(cString: strerror(started))) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else {
                throw EditorFailed(reason: String(cString: strerror(errno)))
            }
        }
        guard status == 0 else { throw EditorFailed(reason: "It did not end well.") }
    }
}

/// The person has named no editor.
struct EditorMissing: Error {}

/// The editor could not be run, or gave up.
struct EditorFailed: Error {
    let reason: String
}
