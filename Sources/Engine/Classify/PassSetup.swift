internal import Classification
internal import Configuration
internal import Model
internal import Scripting
internal import Vault

/// The input of a pass other than transactions, read from the vault's files.
struct PassSetup {
    let classifier: Classifier
    let rulebook: PassRulebook
    /// Files whose last good version is in use.
    let heldBack: [RejectedFile]
    let leftOutPlugins: [RejectedPlugin]
    /// Configuration files that no pass reads.
    fileprivate let settings: ConfigurationSources
    fileprivate let cache: RulebookCache

    fileprivate init(
        classifier: Classifier, rulebook: PassRulebook, settings: ConfigurationSources,
        _ cache: RulebookCache, leftOutPlugins: [RejectedPlugin]
    ) {
        self.classifier = classifier
        self.rulebook = rulebook
        self.settings = settings
        self.cache = cache
        self.leftOutPlugins = leftOutPlugins
        heldBack = cache.heldBack
    }

    var userRules: UserRules { rulebook.userRules }
    var rulesOfFiles: [String: Int] {
        Dictionary(userRules.files.map { ($0.name, $0.rules) }, uniquingKeysWith: +)
    }
    var library: LibraryFiles { rulebook.library }
    /// The pipeline before rules were disabled.
    var pipeline: Pipeline { rulebook.pipeline }

    /// The type of an account unless the person chose one.
    func guessedType(_ account: AccountRecord) -> AccountType { guess(account).type }

    func guess(_ account: AccountRecord) -> (type: AccountType, reason: String) {
        rulebook.accountTypes.guess(account)
    }

    /// Whether rules or files are left out, without another version in their place.
    var isIncomplete: Bool { !rulebook.leftOut.isEmpty }

    /// Stored rules and files that can't be used as they are, each with its own mistakes as it is
    /// written.
    var leftOut: [RejectedFile] {
        // A last good version can be wrong by now, such as about a category that is gone.
        let unusable = Set(rulebook.leftOut.map(\.file))
        let written = heldBack.map { file in
            var file = file
            if unusable.contains(file.file) { file.standIn = nil }
            return file
        }
        let told = Set(written.map(\.file))
        return written + rulebook.leftOut.filter { !told.contains($0.file) }
    }

    /// The files in use, by their paths in the vault.
    fileprivate var texts: [String: [UInt8]] { rulebook.sources.texts }

    /// A digest of everything that affects passes except transactions and balances.
    /// Empty if plugins run: they may have changed.
    ///
    /// - Parameter frame: the accounts and decisions.
    func digest(_ frame: Snapshot) throws -> String {
        guard !classifier.runsPlugins else { return "" }
        return rulebook.digest.text(with: frame)
    }
}

extension Engine {
    /// - Parameters:
    ///   - decided: the decisions about rules; nil for the stored ones.
    ///   - cache: the rules of earlier passes.
    /// - Throws: `ConfigurationError` if the configuration is broken and has no good
    ///   version.
    func passSetup(
        _ decided: RuleDecisions? = nil, cache: RulebookCache? = nil
    ) throws -> PassSetup {
        let cache = cache ?? RulebookCache()
        scripts.beginReading()
        try useCachedReadings()
        let configuration = try configurationSources()
        let sources = try passSources(
            configuration.only { !Self.isIgnoredByPasses($0) }, decided,
            known: cache.storedRules)
        let rulebook = try cache.rulebook(of: sources) { try LastGoodFiles(vault) }
        let (plugins, leftOut) = try pluginShelf()
            .plugins(forPassIn: rulebook.enabled)
        if let failure = scripts.takeFailure() {
            cache.forget()
            throw EngineError.luaCannotRun(failure)
        }
        return PassSetup(
            classifier: Classifier(
                plugins, userRules: rulebook.userRules, accountNames: rulebook.accountNames),
            rulebook: rulebook, settings: configuration.only(Self.isIgnoredByPasses), cache,
            leftOutPlugins: leftOut)
    }

