import Model
import Rules

/// One walk of a snapshot through a pipeline, stage by stage.
///
/// A stage sees what the stages before it decided about every transaction, so
/// that a person's rule on one side of a pair keeps the other side unpaired.
/// What each does stands in the folder `Stages`.
struct PipelineRun {
    let pipeline: Pipeline
    /// With payees as they are named, where a stage names them.
    let snapshot: Snapshot
    let payees: NamedPayees?
    let settled: SettledTransfers
    /// Of payments that are not in the snapshot; nil where all are.
    let recall: PaymentRecall?
    let accountNames: KeptAccountNames
    let tracedRow: Int?
    let correctedRows: CorrectedRows
    let takenApart: TakenApartRows
    var states = VerdictStates()
    var stateOfRow: [Int32]
    /// The row of the other side of a transfer; -1 where there is none.
    var partnerOfRow: [Int32]
    var trace = Trace(steps: [])
    var unfitSplits = UnfitSplits()
    /// Of rows that came in and whose class is open.
    var waiting = WaitingOpinions()
    /// By transaction, those of which each could be its partner as well as the
    /// others.
    var candidates: [Int64: [Int64]] = [:]
    var transferProblems: [RuleFileProblem] = []
    var series: [SeriesFacts] = []
    var histories: [PaymentHistory] = []
    var missing = MissingPayments()
    /// What the rules of the pipeline's own stages matched.
    var tallies: [RuleTally] = []
    /// Of the rule of which to find out what stands before it.
    var standing: StandingEvidence?

    /// - Parameters:
    ///   - settled: what is not to be looked for.
    ///   - recall: of payments that are not in the snapshot; nil where all are.
    ///   - tracing: a row of which to keep everything that was said.
    ///   - standing: of a rule of which to find out what stands before it.
    ///   - stages: with how many of the first stages; nil for all.
    init(
        _ plugins: Plugins, userRules: UserRules, accountNames: KeptAccountNames,
        snapshot: Snapshot, settled: SettledTransfers = .none, recall: PaymentRecall? = nil,
        tracing: Int? = nil, standing: StandingEvidence? = nil, stages: Int? = nil
    ) throws {
        pipeline = plugins.pipeline
        payees = plugins.pipeline.payeeNormaliser.map { NamedPayees(snapshot, by: $0) }
        self.snapshot = payees?.snapshot ?? snapshot
        self.settled = settled
        self.accountNames = accountNames
        self.recall = recall
        correctedRows = CorrectedRows(
            snapshot, pipeline: plugins.pipeline, isPart: settled.open != nil)
        takenApart = TakenApartRows(snapshot)
        tracedRow = tracing
        self.standing = standing
        stateOfRow = [Int32](
            repeating: VerdictStates.untouched, count: snapshot.transactions.count)
        partnerOfRow = [Int32](repeating: -1, count: snapshot.transactions.count)
        for (position, stage) in pipeline.stages.prefix(stages ?? .max).enumerated() {
            trace.steps.append(Trace.Step(stage: stage.name))
            switch stage.kind {
            case .userRules: try run(userRules, stage: position)
            case .corrections: runCorrections(stage: position)
            case .transfers(let settings): try run(settings, stage: position)
            case .rules(let rulebook, let onlyFor, let moneyBack):
                run(rulebook, onlyFor: onlyFor, moneyBack: moneyBack, stage: position)
            case .payees: runPayees(stage: position)
            case .recurring(let settings): try run(settings, stage: position)
            case .categoryLens: runCategoryLens(stage: position)
            case .plugin: run(plugins, stage: position)
            case .byDefault: runDefault(stage: position)
            }
        }
        if let tracedRow {
            trace.verdict = states.verdict(of: stateOfRow[tracedRow])
                .map(SplitLenses(pipeline).completed)
            trace.partner = partner(of: tracedRow).map { snapshot.transactions[$0].id }
        }
    }

