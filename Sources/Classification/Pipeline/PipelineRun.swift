import Model
import Rules

/// One walk of a snapshot through a pipeline, stage by stage.
///
/// A stage sees what the stages before it decided about every transaction, so
/// that a person's rule on one side of a pair keeps the other side unpaired.
final class PipelineRun {
    private let pipeline: Pipeline
    private let snapshot: Snapshot
    private let states = VerdictStates()
    private var stateOfRow: [Int32]
    private var partnerOfRow: [Int32?]
    private let settled: SettledTransfers
    private let tracedRow: Int?
    private(set) var trace = Trace(steps: [])
    private(set) var unfitSplits = UnfitSplits()
    let correctedRows: CorrectedRows
    /// By transaction, those of which each could be its partner as well as the
    /// others.
    private var candidates: [Int64: [Int64]] = [:]
    private(set) var transferProblems: [RuleFileProblem] = []
    private var series: [SeriesFacts] = []
    /// What the rules of the pipeline's own stages matched.
    private(set) var tallies: [RuleTally] = []

    /// - Parameters:
    ///   - settled: what is not to be looked for.
    ///   - tracing: a row of which to keep everything that was said.
    init(
        _ plugins: Plugins, userRules: UserRules, snapshot: Snapshot,
        settled: SettledTransfers = .none, tracing: Int? = nil
    ) throws {
        pipeline = plugins.pipeline
        self.snapshot = snapshot
        self.settled = settled
        correctedRows = CorrectedRows(
            snapshot, pipeline: plugins.pipeline, isPart: settled.open != nil)
        tracedRow = tracing
        stateOfRow = [Int32](
            repeating: VerdictStates.untouched, count: snapshot.transactions.count)
        partnerOfRow = [Int32?](repeating: nil, count: snapshot.transactions.count)
        for (position, stage) in pipeline.stages.enumerated() {
            trace.steps.append(Trace.Step(stage: stage.name))
            switch stage.kind {
            case .userRules: try run(userRules, stage: position)
            case .corrections: runCorrections(stage: position)
            case .transfers(let settings): try run(settings, stage: position)
            case .rules(let rulebook, let onlyFor):
                try run(rulebook, onlyFor: onlyFor, stage: position)
            case .payees(let normaliser): run(normaliser, stage: position)
            case .recurring(let settings): run(settings, stage: position)
            case .categoryLens: runCategoryLens(stage: position)
            case .plugin: run(plugins, stage: position)
            case .byDefault: runDefault(stage: position)
            }
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
                    partner: partnerOfRow[row].map { snapshot.transactions[Int($0)].id }))
            if !plans.isEmpty, let plan = plans[verdict], let parts = parts(of: row, by: plan),
                !parts.isEmpty
            {
                splits[transaction.id] = parts
            }
        }
        return Conclusions(
            verdicts: verdicts, entries: entries, splits: splits, series: series,
            candidates: candidates)
    }

    /// The transactions with what was decided so far.
    ///
    /// - Parameter texts: the bytes of the snapshot's texts; they must outlive
    ///   the view.
    func view(_ texts: UnsafeBufferPointer<UInt8>) -> PluginView {
        PluginView(snapshot, texts: texts, states: states, stateOfRow: stateOfRow)
    }

    // MARK: Stages

    private func run(_ userRules: UserRules, stage: Int) throws {
        let name = pipeline.stages[stage].name
        try userRules.forEachOpinion(on: snapshot) { row, rule, effect in
            var effect = effect
            if let correction = correctedRows[row], correction.overruledRules.contains(rule.id) {
                let heeded = effect.yielding(to: correction)
                if row == tracedRow { recordOverruled(effect, but: heeded, rule, stage: stage) }
                effect = heeded
            }
            if !fits(effect, row) {
                unfitSplits.note(rule)
                effect.splits = nil
            }
            say(
                Contribution(
                    stage: stage, reason: reason(name, rule: rule, verb: "Matched"),
                    effect: effect),
                of: row)
        }
    }

    private func runCorrections(stage: Int) {
        let reason = Reason(
            by: pipeline.stages[stage].name, rule: nil, text: "Corrected by you")
        for (row, correction) in correctedRows.inRowOrder {
            say(Contribution(stage: stage, reason: reason, effect: Effect(correction)), of: row)
        }
    }

    /// Whether the effect would not split the transaction, or can.
    private func fits(_ effect: Effect, _ row: Int) -> Bool {
        guard let plan = effect.splits, !states.isSplit(in: stateOfRow[row]) else { return true }
        return parts(of: row, by: plan) != nil
    }

    private func parts(of row: Int, by plan: SplitPlan) -> [SplitPart]? {
        let transaction = snapshot.transactions[row]
        return plan.parts(
            of: transaction.amount, exponent: snapshot.account(of: transaction).currency.exponent)
    }

    private func run(_ settings: TransferSettings, stage: Int) throws {
        sayWhatIsSettled(stage: stage)
        let matcher = try TransferMatcher(settings: settings, snapshot: snapshot)
        let result = matcher.result(
            isCandidate: { row in
                partnerOfRow[row] == nil
                    && (states.transactionClass(of: stateOfRow[row]) ?? .transfer) == .transfer
            }, isOpen: { settled.isOpen(snapshot.transactions[$0].id) })
        for pair in result.pairs {
            let contribution = Contribution(
                stage: stage,
                reason: Reason(
                    by: pipeline.stages[stage].name, rule: nil,
                    text: TransferWords.reason(for: pair, in: snapshot)),
                effect: Effect(class: .transfer), linksPartner: true)
            partnerOfRow[pair.sender] = Int32(pair.receiver)
            partnerOfRow[pair.receiver] = Int32(pair.sender)
            say(contribution, of: pair.sender)
            say(contribution, of: pair.receiver)
        }
        candidates.merge(settled.candidates) { found, _ in found }
        for (row, other) in result.oneSided {
            say(
                Contribution(
                    stage: stage,
                    reason: Reason(
                        by: pipeline.stages[stage].name, rule: nil,
                        text: TransferWords.reason(
                            forOneSided: row, other: other, in: snapshot)),
                    effect: Effect(class: .transfer)),
                of: row)
        }
        for (row, others) in result.candidates {
            candidates[snapshot.transactions[row].id] =
                others.map { snapshot.transactions[$0].id }.sorted()
            if row == tracedRow {
                trace.steps[stage].passedOver = TransferWords.tie(others.count)
            }
        }
        transferProblems += result.currenciesWithoutRate.map { currency in
            RuleFileProblem(
                file: "config/rates.toml", line: nil,
                message: TransferWords.missingRate(of: currency, base: settings.rates.base))
        }
    }

    private func sayWhatIsSettled(stage: Int) {
        guard !settled.findings.isEmpty else { return }
        var rows: [Int64: Int32] = [:]
        for (row, transaction) in snapshot.transactions.enumerated() {
            rows[transaction.id] = Int32(row)
        }
        for (row, transaction) in snapshot.transactions.enumerated() {
            guard let finding = settled.findings[transaction.id],
                finding.reason.by == pipeline.stages[stage].name
            else { continue }
            partnerOfRow[row] = finding.partner.flatMap { rows[$0] }
            say(
                Contribution(
                    stage: stage, reason: finding.reason, effect: Effect(class: .transfer),
                    linksPartner: finding.partner != nil),
                of: row)
        }
    }

    private func run(_ rulebook: Rulebook, onlyFor: Set<TransactionClass>?, stage: Int) throws {
        let name = pipeline.stages[stage].name
        let contributions = rulebook.rules.map { rule in
            Contribution(
                stage: stage, reason: reason(name, rule: rule, verb: "Auto-detected"),
                effect: rule.effect)
        }
        let ids = contributions.map(states.id(of:))
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: snapshot)
        var matches = [RuleMatches](repeating: RuleMatches(), count: contributions.count)
        for row in stateOfRow.indices {
            if let onlyFor, !onlyFor.contains(expectedClass(of: row)) {
                if row == tracedRow {
                    trace.steps[stage].passedOver =
                        "not for a transaction that is \(expectedClass(of: row).rawValue)"
                }
                continue
            }
            matcher.forEachMatch(row: row) { rule in
                if row == tracedRow { record(contributions[rule], stateOfRow[row]) }
                stateOfRow[row] = states.state(after: stateOfRow[row], adding: ids[rule])
                matches[rule].add(snapshot.transactions[row].day)
                return true
            }
        }
        // Of thousands of rules few match; to name the others takes longer than
        // a pass over some new transactions.
        tallies += zip(rulebook.rules, matches).filter { $1.count > 0 }
            .map { rule, matches in matches.tally(of: rule) }
    }

    private func run(_ normaliser: PayeeNormaliser, stage: Int) {
        var payees = SnapshotPayees(normaliser, snapshot: snapshot)
        var contributions: [(contribution: Contribution, id: Int32)] = []
        for row in stateOfRow.indices {
            let payee = payees.payee(ofRow: row)
            while contributions.count < payees.keys.count {
                let next = contributions.count
                let contribution = Contribution(
                    stage: stage,
                    reason: Reason(
                        by: pipeline.stages[stage].name, rule: nil,
                        text: payees.isAlias[next]
                            ? "Your name for this payee" : "Auto-detected: read from its text"),
                    effect: Effect(payee: payees.names[next]))
                contributions.append((contribution, states.id(of: contribution)))
            }
            let (contribution, id) = contributions[payee]
            guard contribution.effect.payee?.isEmpty == false else { continue }
            if row == tracedRow { record(contribution, stateOfRow[row]) }
            stateOfRow[row] = states.state(after: stateOfRow[row], adding: id)
        }
    }

    private func run(_ settings: RecurringSettings, stage: Int) {
        let standings = (0..<states.count).map {
            RecurringStanding(states.decidedSoFar(in: Int32($0)))
        }
        let recurring = RecurringStage(
            settings, snapshot: snapshot, standings: standings, stateOfRow: stateOfRow,
            lastCategory: PipelineRun.lastCategory)
        let found = recurring.series(usesBankPayees: !pipeline.decidesPayees) {
            partnerOfRow[$0] != nil
        }
        series += found.map(\.facts)
        let opinions = found.map {
            RecurringOpinion(of: $0.facts, stage: stage, name: pipeline.stages[stage].name)
        }
        for (found, opinion) in zip(found, opinions) where found.facts.decision != .dismissed {
            let membership = opinion.membership
            for row in found.rows.map({ Int($0) }) {
                if let lens = lens(ofRecurring: row, worded: recurring.wording) {
                    say(opinion.lens(lens), of: row)
                }
                if !found.facts.isLinkedByRule { say(membership, of: row) }
            }
        }
    }

    /// The lens of a recurring payment, where its category gives none.
    private func lens(ofRecurring row: Int, worded wording: RecurringWording) -> RecurringLens? {
        let category = states.category(of: stateOfRow[row])
        guard snapshot.transactions[row].amount < 0,
            category.flatMap({ pipeline.categories[$0]?.lens }) == nil
        else { return nil }
        return RecurringLens(
            of: expectedClass(of: row), isWordedAsNeed: wording.meaning(of: row).contains(.need),
            to: partnerOfRow[row].map {
                snapshot.account(of: snapshot.transactions[Int($0)]).type
            })
    }

    private func runCategoryLens(stage: Int) {
        var ids: [String: (contribution: Contribution, id: Int32)] = [:]
        for category in pipeline.categories.categories {
            guard let lens = category.lens else { continue }
            let contribution = Contribution(
                stage: stage,
                reason: Reason(
                    by: pipeline.stages[stage].name, rule: nil,
                    text: "Auto-detected: \(category.name) counts as a \(lens.rawValue)"),
                effect: Effect(lens: lens))
            ids[category.id] = (contribution, states.id(of: contribution))
        }
        for row in stateOfRow.indices {
            guard expectedClass(of: row) == .expense else {
                if row == tracedRow {
                    trace.steps[stage].passedOver =
                        "not for a transaction that is \(expectedClass(of: row).rawValue)"
                }
                continue
            }
            let category = states.category(of: stateOfRow[row]) ?? PipelineRun.lastCategory
            guard let (contribution, id) = ids[category] else { continue }
            if row == tracedRow { record(contribution, stateOfRow[row]) }
            stateOfRow[row] = states.state(after: stateOfRow[row], adding: id)
        }
    }

    private func run(_ plugins: Plugins, stage: Int) {
        let name = pipeline.stages[stage].name
        snapshot.texts.withUTF8Bytes { texts in
            plugins.forEachOpinion(of: name, on: view(texts)) { row, effect, reason in
                var effect = effect
                if !fits(effect, row) {
                    unfitSplits.note(plugin: name)
                    effect.splits = nil
                }
                say(
                    Contribution(
                        stage: stage,
                        reason: Reason(
                            by: name, rule: nil,
                            text: "Plugin \(name)" + (reason.map { ": \($0)" } ?? "")),
                        effect: effect),
                    of: row)
            }
        }
    }

    private func runDefault(stage: Int) {
        let name = pipeline.stages[stage].name
        func contribution(_ text: String, _ transactionClass: TransactionClass) -> Contribution {
            Contribution(
                stage: stage, reason: Reason(by: name, rule: nil, text: text),
                effect: Effect(class: transactionClass, category: PipelineRun.lastCategory))
        }
        let income = contribution("Default: no stage decided, and money came in", .income)
        let expense = contribution("Default: no stage decided, and money went out", .expense)
        let incomeID = states.id(of: income)
        let expenseID = states.id(of: expense)
        for row in stateOfRow.indices {
            let cameIn = snapshot.transactions[row].amount > 0
            if row == tracedRow { record(cameIn ? income : expense, stateOfRow[row]) }
            stateOfRow[row] = states.state(
                after: stateOfRow[row], adding: cameIn ? incomeID : expenseID)
        }
    }

    /// The built-in category of what no rule names.
    private static let lastCategory = "other"

    // MARK: Saying

    private func expectedClass(of row: Int) -> TransactionClass {
        states.transactionClass(of: stateOfRow[row])
            ?? (snapshot.transactions[row].amount > 0 ? .income : .expense)
    }

    private func say(_ contribution: Contribution, of row: Int) {
        if row == tracedRow { record(contribution, stateOfRow[row]) }
        stateOfRow[row] = states.state(
            after: stateOfRow[row], adding: states.id(of: contribution))
    }

    private func record(_ contribution: Contribution, _ earlier: Int32) {
        let decisive = states.attributes(decidedBy: contribution, after: earlier)
        for (attribute, value) in contribution.decisions {
            trace.steps[contribution.stage].proposals.append(
                Trace.Proposal(
                    attribute: attribute, value: value, reason: contribution.reason,
                    isDecisive: decisive.contains(attribute)))
        }
    }

    /// What a rule says and a later correction does not let it decide.
    private func recordOverruled(
        _ effect: Effect, but heeded: Effect, _ rule: Rule, stage: Int
    ) {
        let matched = reason(pipeline.stages[stage].name, rule: rule, verb: "Matched")
        let decided = Set(heeded.decisions.map(\.attribute))
        for (attribute, value) in effect.decisions where !decided.contains(attribute) {
            trace.steps[stage].proposals.append(
                Trace.Proposal(
                    attribute: attribute, value: value,
                    reason: Reason(
                        by: matched.by, rule: matched.rule,
                        text: matched.text + "; you corrected it later"),
                    isDecisive: false))
        }
    }

    private func reason(_ stage: String, rule: Rule, verb: String) -> Reason {
        Reason(by: stage, rule: rule.id, text: "\(verb): \(rule.name)\(rule.place)")
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
