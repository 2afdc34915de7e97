internal import Classification

/// The line that keeps a rule file out of force while it is being written. Its last good
/// version stays in use.
enum DraftMark {
    static let line = "-- ghostvault: draft"

    /// Whether a file's first line is the mark.
    static func marks(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: line.utf8)
            && bytes.dropFirst(line.utf8.count).prefix { $0 != UInt8(ascii: "\n") }
                .allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
    }
}

extension [RuleSource] {
    /// The drafts among them.
    var drafts: [RuleSource] { filter { DraftMark.marks($0.bytes) } }

    /// The sources with the last good version in place of each draft; without the drafts that
    /// have none.
    func withoutDrafts(_ lastGood: () throws -> LastGoodFiles) rethrows -> [RuleSource] {
        guard !drafts.isEmpty else { return self }
        let lastGood = try lastGood()
        return compactMap { source in
            guard DraftMark.marks(source.bytes) else { return source }
            return lastGood.bytes(of: source.file).map {
                RuleSource(file: source.file, bytes: $0)
            }
        }
    }
}
