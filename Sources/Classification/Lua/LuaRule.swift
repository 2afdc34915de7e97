import Rules
import Scripting

/// A rule of a Lua file: what it can say as data, and its functions for the
/// rest.
struct LuaRule {
    /// Its condition is what the table of `when` says, or always.
    let rule: Rule
    /// Whether its name is one that the person gave it.
    let hasName: Bool
    /// Asked after the table, when the table holds.
    let when: ScriptFunction?
    /// Asked for what to set, in place of a table.
    let set: ScriptFunction?
    /// The rule's own tests.
    var examples: [RuleExample]
}
