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

    /// All active rules, in evaluation order: those asked first, then those asked after the stages.
    let rules: [LoadedRule]
    /// The rows of maps that rules look for.
    private let rows: [MapRows]
    let first: Layer
    let after: Layer
    /// The sandboxes of the files in use, in order.
    private let sandboxes: [Sandbox]
    /// Includes those that can't be matched.
    private let storedRules: StoredRules
    /// The outcomes of the last run, of all rules.
    private(set) var outcomes: RuleOutcomes

    /// The rules that are asked together.
    struct Layer {
        let rulebook: Rulebook
        /// The position of its first rule among all.
        let start: Int

        var positions: Range<Int> { start..<start + rulebook.rules.count }
    }

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
        var ids: Set<String> = []
        for index in files.indices where files[index].isWhole {
            files[index].note(idsTaken: &ids)
        }
        let books = try Self.rulebooks(of: &storedRules, &files, disabled: disabled)
        first = Layer(rulebook: books.first, start: 0)
        after = Layer(rulebook: books.after, start: books.first.rules.count)
        let known = Self.rules(of: storedRules, files, disabled: disabled).enumerated()
            .sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }
            .map(\.element)
        listed = known.filter { !$0.layer.isAfter } + known.filter(\.layer.isAfter)
        leftOut = storedRules.leftOut + files.filter { !$0.isWhole }.map(\.leftOut)
        var byID: [String: LoadedRule] = [:]
        for rule in storedRules.rules { byID[rule.rule.id] = rule }
        for file in files where file.isWhole {
            for rule in file.rules { byID[rule.rule.id] = rule }
        }
        rules = [books.first, books.after].flatMap(\.rules).compactMap { byID[$0.id] }
        outcomes = RuleOutcomes(count: rules.count)
        rows = rules.compactMap(\.lua.rows)
        sandboxes = files.filter(\.isWhole).compactMap(\.sandbox)
        identities = RuleIdentities(files.filter(\.isWhole).flatMap(\.rules))
        self.files = files.filter(\.isWhole).map { ($0.name, $0.rules.count) }
        passTests = files.filter(\.isWhole).flatMap { file in
            file.passTests.map { (file.name, $0) }
        }
        declaredFiles = files.filter(\.isWhole).map(\.declared)
    }

    /// All readable rules, including disabled ones, in evaluation order.
    public let listed: [Rule]

    /// The rules' identities in decisions.
    public let identities: RuleIdentities

    /// The rules of files that have no number yet.
    ///
    /// - Parameter content: whether those count, too, whose present content has none.
    /// - Returns: each with the number of the rule that it was before, if it was one.
    public func unnumbered(
        in order: WordOrder, byContent content: Bool = false
    ) -> [(rule: RuleIdentity, number: Int64?)] {
        listed.compactMap { rule in
            guard case .lua = rule.origin else { return nil }
            let identity = identities.identity(of: rule)
            let noted = identity.fingerprint.flatMap { order.contents[$0]?[identity.reference] }
            guard order.rules[identity.reference] == nil || content && noted == nil else {
                return nil
            }
            let number = identities.numbers(of: rule, in: order).all
            return (identity, number == .max ? nil : number)
        }
    }

    /// The numbers of all active rules, in evaluation order.
    func numbers(in order: WordOrder) -> [AttributeNumbers] {
        rules.map { identities.numbers(of: $0.rule, in: order) }
    }

    /// The tests of all rules together, by the name of their file.
    let passTests: [(file: String, test: PluginTest)]

    /// The files in use.
    private let declaredFiles: [RuleSource]

    /// The lines that declare a rule; nil for one that no file in use declares.
    public func declaration(of rule: Rule) -> RuleDeclaration? {
        guard case .lua(let file, let line) = rule.origin else { return nil }
        return declaredFiles.first { $0.file == file }?.declaration(atLine: line)
    }

    /// What active rules look for in payees' names.
    var namedPayees: Set<String> {
        rules.reduce(into: []) { $0.formUnion($1.rule.condition.namedPayees) }
    }

    /// The number of active rules.
    public var count: Int { rules.count }

    /// The files in use, in order, with their number of rules.
    public let files: [(name: String, rules: Int)]

    /// Whether some rules are asked after the pipeline's own stages.
    var hasRulesAfter: Bool { !after.positions.isEmpty }

    /// Evaluates the rules of a layer for all transactions in rule order, and reports their
    /// effects. A rule that stops ends the evaluation of the layer for that transaction.
    ///
    /// - Parameters:
    ///   - isAfter: whether the rules that are asked after the stages are meant; the others must
    ///     be evaluated before.
    ///   - observed: the index of a rule; ``endings()`` then returns the rules that
    ///     stopped the evaluation before it.
    ///   - body: takes the row, the rule's index among the active ones, and the
    ///     effect from its function; nil if the effect is data.
    package func forEachOpinion(
        on snapshot: Snapshot, after isAfter: Bool = false,
        countingHiddenMatchesOf observed: Int? = nil,
        _ body: (_ row: Int, _ rule: Int, _ own: Effect?) -> Void
    ) throws {
        if !isAfter { outcomes = RuleOutcomes(count: rules.count) }
        let layer = isAfter ? after : first
        guard !layer.positions.isEmpty else { return }
        let position = observed.flatMap { layer.positions.contains($0) ? $0 - layer.start : nil }
        let outcomes = walk(
            layer, over: snapshot, countingHiddenMatchesOf: position
        ) { row, rule, own in body(row, layer.start + rule, own) }
        self.outcomes.set(outcomes, from: layer.start)
    }

    /// The effects of the rules after a given one on a transaction, in order. A rule
    /// that fails sets nothing.
    func opinions(
        behind position: Int, ofRow row: Int, in snapshot: Snapshot
    ) -> [(position: Int, opinion: RuleOpinion)] {
        let layer = after.positions.contains(position) ? after : first
        let matcher = matcher(of: layer, on: snapshot)
        return snapshot.texts.withUTF8Bytes { texts in
            let record = RecordFiller(snapshot, texts: texts).record()
            record.show(row: row)
            var opinions: [(position: Int, opinion: RuleOpinion)] = []
            matcher.forEachMatch(row: row) { number in
                let place = layer.start + number
                guard place > position,
                    let effect = rules[place].effectIfMatching(
                        record, in: snapshot, row: row)
                else {
                    return true
                }
                opinions.append(
                    (
                        place,
                        RuleOpinion(
                            transaction: snapshot.transactions[row].id, rule: rules[place].rule,
                            effect: effect)
                    ))
                return true
            }
            return opinions
        }
    }

    /// The rules whose functions fail on a transaction, in order.
    ///
    /// - Parameter last: the index of the rule that stops the evaluation there.
    func failures(
        ofRow row: Int, in snapshot: Snapshot, after isAfter: Bool, through last: Int?
    ) -> [Trace.Failure] {
        let layer = isAfter ? after : first
        let matcher = matcher(of: layer, on: snapshot)
        return snapshot.texts.withUTF8Bytes { texts in
            let record = RecordFiller(snapshot, texts: texts).record()
            record.show(row: row)
            var failures: [Trace.Failure] = []
            matcher.forEachMatch(row: row) { number in
                let place = layer.start + number
                guard place <= last ?? place else { return false }
                let rule = rules[place]
                do {
                    if rule.hasFunction, try rule.isMatch(record, in: snapshot, row: row) {
                        _ = try rule.effect(on: record, in: snapshot, row: row)
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

    /// A matcher of a layer's rules, whose maps' rows are looked for in the snapshot from now on.
    func matcher(of layer: Layer, on snapshot: Snapshot) -> RulebookMatcher {
        for position in layer.positions { rules[position].lua.rows?.begin(snapshot) }
        return RulebookMatcher(rulebook: layer.rulebook, snapshot: snapshot)
    }

    /// - Returns: the rules' outcomes.
    private func walk(
        _ layer: Layer, over snapshot: Snapshot,
        countingHiddenMatchesOf observed: Int? = nil, _ body: RuleEvaluator.Listener
    ) -> RuleOutcomes {
        let matcher = matcher(of: layer, on: snapshot)
        defer { rows.forEach { $0.begin(nil) } }
        return snapshot.texts.withUTF8Bytes { texts in
            let record = RecordFiller(snapshot, texts: texts).record()
            var walk = RuleEvaluator(
                Array(rules[layer.positions]), over: snapshot, record: record,
                countingHiddenMatchesOf: observed)
            walk.run(matcher, body)
            return walk.outcomes
        }
    }

    /// Whether a rule depends on an account's balance, by its condition or by what its function
    /// has read.
    var hasReadBalances: Bool {
        rules.contains { $0.rule.condition.asksForBalance }
            || sandboxes.contains {
                $0.hasRead(field: RuleFields.accountBalance.rawValue)
                    || $0.hasRead(field: RuleFields.accountBalanceMinor.rawValue)
            }
    }

    /// The problems of the last run, one per rule.
    func problems() -> [RuleFileProblem] { outcomes.problems }

    /// How often each rule matched in the last run, in rule order. All zeros before
    /// the first run.
    ///
    /// - Parameter effects: what became of the matches, by position.
    func uses(_ effects: [RuleOutcome] = []) -> [RuleUse] {
        zip(rules, outcomes.matches).enumerated().map { position, use in
            RuleUse(
                name: use.0.rule.name, file: use.0.file, line: use.0.line,
                matches: use.1.count,
                overruling: position < effects.count ? effects[position].overruling : nil)
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

    /// The rulebooks of the two layers.
    private static func rulebooks(
        of stored: inout StoredRules, _ files: inout [RuleFile], disabled: Set<RuleIdentity>
    ) throws(RulebookError) -> (first: Rulebook, after: Rulebook) {
        do {
            return try rulebooks(rules(of: stored, files, disabled: disabled))
        } catch {
            stored.leaveOut(error)
            for position in files.indices where files[position].isWhole {
                files[position].note(error)
            }
            return try rulebooks(rules(of: stored, files, disabled: disabled))
        }
    }

    private static func rulebooks(
        _ rules: [Rule]
    ) throws(RulebookError) -> (first: Rulebook, after: Rulebook) {
        let after = rules.filter(\.layer.isAfter)
        let all = try Rulebook(rules)
        // The problems of both layers are reported at once.
        return after.isEmpty
            ? (all, try Rulebook([]))
            : (try Rulebook(rules.filter { !$0.layer.isAfter }), try Rulebook(after))
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
    /// What decides all of them before the rule; nil if the rule decides any.
    public let overruling: Overruling?

    /// What decides before a rule.
    public struct Overruling: Hashable, Sendable {
        /// The most frequent reason; nil for corrections.
        public let by: Reason?
        /// Whether there is no other.
        public let isAlone: Bool
    }

    /// "Coffee: its only match is decided before it: …"; nil if the rule decides any.
    public var wordsOfOverruling: String? {
        overruling.map { overruling in
            let what = matches == 1 ? "its only match is" : "its \(matches) matches are"
            let reason = overruling.by?.text ?? "Corrected by you"
            return "\(name): \(what) decided before it"
                + (overruling.isAlone ? "" : ", most of them") + ": \"\(reason)\""
        }
    }

    public init(
        name: String, file: String, line: Int?, matches: Int, overruling: Overruling? = nil
    ) {
        self.name = name
        self.file = file
        self.line = line
        self.matches = matches
        self.overruling = overruling
    }
}
