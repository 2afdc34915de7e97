internal import Foundation

/// Mistakes that people make, each as the smallest input that makes it, with what they are told.
///
/// A catalogue is a file in `Tests/Mistakes`. Lines of an input begin with `> `, what is told
/// follows, and an empty line ends a mistake. `RECORD_TRANSCRIPTS=1` writes what is told now.
public struct MistakeCatalogue {
    private let path: String
    private let lines: [Substring]

    /// - Parameter name: "rules", of the file `Tests/Mistakes/rules.txt`.
    public init(_ name: String) throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        path = tests.appendingPathComponent("Mistakes/\(name).txt").path
        lines = try String(contentsOfFile: path, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Compares with what the program tells of each input, or records it.
    ///
    /// - Parameter tell: what a person is told of an input, a line for each mistake in it; such a
    ///   line begins with its place where that is known.
    /// - Returns: the mistakes of which something else is told, as "input: told". A catalogue
    ///   without mistakes is one, too.
    public func differences(from tell: (String) throws -> [String]) throws -> [String] {
        var written: [String] = []
        var different: [String] = []
        var count = 0
        for mistake in lines.split(separator: "", omittingEmptySubsequences: true) {
            let input = mistake.prefix { $0.hasPrefix(">") }
            guard !input.isEmpty else {
                written.append(mistake.joined(separator: "\n"))
                continue
            }
            count += 1
            let source = input.map { $0.dropFirst(2) }.joined(separator: "\n")
            let told = try tell(source)
            if told != mistake.dropFirst(input.count).map(String.init) || told.isEmpty {
                different.append("\(source): \(told.joined(separator: "; "))")
            }
            written.append((input.map(String.init) + told).joined(separator: "\n"))
        }
        guard Self.isRecording else { return count > 0 ? different : ["\(path) is empty"] }
        try (written.joined(separator: "\n\n") + "\n").write(
            toFile: path, atomically: true, encoding: .utf8)
        return []
    }

    private static var isRecording: Bool {
        ProcessInfo.processInfo.environment["RECORD_TRANSCRIPTS"] == "1"
    }
}
