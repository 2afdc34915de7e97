public import Classification

/// Why something that the person asked for about a plugin was not done.
public enum PluginError: Error, Hashable, Sendable {
    /// - Parameter hint: a name that may have been meant, as a phrase to be put
    ///   behind the name; empty where none is near.
    case unknown(String, hint: String)
    /// A new plugin can't have that name.
    case unfitName(String, form: String)
    case exists(String, isShipped: Bool)
    /// The plugin can't be read.
    case broken(String, [RuleFileProblem])
    case unknownSetting(String, of: String, known: [String], hint: String)
    /// - Parameter expected: what the setting takes.
    case unfitSetting(String, of: String, expected: String)
}