    func conclusions() throws(ClassificationError) -> Conclusions {
        var verdicts: [Verdict] = []
        // Beside the verdicts, which are too large to be taken up for each row.
        var plans: [Int32: SplitPlan] = [:]
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
                plans[Int32(verdicts.count)] = completed.splits?.value
                verdicts.append(completed)
            }
            let verdict = verdictOfState[state] ?? 0
            entries.append(
                Conclusions.Entry(
                    transaction: transaction.id, verdict: verdict,
                    partner: partner(of: row).map { snapshot.transactions[$0].id }))
            if !plans.isEmpty, let plan = plans[verdict], let parts = parts(of: row, by: plan),
                !parts.isEmpty
            {
                splits[transaction.id] = parts
            }
        }
        return Conclusions(
            verdicts: verdicts, entries: entries, splits: splits, series: series,
            candidates: candidates, histories: histories)
    }

    /// What stands before the rule that is looked for.
    func ruleStanding() -> RuleStanding? {
        let stage = pipeline.stages.first {
            if case .corrections = $0.kind { true } else { false }
        }
        return standing?.standing(in: states, correction: stage.map(Reason.init(correctionIn:)))
    }

    /// The transactions with what was decided so far.
    ///
    /// - Parameter texts: the bytes of the snapshot's texts; they must outlive
    ///   the view.
    func view(_ texts: UnsafeBufferPointer<UInt8>) -> PluginView {
        PluginView(snapshot, texts: texts, states: states, stateOfRow: stateOfRow)
    }

    // MARK: What was decided so far

    /// The built-in category of what no rule names.
    static let lastCategory = "other"

    /// The class of a row; what its sign makes it while it is open.
    func expectedClass(of row: Int) -> TransactionClass {
        if let decided = states.transactionClass(of: stateOfRow[row]) { return decided }
        return snapshot.transactions[row].amount > 0 && !waiting.contains(row) ? .income : .expense
    }

    /// The row of the other side of a transfer.
    func partner(of row: Int) -> Int? {
        partnerOfRow[row] < 0 ? nil : Int(partnerOfRow[row])
    }

    /// Whether the effect would not split the transaction, or can.
    func fits(_ effect: Effect, _ row: Int) -> Bool {
        guard let plan = effect.splits, states.takesSplits(in: stateOfRow[row]) else { return true }
        return parts(of: row, by: plan) != nil
    }

    private func parts(of row: Int, by plan: SplitPlan) -> [SplitPart]? {
        let transaction = snapshot.transactions[row]
        return plan.parts(
            of: transaction.amount, exponent: snapshot.account(of: transaction).currency.exponent)
    }

    // MARK: Saying

    /// The number by which a contribution is said.
    mutating func number(of contribution: Contribution) -> Int32 {
        states.id(of: contribution)
    }

    mutating func say(_ contribution: Contribution, of row: Int) {
        say(number(of: contribution), of: row)
    }

    /// Says a contribution by its number, which costs a fraction of looking for all
    /// of its words.
    @inline(__always)
    mutating func say(_ number: Int32, of row: Int) {
        if row == tracedRow { record(states.contribution(number), stateOfRow[row]) }
        stateOfRow[row] = states.state(after: stateOfRow[row], adding: number)
    }

    /// Notes that a stage does not look at transactions of the row's class.
    mutating func passOver(_ row: Int, stage: Int) {
        guard row == tracedRow else { return }
        trace.steps[stage].passedOver =
            "not for a transaction that is \(expectedClass(of: row).rawValue)"
    }

    private mutating func record(_ contribution: Contribution, _ earlier: Int32) {
        let decisive = states.attributes(decidedBy: contribution, after: earlier)
        for (attribute, value) in contribution.decisions {
            trace.steps[contribution.stage].proposals.append(
                Trace.Proposal(
                    attribute: attribute, value: value, reason: contribution.reason,
                    isDecisive: decisive.contains(attribute)))
        }
    }

    func reason(_ stage: Int, rule: Rule, verb: String) -> Reason {
        Reason(
            by: pipeline.stages[stage].name, rule: rule.id,
            text: "\(verb): \(rule.name)\(rule.place)")
    }
}

