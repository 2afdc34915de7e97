public import Model

/// The run of a snapshot through a pipeline.
///
/// It is a pure function of the snapshot, the pipeline, the rules and the plugins: no
/// database, clock or file.
public struct Classifier {
    private let plugins: Plugins
    let userRules: UserRules
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
    ///   - observed: the reference of a rule; the pass reports what decides before that
    ///     rule.
    /// - Throws: `RulebookError` if a rule has an unusable pattern;
    ///   ``ClassificationError`` if the pipeline leaves a class or category
    ///   undecided.
    public func conclude(
        _ snapshot: Snapshot, shadowingOf observed: String? = nil
    ) throws -> Pass {
        let run = try self.run(
            through: snapshot, shadowing: observed.map(ShadowingCollector.init(of:)))
        let conclusions = try run.conclusions()
        return Pass(
            conclusions: conclusions,
            problems: userRules.problems() + plugins.takeProblems() + run.unfitSplits.problems
                + run.transferProblems + rulesNotAsked,
            decisionProblems: run.correctedRows.problems, uses: userRules.uses(run.effectsOfRules),
            tallies: userRules.tallies() + run.tallies,
            hasReadBalances: userRules.hasReadBalances, pluginAnswers: plugins.takeAnswers(),
            shadowing: run.ruleShadowing())
    }

    var stages: [Stage] { plugins.pipeline.stages }

    /// The number of stages before the rules that run after them; nil if these have no place.
    var placeOfRulesAfter: Int? {
        plugins.pipeline.stages.firstIndex { stage in
            if case .rulesAfter = stage.kind { true } else { false }
        }
    }

    /// A problem if there are rules for after the stages, and the pipeline has no place for them.
    private var rulesNotAsked: [RuleFileProblem] {
        guard userRules.hasRulesAfter, placeOfRulesAfter == nil else { return [] }
        return [
            RuleFileProblem(
                file: "config/pipeline.toml", line: nil,
                message:
                    "it has no stage of the kind \"rules-after\", so rules with after = true do "
                    + "not run")
        ]
    }

    /// The number of matches of every rule in a snapshot, as ``conclude(_:)`` counts
    /// them.
    ///
    /// Stages after the last one with rules don't run.
    public func tallies(in snapshot: Snapshot) throws -> [RuleTally] {
        let run = try self.run(through: snapshot, stages: plugins.pipeline.stagesThroughLastRules)
        return userRules.tallies() + run.tallies
    }

    /// Runs the person's rules on a snapshot, and those that it gives nothing to do on made-up
    /// transactions. Notes also say which rules set more than a transaction can have, and which
    /// decide nothing.
    ///
    /// - Parameter files: files whose rules may decide nothing, such as shipped ones.
    public func functionTrial(
        on snapshot: Snapshot, except files: Set<String> = []
    ) throws -> UserRules.FunctionTrial {
        let run = try self.run(through: snapshot, stages: plugins.pipeline.stagesThroughLastRules)
        var trial = try userRules.functionTrial(in: run.pipeline)
        trial.notes += run.cutEffects.problems
        trial.notes += userRules.notesOnOverruled(run.effectsOfRules, except: files)
        return trial
    }

    /// Runs every rule of the person's on every transaction, and reports problems.
    public func health(on snapshot: Snapshot) throws -> RuleHealth {
        let place = placeOfRulesAfter
        let hasRulesAfter = place != nil && userRules.hasRulesAfter
        let run = try self.run(through: snapshot, stages: hasRulesAfter ? place : 0)
        return userRules.health(
            on: run.snapshot, decided: hasRulesAfter ? run.decidedSnapshot() : nil)
    }

    /// Whether plugins run.
    public var runsPlugins: Bool {
        plugins.pipeline.stages.contains { stage in
            if case .plugin = stage.kind { true } else { false }
        }
    }

    /// Classifies like ``conclude(_:)`` and passes every transaction with its
    /// contributions to `body`, and the snapshot that rules see which run after the stages.
    func withView<Result>(
        of snapshot: Snapshot, _ body: (PluginView, _ decided: Snapshot) throws -> Result
    ) throws -> Result {
        let run = try self.run(through: snapshot)
        let decided = run.decidedSnapshot()
        return try run.snapshot.texts.withUTF8Bytes { texts in
            try body(run.view(texts), decided)
        }
    }

    /// Classifies like ``conclude(_:)`` and returns what each stage found for one
    /// transaction; nil if the snapshot lacks it.
    public func trace(_ transaction: Int64, in snapshot: Snapshot) throws -> Trace? {
        guard let row = snapshot.transactions.firstIndex(where: { $0.id == transaction }) else {
            return nil
        }
        return try run(through: snapshot, tracing: row).trace
    }

    func run(
        through snapshot: Snapshot, tracing row: Int? = nil,
        shadowing: ShadowingCollector? = nil, stages: Int? = nil
    ) throws -> PipelineRun {
        var run = PipelineRun(
            plugins.pipeline, accountNames: accountNames, snapshot: snapshot, tracing: row,
            shadowing: shadowing)
        try run.run(userRules, plugins, stages: stages)
        return run
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
    /// Shipped rules are listed only if they match.
    public let tallies: [RuleTally]
    /// Whether a rule function has read an account balance.
    public let hasReadBalances: Bool
    /// What each plugin answered, as bytes to keep for a pass in which it fails.
    public let pluginAnswers: [String: [UInt8]]
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
        public internal(set) var isDecisive: Bool
        /// The number of its contribution; nil if it is none.
        var contribution: Int32?
        /// What a bound left out of it, in words; nil if nothing.
        public internal(set) var leftOut: String?
        /// The id of an earlier rule that stops the rules, so that this rule did not
        /// run.
        public var stoppedBy: String?
        /// Whether it is a category, and the parts of a split count instead.
        public internal(set) var yieldsToSplits = false

        /// Whether the value holds for the transaction.
        public var holds: Bool { isDecisive && !yieldsToSplits }
    }

    /// In pipeline order.
    public internal(set) var steps: [Step]
    /// The verdict of a pass now.
    public internal(set) var verdict: Verdict?
    /// The vault's number of the other side of its transfer, or of the purchase that it pays
    /// back.
    public internal(set) var partner: Int64?
}
