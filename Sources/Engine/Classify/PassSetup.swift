internal import Classification
internal import Configuration
internal import Model
internal import Vault

/// All that a pass needs beside transactions, read from the vault's files.
struct PassSetup {
    let classifier: Classifier
    private let rulebook: PassRulebook
    /// What the rulebook came in place of, where that is known.
    private let replaced: PassRulebook?
    let leftOutPlugins: [LeftOutPlugin]

    fileprivate init(
        classifier: Classifier, rulebook: PassRulebook, replaced: PassRulebook?,
        leftOutPlugins: [LeftOutPlugin]
    ) {
        self.classifier = classifier
        self.rulebook = rulebook
        self.replaced = replaced
        self.leftOutPlugins = leftOutPlugins
    }

    var userRules: UserRules { rulebook.userRules }
    var rulesOfFiles: [String: Int] {
        Dictionary(userRules.files.map { ($0.name, $0.rules) }, uniquingKeysWith: +)
    }
    var library: LibraryFiles { rulebook.library }
    /// The pipeline before rules were switched off.
    var pipeline: Pipeline { rulebook.pipeline }
    var accountTypes: AccountTypeGuesser { rulebook.accountTypes }

    /// Stored rules and files in `rules/` that can't be used.
    var leftOut: [LeftOutFile] { rulebook.leftOut }

    /// A digest of all that passes are made of but transactions and balances.
    /// Empty where no part of the vault can be looked at alone.
    ///
    /// - Parameter frame: the accounts and decisions.
    func digest(_ frame: Snapshot) throws -> String {
        guard classifier.canConcludeOnParts else { return "" }
        return rulebook.digest(with: frame)
    }

    /// What an edit of the person's own rules changed since a pass; nil where more
    /// than these was another then, or it is not known.
    ///
    /// - Parameter digest: of that pass.
    func edit(since digest: String, _ frame: Snapshot) -> RuleEdit? {
        guard let replaced, replaced.digest(with: frame) == digest else { return nil }
        return rulebook.edit(since: replaced)
    }
}

extension Engine {
    /// - Parameters:
    ///   - decided: what is to hold about rules; nil for what the person decided.
    ///   - keeper: what holds what was read for an earlier pass.
    /// - Throws: `ConfigurationError` where the configuration has a mistake.
    func passSetup(
        _ decided: RuleDecisions? = nil, keeper: PassKeeper? = nil
    ) throws -> PassSetup {
        let maps = keeper?.maps ?? KeptMaps()
        let sources = try passSources(decided, keptMaps: maps, known: keeper?.storedRules ?? [])
        let rulebook = try keeper?.rulebook(of: sources) ?? sources.read(after: nil)
        let (plugins, leftOut) = try pluginShelf(keptMaps: maps)
            .plugins(forPassIn: rulebook.enabled)
        return PassSetup(
            classifier: Classifier(
                plugins, userRules: rulebook.userRules, accountNames: rulebook.accountNames),
            rulebook: rulebook, replaced: keeper?.replaced, leftOutPlugins: leftOut)
    }

    /// - Parameter known: stored rules that were read before.
    func ruleDecisions(known: [StoredRule] = []) throws -> RuleDecisions {
        RuleDecisions(
            stored: try vault.storedRules(known: known), disabled: try vault.disabledRules())
    }

    /// Whether a file of the configuration says nothing of classification.
    private static func isOfNoPass(_ file: String) -> Bool {
        file == "automation.toml" || file == ConfigurationFiles.targetsFile
    }

    private func passSources(
        _ decided: RuleDecisions?, keptMaps: KeptMaps, known: [StoredRule]
    ) throws -> PassSources {
        let rules = try LayeredFolder(
            name: "rules", vaultPath: vault.folder.rulesPath, endings: [".lua"],
            leavesOutUnreadable: true)
        return PassSources(
            configuration: try configurationBytes().filter { !Self.isOfNoPass($0.key) },
            rules: rules.files.map { RuleSource(file: $0.path, bytes: $0.bytes) },
            library: LibraryFiles.ofRules(
                vaultPath: vault.folder.rulesPath, keptMaps: keptMaps,
                unreadable: rules.unreadable),
            decided: try decided ?? ruleDecisions(known: known))
    }
}
