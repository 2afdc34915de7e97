internal import Classification
internal import Configuration
internal import Vault

/// The replacements for files with errors: the last good version of each, or else the
/// shipped one.
struct LastGoodFiles {
    private let stored: [String: LastGoodFile]

    init(_ vault: Vault) throws(VaultError) { stored = try vault.lastGoodFiles() }

    /// - Parameter path: the path within the vault.
    func bytes(of path: String) -> [UInt8]? { stored[path]?.bytes ?? Self.shipped(path) }

    func standIn(for path: String) -> RejectedFile.StandIn? {
        stored[path].map { .lastGood(since: $0.since) }
            ?? Self.shipped(path).map { _ in .shipped }
    }

    func files(_ paths: Set<String>) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in paths { files[path] = bytes(of: path) }
        return files
    }

    /// The paths of all files in some folders.
    func paths(in folders: [String]) -> [String] {
        Set(stored.keys).union(ShippedFiles.all.map(\.path)).filter { path in
            folders.contains { path.hasPrefix($0) }
        }.sorted()
    }

    /// The changes that make files the last good versions in their folders.
    ///
    /// - Parameters:
    ///   - used: all files in use there, by path.
    ///   - leftOut: files that are not used because of an error; they don't change.
    ///   - now: POSIX seconds.
    func changes(
        toUse used: [String: [UInt8]], in folders: [String], leavingOut leftOut: Set<String>,
        at now: Int64
    ) -> [String: LastGoodFile?] {
        var changes: [String: LastGoodFile?] = [:]
        for (path, bytes) in used where !leftOut.contains(path) {
            if bytes == ShippedFiles.bytes(of: path) {
                if stored[path] != nil { changes[path] = .some(nil) }
            } else if stored[path]?.bytes != bytes {
                changes[path] = LastGoodFile(bytes: bytes, since: now)
            }
        }
        // A file that the user deleted must not come back.
        for path in stored.keys
        where used[path] == nil && !leftOut.contains(path)
            && folders.contains(where: { path.hasPrefix($0) })
        {
            changes[path] = .some(nil)
        }
        return changes
    }

    /// The shipped files never say what handlers may reach.
    private static func shipped(_ path: String) -> [UInt8]? {
        path == "config/" + ConfigurationFiles.automationFile
            ? nil : ShippedFiles.bytes(of: path)
    }
}

// MARK: Reading with them

/// Files of the user's that are read together, by their paths within the vault.
protocol UserFiles {
    var texts: [String: [UInt8]] { get }

    /// Whether a path belongs to these files, even if it does not exist.
    func isPart(_ path: String) -> Bool

    /// Replaces the content of some files, and forgets their errors.
    mutating func put(_ texts: [String: [UInt8]])

    /// Leaves readable files out for other errors. They have no last good version.
    mutating func leaveOut(_ files: [RejectedFile])
}

extension UserFiles {
    mutating func leaveOut(_ files: [RejectedFile]) {}
}

/// The user's files as they are used. No file has an error that it did not have before.
struct CheckedFiles<Texts: UserFiles, Reading> {
    private(set) var used: Texts
    private(set) var reading: Reading
    /// Files for which another version is used.
    private(set) var heldBack: [RejectedFile] = []

