internal import Classification
internal import Configuration
internal import Vault

/// All that a pass needs beside transactions, read from the vault's files.
struct PassSetup {
    let classifier: Classifier
    let userRules: UserRules
    let library: LibraryFiles
    let leftOutPlugins: [LeftOutPlugin]

    /// Files in `rules/` that can't be used.
    var leftOut: [LeftOutFile] { library.leftOut + userRules.leftOut }
}

extension Engine {
    /// - Throws: `ConfigurationError` where the configuration has a mistake.
    func passSetup() throws -> PassSetup {
        let pipeline = try configuration().pipeline()
        let library = LibraryFiles.ofRules(vaultPath: vault.folder.rulesPath)
        let userRules = try UserRules(
            try ruleSources(), categories: pipeline.categories, library: library.library)
        let (plugins, leftOut) = try pluginShelf().plugins(forPassIn: pipeline)
        return PassSetup(
            classifier: Classifier(plugins, userRules: userRules), userRules: userRules,
            library: library, leftOutPlugins: leftOut)
    }

    private func ruleSources() throws -> [RuleSource] {
        try LayeredFolder(
            name: "rules", vaultPath: vault.folder.rulesPath, ending: ".lua"
        ).files.map { RuleSource(file: $0.path, bytes: $0.bytes) }
    }
}
