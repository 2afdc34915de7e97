internal import Classification
internal import Configuration
internal import Model
internal import Rules
internal import Scripting

/// What the person decided about rules by commands.
struct RuleDecisions: Hashable {
    var stored: [StoredRule]
    /// Rules of files that are switched off.
    var disabled: Set<RuleIdentity>
}

/// The texts that the rules of a pass are made of.
struct PassSources: PersonalTexts {
    var configuration: ConfigurationTexts
    var rules: [RuleSource]
    var library: LibraryFiles
    let decided: RuleDecisions
    /// Where rules are run.
    let host: ScriptHost

    /// Whether the same rules come of both.
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
            || configuration.isPart(path) && !ConfigurationTexts.isOfNoPass(path)
    }

    mutating func put(_ texts: [String: [UInt8]]) {
        configuration.put(texts.filter { $0.key.hasPrefix("config/") })
        let ofRules = texts.filter { $0.key.hasPrefix("rules/") }
        rules = rules.with(ofRules)
        if !ofRules.isEmpty { library = library.with(ofRules) }
    }

    /// - Parameter before: of other sources; what they share need not be made
    ///   again, which for the configuration takes most of the time.
    /// - Throws: `ConfigurationError` where the configuration has a mistake.
    func read(after before: PassRulebook?) throws -> PassRulebook {
        try PassRulebook(self, after: before)
    }

    /// Files whose tests fail that were not in use as they are.
    func failedTests(in rulebook: PassRulebook, since lastGood: LastGoodFiles) throws
        -> [LeftOutFile]
    {
        let changed = rules.filter { source in
            lastGood.bytes(of: source.file).map { $0 != source.bytes } ?? false
        }
        let failures = try RuleTests.run(
            rulebook.userRules, of: Set(changed.map(\.file)), in: rulebook.pipeline
        ).filter { !$0.hasPassed }
        return changed.compactMap { source in
            let problems = failures.filter { $0.file == source.file }.map(RuleFileProblem.init)
            return problems.isEmpty ? nil : LeftOutFile(file: source.file, problems: problems)
        }
    }
}

extension [RuleSource] {
    /// With other bytes in some files; those of a library are none of these.
    func with(_ texts: [String: [UInt8]]) -> [RuleSource] {
        let put = texts.filter { !LibraryFiles.isOfLibrary($0.key) }
        return (filter { put[$0.file] == nil } + put.map { RuleSource(file: $0, bytes: $1) })
            .sorted { $0.file.utf8.lexicographicallyPrecedes($1.file.utf8) }
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

/// The rules of a pass, ready to be asked: with a thousand stored rules most of
/// the work of a pass over a few transactions.
struct PassRulebook {
    let sources: PassSources
    let userRules: UserRules
    /// The pipeline before rules were switched off, and after.
    let pipeline: Pipeline
    let enabled: Pipeline
    let accountTypes: AccountTypeGuesser
    let accountNames = KeptAccountNames()
    /// Of the sources.
    let digest: PassDigest

    var library: LibraryFiles { sources.library }

    /// Stored rules and files in `rules/` that can't be used.
    var leftOut: [LeftOutFile] { library.leftOut + userRules.leftOut }

    fileprivate init(_ sources: PassSources, after before: PassRulebook?) throws {
        self.sources = sources
        let alike = before?.sources.configuration == sources.configuration ? before : nil
        if let alike {
            pipeline = alike.pipeline
            accountTypes = alike.accountTypes
        } else {
            let configuration = try sources.configuration.files(on: sources.host)
            pipeline = try configuration.compiledPipeline()
            accountTypes = try configuration.accountTypeGuesser()
        }
        enabled = try pipeline.without(Set(sources.decided.disabled.map(\.reference)))
        userRules = try UserRules(
            sources.rules, stored: sources.decided.stored, disabled: sources.decided.disabled,
            categories: pipeline.categories, library: sources.library.library,
            on: sources.host, after: alike?.userRules)
        digest = try Self.digest(sources)
    }

    /// A digest of this and of accounts and decisions.
    func digest(with frame: Snapshot) -> String {
        var digest = digest
        digest.add(frame.accounts)
        digest.add(frame.decisions)
        return digest.text
    }

    private static func digest(_ sources: PassSources) throws -> PassDigest {
        var digest = try PassDigest()
        for rule in sources.decided.stored {
            digest.add("\(rule.reference) \(rule.isEnabled)")
            digest.add(rule.definition)
        }
        for rule in sources.decided.disabled.sorted(by: { $0.reference < $1.reference }) {
            digest.add(rule.reference)
            digest.add(rule.fingerprint ?? "")
        }
        for (name, bytes) in sources.configuration.bytes.sorted(by: { $0.key < $1.key }) {
            digest.add(name)
            digest.add(bytes)
        }
        for source in sources.rules {
            digest.add(source.file)
            digest.add(source.bytes)
        }
        for file in sources.library.files {
            digest.add(file.path)
            digest.add(file.bytes)
        }
        return digest
    }
}
