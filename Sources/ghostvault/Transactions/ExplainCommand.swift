import ArgumentParser
import Classification
import Engine
import Model
import Terminal
import Vault

struct ExplainCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show why a transaction is classified as it is.",
        discussion: """
            Shows the result and what decided it, then every stage of the pipeline: its verdict, \
            and what it would have decided if no earlier stage had. --rule shows each condition of \
            one rule, and whether it matches. --at shows the result at the end of a day, and what \
            changed since.

            Examples:
              ghostvault explain 870
              ghostvault explain coffee
              ghostvault explain 870 --rule Rent
              ghostvault explain 870 --at 30d
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(
        help: ArgumentHelp(
            """
            The transaction's number, "last" for the newest, or words that find the newest \
            match. Without any, you pick one.
            """,
            valueName: "id"))
    var words: [String] = []

    @Option(
        help: ArgumentHelp(
            "Show why this rule matches or doesn't.", valueName: "rule"))
    var rule: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Show the result at the end of this day, such as 2026-10-01 or 30d.",
            valueName: "day"), transform: PeriodWords.init(argument:))
    var at: PeriodWords?

    func validate() throws {
        guard rule != nil, at != nil else { return }
        throw ValidationError("Give --rule or --at, not both.")
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        let today = try vault.moment().today
        let day = at?.lastDay(asOf: today)
        guard day.map({ $0 <= today }) ?? true else {
            throw ValidationError("--at must be today or an earlier day.")
        }
        guard let number = try number(engine, on: screen) else { return }
        if let day {
            let past = try PastExplanation(of: number, at: day, through: today, in: engine)
            guard let past else { throw EngineError.noSuchTransaction(number) }
            if output.json {
                return try PastExplanationView.report.printJSON(past, on: screen)
            }
            return try PastExplanationView(screen: screen, accounts: try engine.vault.accounts())
                .show(past)
        }
        try Explanations(screen: screen, engine: engine)
            .show(number, rule: rule, asJSON: output.json)
    }

    /// The transaction that the words mean, or that the person picks; nil for none.
    private func number(_ engine: Engine, on screen: Screen) throws -> Int64? {
        let lastDay = try vault.lastDay()
        guard let first = words.first else {
            return try TransactionPicker(screen: screen, engine: engine, lastDay: lastDay)
                .pick("Which transaction?")?.first
        }
        if words.count == 1, let number = TransactionNumber(argument: first) {
            return try vault.number(number, in: engine)
        }
        var query = TransactionQuery()
        query.searches = words.map(TransactionSearch.init)
        query.limit = 1
        if let lastDay {
            query.days = CalendarDay(daysSinceEpoch: .min)..<lastDay.adding(days: 1)
        }
        guard let newest = try engine.vault.transactions(query).first else {
            throw NoSuchName(
                message: "No transaction found for \"\(words.joined(separator: " "))\".",
                whatToDo: "\"ghostvault transactions\" lists them with their numbers.")
        }
        return newest.id
    }
}

/// Answers to the question why a transaction is classified as it is.
struct Explanations {
    let screen: Screen
    let engine: Engine

    /// - Parameter rule: the rule to explain; nil for all stages.
    func show(_ id: Int64, rule: String?, asJSON: Bool = false) throws {
        guard let transaction = try engine.vault.transaction(id) else {
            throw EngineError.noSuchTransaction(id)
        }
        if let rule { return try show(rule, transaction, asJSON: asJSON) }
        let links = try TransactionLinks(of: transaction, in: engine.vault)
        let (trace, leftOut) = try engine.trace(id)
        let formerIDs = try engine.vault.formerBankIDs(of: id)
        let view = ExplainView(
            screen: screen, accounts: try engine.vault.accounts(),
            reasons: try ReasonWords(engine, about: [id]))
        if asJSON {
            try view.showJSON(transaction, links, formerIDs: formerIDs, trace)
        } else {
            try view.show(
                transaction, links, formerIDs: formerIDs,
                missingSince: try engine.vault.missingSince(id), trace)
        }
        try RuleProblemsView(screen: screen).show(leftOut)
        if !leftOut.isEmpty { throw PartialResult(.rules) }
    }

    private func show(_ rule: String, _ transaction: TransactionRecord, asJSON: Bool) throws {
        let (explanation, listed, leftOut) = try engine.explanation(
            ofRule: rule, for: transaction.id)
        let answer = ExplainedRuleView.Answer(
            transaction: transaction, rule: listed, explanation: explanation)
        if asJSON {
            try ExplainedRuleView.report.printJSON(answer, on: screen)
        } else {
            try ExplainedRuleView(
                screen: screen, reasons: try ReasonWords(engine, about: [transaction.id])
            ).show(answer)
        }
        try RuleProblemsView(screen: screen).show(leftOut)
        if !leftOut.isEmpty { throw PartialResult(.rules) }
    }
}

/// The transactions that conclusions link to one.
struct TransactionLinks {
    let partner: TransactionRecord?
    let purchase: TransactionRecord?
    let refunds: [TransactionRecord]

    init(of record: TransactionRecord, in vault: Vault) throws {
        partner = try record.partner.flatMap { try vault.transaction($0) }
        purchase = try record.purchase.flatMap { try vault.transaction($0) }
        refunds = try vault.refunds(of: record.id).compactMap { try vault.transaction($0) }
    }

    /// Each with what it is to the one.
    var all: [(name: String, transaction: TransactionRecord)] {
        [partner].compactMap(\.self).map { ("other side", $0) }
            + [purchase].compactMap(\.self).map { ("pays back", $0) }
            + refunds.map { ("paid back by", $0) }
    }
}

struct ExplainView {
    let screen: Screen
    let accounts: [AccountRecord]
    let reasons: ReasonWords

    /// - Parameters:
    ///   - formerIDs: the bank's earlier IDs of the transaction.
    ///   - missingSince: when the bank stopped listing it, in POSIX seconds; nil if it lists
    ///     it.
    func show(
        _ record: TransactionRecord, _ links: TransactionLinks, formerIDs: [String],
        missingSince: Int64?, _ trace: Trace
    ) throws {
        try screen.print(
            SafeText.neutralised("\(record.payee)  \(record.amount.text)  \(record.day)"), .heading)
        try screen.print(
            facts(record, links, formerIDs: formerIDs, missingSince: missingSince))
        try screen.print()
        try screen.print("Result", .heading)
        guard record.verdict != nil else {
            try screen.print("Nothing yet; run \"ghostvault apply-rules\".")
            return
        }
        try screen.print(result(of: record))
        if !record.splits.isEmpty {
            try screen.print()
            try screen.print("Split into", .heading)
            try screen.print(record.partsTable)
        }
        try screen.print()
        if trace.isNewer(than: record) {
            try screen.print(
                "The current rules and settings give another result, shown below. To apply it, run "
                    + "\"ghostvault apply-rules\".", .warning)
            try screen.print()
        }
        try screen.print("Stage by stage", .heading)
        try screen.print(stages(trace, of: record.id))
        let silent = trace.steps.filter {
            $0.passedOver == nil && $0.proposals.isEmpty && $0.failures.isEmpty
        }
        if !silent.isEmpty {
            let names = silent.map(\.stage).joined(separator: ", ")
            try screen.print(SafeText.neutralised("No match: \(names)"), .muted)
        }
    }

    /// The bank's data of a transaction, and its links.
    func facts(
        _ record: TransactionRecord, _ links: TransactionLinks, formerIDs: [String],
        missingSince: Int64?
    ) -> Table {
        var facts = Table(columns: [.init(""), .init("", isFlexible: true, wraps: true)])
        facts.add("account", .init(accountName(record.account)))
        facts.add("description", .init(record.description))
        if !record.memo.isEmpty { facts.add("memo", .init(record.memo)) }
        if !record.merchantCode.isEmpty { facts.add("merchant code", .init(record.merchantCode)) }
        if record.isPending { facts.add("pending", "yes") }
        if !formerIDs.isEmpty {
            facts.add("bank's id", .init(record.bankID))
            facts.add("before", .init(formerIDs.joined(separator: ", ")))
        }
        if let missingSince {
            let day = ProgramContext.current.zone.day(at: missingSince)
            facts.add(
                "at the bank", .init("not listed since \(day); counts until you exclude it"))
        }
        for (name, other) in links.all {
            facts.add(
                .init(name),
                .init(
                    "#\(other.id) \(other.payee), \(other.amount.text), \(other.day), "
                        + accountName(other.account)))
        }
        return facts
    }

    /// Each value with its reason.
    ///
    /// - Parameter isShort: whether to leave out who decided.
    func result(of record: TransactionRecord, isShort: Bool = false) -> Table {
        var table = Table(
            columns: [.init(""), .init("", isFlexible: true)]
                + (isShort ? [] : [.init("", rank: 1)])
                + [.init("", isFlexible: true, wraps: true)])
        guard let verdict = record.verdict else { return table }
        // The parts of a split have categories and lenses of their own.
        let ofParts: Set<Attribute> = verdict.countsByParts ? [.category, .lens] : []
        for (attribute, reason) in verdict.reasons where !ofParts.contains(attribute) {
            let value =
                attribute == .category ? verdict.categoryWord : verdict.words(for: attribute)
            let why = reasons.text(
                of: reason, for: attribute, of: record.id, isShort: isShort)
            let by = isShort ? [] : [Table.Cell(reason.by, .muted)]
            table.add(
                [.init(attribute.rawValue), .init(value ?? "", .accent)] + by
                    + [.init(why)])
        }
        return table
    }

    func showJSON(
        _ record: TransactionRecord, _ links: TransactionLinks, formerIDs: [String],
        _ trace: Trace
    ) throws {
        let handlers = reasons.handlers(of: record.id).sorted { $0.key.rawValue < $1.key.rawValue }
        let transaction = TransactionRow(
            record: record, account: accounts.first { $0.id == record.account }, words: reasons)
        try Self.report.printJSON(
            Explanation(
                transaction: transaction, refunds: links.refunds.map(\.id),
                formerIDs: formerIDs,
                handlers: handlers.map { (attribute: $0.key, handler: $0.value) }, trace: trace),
            on: screen)
    }

    struct Explanation {
        let transaction: TransactionRow
        let refunds: [Int64]
        let formerIDs: [String]
        let handlers: [(attribute: Attribute, handler: String)]
        let trace: Trace

        fileprivate var stages: [Stage] {
            trace.steps.map { Stage(step: $0, transaction: transaction) }
        }
    }

    fileprivate struct Stage {
        let step: Trace.Step
        let transaction: TransactionRow

        var proposals: [(proposal: Trace.Proposal, reason: ReasonRow)] {
            step.proposals.map {
                let text = transaction.words.text(
                    of: $0.reason, for: $0.attribute, of: transaction.record.id)
                return ($0, ReasonRow(reason: $0.reason, text: text))
            }
        }
    }

    static var report: Report<Explanation> {
        Report(
            "explain",
            .object(
                "transaction", "The fields of `ghostvault transactions --json`.",
                TransactionRow.fields
            ) { $0.transaction }
            .describedElsewhere,
            .values("refunds", "The `id` of each transaction that pays it back, oldest first.") {
                $0.refunds
            },
            .values("former_bank_ids", "The bank's earlier ids of it, oldest first.") {
                $0.formerIDs
            },
            .list(
                "asked_for_by", "Values that handlers in `automation/` set.",
                [
                    .value("attribute", "The attribute, such as `notes`.") {
                        $0.attribute.rawValue
                    },
                    .value("handler", "The handler.") { $0.handler },
                ]
            ) { $0.handlers },
            .value(
                "outdated", "Whether the stages conclude something else now; run `apply-rules`."
            ) { $0.trace.isNewer(than: $0.transaction.record) },
            .list("stages", "The pipeline's stages, in their order.", stages) { $0.stages })
    }

    private static var stages: [Field<Stage>] {
        [
            .value("stage", "The stage's name, as in `config/pipeline.toml`.") { $0.step.stage },
            .value("passed_over", "Why the stage skipped the transaction, if it did.") {
                $0.step.passedOver
            },
            .list(
                "failures", "Rules of the stage that fail on the transaction.",
                failures
            ) { $0.step.failures },
            .list("proposals", "The stage's proposals.", proposals) { $0.proposals },
        ]
    }

    private static var failures: [Field<Trace.Failure>] {
        [
            .value("rule", "The rule's name.") { $0.rule },
            .value("file", "Its file; a stored rule is its own.") { $0.problem.file },
            .value("line", "The line in it.") { $0.problem.line },
            .value("message", "The error.") { $0.problem.message },
        ]
    }

    private static var proposals: [Field<(proposal: Trace.Proposal, reason: ReasonRow)>] {
        [
            .value("attribute", "The attribute, such as `category`.") {
                $0.proposal.attribute.rawValue
            },
            .value("value", "The proposed value.") { $0.proposal.value },
            .value("decisive", "Whether it holds, or for `tags`, whether it added one.") {
                $0.proposal.holds
            },
            .value("left_out", "What a bound left out of it, in words.") { $0.proposal.leftOut },
            .value("stopped_by", "The rule with `stop` that precedes it.") {
                $0.proposal.stoppedBy
            },
            .object("reason", "Why the stage says so.", ReasonRow.fields) { $0.reason },
        ]
    }

    private func stages(_ trace: Trace, of transaction: Int64) -> Table {
        var table = Table(columns: [
            .init(""), .init("", rank: 1), .init("", isFlexible: true),
            .init("", isFlexible: true, wraps: true),
        ])
        for step in trace.steps {
            if let passedOver = step.passedOver {
                table.add(.init(step.stage), "", "", .init(passedOver, .muted))
            }
            for (position, failure) in step.failures.enumerated() {
                table.add(
                    .init(position == 0 ? step.stage : ""), .init("failed", .warning), "",
                    .init(
                        "\(failure.rule) failed here: "
                            + FindingsView.place(failure.problem.file, failure.problem.line)
                            + ": \(failure.problem.message)",
                        .warning))
            }
            for (position, proposal) in step.proposals.enumerated() {
                table.add(
                    .init(position == 0 && step.failures.isEmpty ? step.stage : ""),
                    .init(proposal.standing, proposal.holds ? .positive : .muted),
                    .init("\(proposal.attribute.rawValue) \(proposal.value)"),
                    .init(
                        reasons.text(
                            of: proposal.reason, for: proposal.attribute, of: transaction)
                            + (proposal.leftOut.map { "; \($0)" } ?? ""), .muted))
            }
        }
        return table
    }

    private func accountName(_ id: Int64) -> String {
        accounts.listedNames[id] ?? ""
    }
}

extension Trace {
    /// Whether a pass now would conclude something else.
    fileprivate func isNewer(than record: TransactionRecord) -> Bool {
        verdict != record.verdict || partner != record.partner ?? record.purchase
    }
}

extension Trace.Proposal {
    /// The proposal's fate in a word or two.
    var standing: String {
        if stoppedBy != nil { return "skipped" }
        if yieldsToSplits { return "split instead" }
        if leftOut != nil, !holds { return "left out" }
        return holds ? "decides" : "overruled"
    }
}
