internal import Classification
internal import Vault

extension Engine {
    /// The rule files whose text is not the one in use, since they have a mistake or were edited
    /// after the last pass. Compares bytes; no rule is read.
    public func ruleFilesNotInUse() throws -> [String] {
        let lastGood = try LastGoodFiles(vault)
        let written = try LayeredFolder(
            name: "rules", vaultPath: vault.folder.rulesPath, endings: [".lua"])
        return written.files.filter { lastGood.bytes(of: $0.path) != $0.bytes }.map(\.path)
            + written.problems.map(\.file)
    }
}
