public import Model
public import Rules
public import Scripting

/// The person's rules, the stored ones and those of Lua files, ready to be
/// asked. Of equal priority the stored ones are asked first, in their order,
/// then the files.
///
/// Used by one thread at a time. What functions do wrong while they are asked
/// is gathered and reported once for each rule.
public final class UserRules {
    /// Stored rules with mistakes, then files with mistakes, each in the order
    /// in which they were given.
    public let leftOut: [LeftOutFile]

    let rulebook: Rulebook
    /// In the order of the rulebook.
    let rules: [LoadedRule]
    /// Of the files that are used, in their order.
    private let sandboxes: [Sandbox]
    /// With those that can't be matched.
    private let storedRules: StoredRules
    /// Of the last run.
    private var outcomes: RuleOutcomes

    /// Whether every opinion of the last run came of its own transaction alone:
    /// no function kept anything from one to the next, and none failed.
    public private(set) var wasRowLocal = true

    /// A rule that fails this often in one run is not asked again in it.
    public static let failuresUntilSetAside = 100

    /// Loads rule files, in the order given; each gets a sandbox of its own.
    ///
    /// A file with a mistake is left out whole, and the others are used. A
    /// stored rule with a mistake is left out alone. A thousand stored rules
    /// take some twenty milliseconds.
    ///
    /// - Parameters:
    ///   - sources: the files.
    ///   - stored: the stored rules, in any order.
    ///   - disabled: the rules that are not to be asked; a stored rule can be
    ///     disabled by itself.
    ///   - categories: those that rules may name.
    ///   - library: what files can require and look up.
    ///   - limits: what each file may use.
    ///   - host: where files are run.
    ///   - earlier: loaded with the same categories and limits; a stored rule that
    ///     did not change since is not read again.
    /// - Throws: where texts can't be matched together that can be alone.
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
        for rule in storedRules.rules { byID[rule.lua.rule.id] = rule }
        for file in files where file.isWhole {
            for rule in file.rules { byID[rule.lua.rule.id] = rule }
        }
        rules = rulebook.rules.compactMap { byID[$0.id] }
        outcomes = RuleOutcomes(count: rules.count)
        sandboxes = files.filter(\.isWhole).compactMap(\.sandbox)
        identities = RuleIdentities(files.filter(\.isWhole).flatMap(\.rules))
        self.files = files.filter(\.isWhole).map { ($0.name, $0.rules.count) }
        repeatedFields = files.filter(\.isWhole).flatMap(\.repeatedFields)
    }

    /// Every rule that could be read, the disabled ones too, in the order in
    /// which they are asked.
    public let listed: [Rule]

    /// By what decisions know the rules.
    public let identities: RuleIdentities

    /// The fields of files that are written twice in one table.
    let repeatedFields: [RuleFileProblem]

    /// How many rules are asked.
    public var count: Int { rules.count }

    /// The files that are used, in their order, with how many rules each has.
    public let files: [(name: String, rules: Int)]

    /// Asks every rule about every transaction, in rule order, and tells what
    /// each sets. A rule that stops ends the rules for that transaction.
    ///
    /// - Parameters:
    ///   - looked: the place of a rule of which ``endings()`` is to tell where
    ///     others end the rules before it.
    ///   - body: takes the row, the place of the rule among those that are asked,
    ///     and what its function set there; nil where it sets what its table
    ///     says.
    package func forEachOpinion(
        on snapshot: Snapshot, lookingBehindEndsFor looked: Int? = nil,
        _ body: (_ row: Int, _ rule: Int, _ own: Effect?) -> Void
    ) throws {
        outcomes = RuleOutcomes(count: rules.count)
        wasRowLocal = true
        guard !rules.isEmpty else { return }
        (outcomes, wasRowLocal) = walk(
            rules, rulebook, over: snapshot, lookingBehindEndsFor: looked, body)
    }

    /// What the rules behind one would set for a transaction, in their order; one
    /// that fails on it sets nothing.
    ///
    /// Their functions are asked out of turn: nothing is to be concluded after it.
    func opinions(
        behind position: Int, ofRow row: Int, in snapshot: Snapshot
    ) -> [RuleOpinion] {
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: snapshot)
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
                        transaction: snapshot.transactions[row].id, rule: rules[place].lua.rule,
                        effect: effect))
                return true
            }
            return opinions
        }
    }

    /// The rules whose functions fail on a transaction, in their order.
    ///
    /// They are asked out of turn: nothing is to be concluded after it.
    ///
    /// - Parameter last: the place of the rule that ends the rules there.
    func failures(
        ofRow row: Int, in snapshot: Snapshot, through last: Int?
    ) -> [Trace.Failure] {
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: snapshot)
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
                        Trace.Failure(rule: rule.lua.rule.name, problem: rule.problem(error)))
                }
                return true
            }
            return failures
        }
    }

    /// - Returns: what the rules came to, and whether each opinion came of its
    ///   own transaction alone.
    private func walk(
        _ rules: [LoadedRule], _ rulebook: Rulebook, over snapshot: Snapshot,
        lookingBehindEndsFor looked: Int? = nil, _ body: OpinionWalk.Listener
    ) -> (RuleOutcomes, isRowLocal: Bool) {
        let keptBefore = sandboxes.map { $0.keptState() }
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: snapshot)
        let outcomes = snapshot.texts.withUTF8Bytes { texts in
            let record = RecordFiller(snapshot, texts: texts).record()
            var walk = OpinionWalk(
                rules, over: snapshot, record: record, lookingBehindEndsFor: looked)
            walk.run(matcher, body)
            return walk.outcomes
        }
        let isRowLocal =
            outcomes.problems.isEmpty && !keptBefore.contains(nil)
            && keptBefore == sandboxes.map { $0.keptState() }
        return (outcomes, isRowLocal)
    }

    /// Whether a function has read the balance of an account.
    var hasReadBalances: Bool {
        sandboxes.contains {
            $0.hasRead(field: RuleFields.accountBalance.rawValue)
                || $0.hasRead(field: RuleFields.accountBalanceMinor.rawValue)
        }
    }

    /// What went wrong in the last run, a problem a rule.
    func problems() -> [RuleFileProblem] { outcomes.problems }

    /// How often each rule matched in the last run, in rule order. All zeros
    /// before the first.
    func uses() -> [RuleUse] {
        zip(rules, outcomes.matches).map { rule, matches in
            RuleUse(
                name: rule.lua.rule.name, file: rule.file, line: rule.line,
                matches: matches.count)
        }
    }

    /// What ``uses()`` tells, by the rules' references.
    func tallies() -> [RuleTally] {
        zip(rules, outcomes.matches).map { rule, matches in matches.tally(of: rule.lua.rule) }
    }

    /// The rules that in the last run ended the rules before the one that was
    /// looked for, with on how many of its matches.
    func endings() -> [(rule: Rule, transactions: Int)] {
        outcomes.ends.map { (rules[$0.key].lua.rule, $0.value) }
    }

    /// The place of a rule among those that are asked.
    func position(of reference: String) -> Int? {
        rules.firstIndex { $0.lua.rule.reference == reference }
    }

    /// For how many transactions each entry of each map of the library was found
    /// so far, in the order of the library's maps and entries. Where several
    /// files look it up for one transaction, that counts for each of them.
    public func mapHits() -> [[Int]] {
        var hits: [[Int]] = []
        for sandbox in sandboxes {
            let some = sandbox.mapHits()
            hits = hits.isEmpty ? some : zip(hits, some).map { zip($0, $1).map(+) }
        }
        return hits
    }

    /// What the files printed since this was asked last.
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
        let all = (stored.rules + ofFiles).map(\.lua.rule)
        guard !disabled.isEmpty else { return all }
        let identities = RuleIdentities(ofFiles)
        return all.map { rule in
            var rule = rule
            if identities.holds(disabled, of: rule) { rule.isEnabled = false }
            return rule
        }
    }
}

/// How often a rule of the person's own matched in a pass.
public struct RuleUse: Hashable, Sendable {
    public let name: String
    /// "rules/10-subscriptions.lua", or "stored-12" for a stored rule.
    public let file: String
    /// Nil for a stored rule.
    public let line: Int?
    /// Transactions for which its `when` held.
    public let matches: Int

    public init(name: String, file: String, line: Int?, matches: Int) {
        self.name = name
        self.file = file
        self.line = line
        self.matches = matches
    }
}
