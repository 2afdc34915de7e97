internal import Classification
internal import Configuration
internal import Model
internal import Rules
internal import Vault

/// What the person decided about rules by commands.
struct RuleDecisions {
    var stored: [StoredRule]
    /// The references of rules of files that are switched off.
    var disabled: Set<String>
}

/// All that a pass needs beside transactions, read from the vault's files.
struct PassSetup {
    let classifier: Classifier
    let userRules: UserRules
    let library: LibraryFiles
    let leftOutPlugins: [LeftOutPlugin]
    /// Of the vault's own files; those of the program are part of it.
    fileprivate let files: PassDigest

    /// A digest of all that passes are made of but transactions and balances.
    /// Empty where no part of the vault can be looked at alone.
    ///
    /// - Parameter frame: the accounts and decisions.
    func digest(_ frame: Snapshot) throws -> String {
        guard classifier.canConcludeOnParts else { return "" }
        var digest = files
        digest.add(frame.accounts)
        digest.add(frame.decisions)
        return digest.text
    }

    /// The pipeline before rules were switched off.
    let pipeline: Pipeline

    /// Stored rules and files in `rules/` that can't be used.
    var leftOut: [LeftOutFile] { library.leftOut + userRules.leftOut }
}

extension Engine {
    /// - Parameter decided: what is to hold about rules; nil for what the person
    ///   decided.
    /// - Throws: `ConfigurationError` where the configuration has a mistake.
    func passSetup(_ decided: RuleDecisions? = nil) throws -> PassSetup {
        let decided = try decided ?? ruleDecisions()
        let configuration = try configuration()
        let pipeline = try configuration.pipeline()
        let library = LibraryFiles.ofRules(vaultPath: vault.folder.rulesPath)
        let sources = try ruleSources()
        let userRules = try UserRules(
            sources, stored: decided.stored, disabled: decided.disabled,
            categories: pipeline.categories, library: library.library)
        let (plugins, leftOut) = try pluginShelf().plugins(
            forPassIn: try pipeline.without(decided.disabled))
        return PassSetup(
            classifier: Classifier(plugins, userRules: userRules), userRules: userRules,
            library: library, leftOutPlugins: leftOut,
            files: try digest(configuration, sources, library, decided), pipeline: pipeline)
    }

    func ruleDecisions() throws -> RuleDecisions {
        RuleDecisions(stored: try vault.storedRules(), disabled: try vault.disabledRules())
    }

    private func digest(
        _ configuration: ConfigurationFiles, _ sources: [RuleSource], _ library: LibraryFiles,
        _ decided: RuleDecisions
    ) throws -> PassDigest {
        var digest = try PassDigest()
        for rule in decided.stored {
            digest.add("\(rule.reference) \(rule.isEnabled)")
            digest.add(rule.definition)
        }
        for rule in decided.disabled.sorted() { digest.add(rule) }
        for (name, text) in configuration.texts.sorted(by: { $0.key < $1.key }) {
            digest.add(name)
            digest.add(text)
        }
        for source in sources {
            digest.add(source.file)
            digest.add(source.bytes)
        }
        for file in library.files {
            digest.add(file.path)
            digest.add(file.bytes)
        }
        return digest
    }

    private func ruleSources() throws -> [RuleSource] {
        try LayeredFolder(
            name: "rules", vaultPath: vault.folder.rulesPath, endings: [".lua"]
        ).files.map { RuleSource(file: $0.path, bytes: $0.bytes) }
    }
}
