import Model
import Rules
import Scripting

/// One run of a snapshot through a pipeline, stage by stage.
///
/// Each stage sees the contributions of earlier stages to every transaction. So a
/// person's rule on one side of a pair keeps the other side unpaired. The folder
/// `Stages` holds most stages; those of places and of learning are in folders of their own.
struct PipelineRun {
    let pipeline: Pipeline
    /// With normalised payees if a stage decides them.
    let snapshot: Snapshot
    let payees: NamedPayees?
    let accountNames: KeptAccountNames
    let tracedRow: Int?
    let correctedRows: CorrectedRows
    let unlinked: UnlinkedTransactions
    /// By row whose category the person set, the one that a stage would have given it.
    private(set) var listedCategories: [Int: String] = [:]
    /// By row, whether the person set its category; empty if they set none.
    private let hasSetCategory: [Bool]
    var states = VerdictStates()
    var stateOfRow: [Int32]
    /// The row of the other side of a transfer, or of the purchase that a refund pays back; -1
    /// without one.
    var partnerOfRow: [Int32]
    var trace = Trace(steps: [])
    var unfitSplits = UnfitSplits()
    private(set) var cutEffects = CutEffects()
    /// For incoming money whose class is undecided.
    var waiting = WaitingOpinions()
    /// By transaction, its equally good partners.
    var candidates: [Int64: [Int64]] = [:]
    /// What takes back a payment, with what that may be.
    var takingBack: [TransferMatcher.TakingBack] = []
    var transferProblems: [RuleFileProblem] = []
    var series: [SeriesFacts] = []
    /// The matches of the pipeline's own rules.
    var tallies: [RuleTally] = []
    /// By position, what became of the person's rules; empty before they run.
    var effectsOfRules: [RuleOutcome] = []
    /// For the rule whose predecessors were requested.
    var shadowing: ShadowingCollector?

    /// - Parameters:
    ///   - tracing: a row whose proposals are all recorded.
    ///   - shadowing: collects what decides before one rule.
    init(
        _ pipeline: Pipeline, accountNames: KeptAccountNames, snapshot: Snapshot,
        tracing: Int? = nil, shadowing: ShadowingCollector? = nil
    ) {
        self.pipeline = pipeline
        payees = pipeline.payeeNormaliser.map { NamedPayees(snapshot, by: $0) }
        self.snapshot = payees?.snapshot ?? snapshot.withBeginnings
        self.accountNames = accountNames
        correctedRows = CorrectedRows(snapshot, pipeline: pipeline)
        hasSetCategory = correctedRows.haveCategory(count: snapshot.transactions.count)
        unlinked = UnlinkedTransactions(snapshot)
        tracedRow = tracing
        self.shadowing = shadowing
        stateOfRow = [Int32](
            repeating: VerdictStates.untouched, count: snapshot.transactions.count)
        partnerOfRow = [Int32](repeating: -1, count: snapshot.transactions.count)
    }

    /// Runs the stages, in their order.
    ///
    /// - Parameter stages: the number of stages to run; nil for all.
    mutating func run(
        _ userRules: UserRules, _ plugins: Plugins, stages: Int? = nil
    ) throws {
        for (position, stage) in pipeline.stages.prefix(stages ?? .max).enumerated() {
            trace.steps.append(Trace.Step(stage: stage.name))
            switch stage.kind {
            case .userRules: try runUserRules(userRules, on: snapshot, stage: position)
            case .rulesAfter: try runRulesAfter(userRules, stage: position)
            case .corrections: runCorrections(stage: position)
            case .transfers(let settings): try runTransfers(settings, stage: position)
            case .rules(let rulebook, let onlyFor, let moneyBack):
                runRulebook(rulebook, onlyFor: onlyFor, moneyBack: moneyBack, stage: position)
            case .payees: runPayees(stage: position)
            case .brands(let settings): runPlaces(.brands, settings, stage: position)
            case .kinds(let settings): runPlaces(.kinds, settings, stage: position)
            case .roundTrips: try runRoundTrips(stage: position)
            case .recurring(let settings): runRecurring(settings, stage: position)
            case .refunds(let settings): runRefunds(settings, stage: position)
            case .categoryLens: runCategoryLens(stage: position)
            case .memory: runMemory(stage: position)
            case .guess(let settings): runGuess(settings, stage: position)
            case .plugin: runPlugins(plugins, stage: position)
            case .byDefault: runDefault(stage: position)
            }
        }
        if let tracedRow {
            trace.verdict = states.verdict(of: stateOfRow[tracedRow])
                .map(SplitLenses(pipeline).completed)
            recordWhatHolds(in: stateOfRow[tracedRow])
            if trace.verdict?.countsByParts == true { recordYieldingCategories() }
            trace.partner = partner(of: tracedRow).map { snapshot.transactions[$0].id }
        }
    }