extension Rule {
    /// Where a person finds the rule, to be put behind its name.
    fileprivate var place: String {
        switch origin {
        case .shipped(let file), .vault(let file): " (\(file))"
        case .stored: " (\(id))"
        case .lua(let file, let line): " (\(file):\(line))"
        }
    }
}

/// What is to be said of money from people and merchants once it is known whether
/// it comes regularly.
struct WaitingOpinions {
    /// Whom money is from that is money back unless it comes regularly.
    enum Giver { case person, merchant }

    private var opinionsOfRow: [Int: [Int32]] = [:]
    private var rowsOfMerchants: Set<Int> = []

    var rows: [Int] { opinionsOfRow.keys.sorted() }

    func contains(_ row: Int) -> Bool { opinionsOfRow[row] != nil }

    func giver(of row: Int) -> Giver? {
        guard contains(row) else { return nil }
        return rowsOfMerchants.contains(row) ? .merchant : .person
    }

    /// Keeps what was said of a row behind what was said of it before.
    ///
    /// - Parameter number: that of a contribution.
    mutating func add(_ number: Int32, of row: Int) {
        opinionsOfRow[row, default: []].append(number)
    }

    /// Keeps what was said of money from a merchant.
    mutating func add(_ number: Int32, ofMerchantsMoney row: Int) {
        rowsOfMerchants.insert(row)
        add(number, of: row)
    }

    /// Takes the opinions on a row out, in their order.
    mutating func take(of row: Int) -> [Int32] { opinionsOfRow.removeValue(forKey: row) ?? [] }
}

/// Counts where the splits of rules did not fit their transaction.
///
/// A rule loses its splits there and keeps what else it says: a plan for large
/// purchases is no reason to lose the payee of a small one.
struct UnfitSplits {
    private var transactions: [Decider: Int] = [:]

    private struct Decider: Hashable {
        let name: String
        let file: String
        let line: Int?
    }

    mutating func note(_ rule: Rule) {
        let (file, line) = rule.fileAndLine
        transactions[Decider(name: rule.name, file: file, line: line), default: 0] += 1
    }

    mutating func note(plugin name: String) {
        let file = "Plugins/\(name)/\(PluginSource.mainPath)"
        transactions[Decider(name: name, file: file, line: nil), default: 0] += 1
    }

    /// One for each rule or plugin, in the order of files and lines.
    var problems: [RuleFileProblem] {
        transactions.map { decider, count in
            RuleFileProblem(
                file: decider.file, line: decider.line,
                message: "\(decider.name): its splits do not fit (they come to more than the "
                    + "transaction, or have more decimals than its currency) and were left out "
                    + "there; narrow \"when\" by the amount",
                transactions: count)
        }.sorted { ($0.file, $0.line ?? 0, $0.message) < ($1.file, $1.line ?? 0, $1.message) }
    }
}

extension Rule {
    fileprivate var fileAndLine: (file: String, line: Int?) {
        switch origin {
        case .shipped(let file), .vault(let file): (file, nil)
        case .stored: (id, nil)
        case .lua(let file, let line): (file, line)
        }
    }
}

/// Gives the parts of a split transaction their lenses.
///
/// A part that names none has the lens that was decided for the whole
/// transaction or, where that is only the lens of the whole's category, the
/// lens of its own category.
struct SplitLenses {
    private let categories: CategoryTree
    private let lensStages: Set<String>

    init(_ pipeline: Pipeline) {
        categories = pipeline.categories
        lensStages = Set(
            pipeline.stages.filter { if case .categoryLens = $0.kind { true } else { false } }
                .map(\.name))
    }

    func completed(_ verdict: Verdict) -> Verdict {
        guard let splits = verdict.splits else { return verdict }
        let decided = verdict.lens.flatMap { lensStages.contains($0.reason.by) ? nil : $0.value }
        let asksCategories =
            !lensStages.isEmpty && verdict.transactionClass.value == .expense
        var completed = verdict
        completed.splits = Decided(
            splits.value.settingLenses { part in
                part.lens ?? decided ?? (asksCategories ? categories[part.category]?.lens : nil)
            }, because: splits.reason)
        return completed
    }
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
