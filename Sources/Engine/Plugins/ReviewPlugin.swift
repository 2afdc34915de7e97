public import Classification
internal import Model
public import Vault

/// The data for approving a plugin.
public struct PluginReview: Sendable {
    /// The version to compare with.
    public enum Basis: Hashable, Sendable {
        /// The last approved version, with its time in POSIX seconds.
        case approval(at: Int64)
        /// The shipped plugin of the same name, which these files replace.
        case shipped
        /// There is nothing to compare with.
        case nothing
    }

    public let plugin: InstalledPlugin
    /// The files to approve, even if the folder changes meanwhile.
    public let source: PluginSource
    public let basis: Basis
    /// The differences from the basis; without one all files, as added.
    public let changes: [FileDifference]

    public var fingerprint: Fingerprint { Fingerprint(of: source.files) }
}

extension Engine {
    /// Collects what the user should see before approving a plugin.
    ///
    /// - Throws: ``PluginError/broken(_:_:)`` if the plugin can't be read.
    public func reviewPlugin(_ name: String) throws -> PluginReview {
        let plugin = try plugin(named: name)
        let name = plugin.name
        guard let source = plugin.source, plugin.manifest != nil else {
            throw PluginError.broken(name, plugin.problems)
        }
        let folders = try PluginFolders(vaultPath: vault.folder.pluginsPath)
        let shipped = folders.folders.first { $0.name == name }?.shipped
        let basis: PluginReview.Basis
        let files: [PluginSource.File]
        if let approval = try vault.pluginApproval(of: name) {
            basis = .approval(at: approval.approvedAt)
            files = approval.files.map { PluginSource.File(path: $0.path, bytes: $0.bytes) }
        } else {
            basis = shipped == nil ? .nothing : .shipped
            files = shipped?.files ?? []
        }
        return PluginReview(
            plugin: plugin, source: source, basis: basis,
            changes: FileDifference.changes(from: files, to: source.files))
    }

    /// Approves a plugin with the files of a review.
    public func approve(_ review: PluginReview) throws {
        try vault.approvePlugin(
            review.source.name,
            PluginApproval(
                approvedAt: moment.now,
                files: review.source.files.map {
                    PluginApproval.File(path: $0.path, bytes: $0.bytes)
                }))
    }
}

/// Whether a plugin's files may run.
public enum PluginTrust: Hashable, Sendable {
    /// They are the shipped files.
    case shipped
    /// They equal the approved files byte for byte; the time is in POSIX seconds.
    case approved(at: Int64)
    /// They differ from the files approved then.
    case changed(since: Int64)
    /// No version was ever approved.
    case never

    public init(_ source: PluginSource, shipped: PluginSource?, approval: PluginApproval?) {
        if source.isShipped || shipped.map({ Self.isSame($0.files, source.files) }) == true {
            self = .shipped
        } else if let approval {
            let approved = approval.files.map {
                PluginSource.File(path: $0.path, bytes: $0.bytes)
            }
            self =
                Self.isSame(approved, source.files)
                ? .approved(at: approval.approvedAt) : .changed(since: approval.approvedAt)
        } else {
            self = .never
        }
    }

    /// Whether the plugin may run.
    public var isGiven: Bool {
        switch self {
        case .shipped, .approved: true
        case .changed, .never: false
        }
    }

    /// Compares bytes, since equal strings can have different bytes.
    private static func isSame(_ left: [PluginSource.File], _ right: [PluginSource.File]) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy {
                $0.path.utf8.elementsEqual($1.path.utf8) && $0.bytes == $1.bytes
            }
    }
}

/// A short digest of a plugin's folder for people to compare: the SHA-256 of all files and
/// paths.
///
/// Approval does not depend on it, but compares every byte.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    /// 32 bytes.
    public let digest: [UInt8]

    /// - Parameter files: in path order. Each path and each content is hashed with its length,
    ///   so nothing can move from one to the next unnoticed.
    public init(of files: [PluginSource.File]) {
        var hash = SHA256()
        for file in files {
            for part in [Array(file.path.utf8), file.bytes] {
                hash.add((0..<8).map { UInt8(truncatingIfNeeded: part.count >> (56 - 8 * $0)) })
                hash.add(part)
            }
        }
        digest = hash.digest()
    }

    /// All 64 hexadecimal digits.
    public var description: String { digest.hexadecimal }

    /// The first 16 digits in groups of four, for reading aloud.
    public var short: String {
        (0..<4).map { Array(digest[2 * $0..<2 * $0 + 2]).hexadecimal }.joined(separator: " ")
    }
}

