public import Vault

/// A version of one of the person's files, and what came of it.
public struct FileLogEntry: Sendable {
    public enum Kind: String, Sendable {
        case added, changed, removed
        /// The shipped file came into use again.
        case shipped
        /// What was there before, if anything, is no longer kept.
        case oldestKept = "oldest_kept"
    }

    public let version: FileVersion
    public let kind: Kind
    /// From the version before it, or from nothing where that is no longer kept.
    public let difference: FileDifference
    /// What differs in a value since the first pass with it. That pass may also have seen new
    /// transactions, decisions and other files.
    public let changes: [ConclusionChange]

    /// The number of lines that are only in it, and only in the one before.
    public var lines: (added: Int, removed: Int) {
        difference.lines.lines.reduce(into: (0, 0)) { count, line in
            switch line {
            case .added(_, let text): if !text.isEmpty { count.0 += 1 }
            case .removed(_, let text): if !text.isEmpty { count.1 += 1 }
            case .kept: break
            }
        }
    }
}

extension Engine {
    /// The versions of rule, configuration and handler files as they came into use, newest first.
    ///
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - isWanted: which ones.
    /// - Complexity: reads the kept versions, at most some 16 MB, and what passes replaced.
    public func fileLog(
        limit: Int = .max, where isWanted: (FileVersion) -> Bool = { _ in true }
    ) throws -> [FileLogEntry] {
        let versions = try vault.fileVersions()
        var newest: [String: FileVersion] = [:]
        var found: [(version: FileVersion, before: FileVersion?, areAllKept: Bool)] = []
        for (position, version) in versions.enumerated() {
            // Numbers are given once, so one below it is missing only if it is no longer kept.
            // A former version can be gone while an older one of another file is still in use.
            let areAllKept = version.number == position + 1
            if isWanted(version) { found.append((version, newest[version.path], areAllKept)) }
            newest[version.path] = version
        }
        let shown = found.suffix(limit).reversed()
        let changes = try vault.changes(byPasses: Set(shown.map(\.version.pass)))
        return shown.map { version, before, areAllKept in
            let shipped = ShippedFiles.bytes(of: version.path)
            let isOldestKept = before == nil && !areAllKept
            let old = before.map { $0.bytes ?? shipped } ?? (isOldestKept ? nil : shipped)
            let kind: FileLogEntry.Kind
            if isOldestKept {
                kind = .oldestKept
            } else if version.bytes == nil {
                kind = shipped == nil ? .removed : .shipped
            } else {
                kind = old == nil ? .added : .changed
            }
            return FileLogEntry(
                version: version, kind: kind,
                difference: FileDifference(
                    path: version.path, before: old, after: version.bytes ?? shipped),
                changes: (changes[version.pass] ?? []).filter { !$0.isOfReasonAlone })
        }
    }
}
