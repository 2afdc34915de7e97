internal import Classification
internal import Model
internal import Vault

extension Engine {
    /// The stored rules and the names that the person gave payees as a rule file, with the
    /// settings of plugins as commands in comments.
    ///
    /// Rules that are switched off are comments. A vault that has the file in `rules/` classifies
    /// as this one does.
    public func exportedRules() throws -> String {
        var parts = ["-- What was stored in a GhostVault vault, as a rule file."]
        for rule in try ruleDecisions().stored {
            let text = "rule " + rule.definition.trimmed
            parts.append(
                rule.isEnabled ? text : "-- Switched off:\n" + Self.commented(text))
        }
        for (payee, name) in try vault.payeeAliases().sorted(by: { $0.key < $1.key }) {
            parts.append(
                """
                rule {
                    name = \(LuaLiteral.text("\(payee) is \(name)")),
                    when = { payee = is \(LuaLiteral.text(payee)) },
                    set = { payee = \(LuaLiteral.text(name)) },
                }
                """)
        }
        let settings = try plugins().flatMap { plugin in
            plugin.settings.filter { !$0.isDefault }.map { setting in
                "ghostvault plugins set \(plugin.name) \(setting.setting.name) -- "
                    + Self.shellWord(setting.value.description)
            }
        }
        if !settings.isEmpty {
            parts.append(
                "-- Settings of plugins, to be given by hand:\n"
                    + Self.commented(settings.joined(separator: "\n")))
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func shellWord(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }

    private static func commented(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { "-- " + $0 }.joined(separator: "\n")
    }
}

extension String {
    fileprivate var trimmed: Substring {
        let rest = drop(while: \.isWhitespace)
        return rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? ""
    }
}
