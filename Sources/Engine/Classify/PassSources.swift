internal import Classification
internal import Configuration
internal import Model
internal import Rules
internal import Scripting

/// The person's decisions about rules, made by commands.
struct RuleDecisions: Hashable {
    var stored: [StoredRule]
    /// Disabled rules of files.
    var disabled: Set<RuleIdentity>
    /// Changes of categories.
    var categories: [CategoryChange]
}

/// The sources of a pass's rules.
struct PassSources: UserFiles {
    var configuration: ConfigurationSources
    var rules: [RuleSource]
    var library: LibraryFiles
    let decided: RuleDecisions
    /// Runs the rules.
    let host: ScriptHost
    /// New rule files that are not among the rules, since their own tests fail.
    private(set) var failing: [RejectedFile] = []

    init(
        configuration: ConfigurationSources, rules: [RuleSource], library: LibraryFiles,
        decided: RuleDecisions, host: ScriptHost
    ) {
        self.configuration = configuration
        self.rules = rules
        self.library = library
        self.decided = decided
        self.host = host
    }

    /// Whether both give the same rules.
    func agrees(with other: PassSources) -> Bool {
        configuration == other.configuration && rules == other.rules
            && library.files == other.library.files && library.problems == other.library.problems
            && decided == other.decided
    }

    var texts: [String: [UInt8]] {
        var texts = configuration.texts.merging(library.texts) { $1 }
        for rule in rules { texts[rule.file] = rule.bytes }
        return texts
    }

    func isPart(_ path: String) -> Bool {
        path.hasPrefix("rules/")
            || configuration.isPart(path) && !ConfigurationSources.isIgnoredByPasses(path)
    }

    mutating func put(_ texts: [String: [UInt8]]) {
        configuration.put(texts.filter { $0.key.hasPrefix("config/") })
        let ofRules = texts.filter { $0.key.hasPrefix("rules/") }
        rules = rules.with(ofRules)
        if !ofRules.isEmpty { library = library.with(ofRules) }
    }

    /// Takes a file instead of one of its name, whatever the tests of that say; nil for none.
    mutating func put(_ source: RuleSource?, insteadOf file: String) {
        rules.removeAll { $0.file == file }
        failing.removeAll { $0.file == file }
        if let source { rules = rules.with([file: source.bytes]) }
    }

    mutating func leaveOut(_ files: [RejectedFile]) {
        let names = Set(files.map(\.file))
        rules.removeAll { names.contains($0.file) }
        failing += files
    }

    /// - Parameter before: a rulebook of other sources. Shared parts are reused; the
    ///   configuration takes most of the time.
    /// - Throws: `ConfigurationError` if the configuration is broken.
    func read(after before: PassRulebook?) throws -> PassRulebook {
        try PassRulebook(self, after: before)
    }

    /// New and changed files whose tests fail.
    func failedTests(in rulebook: PassRulebook, since lastGood: LastGoodFiles) throws
        -> [RejectedFile]
    {
        let changed = rules.filter { lastGood.bytes(of: $0.file) != $0.bytes }
        let failures = try RuleTests.run(
            rulebook.userRules, of: Set(changed.map(\.file)), in: rulebook.pipeline
        ).filter { !$0.hasPassed }
        return changed.compactMap { source in
            let problems = failures.filter { $0.file == source.file }.map(RuleFileProblem.init)
            return problems.isEmpty
                ? nil : RejectedFile(file: source.file, problems: problems, source: source.bytes)
        }
    }
}

extension [RuleSource] {
    /// The sources with some files replaced. Library files are ignored.
    func with(_ texts: [String: [UInt8]]) -> [RuleSource] {
        let put = texts.filter { !LibraryFiles.isOfLibrary($0.key) }
        return (filter { put[$0.file] == nil } + put.map { RuleSource(file: $0, bytes: $1) })
            .sorted { $0.file.utf8.lexicographicallyPrecedes($1.file.utf8) }
    }
}

extension RuleFileProblem {
    /// A failing test.
    fileprivate init(_ outcome: RuleTestOutcome) {
        self.init(
            file: outcome.file, line: outcome.line, column: outcome.column,
            message: "the test \(outcome.sample) of \"\(outcome.rule)\" fails: expected "
                + "\(outcome.expected), got \(outcome.got)")
    }
}

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
