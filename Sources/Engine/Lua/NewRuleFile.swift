internal import Foundation
internal import Vault

extension Engine {
    /// Writes a rule file to begin with. It holds an example that no
    /// transaction of a bank matches.
    ///
    /// - Parameter name: "20-mine", "20-mine.lua" or "rules/20-mine.lua".
    /// - Returns: where it is.
    /// - Throws: ``EngineError/unusableName(_:)`` for a name that leads out of
    ///   the folder or has no letters, ``EngineError/alreadyThere(path:)`` where
    ///   there is such a file.
    public func newRuleFile(named name: String) throws -> String {
        try NewLuaFile(folder: "rules", path: vault.folder.rulesPath)
            .write(Self.newRules, named: name)
    }

    private static let newRules = """
        -- When a transaction looks like "when", set what "set" says. Every name that
        -- can stand here is in docs/lua-reference.md.

        rule {
            name = "Corner Shop by its own name",
            when = { description = starts_with "SQ *CORNER SHOP EXAMPLE" },
            set = { payee = "Corner Shop", category = "groceries" },
            tests = {
                match = {
                    { description = "SQ *CORNER SHOP EXAMPLE 0042", gets = { payee = "Corner Shop" } },
                },
                no_match = { "CORNERSTONE BANK" },
            },
        }

        """
}
