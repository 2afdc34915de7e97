public import Model
public import Rules
import Scripting

/// A rule with the sandbox of its functions, ready to be evaluated.
///
/// A class, because this large value is used for every transaction.
final class LoadedRule {
    let lua: LuaRule
    let file: String
    /// Nil for a stored rule, which is a file of its own.
    let line: Int?
    let sandbox: Sandbox
    let effects: EffectReader
    /// The fingerprint of its content; nil for a stored rule.
    let fingerprint: String?
    /// What its patterns find for what it sets.
    let groups: PatternGroups

    init(
        lua: LuaRule, file: String, line: Int?, sandbox: Sandbox, effects: EffectReader,
        fingerprint: String? = nil
    ) {
        self.lua = lua
        self.file = file
        self.line = line
        self.sandbox = sandbox
        self.effects = effects
        self.fingerprint = fingerprint
        groups = PatternGroups(of: lua.rule.condition)
    }

    var rule: Rule { lua.rule }

    var hasFunction: Bool { lua.when != nil || lua.set != nil }

    /// Whether its effect may differ between the transactions that it matches.
    var hasOwnEffects: Bool { lua.set != nil || lua.rows != nil || !groups.isEmpty }

    /// Whether the rule's function matches a transaction that its table matches.
    ///
    /// - Parameters:
    ///   - record: shows the row.
    ///   - row: of the snapshot.
    func isMatch(_ record: RecordBuffer, in snapshot: Snapshot, row: Int) throws -> Bool {
        guard let when = lua.when else { return true }
        return try isTrue(try call(when, on: record, in: snapshot, row: row))
    }

    /// The rule's effect on a matching transaction; nil if its function has no
    /// opinion.
    func effect(on record: RecordBuffer, in snapshot: Snapshot, row: Int) throws -> Effect? {
        guard let set = lua.set else {
            let effect = lua.rows?.effect(ofRow: row) ?? rule.effect
            return groups.isEmpty
                ? effect
                : effect.filled(groups.names, with: groups.values(in: snapshot, row: row))
        }
        let value = try call(set, on: record, in: snapshot, row: row)
        guard value != .nil else { return nil }
        var mistakes = Mistakes()
        let effect = effects.effect(value, at: .whole, &mistakes)
        guard mistakes.all.isEmpty else {
            throw RuleReadingError(message: mistakes.all.map(\.message).joined(separator: "; "))
        }
        return effect
    }

    /// Calls a function with what the condition's groups found as its last argument.
    private func call(
        _ function: ScriptFunction, on record: RecordBuffer, in snapshot: Snapshot, row: Int
    ) throws -> ScriptValue {
        guard !groups.isEmpty else { return try sandbox.call(function, on: record) }
        let values = groups.values(in: snapshot, row: row)
        let found = groups.names.map { ($0, values[$0].map(ScriptValue.string) ?? .nil) }
        try sandbox.setContext(
            .table(ScriptTable(fields: Dictionary(uniqueKeysWithValues: found))))
        let answer: Result<ScriptValue, any Error> = Result {
            try sandbox.call(function, on: record)
        }
        // Functions of the file's other rules have no second argument.
        try sandbox.setContext(.nil)
        return try answer.get()
    }

    /// The rule's effect on a transaction that its table matches. Nil if its functions
    /// reject it, have no opinion or fail.
    func effectIfMatching(
        _ record: RecordBuffer, in snapshot: Snapshot, row: Int
    ) -> Effect? {
        do {
            return try isMatch(record, in: snapshot, row: row)
                ? try effect(on: record, in: snapshot, row: row) : nil
        } catch {
            return nil
        }
    }

    /// Converts an error of the rule's functions to a problem for its author.
    func problem(_ error: any Error) -> RuleFileProblem {
        switch error {
        case let error as ScriptError:
            var problem = RuleFileProblem(file, error)
            problem.rule = rule.name
            return problem
        case let error as RuleReadingError:
            return RuleFileProblem(
                file: file, line: lua.set?.line ?? lua.when?.line,
                message: "\(rule.name): \(error.message)")
        default: return RuleFileProblem(file: file, line: line, message: "\(error)")
        }
    }

