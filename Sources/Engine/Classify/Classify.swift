public import Classification
internal import Configuration
internal import Model
public import Scripting
public import Vault

/// The result of a pass over the vault.
public struct ClassifyReport: Sendable {
    /// Every transaction whose conclusion differs from the stored one.
    public let changes: [ConclusionChange]
    /// The number of classified transactions.
    public let considered: Int
    /// The number of the person's own rules.
    public let userRules: Int
    /// The number of rules in each of their files in use, including disabled rules.
    public let rulesOfFiles: [String: Int]
    /// Runtime errors of those rules.
    public let problems: [RuleFileProblem]
    /// Decisions that could not be applied.
    public let decisionProblems: [DecisionProblem]
    /// Broken files, replaced by their last good version or left out, and broken
    /// stored rules.
    public let leftOut: [RejectedFile]
    /// The number of matches of each rule, in rule order.
    public let uses: [RuleUse]
    /// The output of rules. It may contain anything that a rule can read: show it
    /// only to the author, and don't store it.
    public let printed: [ScriptOutput]
    /// Plugins that the pass left out, sorted by name.
    public let leftOutPlugins: [RejectedPlugin]
    /// The transactions that the pass covered.
    public let scope: Scope
    /// The decisions made before the requested rule; nil if nothing was classified.
    public let shadowing: RuleShadowing?
    /// The error that kept unused conclusions from being deleted; the next pass that
    /// stores something deletes them.
    public let leftUnswept: VaultError?

    public enum Scope: Hashable, Sendable {
        case everything
        /// None, since nothing changed since the last pass.
        case nothing
        /// Every transaction, but the changes are those that match a filter. With the number
        /// of other changes.
        case chosen(heldBack: Int)
    }

    /// The changes of a value, rather than of its reason alone.
    public var differing: [ConclusionChange] { changes.filter { !$0.isOfReasonAlone } }

    /// Whether the pass covered every transaction, and the report every change.
    public var isWhole: Bool { scope == .everything }

    /// Whether a rule, decision or plugin of the person's was not fully applied.
    public var isPartial: Bool {
        !problems.isEmpty || decisionProblems.contains(where: \.losesDecision)
            || leftOutPlugins.contains(where: \.isMissed)
    }
}

extension ConclusionChange {
    /// Whether only the reason differs, not a value, the partner or the amounts of parts.
    public var isOfReasonAlone: Bool {
        guard let before else { return false }
        return before.hasValues(of: after) && before != after
    }
}

extension ClassifyReport {
    fileprivate init(
        _ pass: Pass, _ setup: PassSetup, _ changes: [ConclusionChange], considered: Int,
        _ scope: Scope, leftUnswept: VaultError?
    ) {
        self.init(
            changes: changes, considered: considered, userRules: setup.userRules.count,
            rulesOfFiles: setup.rulesOfFiles, problems: pass.problems,
            decisionProblems: pass.decisionProblems,
            leftOut: setup.leftOut, uses: pass.uses, printed: setup.userRules.takeOutput(),
            leftOutPlugins: setup.leftOutPlugins, scope: scope, shadowing: pass.shadowing,
            leftUnswept: leftUnswept)
    }

    /// The report of a pass that had nothing to do, before any rule was read.
    fileprivate static let ofNothing = ClassifyReport(
        changes: [], considered: 0, userRules: 0, rulesOfFiles: [:], problems: [],
        decisionProblems: [], leftOut: [], uses: [], printed: [], leftOutPlugins: [],
        scope: .nothing, shadowing: nil, leftUnswept: nil)

    /// The report of a pass with nothing to do.
    fileprivate init(ofNothingWith setup: PassSetup) {
        self.init(
            changes: [], considered: 0, userRules: setup.userRules.count,
            rulesOfFiles: setup.rulesOfFiles, problems: [], decisionProblems: [],
            leftOut: setup.leftOut, uses: [], printed: setup.userRules.takeOutput(),
            leftOutPlugins: setup.leftOutPlugins, scope: .nothing, shadowing: nil,
            leftUnswept: nil)
    }
}

extension Engine {
    /// Classifies all transactions and stores what changed. If nothing changed since the
    /// last pass, it does nothing.
    ///
    /// - Parameters:
    ///   - dryRun: find out what would change, and write nothing.
    ///   - isWhole: classify everything, whatever changed.
    ///   - cache: keeps the rules for the program's next pass.
    ///   - observed: the reference of a rule; the report says what decides before it.
    /// - Throws: `ConfigurationError` if the configuration is broken and has no good
    ///   version; the vault is then unchanged.
    public func classify(
        dryRun: Bool, isWhole: Bool = false, cache: RulebookCache? = nil,
        shadowingOf observed: String? = nil
    ) throws -> ClassifyReport {
        try classify(
            dryRun: dryRun, isWhole: isWhole, showing: PassFilter(), cache: cache,
            shadowingOf: observed)
    }