    /// Whether the files, decisions, accounts and transactions are those of the last pass, so
    /// that another one has nothing to do. Reading no rules, it takes a fraction of the time of
    /// a setup. If it can't be sure, false.
    func isUnchanged(since last: PassState) throws -> Bool {
        guard !last.rulebookDigest.isEmpty, try !pluginShelf().hasWork else { return false }
        scripts.beginReading()
        try useCachedReadings()
        let configuration = try configurationSources()
        let sources = try passSources(configuration.only { !Self.isIgnoredByPasses($0) }, nil)
        let settings = configuration.only(Self.isIgnoredByPasses).texts
        let lastGood = try LastGoodFiles(vault)
        guard sources.library.leftOut.isEmpty,
            lastGood.changes(toUse: settings, in: [], leavingOut: [], at: 0).isEmpty
        else { return false }
        let accountTypes: AccountTypeGuesser
        do {
            accountTypes = try sources.configuration.files(on: scripts).accountTypeGuesser()
        } catch {
            return false
        }
        let rulebook = try PassRulebook.digest(sources)
        return try vault.readForPass(typedBy: { accountTypes.guess($0).type }) { reader in
            try reader.last == last
                && PassWork.isUnchanged(
                    reader, reader.frame(asOf: moment.today), rulebook: rulebook)
        }
    }

    /// Reuses the results of reading files in earlier runs of this program.
    private func useCachedReadings() throws {
        guard !scripts.cachesAnswers else { return }
        let program = try ProgramFile.running()
        scripts.useCached(try vault.cachedReadings(), of: program.identity)
    }

    /// The rules as written, with the configuration, modules and maps in use, and all files that
    /// can't be used as they are.
    ///
    /// A file that only needs one that is held back is in use, and so is read as passes read it.
    func rulesAsWritten() throws -> (rules: PassRulebook, leftOut: [RejectedFile]) {
        let setup = try passSetup()
        var sources = try sourcesAsWritten()
        let failing = setup.rulebook.sources.failing
        guard !(setup.heldBack + failing).isEmpty || !sources.rules.drafts.isEmpty else {
            return (setup.rulebook, setup.leftOut)
        }
        let lastGood = try LastGoodFiles(vault)
        let heldBack = Set(setup.heldBack.map(\.file))
        let drafts = Set(sources.rules.drafts.map(\.file))
        let inUse = heldBack.filter { file in
            !file.hasPrefix("rules/") || LibraryFiles.isOfLibrary(file)
        }
        sources.put(lastGood.files(inUse))
        let checked = try CheckedFiles(sources, lastGood) {
            try $0.read(after: setup.rulebook)
        }
        let unused =
            setup.leftOut.filter { heldBack.contains($0.file) } + failing
            + checked.reading.leftOut.filter { !heldBack.contains($0.file) }
        return (
            checked.reading,
            sources.library.withNeeds(unused, among: sources.rules).map { file in
                guard drafts.contains(file.file) else { return file }
                // A draft never keeps its last good version from use.
                var file = file
                file.standIn = lastGood.standIn(for: file.file)
                return file
            }
        )
    }

    private func sourcesAsWritten() throws -> PassSources {
        try passSources(
            try configurationSources().only { !Self.isIgnoredByPasses($0) }, nil,
            known: [], withDrafts: true)
    }

    /// The files whose last good version is in use, since they have a mistake or are drafts:
    /// from what is in use to what is written.
    public func waitingFiles() throws -> [FileDifference] {
        try uninterrupted {
            let setup = try passSetup()
            let sources = try sourcesAsWritten()
            let written = sources.texts
            let lastGood = try LastGoodFiles(vault)
            let paths = Set(setup.heldBack.map(\.file) + sources.rules.drafts.map(\.file))
            return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { path in
                FileDifference(path: path, before: lastGood.bytes(of: path), after: written[path])
            }
        }
    }

