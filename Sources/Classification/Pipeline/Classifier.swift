public import Model

/// The run of a snapshot through a pipeline.
///
/// It is a pure function of the snapshot, the pipeline, the rules and the plugins: no
/// database, clock or file.
public struct Classifier {
    private let plugins: Plugins
    private let userRules: UserRules
    private let accountNames: KeptAccountNames

    /// - Parameter plugins: run between the pipeline's own stages.
    public init(pipeline: Pipeline, userRules: UserRules, plugins: [Plugins.Choice] = []) {
        self.init(Plugins(plugins, in: pipeline), userRules: userRules)
    }

    /// - Parameters:
    ///   - plugins: with their places in the pipeline.
    ///   - accountNames: a cache shared by passes with the same pipeline.
    public init(
        _ plugins: Plugins, userRules: UserRules,
        accountNames: KeptAccountNames = KeptAccountNames()
    ) {
        self.plugins = plugins
        self.accountNames = accountNames
        self.userRules = userRules
    }

    /// Plugins without a place in the pipeline, with the reason.
    public var pluginsLeftOut: [RuleFileProblem] { plugins.leftOut }

    /// Classifies every transaction of a snapshot.
    ///
    /// - Parameters:
    ///   - settled: transfers found by an earlier pass, if the snapshot is only a
    ///     part of the vault.
    ///   - recall: reads the payments that the snapshot lacks; nil if it has all of
    ///     them.
    ///   - observed: the reference of a rule; the pass reports what decides before that
    ///     rule.
    /// - Throws: `RulebookError` if a rule has an unusable pattern;
    ///   ``ClassificationError`` if the pipeline leaves a class or category
    ///   undecided.
    public func conclude(
        _ snapshot: Snapshot, settled: KnownTransfers = .none, recall: PaymentRecall? = nil,
        shadowingOf observed: String? = nil
    ) throws -> Pass {
        let run = try PipelineRun(
            plugins, userRules: userRules, accountNames: accountNames, snapshot: snapshot,
            settled: settled, recall: recall, shadowing: observed.map(ShadowingCollector.init(of:)))
        let conclusions = try run.conclusions()
        return Pass(
            conclusions: conclusions,
            problems: userRules.problems() + plugins.takeProblems() + run.unfitSplits.problems
                + run.transferProblems,
            decisionProblems: run.correctedRows.problems, uses: userRules.uses(),
            tallies: userRules.tallies() + run.tallies, missing: run.missing,
            isRowLocal: userRules.wasRowLocal,
            hasReadBalances: userRules.hasReadBalances, shadowing: run.ruleShadowing())
    }

    /// The number of matches of every rule in a snapshot, as ``conclude(_:)`` counts
    /// them.
    ///
    /// Stages after the last one with rules don't run.
    public func tallies(in snapshot: Snapshot) throws -> [RuleTally] {
        let run = try PipelineRun(
            plugins, userRules: userRules, accountNames: accountNames, snapshot: snapshot,
            stages: plugins.pipeline.stagesThroughLastRules)
        return userRules.tallies() + run.tallies
    }

    /// Whether a part of a snapshot can be classified on its own.
    ///
    /// Plugins may look at everything, so there must be none. A series is identified
    /// by its payee, so the pipeline must decide payees.
    public var canConcludeOnParts: Bool {
        let pipeline = plugins.pipeline
        return (pipeline.decidesPayees && pipeline.countOfSearches == 1 || !pipeline.findsSeries)
            && !pipeline.stages.contains { stage in
                if case .plugin = stage.kind { true } else { false }
            }
    }

    /// The most days between the sides of a transfer, or between a transfer and its
    /// return; nil if no stage looks for transfers.
    public var daysOfTransfers: Int? {
        plugins.pipeline.stages.compactMap { stage in
            if case .transfers(let settings) = stage.kind {
                max(settings.maximumDays, settings.returnDays)
            } else {
                nil
            }
        }.max()
    }

    /// The transfers that are already known if only some transactions are matched.
    ///
    /// - Parameters:
    ///   - open: the transactions to match, with all their possible partners and the
    ///     possible partners of those.
    ///   - earlier: the stored conclusions about the others.
    ///   - candidates: those of the others that wait for the person's choice.
    public func knownTransfers(
        lookingOnlyAt open: Set<Int64>, earlier: [Int64: (verdict: Verdict, partner: Int64?)],
        candidates: [Int64: [Int64]] = [:]
    ) -> KnownTransfers {
        KnownTransfers(
            lookingOnlyAt: open, earlier: earlier, candidates: candidates,
            pipeline: plugins.pipeline)
    }

    public var findsSeries: Bool { plugins.pipeline.findsSeries }

    /// Classifies like ``conclude(_:)`` and passes every transaction with its
    /// contributions to `body`.
    func withView<Result>(
        of snapshot: Snapshot, _ body: (PluginView) throws -> Result
    ) throws -> Result {
        let run = try PipelineRun(
            plugins, userRules: userRules, accountNames: accountNames, snapshot: snapshot)
        return try run.snapshot.texts.withUTF8Bytes { texts in try body(run.view(texts)) }
    }