/// A changed file of a plugin.
public struct FileDifference: Hashable, Sendable {
    public let path: String
    /// Nil if the file was added.
    public let before: [UInt8]?
    /// Nil if the file was removed.
    public let after: [UInt8]?

    /// The line diff.
    public var lines: LineDifference { LineDifference(from: before ?? [], to: after ?? []) }

    /// All changed files, in bytewise path order. A renamed file counts as removed and added.
    public static func changes(
        from before: [PluginSource.File], to after: [PluginSource.File]
    ) -> [FileDifference] {
        var files: [[UInt8]: FileDifference] = [:]
        for file in before {
            files[Array(file.path.utf8)] = FileDifference(
                path: file.path, before: file.bytes, after: nil)
        }
        for file in after {
            let path = Array(file.path.utf8)
            files[path] = FileDifference(
                path: file.path, before: files[path]?.before, after: file.bytes)
        }
        return files.filter { $0.value.before != $0.value.after }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }
}

/// A line diff of two texts that keeps as many lines as possible.
public struct LineDifference: Hashable, Sendable {
    /// A line of either text; numbers count from 1.
    public enum Line: Hashable, Sendable {
        /// In both, with the number in the later text.
        case kept(Int, [UInt8])
        /// Only in the earlier text.
        case removed(Int, [UInt8])
        /// Only in the later text.
        case added(Int, [UInt8])

        public var isKept: Bool {
            if case .kept = self { true } else { false }
        }
    }

    /// All lines in reading order, removed ones before added ones. A text that ends in a line
    /// feed has an empty last line.
    public let lines: [Line]

    /// Compares lines bytewise.
    ///
    /// Regions of more than 2,000 lines with little in common count as replaced entirely. The
    /// best diff would take too long.
    public init(from before: [UInt8], to after: [UInt8]) {
        let old = Self.lines(of: before)
        let new = Self.lines(of: after)
        var lines: [Line] = []
        var (oldNext, newNext) = (0, 0)
        for (oldLine, newLine) in Self.keptPairs(old, new) + [(old.count, new.count)] {
            lines += (oldNext..<oldLine).map { .removed($0 + 1, old[$0]) }
            lines += (newNext..<newLine).map { .added($0 + 1, new[$0]) }
            if newLine < new.count { lines.append(.kept(newLine + 1, new[newLine])) }
            (oldNext, newNext) = (oldLine + 1, newLine + 1)
        }
        self.lines = lines
    }

    private static func lines(of text: [UInt8]) -> [[UInt8]] {
        text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map(Array.init)
    }

    private static let mostComparisons = 2_000 * 2_000

    /// The pairs of equal lines, ascending in both texts.
    private static func keptPairs(_ old: [[UInt8]], _ new: [[UInt8]]) -> [(Int, Int)] {
        // Equal lines get equal numbers, which compare quickly.
        var numbers: [[UInt8]: Int] = [:]
        func number(_ line: [UInt8]) -> Int {
            let next = numbers.count
            let known = numbers[line] ?? next
            numbers[line] = known
            return known
        }
        let old = old.map(number)
        let new = new.map(number)
        let start = zip(old, new).prefix { $0 == $1 }.count
        let room = min(old.count, new.count) - start
        let end = zip(old.reversed(), new.reversed()).prefix(room).prefix { $0 == $1 }.count
        return (0..<start).map { ($0, $0) }
            + longestCommon(
                Array(old[start..<old.count - end]), Array(new[start..<new.count - end])
            ).map { ($0 + start, $1 + start) }
            + (0..<end).map { (old.count - end + $0, new.count - end + $0) }
    }

    /// The pairs of a longest common subsequence.
    private static func longestCommon(_ old: [Int], _ new: [Int]) -> [(Int, Int)] {
        guard old.count * new.count <= mostComparisons else { return [] }
        // The subsequence's length from each pair of positions to both ends.
        let width = new.count + 1
        var longest = [Int32](repeating: 0, count: (old.count + 1) * width)
        for row in (0..<old.count).reversed() {
            for column in (0..<new.count).reversed() {
                let here = row * width + column
                longest[here] =
                    old[row] == new[column]
                    ? longest[here + width + 1] + 1
                    : max(longest[here + width], longest[here + 1])
            }
        }
        var pairs: [(Int, Int)] = []
        var (row, column) = (0, 0)
        while row < old.count, column < new.count {
            let here = row * width + column
            if old[row] == new[column] {
                pairs.append((row, column))
                (row, column) = (row + 1, column + 1)
            } else if longest[here + width] >= longest[here + 1] {
                row += 1
            } else {
                column += 1
            }
        }
        return pairs
    }
}
