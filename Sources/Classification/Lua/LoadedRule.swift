public import Model
public import Rules
import Scripting

/// A rule that can be asked, with the sandbox that its functions live in.
///
/// A class, since it is taken up for every transaction and has many parts.
final class LoadedRule {
    let lua: LuaRule
    let file: String
    /// Nil for a stored rule, whose file is itself.
    let line: Int?
    let sandbox: Sandbox
    let effects: EffectReader
    /// What it says, in short; nil for a stored rule.
    let fingerprint: String?

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
    }

    var hasFunction: Bool { lua.when != nil || lua.set != nil }

    /// Whether the rule's function holds for a transaction that its table
    /// holds for.
    func isMatch(_ record: RecordBuffer) throws -> Bool {
        guard let when = lua.when else { return true }
        return try isTrue(try sandbox.call(when, on: record))
    }

    /// What the rule sets on a transaction that it matches, or nil where its
    /// function has no opinion.
    func effect(on record: RecordBuffer) throws -> Effect? {
        guard let set = lua.set else { return lua.rule.effect }
        let value = try sandbox.call(set, on: record)
        guard value != .nil else { return nil }
        var mistakes = Mistakes()
        let effect = effects.effect(value, at: .whole, &mistakes)
        guard mistakes.all.isEmpty else {
            throw RuleReadingError(message: mistakes.all.map(\.message).joined(separator: "; "))
        }
        return effect
    }

    /// What the rule sets on a transaction that its table holds for; nil where its
    /// functions hold it for no match, have no opinion or fail.
    func effectIfMatching(_ record: RecordBuffer) -> Effect? {
        do {
            return try isMatch(record) ? try effect(on: record) : nil
        } catch {
            return nil
        }
    }

    /// An error of the rule's functions as its author is told of it.
    func problem(_ error: any Error) -> RuleFileProblem {
        switch error {
        case let error as ScriptError:
            var problem = RuleFileProblem(file, error)
            problem.rule = lua.rule.name
            return problem
        case let error as RuleReadingError:
            return RuleFileProblem(
                file: file, line: lua.set?.line ?? lua.when?.line,
                message: "\(lua.rule.name): \(error.message)")
        default: return RuleFileProblem(file: file, line: line, message: "\(error)")
        }
    }

    /// What a `when` function answered. Anything but true, false and nothing is
    /// a slip of its author's, and no match.
    func isTrue(_ answer: ScriptValue) throws(RuleReadingError) -> Bool {
        switch answer {
        case .nil: return false
        case .boolean(let isTrue): return isTrue
        case .constructed(let made):
            throw RuleReadingError(
                message: "\"when\" must return true or false, and returned \(made.name)(…); "
                    + "a function asks the text itself, as in tx.payee:contains(\"…\")")
        case .integer, .number, .string, .table, .function:
            throw RuleReadingError(message: "\"when\" must return true or false")
        }
    }
}

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

/// By what decisions know the rules that there are.
///
/// A rule is the one that a decision was about where it has that name in that
/// file, whatever was changed in it. Where no rule has, it is the one that says
/// what that rule said, under whatever name.
public struct RuleIdentities: Sendable {
    /// Of rules of files, by their ids.
    private var ofFiles: [String: RuleIdentity] = [:]
    private var references: Set<String> = []

    /// - Parameter rules: of files, in the order in which they stand there.
    init(_ rules: [LoadedRule]) {
        var equals: [String: Int] = [:]
        for rule in rules {
            guard let said = rule.fingerprint else { continue }
            let number = equals[said, default: 0] + 1
            equals[said] = number
            let fingerprint = number == 1 ? said : "\(said) \(number)"
            let id = rule.lua.rule.id
            let identity =
                rule.lua.hasName
                ? RuleIdentity(id, fingerprint: fingerprint) : RuleIdentity(unnamed: fingerprint)
            ofFiles[id] = identity
            references.insert(identity.reference)
        }
    }

    /// The rule of a file that a decision is about, as it is now; nil where there
    /// is none.
    ///
    /// - Parameters:
    ///   - reference: what the decision calls it.
    ///   - known: by what it was known since.
    public func rule(decidedAs reference: String, knownAs known: RuleIdentity) -> RuleIdentity? {
        let all = ofFiles.values
        return all.first { $0.reference == reference }
            ?? all.first { $0.reference == known.reference }
            ?? all.first { $0.fingerprint == known.fingerprint }
    }

    /// By what a decision about a rule is to know it again.
    public func identity(of rule: Rule) -> RuleIdentity {
        if case .lua = rule.origin, let identity = ofFiles[rule.id] { return identity }
        return RuleIdentity(rule.reference)
    }

    /// Whether a decision about some rules is about this one.
    ///
    /// - Parameter known: by what the decision knows them.
    public func holds(_ known: Set<RuleIdentity>, of rule: Rule) -> Bool {
        known.contains { isKnown(rule, as: $0) }
    }

    /// Whether a decision that knows a rule by this is about the given one.
    public func isKnown(_ rule: Rule, as known: RuleIdentity) -> Bool {
        guard let fingerprint = known.fingerprint else { return known.reference == rule.reference }
        let identity = identity(of: rule)
        return known.reference == identity.reference
            || (fingerprint == identity.fingerprint && !references.contains(known.reference))
    }
}