    /// What a pass over all transactions would change among some of them. Writes nothing.
    ///
    /// - Throws: as ``classify(dryRun:isWhole:cache:shadowingOf:)``.
    public func previewPass(_ filter: PassFilter) throws -> ClassifyReport {
        try classify(
            dryRun: true, isWhole: true, showing: filter, cache: nil, shadowingOf: nil)
    }

    private func classify(
        dryRun: Bool, isWhole: Bool, showing filter: PassFilter, cache: RulebookCache?,
        shadowingOf observed: String?
    ) throws -> ClassifyReport {
        var attempt = 1
        while true {
            do {
                return try uninterrupted(cache) {
                    try attemptToClassify(
                        dryRun: dryRun, isWhole: isWhole, showing: filter, shadowingOf: observed,
                        cache)
                }
            } catch VaultError.overtaken where attempt < Self.mostAttempts {
                attempt += 1
            }
        }
    }

    /// The number of times that another command's pass may come between reading and
    /// storing.
    private static let mostAttempts = 5

    private func attemptToClassify(
        dryRun: Bool, isWhole: Bool, showing filter: PassFilter, shadowingOf observed: String?,
        _ cache: RulebookCache?
    ) throws -> ClassifyReport {
        let last = try vault.readForPass { $0.last }
        if cache == nil, !isWhole, try isUnchanged(since: last) { return .ofNothing }
        let interruptions = scripts.interruptions
        let setup = try storingSetup(cache, dryRun: dryRun)
        if !dryRun { try followTransactions(setup) }
        var work = try vault.readForPass(typedBy: setup.guessedType) { reader in
            try PassWork(reader, setup, after: last, asOf: moment.today, isWhole: isWhole)
        }
        guard case .whole(let snapshot) = work.scope else {
            return ClassifyReport(ofNothingWith: setup)
        }
        let pass = try setup.classifier.conclude(snapshot, shadowingOf: observed)
        try checkIsUninterrupted(since: interruptions)
        work.updateStamp(after: pass, setup)
        let stored = try vault.store(
            pass.conclusions, of: work.stamp, tallies: pass.tallies, at: moment.now,
            dryRun: dryRun)
        if !dryRun { try vault.keep(pluginAnswers: pass.pluginAnswers) }
        let changes = filter.filtered(
            stored.changes, of: snapshot, lastStage: setup.pipeline.lastStage)
        return ClassifyReport(
            pass, setup, changes, considered: stored.considered,
            filter.isNarrow
                ? .chosen(heldBack: stored.changes.count - changes.count) : .everything,
            leftUnswept: stored.leftUnswept)
    }

    /// A record of what each stage of the pipeline finds for one transaction, with
    /// the broken files.
    public func trace(_ transaction: Int64) throws -> (trace: Trace, leftOut: [RejectedFile]) {
        try uninterrupted {
            let setup = try passSetup()
            let snapshot = try snapshot(for: setup)
            guard let trace = try setup.classifier.trace(transaction, in: snapshot) else {
                throw EngineError.noSuchTransaction(transaction)
            }
            return (trace, setup.leftOut)
        }
    }

    /// Today's snapshot.
    func snapshot() throws -> Snapshot { try vault.snapshot(asOf: moment.today) }

    /// Today's snapshot with the account types that a setup guesses.
    func snapshot(for setup: PassSetup) throws -> Snapshot {
        try vault.snapshot(asOf: moment.today, typedBy: setup.guessedType)
    }

    /// Reads the setup of a pass and stores what it changes in the vault: guessed
    /// types, categories and good versions.
    private func storingSetup(_ cache: RulebookCache?, dryRun: Bool) throws -> PassSetup {
        let setup = try passSetup(cache: cache)
        guard !dryRun else { return setup }
        try vault.storeTypes(
            try vault.accounts().map { account in
                let (type, reason) = setup.guess(account)
                return (account.id, type, reason)
            })
        try vault.storeCategories(setup.pipeline.categories)
        try storeLastGood(setup)
        try numberRules(of: setup)
        return setup
    }

    /// Stores a decision and classifies again.
    ///
    /// - Parameters:
    ///   - cache: keeps the rules for the program's next pass.
    ///   - observed: returns the reference of the rule whose predecessors to report.
    ///   - decide: stores the decision.
    /// - Throws: errors of `decide`, with nothing stored.
    ///   ``EngineError/decidedOnly(_:)`` if the vault fails afterwards, since the
    ///   decision must not be stored twice.
    func classifying<Decision>(
        cache: RulebookCache? = nil, shadowingOf observed: (Decision) -> String? = { _ in nil },
        after decide: () throws -> Decision
    ) throws -> (decision: Decision, classified: ClassifyReport) {
        try whileWatchersWait {
            let decision = try decide()
            do {
                return (
                    decision,
                    try classify(dryRun: false, cache: cache, shadowingOf: observed(decision))
                )
            } catch let error as VaultError {
                throw EngineError.decidedOnly(error)
            }
        }
    }
}
