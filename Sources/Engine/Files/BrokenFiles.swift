internal import Automation
internal import Classification
internal import Configuration
internal import Vault

extension Engine {
    /// The person's files with mistakes, whether or not a last good version stays in use: those
    /// of the configuration, layouts of imports, rules and maps, then handlers. The paths are
    /// within the vault.
    ///
    /// Rules are only read if they may have changed since the last pass, which takes long.
    public func brokenFiles() throws -> [String] {
        let files =
            try brokenConfiguration() + importLayouts().mistakes.map(\.file)
            + brokenRules() + brokenHandlers()
        var seen: Set<String> = []
        return files.filter { seen.insert($0).inserted }
    }

    private func brokenConfiguration() throws -> [String] {
        let own = try configurationSources()
        guard own.texts.contains(where: { ShippedFiles.bytes(of: $0) != $1 }) else { return [] }
        do throws(ConfigurationError) {
            return try own.files(on: scripts).mistakes().map(\.file)
        } catch {
            return [error.file]
        }
    }

    private func brokenRules() throws -> [String] {
        let last = try vault.readForPass { $0.last }
        guard try !isUnchanged(since: last) else { return [] }
        do {
            return try uninterrupted { try passSetup() }.leftOut.filter { !$0.isStoredRule }
                .map(\.file)
        } catch let error as ConfigurationError {
            return [error.file]
        }
    }

    private func brokenHandlers() throws -> [String] {
        do {
            return try automations().leftOut.map(\.file)
        } catch let error as ConfigurationError {
            return [error.file]
        }
    }
}
