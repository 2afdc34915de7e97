public import Model

/// Takes a snapshot through a pipeline. A pure function of the snapshot, the
/// pipeline, the rules and the plugins: it knows no database, no clock and no
/// file.
public struct Classifier {
    private let plugins: Plugins
    private let userRules: UserRules
    private let accountNames: KeptAccountNames

    /// - Parameter plugins: what stands between the pipeline's own stages.
    public init(pipeline: Pipeline, userRules: UserRules, plugins: [Plugins.Choice] = []) {
        self.init(Plugins(plugins, in: pipeline), userRules: userRules)
    }

    /// - Parameters:
    ///   - plugins: with the pipeline that they have their places in.
    ///   - accountNames: what passes with the same pipeline keep.
    public init(
        _ plugins: Plugins, userRules: UserRules,
        accountNames: KeptAccountNames = KeptAccountNames()
    ) {
        self.plugins = plugins
        self.accountNames = accountNames
        self.userRules = userRules
    }

    /// The plugins that have no place in the pipeline, and why.
    public var pluginsLeftOut: [RuleFileProblem] { plugins.leftOut }

    /// Concludes on every transaction of a snapshot.
    ///
    /// - Parameters:
    ///   - settled: what an earlier pass found and this one is not to look for,
    ///     where the snapshot is a part of the vault.
    ///   - recall: what is known of the payments that the snapshot does not
    ///     have; nil where it has all.
    ///   - looked: what commands call a rule of which to find out what stands
    ///     before it.
    /// - Throws: `RulebookError` where a rule has an unusable pattern, and
    ///   ``ClassificationError`` where the pipeline leaves something open.
    public func conclude(
        _ snapshot: Snapshot, settled: SettledTransfers = .none, recall: PaymentRecall? = nil,
        standingOf looked: String? = nil
    ) throws -> Pass {
        let run = try PipelineRun(
            plugins, userRules: userRules, accountNames: accountNames, snapshot: snapshot,
            settled: settled, recall: recall, standing: looked.map(StandingEvidence.init(of:)))
        let conclusions = try run.conclusions()
        return Pass(
            conclusions: conclusions,
            problems: userRules.problems() + plugins.takeProblems() + run.unfitSplits.problems
                + run.transferProblems,
            decisionProblems: run.correctedRows.problems, uses: userRules.uses(),
            tallies: userRules.tallies() + run.tallies, missing: run.missing,
            isRowLocal: userRules.wasRowLocal,
            hasReadBalances: userRules.hasReadBalances, standing: run.ruleStanding())
    }

    /// What every rule matches in a snapshot, as ``conclude(_:)`` counts it, without
    /// the stages behind the last one that has rules.
    public func tallies(in snapshot: Snapshot) throws -> [RuleTally] {
        let run = try PipelineRun(
            plugins, userRules: userRules, accountNames: accountNames, snapshot: snapshot,
            stages: plugins.pipeline.stagesThroughLastRules)
        return userRules.tallies() + run.tallies
    }

    /// Whether a part of a snapshot can be concluded on alone: no plugin may
    /// look at everything, and the payments of a series are known by the payee
    /// that was concluded.
    public var canConcludeOnParts: Bool {
        let pipeline = plugins.pipeline
        return (pipeline.decidesPayees && pipeline.countOfSearches == 1 || !pipeline.findsSeries)
            && !pipeline.stages.contains { stage in
                if case .plugin = stage.kind { true } else { false }
            }
    }

    /// Days that may lie between the sides of a transfer, or between it and its
    /// return; nil where the pipeline looks for none.
    public var daysOfTransfers: Int? {
        plugins.pipeline.stages.compactMap { stage in
            if case .transfers(let settings) = stage.kind {
                max(settings.maximumDays, settings.returnDays)
            } else {
                nil
            }
        }.max()
    }

