import Foundation

/// The files that people read, by their path in the repository.
enum Documentation {
    static func text(of path: String) throws -> String {
        try String(contentsOf: place(of: path), encoding: .utf8)
    }

    static func bytes(of path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: place(of: path)))
    }

    private static func place(of path: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent(path)
    }

    /// The texts between code fences of a language; without one, the fences
    /// that name none.
    static func blocks(_ language: String, in text: String) -> [String] {
        var blocks: [String] = []
        var current: (language: String, lines: [String])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.hasPrefix("```") {
                if let ended = current {
                    if ended.language == language {
                        blocks.append(ended.lines.joined(separator: "\n"))
                    }
                    current = nil
                } else {
                    current = (String(trimmed.dropFirst(3)), [])
                }
            } else {
                current?.lines.append(String(line))
            }
        }
        return blocks
    }
}