    /// Evaluates the answer of a `when` function. Anything but true, false and nil
    /// is a mistake of its author, and no match.
    func isTrue(_ answer: ScriptValue) throws(RuleReadingError) -> Bool {
        switch answer {
        case .nil: return false
        case .boolean(let isTrue): return isTrue
        case .constructed(let made):
            throw RuleReadingError(
                message: "\"when\" must return true or false, but returned \(made.name)(…); in a "
                    + "function, test the text itself, as in tx.payee:contains(\"…\")")
        case .integer, .number, .string, .table, .function:
            throw RuleReadingError(message: "\"when\" must return true or false")
        }
    }
}

/// A rule of a Lua file: its declarative part, and its functions.
struct LuaRule {
    /// Its condition is the table of `when`, or always.
    let rule: Rule
    /// Whether the person gave it a name.
    let hasName: Bool
    /// The id that decisions store, so that they follow it through other names and files.
    let lastingID: String?
    /// Called if the table matches.
    let when: ScriptFunction?
    /// Called for the effect instead of a table.
    let set: ScriptFunction?
    /// The rows of the map that its condition looks for.
    var rows: MapRows?
    /// The rule's own tests.
    var examples: [RuleExample]
}

/// The identities by which decisions find existing rules again.
///
/// A decision belongs to the rule with the same `id`, or with the same name in the same file, even
/// if that rule has changed. If there is none, it belongs to the rule with the same content under
/// any name.
public struct RuleIdentities: Sendable {
    /// Rules from files, by id.
    private var ofFiles: [String: RuleIdentity] = [:]
    private var references: Set<String> = []

    /// - Parameter rules: rules from files, in the order of each file.
    init(_ rules: [LoadedRule]) {
        var equals: [String: Int] = [:]
        for rule in rules {
            guard let said = rule.fingerprint else { continue }
            let number = equals[said, default: 0] + 1
            equals[said] = number
            let fingerprint = number == 1 ? said : "\(said) \(number)"
            let id = rule.rule.id
            let identity =
                if let lasting = rule.lua.lastingID {
                    RuleIdentity("id:" + lasting, fingerprint: fingerprint)
                } else if rule.lua.hasName {
                    RuleIdentity(id, fingerprint: fingerprint)
                } else {
                    RuleIdentity(unnamed: fingerprint)
                }
            ofFiles[id] = identity
            references.insert(identity.reference)
        }
    }

    /// The identity to store with a decision about a rule.
    public func identity(of rule: Rule) -> RuleIdentity {
        if case .lua = rule.origin, let identity = ofFiles[rule.id] { return identity }
        return RuleIdentity(rule.reference)
    }

    /// When a rule first stood. One of a file keeps its number under its `id` or its name, and
    /// under any name while it matches and sets the same.
    func numbers(of rule: Rule, in order: WordOrder) -> AttributeNumbers {
        let identity = identity(of: rule)
        return order.numbers(
            ofRule: [identity.reference, rule.id], content: identity.fingerprint,
            among: references)
    }

    /// Whether a decision about several rules includes this one.
    ///
    /// - Parameter known: the identities stored with the decision.
    public func holds(_ known: Set<RuleIdentity>, of rule: Rule) -> Bool {
        known.contains { isKnown(rule, as: $0) }
    }

    /// Whether a decision with this stored identity is about the given rule.
    public func isKnown(_ rule: Rule, as known: RuleIdentity) -> Bool {
        guard let fingerprint = known.fingerprint else { return known.reference == rule.reference }
        let identity = identity(of: rule)
        // A decision made before the rule got its `id` knows it by its name.
        return known.reference == identity.reference || known.reference == rule.id
            || (fingerprint == identity.fingerprint && !references.contains(known.reference))
    }
}
