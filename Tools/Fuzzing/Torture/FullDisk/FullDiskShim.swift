import Foundation

/// A library that, loaded before others, makes a program believe that its disk
/// is full or can't be written.
struct FullDiskShim {
    private let library: String
    private let countPath: String

    /// Compiles it.
    init(in workshop: Workshop) throws {
        library = workshop.folder + "/full_disk.so"
        countPath = workshop.folder + "/.growths"
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("full_disk.c").path
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments = ["clang", "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"]
        try compiler.run()
        compiler.waitUntilExit()
        try promise(compiler.terminationStatus == 0, "clang can't compile \(source)")
    }

    /// The environment in which a vault's disk has room for so many more blocks
    /// and files; nil for as many as are wanted.
    func environment(for vault: String, room: Int?) -> [String: String] {
        var variables = [
            "LD_PRELOAD": library, "FULL_DISK_FOLDER": vault, "FULL_DISK_COUNT": countPath,
        ]
        if let room { variables["FULL_DISK_AFTER"] = "\(room)" }
        return variables
    }

    /// The environment in which a vault's disk is full while there is such a file.
    func environment(for vault: String, fullWhile sign: String) -> [String: String] {
        environment(for: vault, room: nil).merging(["FULL_DISK_WHILE": sign]) { $1 }
    }

    /// The environment in which nothing of a vault can be changed.
    func readOnly(_ vault: String) -> [String: String] {
        environment(for: vault, room: nil).merging(["FULL_DISK_READ_ONLY": "1"]) { $1 }
    }

    /// How often the last program wanted room.
    func count() throws -> Int {
        let text = try String(contentsOfFile: countPath, encoding: .utf8)
        guard let count = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw BrokenPromise("the library was not loaded")
        }
        return count
    }
}
