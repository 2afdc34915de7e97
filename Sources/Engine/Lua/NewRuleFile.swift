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
        var file = name.hasPrefix("rules/") ? String(name.dropFirst("rules/".count)) : name
        if !file.hasSuffix(".lua") { file += ".lua" }
        let isUsable =
            !file.hasPrefix(".") && file != ".lua"
            && file.utf8.allSatisfy { byte in
                (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "/")
                    && byte != UInt8(ascii: "\\")
            }
        guard isUsable else { throw EngineError.unusableName(name) }
        let path = vault.folder.rulesPath + "/" + file
        guard !FileManager.default.fileExists(atPath: path) else {
            throw EngineError.alreadyThere(path: path)
        }
        do {
            try Data(Self.newRules.utf8).write(
                to: URL(fileURLWithPath: path), options: .withoutOverwriting)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw EngineError.cannotWrite(path: path, reason: FileReader.words(for: error))
        }
        return path
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