    /// Classifies like ``conclude(_:)`` and returns what each stage found for one
    /// transaction; nil if the snapshot lacks it.
    public func trace(_ transaction: Int64, in snapshot: Snapshot) throws -> Trace? {
        guard let row = snapshot.transactions.firstIndex(where: { $0.id == transaction }) else {
            return nil
        }
        let run = try PipelineRun(
            plugins, userRules: userRules, accountNames: accountNames, snapshot: snapshot,
            tracing: row)
        return run.trace
    }
}

/// The result of a pass.
public struct Pass: Sendable {
    public let conclusions: Conclusions
    /// Runtime errors of the person's own rules.
    ///
    /// A rule that failed has no opinion on those transactions only. Splits that
    /// didn't fit were left out there.
    public let problems: [RuleFileProblem]
    /// Decisions that could not be applied, in the order of transactions.
    public let decisionProblems: [DecisionProblem]
    /// The number of matches of each of the person's rules, in rule order.
    public let uses: [RuleUse]
    /// The matches of all rules, in the order in which they run.
    ///
    /// Shipped rules are listed only if they match. Meaningless after a partial pass,
    /// and empty if it needed a second run.
    public let tallies: [RuleTally]
    /// The data that a partial pass lacked.
    public let missing: MissingPayments
    /// Whether each rule's opinion depended on its own transaction alone.
    public let isRowLocal: Bool
    /// Whether a rule function has read an account balance.
    public let hasReadBalances: Bool
    /// The contributions made before the requested rule; nil without one.
    public let shadowing: RuleShadowing?
}

/// The reason why a pipeline could not classify a snapshot.
public enum ClassificationError: Error, Hashable, Sendable {
    /// No stage decided the class or the category, and the pipeline has no default.
    case nothingDecided(transaction: Int64)
}

/// A record of what each stage of the pipeline found for one transaction.
public struct Trace: Sendable {
    public struct Step: Sendable {
        public let stage: String
        /// The reason why the stage skipped the transaction; nil if it didn't.
        public var passedOver: String?
        public var proposals: [Proposal] = []
        /// Rules of the stage that fail on the transaction and so have no opinion.
        public var failures: [Failure] = []
    }

    public struct Failure: Sendable {
        public let rule: String
        public let problem: RuleFileProblem
    }

    /// A value that a stage proposes for an attribute.
    public struct Proposal: Sendable {
        public let attribute: Attribute
        public let value: String
        public let reason: Reason
        /// Whether it was the first for its attribute and so won; for tags, whether
        /// it added one.
        public let isDecisive: Bool
        /// The id of an earlier rule that stops the rules, so that this rule did not
        /// run.
        public var stoppedBy: String?
    }

    /// In pipeline order.
    public internal(set) var steps: [Step]
    /// The verdict of a pass now.
    public internal(set) var verdict: Verdict?
    /// The vault's number of the other side of its transfer.
    public internal(set) var partner: Int64?
}

extension Pass {
    /// This pass combined with a later one that continued it: the result of one pass
    /// over both.
    ///
    /// - Parameters:
    ///   - later: its series and histories replace those of the same payees.
    ///   - transactions: the vault's numbers of the transactions that the later pass
    ///     was for; its other transactions are ignored.
    public func followed(by later: Pass, over transactions: Set<Int64>) -> Pass {
        Pass(
            conclusions: conclusions.followed(by: later.conclusions, over: transactions),
            problems: problems + later.problems,
            decisionProblems: decisionProblems + later.decisionProblems,
            uses: zip(uses, later.uses).map { one, other in
                RuleUse(
                    name: one.name, file: one.file, line: one.line,
                    matches: one.matches + other.matches)
            },
            tallies: [], missing: later.missing,
            isRowLocal: isRowLocal && later.isRowLocal,
            hasReadBalances: hasReadBalances || later.hasReadBalances, shadowing: nil)
    }
}

extension Conclusions {
    fileprivate func followed(by later: Conclusions, over part: Set<Int64>) -> Conclusions {
        let searched = Set(later.histories.map(\.payee))
        let offset = Int32(verdicts.count)
        let added = later.entries.filter { part.contains($0.transaction) }.map {
            Entry(
                transaction: $0.transaction, verdict: $0.verdict + offset, partner: $0.partner)
        }
        return Conclusions(
            verdicts: verdicts + later.verdicts,
            entries: (entries + added).sorted { $0.transaction < $1.transaction },
            splits: splits.merging(later.splits.filter { part.contains($0.key) }) { $1 },
            series: (series.filter { $0.isLinkedByRule || !searched.contains($0.payee) }
                + later.series.filter { !$0.isLinkedByRule })
                .sorted { $0.name < $1.name },
            candidates: candidates.merging(
                later.candidates.filter { part.contains($0.key) }
            ) { $1 },
            histories: histories.filter { !searched.contains($0.payee) } + later.histories)
    }
}
