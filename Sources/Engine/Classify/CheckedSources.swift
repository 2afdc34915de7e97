internal import Classification
internal import Configuration

/// The texts of a pass, of which no file takes effect that has a mistake now
/// and had none before.
///
/// What a file has to hold to is that it can be read, and that the tests
/// written in it pass.
struct CheckedSources {
    let rulebook: PassRulebook
    /// Files that go on as they were before, each with what is wrong in it now.
    private(set) var heldBack: [LeftOutFile] = []

    /// - Parameter before: the ones that were in use; nil at the first time,
    ///   when files with mistakes can only be left out.
    /// - Throws: `ConfigurationError` where the configuration has a mistake, and
    ///   there is none from before that could go on.
    init(
        _ given: PassSources, after before: CheckedSources?, _ mistakes: PassKeeper.Mistakes
    ) throws {
        guard let before, mistakes == .holdBack else {
            rulebook = try given.read(after: before?.rulebook)
            return
        }
        let last = before.rulebook
        var sources = given
        var rulebook: PassRulebook
        do {
            rulebook = try sources.read(after: last)
        } catch let error as ConfigurationError {
            heldBack.append(LeftOutFile(error))
            sources.configuration = before.rulebook.sources.configuration
            rulebook = try sources.read(after: last)
        }
        let broken = try Self.newlyBroken(in: sources, rulebook, since: before)
        heldBack += broken
        if !broken.isEmpty {
            sources.takeBack(Set(broken.map(\.file)), from: before.rulebook.sources)
            rulebook = try sources.read(after: last)
            // A file that is in order may need a module that is not.
            if !(try Self.newlyBroken(in: sources, rulebook, since: before)).isEmpty {
                sources.rules = before.rulebook.sources.rules
                sources.library = before.rulebook.sources.library
                rulebook = try sources.read(after: last)
            }
        }
        self.rulebook = rulebook
    }

    /// Files with mistakes that were in use before, and changed ones whose tests
    /// fail.
    private static func newlyBroken(
        in sources: PassSources, _ rulebook: PassRulebook, since before: CheckedSources
    ) throws -> [LeftOutFile] {
        let old = Dictionary(
            before.rulebook.sources.rules.map { ($0.file, $0.bytes) },
            uniquingKeysWith: { first, _ in first })
        let oldLibrary = Set(before.rulebook.sources.library.paths)
        let leftOutBefore = Set(before.rulebook.leftOut.map(\.file))
        var broken = rulebook.leftOut.filter { file in
            !file.isStoredRule && !leftOutBefore.contains(file.file)
                && (old[file.file] != nil || oldLibrary.contains(file.file))
        }
        let changed = sources.rules.filter { source in
            old[source.file].map { $0 != source.bytes } ?? false
        }
        let failures = try RuleTests.run(
            rulebook.userRules, of: Set(changed.map(\.file)), in: rulebook.pipeline
        ).filter { !$0.hasPassed }
        for source in changed {
            let problems = failures.filter { $0.file == source.file }.map(RuleFileProblem.init)
            if !problems.isEmpty {
                broken.append(LeftOutFile(file: source.file, problems: problems))
            }
        }
        return broken
    }
}

extension PassSources {
    /// Gives files the bytes that they had before.
    fileprivate mutating func takeBack(_ files: Set<String>, from before: PassSources) {
        rules = rules.withFiles(files, asIn: before.rules)
        if !files.isDisjoint(with: library.paths) { library = before.library }
    }
}

extension [RuleSource] {
    /// With some files as they were before, also those that can't be read any more.
    func withFiles(_ files: Set<String>, asIn before: [RuleSource]) -> [RuleSource] {
        let old = before.filter { files.contains($0.file) }
        let taken = Set(old.map(\.file))
        return (filter { !taken.contains($0.file) } + old)
            .sorted { $0.file.utf8.lexicographicallyPrecedes($1.file.utf8) }
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

extension RuleFileProblem {
    /// A test that fails.
    fileprivate init(_ outcome: RuleTestOutcome) {
        self.init(
            file: outcome.file, line: outcome.line, column: outcome.column,
            message: "the test \(outcome.sample) of \"\(outcome.rule)\" fails: expected "
                + "\(outcome.expected), got \(outcome.got)")
    }
}
