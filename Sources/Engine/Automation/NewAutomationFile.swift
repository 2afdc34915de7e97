internal import Vault

extension Engine {
    /// Writes an automation file to begin with: one handler, and its tests.
    ///
    /// - Parameter name: "alerts", "alerts.lua" or "automation/alerts.lua".
    /// - Returns: where it is.
    /// - Throws: ``EngineError/unusableName(_:)`` for a name that leads out of
    ///   the folder or has no letters, ``EngineError/alreadyThere(path:)`` where
    ///   there is such a file.
    public func newAutomationFile(named name: String) throws -> String {
        try NewLuaFile(folder: "automation", path: vault.folder.automationPath)
            .write(Self.newAutomation, named: name)
    }

    private static let newAutomation = """
        -- When something happens, the function behind it is called, and what it asks
        -- for is done. Every event and every word is in docs/automation.md.

        on("large_transaction", { over = 500 }, function(e)
            if e.transaction.class ~= "expense" then return end
            notify {
                title = "Large charge",
                text = e.transaction.payee .. ": " .. e.transaction.amount_text,
            }
        end)

        test {
            name = "a large charge is told",
            on = "large_transaction",
            event = { transaction = { payee = "Corner Shop", amount = -812.50 } },
            expect = { notify = { text = "Corner Shop: -812.50 USD" } },
        }

        test {
            name = "a small one is not",
            on = "large_transaction",
            event = { transaction = { amount = -20 } },
            expect = {},
        }

        """
}
