public import Classification
internal import Configuration
internal import Model
internal import Rules
internal import Scripting

/// A cache of the rules of a pass, valid while their files stay the same. For
/// programs that make many passes.
///
/// Serves one thread at a time.
public final class RulebookCache {
    /// The number of times that rules were read, since something had changed.
    private(set) var readings = 0
    /// The files of the last reading; nil if they have to be read again.
    private var given: PassSources?
    private var checked: CheckedFiles<PassSources, PassRulebook>?
    /// The last good versions that the vault is known to have.
    var lastGood: [String: [UInt8]]?

    public init() {}

    var storedRules: [StoredRule] { given?.decided.stored ?? [] }

    /// Files of the last pass whose last good version is in use, each with its
    /// problems.
    public var heldBack: [RejectedFile] { checked?.heldBack ?? [] }

    /// - Parameter readLastGood: reads the versions that replace broken files.
    func rulebook(
        of sources: PassSources, _ readLastGood: () throws -> LastGoodFiles
    ) throws -> PassRulebook {
        if let given, given.agrees(with: sources), let checked { return checked.reading }
        readings += 1
        let before = checked?.reading
        let lastGood = try readLastGood()
        let checked = try CheckedFiles<PassSources, PassRulebook>(
            sources, lastGood,
            tryingTogether: [["rules/"], ["config/"], ["rules/", "config/"]],
            read: { try $0.read(after: before) }, mistakes: \.leftOut,
            furtherMistakes: { try $0.failedTests(in: $1, since: lastGood) })
        given = sources
        self.checked = checked
        return checked.reading
    }

    /// Has the rules read again: functions that keep state between transactions have
    /// to start afresh in each pass.
    func forget() {
        given = nil
        lastGood = nil
    }
}

/// The compiled rules of a pass. With a thousand stored rules, compiling is most of a
/// pass over a few transactions.
struct PassRulebook {
    let sources: PassSources
    let userRules: UserRules
    /// The pipeline before and after rules were disabled.
    let pipeline: Pipeline
    let enabled: Pipeline
    let accountTypes: AccountTypeGuesser
    let accountNames = KeptAccountNames()
    /// The digest of the sources.
    let digest: PassDigest

    var library: LibraryFiles { sources.library }

    /// Stored rules and files in `rules/` that can't be used.
    var leftOut: [RejectedFile] { library.leftOut + userRules.leftOut }

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

    /// A digest of the sources, the accounts and the decisions.
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

/// The person's decisions about rules, made by commands.
struct RuleDecisions: Hashable {
    var stored: [StoredRule]
    /// Disabled rules of files.
    var disabled: Set<RuleIdentity>
}

/// The sources of a pass's rules.
struct PassSources: UserFiles {
    var configuration: ConfigurationSources
    var rules: [RuleSource]
    var library: LibraryFiles
    let decided: RuleDecisions
    /// Runs the rules.
    let host: ScriptHost

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

    /// - Parameter before: a rulebook of other sources. Shared parts are reused; the
    ///   configuration takes most of the time.
    /// - Throws: `ConfigurationError` if the configuration is broken.
    func read(after before: PassRulebook?) throws -> PassRulebook {
        try PassRulebook(self, after: before)
    }

    /// Changed files whose tests fail.
    func failedTests(in rulebook: PassRulebook, since lastGood: LastGoodFiles) throws
        -> [RejectedFile]
    {
        let changed = rules.filter { source in
            lastGood.bytes(of: source.file).map { $0 != source.bytes } ?? false
        }
        let failures = try RuleTests.run(
            rulebook.userRules, of: Set(changed.map(\.file)), in: rulebook.pipeline
        ).filter { !$0.hasPassed }
        return changed.compactMap { source in
            let problems = failures.filter { $0.file == source.file }.map(RuleFileProblem.init)
            return problems.isEmpty ? nil : RejectedFile(file: source.file, problems: problems)
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

/// A digest of everything that affects a pass except transactions and the decisions
/// about them.
struct PassDigest {
    private var hash = SHA256()

    /// The digest of the program and its shipped files, which change only together.
    init() throws {
        add(try ProgramFile.running().identity)
    }

    var text: String { hash.digest().hexadecimal }

    mutating func add(_ text: String) { add(Array(text.utf8)) }

    mutating func add(_ bytes: [UInt8]) {
        // The length keeps two lists of parts from giving the same bytes.
        hash.add(Array("\(bytes.count):".utf8))
        hash.add(bytes)
    }

    /// Everything except the balances.
    mutating func add(_ accounts: [AccountFacts]) {
        for account in accounts {
            add("\(account.id) \(account.type.rawValue) \(account.currency.exponent)")
            add(account.name)
            add(account.bankName)
            add(account.institution)
            add(account.currency.code)
            add(account.bankID)
        }
    }

    mutating func addBalances(of accounts: [AccountFacts]) {
        for account in accounts {
            add(account.balance.map(String.init) ?? "none")
            add(account.availableBalance.map(String.init) ?? "none")
            add(account.balanceDay?.description ?? "none")
        }
    }

    /// Decisions about whole payees. A decision about a single transaction counts as
    /// a change of it.
    mutating func add(_ decisions: Decisions) {
        for (payee, name) in decisions.payeeAliases.sorted(by: { $0.key < $1.key }) {
            add(payee)
            add(name)
        }
    }
}