    /// What holds of transfers where only some transactions are looked at.
    ///
    /// - Parameters:
    ///   - open: those to look for partners of, with all their possible
    ///     partners and all of those' possible partners.
    ///   - earlier: what was concluded about others.
    ///   - candidates: those of the others that are left for the person to
    ///     choose.
    public func settledTransfers(
        lookingOnlyAt open: Set<Int64>, earlier: [Int64: (verdict: Verdict, partner: Int64?)],
        candidates: [Int64: [Int64]] = [:]
    ) -> SettledTransfers {
        SettledTransfers(
            lookingOnlyAt: open, earlier: earlier, candidates: candidates,
            pipeline: plugins.pipeline)
    }

    /// Whether the pipeline looks for series of payments.
    public var findsSeries: Bool { plugins.pipeline.findsSeries }

    /// Concludes as ``conclude(_:)`` does, and shows every transaction with
    /// what was decided.
    func withView<Result>(
        of snapshot: Snapshot, _ body: (PluginView) throws -> Result
    ) throws -> Result {
        let run = try PipelineRun(
            plugins, userRules: userRules, accountNames: accountNames, snapshot: snapshot)
        return try run.snapshot.texts.withUTF8Bytes { texts in try body(run.view(texts)) }
    }

    /// Concludes as ``conclude(_:)`` does, and tells of one transaction what
    /// each stage looked at and said.
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

/// What a pass of the pipeline came to.
public struct Pass: Sendable {
    public let conclusions: Conclusions
    /// What went wrong in the person's own rules while they ran; each rule
    /// that failed lost its opinion on those transactions only, and splits that
    /// did not fit were left out there.
    public let problems: [RuleFileProblem]
    /// Decisions that could not be heeded, in the order of transactions.
    public let decisionProblems: [DecisionProblem]
    /// How often each of those rules matched, in rule order.
    public let uses: [RuleUse]
    /// What every rule matched, in the order in which they are asked; those that
    /// come with the program only where that is something. Of a pass over a part
    /// they tell nothing, and are left out where it went on in a second run.
    public let tallies: [RuleTally]
    /// What a pass over a part would have needed beside it.
    public let missing: MissingPayments
    /// Whether every opinion of those rules came of its own transaction alone.
    public let isRowLocal: Bool
    /// Whether one of their functions has read the balance of an account.
    public let hasReadBalances: Bool
    /// What stands before the rule that was looked for, where one was.
    public let standing: RuleStanding?
}

/// Why a pipeline could come to no conclusion.
public enum ClassificationError: Error, Hashable, Sendable {
    /// No stage decided class or category; the pipeline has no default.
    case nothingDecided(transaction: Int64)
}

/// What each stage of the pipeline had to say about one transaction.
public struct Trace: Sendable {
    public struct Step: Sendable {
        /// The stage's name.
        public let stage: String
        /// Why the stage did not look, where it did not.
        public var passedOver: String?
        public var proposals: [Proposal] = []
        /// Rules of the stage that fail on the transaction, so that they say nothing.
        public var failures: [Failure] = []
    }

    /// A rule that fails on the transaction.
    public struct Failure: Sendable {
        public let rule: String
        public let problem: RuleFileProblem
    }

    /// A value that a stage would give an attribute.
    public struct Proposal: Sendable {
        public let attribute: Attribute
        public let value: String
        public let reason: Reason
        /// Whether it was the first for its attribute, and so holds; of tags,
        /// whether it added one.
        public let isDecisive: Bool
        /// The id of the rule that ended the rules before this one, which was not
        /// asked and says it all the same.
        public var stoppedBy: String?
    }

    /// In the order of the pipeline.
    public internal(set) var steps: [Step]
    /// What a pass would leave about the transaction now.
    public internal(set) var verdict: Verdict?
    /// Likewise, the other side of its transfer, by the vault's number.
    public internal(set) var partner: Int64?
}

extension Pass {
    /// This pass and one over other transactions that went on from it: together
    /// what one over all of them would be.
    ///
    /// - Parameters:
    ///   - later: its series and histories stand in for those of the same payees.
    ///   - transactions: what the later pass was over, by the vault's numbers; of
    ///     others that it had at hand nothing is taken.
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
            hasReadBalances: hasReadBalances || later.hasReadBalances, standing: nil)
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