    func conclusions() throws(ClassificationError) -> Conclusions {
        var verdicts: [Verdict] = []
        // Kept apart, since verdicts are too large to load for each row.
        var plans: [Int32: (plan: SplitPlan, category: String)] = [:]
        var verdictOfState = [Int32?](repeating: nil, count: states.count)
        let lenses = SplitLenses(pipeline)
        var entries: [Conclusions.Entry] = []
        var splits: [Int64: [SplitPart]] = [:]
        entries.reserveCapacity(snapshot.transactions.count)
        for (row, transaction) in snapshot.transactions.enumerated() {
            let state = Int(stateOfRow[row])
            if verdictOfState[state] == nil {
                guard let verdict = states.verdict(of: stateOfRow[row]) else {
                    throw .nothingDecided(transaction: transaction.id)
                }
                let completed = lenses.completed(verdict)
                verdictOfState[state] = Int32(verdicts.count)
                plans[Int32(verdicts.count)] = completed.splits.map {
                    ($0.value, completed.category.value)
                }
                verdicts.append(completed)
            }
            let verdict = verdictOfState[state] ?? 0
            entries.append(
                Conclusions.Entry(
                    transaction: transaction.id, verdict: verdict,
                    partner: partner(of: row).map { snapshot.transactions[$0].id }))
            if !plans.isEmpty, let (plan, category) = plans[verdict],
                let parts = parts(of: row, by: plan, keeping: category), !parts.isEmpty
            {
                splits[transaction.id] = parts
            }
        }
        return Conclusions(
            verdicts: verdicts, entries: entries, splits: splits, series: series,
            candidates: candidates)
    }

    /// The contributions made before the requested rule.
    func ruleShadowing() -> RuleShadowing? {
        let stage = pipeline.stages.first {
            if case .corrections = $0.kind { true } else { false }
        }
        return shadowing?.shadowing(in: states, correction: stage.map(Reason.init(correctionIn:)))
    }

    /// The transactions with the contributions so far.
    ///
    /// - Parameter texts: the bytes of the snapshot's strings; they must outlive the
    ///   view.
    func view(_ texts: UnsafeBufferPointer<UInt8>) -> PluginView {
        PluginView(snapshot, texts: texts, states: states, stateOfRow: stateOfRow)
    }

    // MARK: Contributions so far

    /// The built-in category for what no rule matches.
    static let lastCategory = "other"

    /// The class of a row, taken from its sign if undecided.
    func expectedClass(of row: Int) -> TransactionClass {
        if let decided = states.transactionClass(of: stateOfRow[row]) { return decided }
        return snapshot.transactions[row].amount > 0 && !waiting.contains(row) ? .income : .expense
    }

    func partner(of row: Int) -> Int? {
        partnerOfRow[row] < 0 ? nil : Int(partnerOfRow[row])
    }

    /// Whether the effect has no splits, or its splits fit the transaction.
    func fits(_ effect: Effect, _ row: Int, overruling: Bool = false) -> Bool {
        guard let plan = effect.splits, overruling || states.takes(plan, in: stateOfRow[row])
        else { return true }
        return parts(of: row, by: plan, keeping: Self.lastCategory) != nil
    }

    /// - Parameter category: the transaction's.
    func parts(
        of row: Int, by plan: SplitPlan, keeping category: String
    ) -> [SplitPart]? {
        let transaction = snapshot.transactions[row]
        return plan.parts(
            of: transaction.amount, exponent: snapshot.account(of: transaction).currency.exponent,
            keeping: category)
    }

    // MARK: Recording

    /// The number that identifies a contribution.
    mutating func number(of contribution: Contribution) -> Int32 {
        states.id(of: contribution.resolved(in: pipeline.categories))
    }

    mutating func add(_ contribution: Contribution, to row: Int) {
        add(number(of: contribution), to: row)
    }

    /// Records a contribution by its number, which is much cheaper than looking it
    /// up.
    @inline(__always)
    mutating func add(_ number: Int32, to row: Int) {
        if row == tracedRow { record(number, stateOfRow[row]) }
        if !hasSetCategory.isEmpty, hasSetCategory[row] { noteList(number, row) }
        stateOfRow[row] = states.state(after: stateOfRow[row], adding: number)
    }

    private mutating func noteList(_ number: Int32, _ row: Int) {
        let contribution = states.contribution(number)
        guard let category = contribution.effect.category, !contribution.isPersons,
            listedCategories[row] == nil
        else { return }
        listedCategories[row] = category
    }

    /// Whether a stage is asked about a row though the category is decided already: `explain`
    /// shows it, or it tells whether the person's own is against a list.
    func asksToo(about row: Int) -> Bool {
        row == tracedRow || !hasSetCategory.isEmpty && hasSetCategory[row]
    }

