public import Classification
internal import Configuration
internal import Model
public import Scripting
public import Vault

/// What a pass over the vault came to.
public struct ClassifyReport: Sendable {
    /// Every transaction whose conclusion differs from what was stored.
    public let changes: [ConclusionChange]
    /// How many transactions were looked at.
    public let considered: Int
    /// How many of the person's own rules were asked.
    public let userRules: Int
    /// How many rules each file of theirs has that was used, the disabled ones too.
    public let rulesOfFiles: [String: Int]
    /// What went wrong in those rules while they ran.
    public let problems: [RuleFileProblem]
    /// Decisions that could not be heeded.
    public let decisionProblems: [DecisionProblem]
    /// Files with mistakes, of which the last good version was applied, or none; and
    /// stored rules with mistakes.
    public let leftOut: [LeftOutFile]
    /// How often each rule matched, in rule order.
    public let uses: [RuleUse]
    /// What rules printed. It may hold anything that a rule can read: for the
    /// eyes of their author, and to be kept nowhere.
    public let printed: [ScriptOutput]
    /// Plugins that the pass had to do without, in the order of their names.
    public let leftOutPlugins: [LeftOutPlugin]
    /// Which transactions were looked at.
    public let scope: Scope
    /// What stands before the rule that a command was about, where everything was
    /// looked at.
    public let standing: RuleStanding?
    /// Why what conclusions no longer use was not deleted; the next pass that stores
    /// something does that.
    public let leftUnswept: VaultError?

    public enum Scope: Hashable, Sendable {
        case everything
        /// Those that changes since the last pass can have an effect on.
        case whatChanged
        /// Those that a filter is for; so many others would change too.
        case chosen(heldBack: Int)
    }

    /// Whether every transaction was looked at.
    public var isWhole: Bool { scope == .everything }

    /// Whether some rule, decision or plugin that the person wants did not have
    /// its full say.
    public var isPartial: Bool {
        !problems.isEmpty || decisionProblems.contains(where: \.losesDecision)
            || leftOutPlugins.contains(where: \.isEnabled)
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
            leftOutPlugins: setup.leftOutPlugins, scope: scope, standing: pass.standing,
            leftUnswept: leftUnswept)
    }
}

extension Engine {
    /// Passes transactions through the pipeline and stores what changed.
    ///
    /// Only those are looked at that can have changed since the last pass; what
    /// is stored is the same as after a pass over everything.
    ///
    /// - Parameters:
    ///   - dryRun: find out what would change, and write nothing.
    ///   - isWhole: look at everything, whatever changed.
    ///   - filter: store only what is concluded about these transactions, the
    ///     other sides of their transfers, and series that they join or leave.
    ///     The next pass without a filter looks at everything then.
    ///   - keeper: keeps the rules for the next pass of the program.
    ///   - looked: what commands call a rule of which to find out what stands
    ///     before it.
    /// - Throws: `ConfigurationError` where the configuration has a mistake, and there is
    ///   no version of it without one; the vault is unchanged then.
    public func classify(
        dryRun: Bool, isWhole: Bool = false, only filter: PassFilter = PassFilter(),
        keeper: PassKeeper? = nil, standingOf looked: String? = nil
    ) throws -> ClassifyReport {
        var attempt = 1
        while true {
            do {
                return try uninterrupted(keeper) {
                    filter.isNarrow
                        ? try attemptToClassify(dryRun: dryRun, only: filter, keeper)
                        : try attemptToClassify(
                            dryRun: dryRun, isWhole: isWhole, standingOf: looked, keeper)
                }
            } catch VaultError.overtaken where attempt < Self.mostAttempts {
                attempt += 1
            }
        }
    }

    /// Another command's pass can come between reading and storing so often.
    private static let mostAttempts = 5

    private func attemptToClassify(
        dryRun: Bool, isWhole: Bool, standingOf looked: String?, _ keeper: PassKeeper?
    ) throws -> ClassifyReport {
        let last = try vault.readForPass { $0.last }
        let interruptions = scripts.interruptions
        let setup = try storingSetup(keeper, dryRun: dryRun)
        var work = try vault.readForPass(typedBy: setup.guessedType) { reader in
            try PassWork(reader, setup, after: last, asOf: moment.today, isWhole: isWhole)
        }
        let pass: Pass
        let conclusions: Conclusions
        let concluded: ConcludedPart?
        switch work.scope {
        case .whole(let snapshot):
            pass = try setup.classifier.conclude(snapshot, standingOf: looked)
            conclusions = pass.conclusions
            concluded = nil
        case .part(let part):
            pass = part.pass
            conclusions = part.conclusions
            concluded = part.concluded
        case .anew:
            keeper?.forget()
            return try attemptToClassify(
                dryRun: dryRun, isWhole: true, standingOf: looked, keeper)
        }
        try checkIsUninterrupted(since: interruptions)
        if !pass.isRowLocal { keeper?.forget() }
        work.mark(after: pass, isPart: concluded != nil)
        let changes = try vault.store(
            conclusions, of: work.mark, part: concluded,
            tallies: concluded == nil ? pass.tallies : nil, dryRun: dryRun)
        return ClassifyReport(
            pass, setup, changes.changes, considered: changes.considered,
            concluded == nil ? .everything : .whatChanged, leftUnswept: changes.leftUnswept)
    }

