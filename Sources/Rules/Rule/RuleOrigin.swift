/// Where a rule was written.
public enum RuleOrigin: Hashable, Sendable {
    /// In a file that comes with the program, "categories.toml".
    case shipped(file: String)
    /// In a configuration file of the vault's own.
    case vault(file: String)
    /// In the vault's database: made from a correction or by hand.
    case stored
    /// In a table of a Lua file. Lines count from 1.
    case lua(file: String, line: Int)
}
