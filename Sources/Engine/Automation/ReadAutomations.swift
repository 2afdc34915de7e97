public import Automation
internal import Classification
internal import Configuration
internal import Outside
internal import Scripting
internal import Vault

extension Engine {
    /// Reads the person's handlers of events, `automation/*.lua`.
    ///
    /// - Throws: `ConfigurationError` where the configuration has a mistake;
    ///   those of handlers are told with what was left out.
    public func automations() throws -> Automations { try automationSources().read() }

    /// - Parameter names: what handlers may name; nil to read it.
    func automationSources(_ names: AutomationNames? = nil) throws -> AutomationSources {
        let handlers = try LayeredFolder(
            name: "automation", vaultPath: vault.folder.automationPath, endings: [".lua"])
        return AutomationSources(
            files: handlers.files.map { RuleSource(file: $0.path, bytes: $0.bytes) },
            library: LibraryFiles.ofAutomation(
                vaultPath: vault.folder.automationPath, on: scripts,
                unreadable: handlers.problems),
            names: try names ?? AutomationPermissions(try configuration()).names, host: scripts)
    }
}