    /// A pass over everything, of which what the filter is for is stored.
    private func attemptToClassify(
        dryRun: Bool, only filter: PassFilter, _ keeper: PassKeeper?
    ) throws -> ClassifyReport {
        let last = try vault.readForPass { $0.last }
        let interruptions = scripts.interruptions
        let setup = try storingSetup(keeper, dryRun: dryRun)
        var (work, stored) = try vault.readForPass(typedBy: setup.guessedType) { reader in
            let work = try PassWork(reader, setup, after: last, asOf: moment.today, isWhole: true)
            return (work, try reader.conclusions())
        }
        // It was asked for as a whole, and is one.
        guard case .whole(let snapshot) = work.scope else { throw VaultError.overtaken }
        let pass = try setup.classifier.conclude(snapshot)
        try checkIsUninterrupted(since: interruptions)
        if !pass.isRowLocal { keeper?.forget() }
        let selection = PassSelection(
            filter, of: snapshot, before: stored, after: pass.conclusions,
            lastStage: setup.pipeline.stages.last?.name
        ).transactions
        let part = ConcludedPart(transactions: selection)
        let all = try vault.store(pass.conclusions, of: work.mark, part: nil, dryRun: true).changes
        let heldBack = all.filter { !selection.contains($0.transaction) }
        work.mark(after: pass, isPart: false)
        let leftUnswept: VaultError?
        if heldBack.isEmpty {
            // Then it is a pass over everything, and the next one may build on it.
            leftUnswept = try vault.store(
                pass.conclusions, of: work.mark, part: nil, tallies: pass.tallies, dryRun: dryRun
            ).leftUnswept
        } else {
            work.mark.holdBack(withNew: heldBack.contains { $0.before == nil })
            leftUnswept = try vault.store(
                pass.conclusions.only(about: part), of: work.mark, part: part,
                tallies: pass.tallies, dryRun: dryRun
            ).leftUnswept
        }
        return ClassifyReport(
            pass, setup, all.filter { selection.contains($0.transaction) },
            considered: selection.count, .chosen(heldBack: heldBack.count),
            leftUnswept: leftUnswept)
    }

    /// What each stage of the pipeline says about one transaction, and the
    /// files with mistakes.
    public func trace(_ transaction: Int64) throws -> (trace: Trace, leftOut: [LeftOutFile]) {
        try uninterrupted {
            let setup = try passSetup()
            let snapshot = try snapshot(for: setup)
            guard let trace = try setup.classifier.trace(transaction, in: snapshot) else {
                throw EngineError.noSuchTransaction(transaction)
            }
            return (trace, setup.leftOut)
        }
    }

    /// The snapshot of this day.
    func snapshot() throws -> Snapshot { try vault.snapshot(asOf: moment.today) }

    /// The snapshot of this day, with the account types that a setup guesses.
    func snapshot(for setup: PassSetup) throws -> Snapshot {
        try vault.snapshot(asOf: moment.today, typedBy: setup.guessedType)
    }

    /// Reads what a pass needs, and keeps what the vault has to know of it before.
    private func storingSetup(_ keeper: PassKeeper?, dryRun: Bool) throws -> PassSetup {
        let setup = try passSetup(keeper: keeper)
        guard !dryRun else { return setup }
        try vault.storeTypes(
            try vault.accounts().map { account in
                let (type, reason) = setup.guess(account)
                return (account.id, type, reason)
            })
        try storeLastGood(setup)
        let identities = setup.userRules.identities
        let changed = try vault.decidedRules().compactMap { decided -> DecidedRule? in
            guard
                let found = identities.rule(
                    decidedAs: decided.reference, knownAs: decided.identity),
                found != decided.identity
            else { return nil }
            return DecidedRule(decided.reference, knownAs: found)
        }
        guard !changed.isEmpty else { return setup }
        try vault.store(found: changed)
        return try passSetup(keeper: keeper)
    }
}

extension Engine {
    /// Decides something, and classifies anew.
    ///
    /// - Parameters:
    ///   - keeper: keeps the rules for the next pass of the program.
    ///   - looked: names the rule, by what was decided, of which to find out what
    ///     stands before it.
    ///   - decide: stores what was decided.
    /// - Throws: what `decide` does, with nothing decided;
    ///   ``EngineError/decidedOnly(_:)`` where the vault fails behind it, for what
    ///   was decided must not be decided twice.
    func classifying<Decision>(
        keeper: PassKeeper? = nil, standingOf looked: (Decision) -> String? = { _ in nil },
        after decide: () throws -> Decision
    ) throws -> (decision: Decision, classified: ClassifyReport) {
        try whileWatchersWait {
            let decision = try decide()
            do {
                return (
                    decision,
                    try classify(dryRun: false, keeper: keeper, standingOf: looked(decision))
                )
            } catch let error as VaultError {
                throw EngineError.decidedOnly(error)
            }
        }
    }
}