    /// Stores the files of a pass as their last good versions.
    func storeLastGood(_ setup: PassSetup) throws {
        try vault.keep(answers: scripts.takeNewAnswers())
        let used = setup.texts.merging(setup.settings.texts) { $1 }
        guard setup.cache.lastGood != used else { return }
        let lastGood = try LastGoodFiles(vault)
        // If a file needs a broken one, the problem names the broken one.
        var wrong = Set(
            setup.rulebook.leftOut.flatMap { file in file.problems.map(\.file) + [file.file] })
        wrong.formUnion(try mistakes(in: setup.settings, notIn: lastGood))
        try vault.store(
            lastGood: lastGood.changes(
                toUse: used, in: ["config/", "rules/"], leavingOut: wrong, at: moment.now),
            at: moment.now)
        setup.cache.lastGood = used
    }

    /// Gives rules of files that are new their numbers.
    ///
    /// - Parameter content: whether to note what the others match and set by now, because something
    ///   is about to be decided beside them.
    func numberRules(of setup: PassSetup, byContent content: Bool = false) throws {
        try vault.number(
            setup.userRules.unnumbered(in: vault.wordOrder(), byContent: content))
    }

    /// Broken settings files that no pass reads.
    private func mistakes(
        in settings: ConfigurationSources, notIn lastGood: LastGoodFiles
    ) throws -> [String] {
        let readings: [(name: String, read: (ConfigurationFiles) throws -> Void)] = [
            (ConfigurationFiles.askFile, { _ = try $0.askSettings() }),
            (ConfigurationFiles.automationFile, { _ = try $0.automationSettings() }),
            (ConfigurationFiles.dashboardFile, { _ = try $0.dashboardLook() }),
            (ConfigurationFiles.viewsFile, { _ = try $0.savedViews() }),
            (ConfigurationFiles.planFile, { _ = try $0.plan() }),
            (ConfigurationFiles.budgetsFile, { _ = try $0.budgetLines(try budgetNames()) }),
            (ConfigurationFiles.targetsFile, { _ = try $0.lensTargets() }),
        ]
        let texts = settings.texts
        var broken: [String] = []
        for (name, read) in readings {
            let path = "config/\(name)"
            guard texts[path] != lastGood.bytes(of: path) else { continue }
            do {
                try read(try settings.only { $0 == name }.files(on: scripts))
            } catch is ConfigurationError {
                broken.append(path)
            }
        }
        return broken
    }

    /// - Parameter known: stored rules read earlier.
    func ruleDecisions(known: [StoredRule] = []) throws -> RuleDecisions {
        RuleDecisions(
            stored: try vault.storedRules(known: known), disabled: try vault.disabledRules(),
            categories: try vault.categoryChanges())
    }

    /// Whether a configuration file, "lens.toml", doesn't affect classification.
    private static func isIgnoredByPasses(_ file: String) -> Bool {
        ConfigurationSources.isIgnoredByPasses("config/" + file)
    }

    private func passSources(
        _ configuration: ConfigurationSources, _ decided: RuleDecisions?,
        known: [StoredRule] = [], withDrafts: Bool = false
    ) throws -> PassSources {
        let rules = try LayeredFolder(
            name: "rules", vaultPath: vault.folder.rulesPath, endings: [".lua"])
        let sources = rules.files.map { RuleSource(file: $0.path, bytes: $0.bytes) }
        return PassSources(
            configuration: configuration,
            rules: try withDrafts ? sources : sources.withoutDrafts { try LastGoodFiles(vault) },
            library: LibraryFiles.ofRules(
                vaultPath: vault.folder.rulesPath, on: scripts,
                unreadable: rules.problems),
            decided: try decided ?? ruleDecisions(known: known), host: scripts)
    }
}

extension AccountTypeGuesser {
    fileprivate func guess(_ account: AccountRecord) -> (type: AccountType, reason: String) {
        guess(
            name: account.bankName, institution: account.institution,
            balance: account.balance.map { Int64(clamping: $0.minorUnits) })
    }
}
