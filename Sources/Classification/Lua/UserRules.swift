public import Model
public import Rules
public import Scripting

/// The person's rules, stored ones and those of Lua files, ready to be evaluated.
/// Among equal priorities the stored ones come first, then the files, each in order.
///
/// Only one thread at a time may use them. Errors of functions are collected and
/// reported once per rule.
public final class UserRules {
    /// Stored rules with mistakes, then files with mistakes, each in the given
    /// order.
    public let leftOut: [RejectedFile]

    let rulebook: Rulebook
    /// In the order of the rulebook.
    let rules: [LoadedRule]
    /// The rows of maps that rules look for.
    private let rows: [MapRows]
    /// The sandboxes of the files in use, in order.
    private let sandboxes: [Sandbox]
    /// Includes those that can't be matched.
    private let storedRules: StoredRules
    /// The outcomes of the last run.
    private var outcomes: RuleOutcomes

    /// Whether every opinion of the last run depended only on its own transaction:
    /// no function kept state between transactions, and none failed.
    public private(set) var wasRowLocal = true

    /// The number of failures after which a rule is disabled for the rest of a run.
    public static let failuresUntilSetAside = 100

    /// Loads rule files in the given order, each in a sandbox of its own.
    ///
    /// A file with a mistake is skipped as a whole, and the others are used. A
    /// stored rule with a mistake is skipped on its own. A thousand stored rules
    /// take some twenty milliseconds.
    ///
    /// - Parameters:
    ///   - sources: the files.
    ///   - stored: the stored rules, in any order.
    ///   - disabled: the rules to disable; a stored rule can also be disabled by
    ///     itself.
    ///   - categories: the categories that rules may use.
    ///   - library: the modules and maps that files may use.
    ///   - limits: the resources that each file may use.
    ///   - host: where the files run.
    ///   - earlier: loaded with the same categories and limits; its unchanged
    ///     stored rules are reused.
    /// - Throws: if texts can be matched alone, but not together.
    public init(
        _ sources: [RuleSource], stored: [StoredRule] = [], disabled: Set<RuleIdentity> = [],
        categories: CategoryTree, library: ScriptLibrary = .empty,
        limits: ScriptLimits = .standard, on host: ScriptHost, after earlier: UserRules? = nil
    ) throws(RulebookError) {
        var storedRules = StoredRules(
            stored, categories: categories, limits: limits, on: host,
            after: earlier?.storedRules)
        self.storedRules = storedRules
        var files = sources.map {
            RuleFile($0, categories: categories, library: library, limits: limits, on: host)
        }
        rulebook = try Self.rulebook(of: &storedRules, &files, disabled: disabled)
        listed = Self.rules(of: storedRules, files, disabled: disabled).enumerated()
            .sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }
            .map(\.element)
        leftOut = storedRules.leftOut + files.filter { !$0.isWhole }.map(\.leftOut)
        var byID: [String: LoadedRule] = [:]
        for rule in storedRules.rules { byID[rule.rule.id] = rule }
        for file in files where file.isWhole {
            for rule in file.rules { byID[rule.rule.id] = rule }
        }
        rules = rulebook.rules.compactMap { byID[$0.id] }
        outcomes = RuleOutcomes(count: rules.count)
        rows = rules.compactMap(\.lua.rows)
        sandboxes = files.filter(\.isWhole).compactMap(\.sandbox)
        identities = RuleIdentities(files.filter(\.isWhole).flatMap(\.rules))
        self.files = files.filter(\.isWhole).map { ($0.name, $0.rules.count) }
    }

    /// All readable rules, including disabled ones, in evaluation order.
    public let listed: [Rule]

    /// The rules' identities in decisions.
    public let identities: RuleIdentities

    /// The number of active rules.
    public var count: Int { rules.count }

    /// The files in use, in order, with their number of rules.
    public let files: [(name: String, rules: Int)]

    /// Evaluates all rules for all transactions in rule order, and reports their
    /// effects. A rule that stops ends the evaluation for that transaction.
    ///
    /// - Parameters:
    ///   - observed: the index of a rule; ``endings()`` then returns the rules that
    ///     stopped the evaluation before it.
    ///   - body: takes the row, the rule's index among the active ones, and the
    ///     effect from its function; nil if the effect is data.
    package func forEachOpinion(
        on snapshot: Snapshot, countingHiddenMatchesOf observed: Int? = nil,
        _ body: (_ row: Int, _ rule: Int, _ own: Effect?) -> Void
    ) throws {
        outcomes = RuleOutcomes(count: rules.count)
        wasRowLocal = true
        guard !rules.isEmpty else { return }
        (outcomes, wasRowLocal) = walk(
            rules, over: snapshot, countingHiddenMatchesOf: observed, body)
    }

    /// The effects of the rules after a given one on a transaction, in order. A rule
    /// that fails sets nothing.
    ///
    /// It calls functions out of order, so don't draw conclusions after it.
    func opinions(
        behind position: Int, ofRow row: Int, in snapshot: Snapshot
    ) -> [RuleOpinion] {
        let matcher = matcher(on: snapshot)
        return snapshot.texts.withUTF8Bytes { texts in
            let record = RecordFiller(snapshot, texts: texts).record()
            record.show(row: row)
            var opinions: [RuleOpinion] = []
            matcher.forEachMatch(row: row) { place in
                guard place > position, let effect = rules[place].effectIfMatching(record) else {
                    return true
                }
                opinions.append(
                    RuleOpinion(
                        transaction: snapshot.transactions[row].id, rule: rules[place].rule,
                        effect: effect))
                return true
            }
            return opinions
        }
    }

    /// The rules whose functions fail on a transaction, in order.
    ///
    /// It calls functions out of order, so don't draw conclusions after it.
    ///
    /// - Parameter last: the index of the rule that stops the evaluation there.
    func failures(
        ofRow row: Int, in snapshot: Snapshot, through last: Int?
    ) -> [Trace.Failure] {
        let matcher = matcher(on: snapshot)
        return snapshot.texts.withUTF8Bytes { texts in
            let record = RecordFiller(snapshot, texts: texts).record()
            record.show(row: row)
            var failures: [Trace.Failure] = []
            matcher.forEachMatch(row: row) { place in
                guard place <= last ?? place else { return false }
                let rule = rules[place]
                do {
                    if rule.hasFunction, try rule.isMatch(record) {
                        _ = try rule.effect(on: record)
                    }
                } catch {
                    failures.append(
                        Trace.Failure(rule: rule.rule.name, problem: rule.problem(error)))
                }
                return true
            }
            return failures
        }
    }

    func matcher(on snapshot: Snapshot) -> RulebookMatcher {
        rows.forEach { $0.begin(snapshot) }
        return RulebookMatcher(rulebook: rulebook, snapshot: snapshot)
    }

    /// - Returns: the rules' outcomes, and whether each opinion depended only on
    ///   its own transaction.
    private func walk(
        _ rules: [LoadedRule], over snapshot: Snapshot,
        countingHiddenMatchesOf observed: Int? = nil, _ body: RuleEvaluator.Listener
    ) -> (RuleOutcomes, isRowLocal: Bool) {
        let keptBefore = sandboxes.map { $0.keptState() }
        let matcher = matcher(on: snapshot)
        defer { rows.forEach { $0.begin(nil) } }
        let outcomes = snapshot.texts.withUTF8Bytes { texts in
            let record = RecordFiller(snapshot, texts: texts).record()
            var walk = RuleEvaluator(
                rules, over: snapshot, record: record, countingHiddenMatchesOf: observed)
            walk.run(matcher, body)
            return walk.outcomes
        }
        let isRowLocal =
            outcomes.problems.isEmpty && !keptBefore.contains(nil)
            && keptBefore == sandboxes.map { $0.keptState() }
        return (outcomes, isRowLocal)
    }

    /// Whether a function has read an account's balance.
    var hasReadBalances: Bool {
        sandboxes.contains {
            $0.hasRead(field: RuleFields.accountBalance.rawValue)
                || $0.hasRead(field: RuleFields.accountBalanceMinor.rawValue)
        }
    }

    /// The problems of the last run, one per rule.
    func problems() -> [RuleFileProblem] { outcomes.problems }

    /// How often each rule matched in the last run, in rule order. All zeros before
    /// the first run.
    func uses() -> [RuleUse] {
        zip(rules, outcomes.matches).map { rule, matches in
            RuleUse(
                name: rule.rule.name, file: rule.file, line: rule.line,
                matches: matches.count)
        }
    }

    /// The counts of ``uses()`` by rule reference.
    func tallies() -> [RuleTally] {
        zip(rules, outcomes.matches).map { rule, matches in matches.tally(of: rule.rule) }
    }

    /// The rules that stopped the evaluation before the observed rule in the last
    /// run, with the number of its matches that they hid.
    func endings() -> [(rule: Rule, transactions: Int)] {
        outcomes.ends.map { (rules[$0.key].rule, $0.value) }
    }

    /// A rule's index among the active ones.
    func position(of reference: String) -> Int? {
        rules.firstIndex { $0.rule.reference == reference }
    }

    /// The number of transactions for which each map entry was looked up so far, by
    /// map and entry in the library's order. Lookups by several files count
    /// separately.
    public func mapHits() -> [[Int]] {
        var hits: [[Int]] = []
        for sandbox in sandboxes {
            let some = sandbox.mapHits()
            hits = hits.isEmpty ? some : zip(hits, some).map { zip($0, $1).map(+) }
        }
        for rows in rows {
            while hits.count <= rows.map { hits.append([]) }
            let known = hits[rows.map]
            hits[rows.map] =
                known.isEmpty ? rows.hits : zip(known, rows.hits).map { $0 + $1 }
        }
        return hits
    }

    /// The files' output since the last call.
    public func takeOutput() -> [ScriptOutput] { sandboxes.flatMap { $0.takeOutput() } }

    private static func rulebook(
        of stored: inout StoredRules, _ files: inout [RuleFile], disabled: Set<RuleIdentity>
    ) throws(RulebookError) -> Rulebook {
        do {
            return try Rulebook(rules(of: stored, files, disabled: disabled))
        } catch {
            stored.leaveOut(error)
            for position in files.indices where files[position].isWhole {
                files[position].note(error)
            }
            return try Rulebook(rules(of: stored, files, disabled: disabled))
        }
    }

    private static func rules(
        of stored: StoredRules, _ files: [RuleFile], disabled: Set<RuleIdentity>
    ) -> [Rule] {
        let ofFiles = files.filter(\.isWhole).flatMap(\.rules)
        let all = (stored.rules + ofFiles).map(\.rule)
        guard !disabled.isEmpty else { return all }
        let identities = RuleIdentities(ofFiles)
        return all.map { rule in
            var rule = rule
            if identities.holds(disabled, of: rule) { rule.isEnabled = false }
            return rule
        }
    }
}

/// How often one of the person's rules matched in a pass.
public struct RuleUse: Hashable, Sendable {
    public let name: String
    /// "rules/10-subscriptions.lua", or "stored-12" for a stored rule.
    public let file: String
    /// Nil for a stored rule.
    public let line: Int?
    /// The number of transactions for which its `when` held.
    public let matches: Int

    public init(name: String, file: String, line: Int?, matches: Int) {
        self.name = name
        self.file = file
        self.line = line
        self.matches = matches
    }
}
