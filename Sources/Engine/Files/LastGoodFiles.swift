internal import Classification
internal import Configuration
internal import Vault

/// What stays in use in place of a file with a mistake: the version of it that was
/// last used without one, else the one that comes with the program.
struct LastGoodFiles {
    private let stored: [String: LastGoodFile]

    init(_ vault: Vault) throws(VaultError) { stored = try vault.lastGoodFiles() }

    /// - Parameter path: within the vault.
    func bytes(of path: String) -> [UInt8]? { stored[path]?.bytes ?? Self.shipped(path) }

    func standIn(for path: String) -> LeftOutFile.StandIn? {
        stored[path].map { .lastGood(since: $0.since) }
            ?? Self.shipped(path).map { _ in .shipped }
    }

    func files(_ paths: Set<String>) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in paths { files[path] = bytes(of: path) }
        return files
    }

    /// The paths of all files of some folders.
    func paths(in folders: [String]) -> [String] {
        Set(stored.keys).union(ShippedFiles.all.map(\.path)).filter { path in
            folders.contains { path.hasPrefix($0) }
        }.sorted()
    }

    /// What to store so that files are the last good ones of their folders.
    ///
    /// - Parameters:
    ///   - used: all that are in use there, by their paths.
    ///   - leftOut: files that are not used for a mistake, of which nothing changes.
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
        // What the person deleted is not to come back.
        for path in stored.keys
        where used[path] == nil && !leftOut.contains(path)
            && folders.contains(where: { path.hasPrefix($0) })
        {
            changes[path] = .some(nil)
        }
        return changes
    }

    /// Nothing of the program's own ever says what handlers may reach.
    private static func shipped(_ path: String) -> [UInt8]? {
        path == "config/" + ConfigurationFiles.automationFile
            ? nil : ShippedFiles.bytes(of: path)
    }
}

// MARK: Reading with them

/// Texts of the person's that are read together, by their paths within the vault.
protocol PersonalTexts {
    var texts: [String: [UInt8]] { get }

    /// Whether a file of that path is one of these, also where there is none.
    func isPart(_ path: String) -> Bool

    /// Puts other bytes in place of some files. What was wrong with these is forgotten.
    mutating func put(_ texts: [String: [UInt8]])
}

/// The person's files as they are used: none has a mistake now that had none before.
struct CheckedTexts<Texts: PersonalTexts, Reading> {
    private(set) var used: Texts
    private(set) var reading: Reading
    /// Files of which another version is used than the one that lies there.
    private(set) var heldBack: [LeftOutFile] = []

    /// Reads files, with their last good versions in place of those with mistakes.
    ///
    /// Files depend on each other: where a file's own last good version does not help,
    /// those of whole folders are tried.
    ///
    /// - Parameters:
    ///   - given: as they lie there.
    ///   - folders: those that are tried together, in their order.
    ///   - read: throws `ConfigurationError` where nothing can be read for a mistake in
    ///     the configuration.
    ///   - mistakes: the files with mistakes in what was read.
    ///   - furtherMistakes: those in files that can be read, which their last good
    ///     versions don't have.
    /// - Throws: `ConfigurationError` where the configuration has a mistake, and there
    ///   is no version of it that has none.
    init(
        _ given: Texts, _ lastGood: LastGoodFiles, tryingTogether folders: [[String]] = [],
        read: (Texts) throws -> Reading, mistakes: (Reading) -> [LeftOutFile] = { _ in [] },
        furtherMistakes: (Texts, Reading) throws -> [LeftOutFile] = { _, _ in [] }
    ) throws {
        /// Mistakes that other versions of files may be without: those in files that
        /// were in use, and in stored rules.
        func avoidable(_ reading: Reading) -> [LeftOutFile] {
            mistakes(reading).filter { $0.isStoredRule || lastGood.bytes(of: $0.file) != nil }
        }
        var wrong: [LeftOutFile] = []
        used = given
        reading = try Self.read(&used, lastGood, noting: &wrong, read)
        let found = try mistakes(reading) + furtherMistakes(used, reading)
        wrong += found
        if used.takeBack(found.map(\.file), lastGood) {
            reading = try Self.read(&used, lastGood, noting: &wrong, read)
        }
        for folders in folders {
            let left = avoidable(reading)
            guard !left.isEmpty else { break }
            var candidate = used
            guard candidate.takeBack(in: folders, lastGood) else { continue }
            var further = left
            let other = try Self.read(&candidate, lastGood, noting: &further, read)
            guard avoidable(other).count < left.count else { continue }
            (used, reading) = (candidate, other)
            wrong += further
        }
        heldBack = Self.heldBack(given.texts, used.texts, for: wrong, lastGood)
    }

    /// Reads with the last good version in place of each file of the configuration that
    /// has a mistake.
    private static func read(
        _ texts: inout Texts, _ lastGood: LastGoodFiles, noting wrong: inout [LeftOutFile],
        _ read: (Texts) throws -> Reading
    ) throws -> Reading {
        while true {
            do {
                return try read(texts)
            } catch let error as ConfigurationError {
                wrong.append(LeftOutFile(error))
                // A file may be in order that asks for something that another has no more.
                guard
                    texts.takeBack([error.file], lastGood)
                        || texts.takeBack(in: ["config/"], lastGood)
                else { throw error }
            }
        }
    }

    /// The files of which another version is used, each with what is wrong in it, or
    /// else with that for which it can't be used.
    private static func heldBack(
        _ given: [String: [UInt8]], _ used: [String: [UInt8]], for wrong: [LeftOutFile],
        _ lastGood: LastGoodFiles
    ) -> [LeftOutFile] {
        let all = wrong.flatMap { file in file.problems.map { (file: file.file, problem: $0) } }
        return used.keys.filter { given[$0] != used[$0] }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map { path in
                let own = all.filter { $0.file == path || $0.problem.file == path }
                var problems: [RuleFileProblem] = []
                for (_, problem) in own.isEmpty ? all : own where !problems.contains(problem) {
                    problems.append(problem)
                }
                return LeftOutFile(
                    file: path, problems: problems, standIn: lastGood.standIn(for: path))
            }
    }
}

extension PersonalTexts {
    /// Puts the last good versions in place of some files.
    ///
    /// - Returns: whether that changed anything.
    fileprivate mutating func takeBack(_ paths: [String], _ lastGood: LastGoodFiles) -> Bool {
        let texts = texts
        let other = Set(paths).filter { path in
            isPart(path) && lastGood.bytes(of: path).map { $0 != texts[path] } ?? false
        }
        guard !other.isEmpty else { return false }
        put(lastGood.files(other))
        return true
    }

    /// Puts the last good versions in place of all files of some folders, also of those
    /// that are gone. New files stay.
    fileprivate mutating func takeBack(in folders: [String], _ lastGood: LastGoodFiles) -> Bool {
        takeBack(lastGood.paths(in: folders), lastGood)
    }
}

extension LeftOutFile {
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
