import Model
import Rules
import Scripting

/// A rule of a Lua file: what it can say as data, and its functions for the
/// rest.
struct LuaRule {
    /// Its condition is what the table of `when` says, or always.
    let rule: Rule
    /// Asked after the table, when the table holds.
    let when: ScriptFunction?
    /// Asked for what to set, in place of a table.
    let set: ScriptFunction?
}

/// Reads the `rule { … }` declarations of one file.
struct LuaRuleReader {
    let file: String
    let categories: CategoryTree

    /// - Parameter position: of the declaration in its file, from 1; names
    ///   rules that have no name.
    func rule(_ declaration: Declaration, position: Int) throws(RuleReadingError) -> LuaRule {
        guard case .table(let table) = declaration.value, table.array.isEmpty else {
            throw RuleReadingError(
                message: "write rule { name = …, when = …, set = … } with named parts only")
        }
        for part in table.fields.keys.sorted() where RulePart(rawValue: part) == nil {
            throw RuleReadingError(
                message: "a rule has no part \"\(part)\""
                    + Suggestion.phrase(for: part, among: RulePart.allCases.map(\.rawValue)))
        }
        func part(_ part: RulePart) -> ScriptValue { table.fields[part.rawValue] ?? .nil }

        let name = try name(part(.name)) ?? "rule \(position)"
        var condition = Condition.always
        var whenFunction: ScriptFunction?
        switch part(.when) {
        case .nil:
            throw RuleReadingError(message: "\(name) has no \"when\"; it would match everything")
        case .function(let function): whenFunction = function
        case let value: condition = try ConditionReader.condition(value)
        }
        var effect = Effect()
        var setFunction: ScriptFunction?
        switch part(.set) {
        case .nil: throw RuleReadingError(message: "\(name) has no \"set\"; it would do nothing")
        case .function(let function): setFunction = function
        case let value: effect = try EffectReader(categories: categories).effect(value)
        }
        return LuaRule(
            rule: Rule(
                id: "\(file):\(name)", name: name,
                origin: .lua(file: file, line: declaration.line),
                priority: try priority(part(.priority)), condition: condition, effect: effect,
                stops: try stops(part(.stop))),
            when: whenFunction, set: setFunction)
    }

    private func name(_ value: ScriptValue) throws(RuleReadingError) -> String? {
        switch value {
        case .nil: return nil
        case .string(let name) where !name.isEmpty && !name.contains(where: \.isNewline):
            return name
        default: throw RuleReadingError(message: "\"name\" must be a text of one line")
        }
    }

    private func priority(_ value: ScriptValue) throws(RuleReadingError) -> Int {
        switch value {
        case .nil: return 0
        case .integer(let priority) where (-1_000_000...1_000_000).contains(priority):
            return Int(priority)
        default:
            throw RuleReadingError(
                message: "\"priority\" must be a whole number from -1000000 to 1000000")
        }
    }

    private func stops(_ value: ScriptValue) throws(RuleReadingError) -> Bool {
        switch value {
        case .nil: return false
        case .boolean(let stops): return stops
        default: throw RuleReadingError(message: "\"stop\" must be true or false")
        }
    }
}

private enum RulePart: String, CaseIterable {
    case name, when, set, priority, stop
}
