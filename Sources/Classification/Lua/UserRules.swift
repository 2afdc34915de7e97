public import Model
import Rules
public import Scripting

/// The person's rules, loaded from their Lua files and ready to be asked.
///
/// Used by one thread at a time. What functions do wrong while they are asked
/// is gathered and reported once for each rule.
public final class UserRules {
    private let rulebook: Rulebook
    /// In the order of the rulebook.
    private let rules: [Loaded]
    private let effects: EffectReader
    private var failures: [Int: Failure] = [:]

    /// A rule that fails this often in one run is not asked again in it.
    private static let failuresUntilSetAside = 100

    private struct Loaded {
        let lua: LuaRule
        let file: String
        let sandbox: Sandbox
    }

    private struct Failure {
        let first: RuleFileProblem
        var transactions = 0
    }

    /// Loads rule files, in the order given; each gets a sandbox of its own.
    ///
    /// - Throws: every mistake in every file. There are no rules then: half a
    ///   rulebook would classify wrongly without saying so.
    public init(
        _ sources: [RuleSource], categories: CategoryTree, limits: ScriptLimits = .standard
    ) throws(RuleLoadError) {
        var problems: [RuleFileProblem] = []
        var loaded: [Loaded] = []
        var names: Set<String> = []
        for source in sources {
            let sandbox: Sandbox
            do {
                sandbox = try Sandbox(
                    limits: limits, layout: RuleFields.layout, vocabulary: RuleFields.vocabulary)
                try sandbox.load(source: source.bytes, chunkName: source.file)
            } catch {
                problems.append(RuleFileProblem(source.file, error))
                continue
            }
            let reader = LuaRuleReader(file: source.file, categories: categories)
            for (position, declaration) in sandbox.declarations.enumerated() {
                do throws(RuleReadingError) {
                    let rule = try reader.rule(declaration, position: position + 1)
                    guard names.insert(rule.rule.id).inserted else {
                        throw RuleReadingError(
                            message: "there are two rules named \"\(rule.rule.name)\" in this file")
                    }
                    loaded.append(Loaded(lua: rule, file: source.file, sandbox: sandbox))
                } catch {
                    problems.append(
                        RuleFileProblem(
                            file: source.file, line: declaration.line, message: error.message))
                }
            }
        }
        do {
            rulebook = try Rulebook(loaded.map(\.lua.rule))
        } catch {
            throw RuleLoadError(problems: problems + Self.problems(error, loaded))
        }
        guard problems.isEmpty else { throw RuleLoadError(problems: problems) }
        var byID: [String: Loaded] = [:]
        for rule in loaded { byID[rule.lua.rule.id] = rule }
        rules = rulebook.rules.compactMap { byID[$0.id] }
        effects = EffectReader(categories: categories)
    }

    /// How many rules there are.
    public var count: Int { rules.count }

    /// Asks every rule about every transaction, in rule order, and tells what
    /// each sets. A rule that stops ends the rules for that transaction.
    func forEachOpinion(
        on snapshot: Snapshot, _ body: (_ row: Int, _ rule: Rule, _ effect: Effect) -> Void
    ) throws {
        failures = [:]
        guard !rules.isEmpty else { return }
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: snapshot)
        snapshot.texts.withUTF8Bytes { texts in
            let filler = RecordFiller(snapshot, texts: texts)
            for row in snapshot.transactions.indices {
                var isFilled = false
                matcher.forEachMatch(row: row) { position in
                    let loaded = rules[position]
                    if !isFilled, loaded.lua.when != nil || loaded.lua.set != nil {
                        filler.fill(snapshot.transactions[row])
                        isFilled = true
                    }
                    guard let effect = opinion(position, filler.record) else { return true }
                    body(row, loaded.lua.rule, effect)
                    return !loaded.lua.rule.stops
                }
            }
        }
    }

    /// What went wrong in the last run, a problem a rule.
    func problems() -> [RuleFileProblem] {
        failures.sorted { $0.key < $1.key }.map { _, failure in
            RuleFileProblem(
                file: failure.first.file, line: failure.first.line,
                message: failure.first.message, traceback: failure.first.traceback,
                transactions: failure.transactions)
        }
    }

    /// What a rule sets, or nil where its functions have no opinion or fail.
    private func opinion(_ position: Int, _ record: RecordBuffer) -> Effect? {
        let loaded = rules[position]
        guard (failures[position]?.transactions ?? 0) < Self.failuresUntilSetAside else {
            return nil
        }
        do {
            if let when = loaded.lua.when {
                guard try isMatch(try loaded.sandbox.call(when, on: record)) else { return nil }
            }
            guard let set = loaded.lua.set else { return loaded.lua.rule.effect }
            let value = try loaded.sandbox.call(set, on: record)
            return value == .nil ? nil : try effects.effect(value)
        } catch let error as ScriptError {
            note(RuleFileProblem(loaded.file, error), position)
        } catch let error as RuleReadingError {
            note(
                RuleFileProblem(
                    file: loaded.file, line: loaded.lua.set?.line ?? loaded.lua.when?.line,
                    message: "\(loaded.lua.rule.name): \(error.message)"),
                position)
        } catch {
            note(RuleFileProblem(file: loaded.file, line: nil, message: "\(error)"), position)
        }
        return nil
    }

    /// What a `when` function answered. Anything but true, false and nothing is
    /// a slip of its author's, and no match.
    private func isMatch(_ answer: ScriptValue) throws(RuleReadingError) -> Bool {
        switch answer {
        case .nil: return false
        case .boolean(let isMatch): return isMatch
        case .constructed(let made):
            throw RuleReadingError(
                message: "\"when\" must return true or false, and returned \(made.name)(…); "
                    + "a function asks the text itself, as in tx.payee:contains(\"…\")")
        case .integer, .number, .string, .table, .function:
            throw RuleReadingError(message: "\"when\" must return true or false")
        }
    }

    private func note(_ problem: RuleFileProblem, _ position: Int) {
        failures[position, default: Failure(first: problem)].transactions += 1
    }

    private static func problems(
        _ error: RulebookError, _ loaded: [Loaded]
    ) -> [RuleFileProblem] {
        error.problems.map { problem in
            let rule = loaded.first { $0.lua.rule.id == problem.rule }
            var line: Int?
            if case .lua(_, let declared) = rule?.lua.rule.origin { line = declared }
            return RuleFileProblem(
                file: rule?.file ?? "", line: line,
                message: "\(rule?.lua.rule.name ?? problem.rule): \(problem.kind)")
        }
    }
}

extension RuleFileProblem {
    fileprivate init(_ file: String, _ error: ScriptError) {
        self.init(
            file: file, line: error.line, message: error.message, traceback: error.traceback)
    }
}
