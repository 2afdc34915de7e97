internal import Classification
internal import Configuration
internal import Model
internal import Vault

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

    /// Files in `rules/` that can't be used.
    var leftOut: [LeftOutFile] { library.leftOut + userRules.leftOut }
}

extension Engine {
    /// - Throws: `ConfigurationError` where the configuration has a mistake.
    func passSetup() throws -> PassSetup {
        let configuration = try configuration()
        let pipeline = try configuration.pipeline()
        let library = LibraryFiles.ofRules(vaultPath: vault.folder.rulesPath)
        let sources = try ruleSources()
        let userRules = try UserRules(
            sources, categories: pipeline.categories, library: library.library)
        let (plugins, leftOut) = try pluginShelf().plugins(forPassIn: pipeline)
        return PassSetup(
            classifier: Classifier(plugins, userRules: userRules), userRules: userRules,
            library: library, leftOutPlugins: leftOut,
            files: try digest(configuration, sources, library))
    }

    private func digest(
        _ configuration: ConfigurationFiles, _ sources: [RuleSource], _ library: LibraryFiles
    ) throws -> PassDigest {
        var digest = try PassDigest()
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