    /// Reads files, with last good versions in place of those with errors.
    ///
    /// Files depend on each other. If a file's own last good version does not help, those of
    /// whole folders are tried.
    ///
    /// - Parameters:
    ///   - given: the current files.
    ///   - folders: the folders to try together, in order.
    ///   - read: throws `ConfigurationError` if a configuration error prevents reading.
    ///   - mistakes: the files with errors in a reading.
    ///   - furtherMistakes: errors in readable files that their last good versions don't have.
    /// - Throws: `ConfigurationError` if no version of the configuration is free of errors.
    init(
        _ given: Texts, _ lastGood: LastGoodFiles, tryingTogether folders: [[String]] = [],
        read: (Texts) throws -> Reading, mistakes: (Reading) -> [RejectedFile] = { _ in [] },
        furtherMistakes: (Texts, Reading) throws -> [RejectedFile] = { _, _ in [] }
    ) throws {
        /// Errors that other versions may not have: those in files with a last good version, and in
        /// stored rules.
        func avoidable(_ reading: Reading) -> [RejectedFile] {
            mistakes(reading).filter { $0.isStoredRule || lastGood.bytes(of: $0.file) != nil }
        }
        var wrong: [RejectedFile] = []
        used = given
        let written = given.texts
        /// The errors in files as they are written, not in versions that stand in for them.
        func own(_ files: [RejectedFile], in texts: Texts) -> [RejectedFile] {
            let texts = texts.texts
            return files.map { file in
                RejectedFile(
                    file: file.file,
                    problems: file.problems.filter { texts[$0.file] == written[$0.file] })
            }
        }
        reading = try Self.read(&used, lastGood, noting: &wrong, read)
        let further = try furtherMistakes(used, reading)
        let found = mistakes(reading) + further
        wrong += own(found, in: used)
        let new = further.filter { lastGood.bytes(of: $0.file) == nil }
        used.leaveOut(new)
        if used.takeBack(found.map(\.file), lastGood) || !new.isEmpty {
            reading = try Self.read(&used, lastGood, noting: &wrong, read)
        }
        for folders in folders {
            let left = avoidable(reading)
            guard !left.isEmpty else { break }
            var candidate = used
            guard candidate.takeBack(in: folders, lastGood) else { continue }
            var further = own(left, in: used)
            let other = try Self.read(&candidate, lastGood, noting: &further, read)
            guard avoidable(other).count < left.count else { continue }
            (used, reading) = (candidate, other)
            wrong += further
        }
        heldBack = Self.heldBack(given.texts, used.texts, for: wrong, lastGood)
    }

    /// Reads with last good versions in place of broken configuration files.
    private static func read(
        _ texts: inout Texts, _ lastGood: LastGoodFiles, noting wrong: inout [RejectedFile],
        _ read: (Texts) throws -> Reading
    ) throws -> Reading {
        while true {
            do {
                return try read(texts)
            } catch let error as ConfigurationError {
                wrong.append(RejectedFile(error))
                // A correct file may depend on something that another file no longer has.
                guard
                    texts.takeBack([error.file], lastGood)
                        || texts.takeBack(in: ["config/"], lastGood)
                else { throw error }
            }
        }
    }

    /// The files for which another version is used. Each has its own errors, or else those that
    /// prevent its use.
    private static func heldBack(
        _ given: [String: [UInt8]], _ used: [String: [UInt8]], for wrong: [RejectedFile],
        _ lastGood: LastGoodFiles
    ) -> [RejectedFile] {
        let all = wrong.flatMap { file in file.problems.map { (file: file.file, problem: $0) } }
        return used.keys.filter { given[$0] != used[$0] }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map { path in
                let own = all.filter { $0.file == path || $0.problem.file == path }
                var problems: [RuleFileProblem] = []
                for (_, problem) in own.isEmpty ? all : own where !problems.contains(problem) {
                    problems.append(problem)
                }
                var file = RejectedFile(
                    file: path, problems: problems, standIn: lastGood.standIn(for: path),
                    source: given[path] ?? [])
                file.isGone = given[path] == nil
                return file
            }
    }
}

extension UserFiles {
    /// Puts last good versions in place of some files.
    ///
    /// - Returns: whether anything changed.
    fileprivate mutating func takeBack(_ paths: [String], _ lastGood: LastGoodFiles) -> Bool {
        let texts = texts
        let other = Set(paths).filter { path in
            isPart(path) && lastGood.bytes(of: path).map { $0 != texts[path] } ?? false
        }
        guard !other.isEmpty else { return false }
        put(lastGood.files(other))
        return true
    }

    /// Puts last good versions in place of all files in some folders, including deleted files.
    /// New files stay.
    fileprivate mutating func takeBack(in folders: [String], _ lastGood: LastGoodFiles) -> Bool {
        takeBack(lastGood.paths(in: folders), lastGood)
    }
}

extension RejectedFile {
    init(_ error: ConfigurationError) {
        self.init(
            file: error.file,
            problems: [
                RuleFileProblem(
                    file: error.file, line: error.line, column: error.column,
                    message: error.message)
            ])
    }
}

extension Engine {
    /// The rule files whose text is not the one in use, since they have a mistake or were edited
    /// after the last pass. Compares bytes; no rule is read.
    public func ruleFilesNotInUse() throws -> [String] {
        let lastGood = try LastGoodFiles(vault)
        let written = try LayeredFolder(
            name: "rules", vaultPath: vault.folder.rulesPath, endings: [".lua"])
        return written.files.filter { lastGood.bytes(of: $0.path) != $0.bytes }.map(\.path)
            + written.problems.map(\.file)
    }
}