    /// Notes whether bounds kept a part of a contribution off any transaction.
    mutating func noteCut(of number: Int32, by decider: Decider) {
        if let cut = states.cuts[number] { cutEffects.note(cut, of: decider) }
    }

    /// Records that a stage skips transactions of the row's class.
    mutating func passOver(_ row: Int, stage: Int) {
        guard row == tracedRow else { return }
        trace.steps[stage].passedOver =
            "skipped: the class is \(expectedClass(of: row).rawValue)"
    }

    private mutating func record(_ number: Int32, _ earlier: Int32) {
        let contribution = states.contribution(number)
        let decisive = states.attributes(decidedBy: contribution, after: earlier)
        let cut = states.cut(of: contribution, after: earlier)
        for (attribute, value) in contribution.decisions {
            trace.steps[contribution.stage].proposals.append(
                Trace.Proposal(
                    attribute: attribute, value: value, reason: contribution.reason,
                    isDecisive: decisive.contains(attribute), contribution: number,
                    leftOut: cut.words(for: attribute)))
        }
    }

    /// Marks what was decisive, and was overruled or taken away later.
    private mutating func recordWhatHolds(in state: Int32) {
        for step in trace.steps.indices {
            for (position, proposal) in trace.steps[step].proposals.enumerated() {
                guard proposal.isDecisive, let number = proposal.contribution else { continue }
                trace.steps[step].proposals[position].isDecisive = states.holds(
                    proposal.value, for: proposal.attribute, of: number, in: state)
            }
        }
    }

    /// Marks the categories of a transaction that counts by its parts.
    private mutating func recordYieldingCategories() {
        for step in trace.steps.indices {
            for position in trace.steps[step].proposals.indices
            where trace.steps[step].proposals[position].attribute == .category {
                trace.steps[step].proposals[position].yieldsToSplits = true
            }
        }
    }

    func reason(
        _ stage: Int, rule: Rule, _ code: Evidence.Code, mapRow: ScriptMap.Entry? = nil
    ) -> Reason {
        Reason(
            by: pipeline.stages[stage].name, rule: rule.id,
            Evidence(
                code, rule.name, rule.place, mapRow.map { String($0.key.prefix(200)) },
                mapRow?.line.map { "\($0)" }),
            kind: rule.isInDoubt ? .doubt : nil)
    }
}

extension Reason {
    /// The ids of the rules in `config/movements.toml` for money paid into or taken out of an
    /// investment account.
    package static let rulesOfContributions = ["contribution", "journal"]
}

extension Rule {
    /// Whether it matches money paid into or taken out of an investment account.
    var isOfContributions: Bool {
        switch origin {
        case .shipped, .vault:
            // The matched word may follow the id, "journal/JNL".
            Reason.rulesOfContributions.contains(String(id.prefix { $0 != "/" }))
        case .stored, .lua: false
        }
    }

    /// The rule's file or id.
    fileprivate var place: String {
        switch origin {
        case .shipped(let file), .vault(let file): file
        case .stored: id
        case .lua(let file, let line): "\(file):\(line)"
        }
    }
}

/// Contributions about money from people and merchants that wait until it is known
/// whether the money is regular.
struct WaitingOpinions {
    /// The kind of payer whose money is a refund unless it is regular.
    enum Giver { case person, merchant }

    private var opinionsOfRow: [Int: [Int32]] = [:]
    private var rowsOfMerchants: Set<Int> = []

    var rows: [Int] { opinionsOfRow.keys.sorted() }

    func contains(_ row: Int) -> Bool { opinionsOfRow[row] != nil }

    func giver(of row: Int) -> Giver? {
        guard contains(row) else { return nil }
        return rowsOfMerchants.contains(row) ? .merchant : .person
    }

    /// Appends a contribution for a row.
    ///
    /// - Parameter number: identifies the contribution.
    mutating func add(_ number: Int32, of row: Int) {
        opinionsOfRow[row, default: []].append(number)
    }

    /// Appends a contribution about money from a merchant.
    mutating func add(_ number: Int32, ofMerchantsMoney row: Int) {
        rowsOfMerchants.insert(row)
        add(number, of: row)
    }

    /// Removes and returns the contributions for a row, in their order.
    mutating func take(of row: Int) -> [Int32] { opinionsOfRow.removeValue(forKey: row) ?? [] }
}

extension Snapshot {
    /// The position of a transaction by its number.
    func row(of id: Int64) -> Int? {
        var low = 0
        var high = transactions.count
        while low < high {
            let middle = (low + high) / 2
            if transactions[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < transactions.count && transactions[low].id == id ? low : nil
    }
}
