import ArgumentParser
import Classification
import Engine
import Model
import Terminal
import Vault

struct ApplyRulesCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply-rules",
        abstract: "Classify transactions and show what changed.",
        discussion: """
            If nothing has changed since the last run, there is nothing to do: a second run \
            changes nothing.

            With --since, --account or --only-unclassified, a dry run shows only the changes of \
            those transactions, and how many others would change.

            Examples:
              ghostvault apply-rules --dry-run
              ghostvault apply-rules --dry-run --since 2025-01-01 --account checking
              ghostvault apply-rules --dry-run --only-unclassified
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Show what would change; store nothing.")
    var dryRun = false

    @Flag(help: "Classify everything, even if nothing has changed. A dry run does.")
    var all = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "In a dry run: only transactions from this day on, such as 2025-03-01 or 30d.",
            valueName: "day"), transform: PeriodWords.init(argument:))
    var since: PeriodWords?

    @Option(help: "In a dry run: only one account, by name, part of it, or number.")
    var account: String?

    @Flag(help: "In a dry run: only transactions that no rule classified.")
    var onlyUnclassified = false

    @Option(help: "Transactions to list for each kind of change.")
    var list = 3

    func validate() throws {
        guard !dryRun, since != nil || account != nil || onlyUnclassified else { return }
        throw ValidationError(
            "--since, --account and --only-unclassified are for a preview. Add --dry-run, or leave "
                + "them out to apply your rules to everything.")
    }

    func run(on screen: Screen) throws {
        // Before anything is stored.
        if let format = output.format { try ClassifyView.report.check(format) }
        let engine = try vault.engine()
        let report =
            dryRun
            ? try engine.previewPass(filter(engine))
            : try engine.classify(dryRun: false, isWhole: all)
        if let format = output.format {
            try ClassifyView.report.print(
                one: Effect(own: dryRun, pass: report), as: format, on: screen)
            try RuleProblemsView(screen: screen).show(report)
        } else {
            try ClassifyView(screen: screen, engine: engine)
                .show(report, dryRun: dryRun, listing: max(0, list))
        }
        // Only for a dry run: a rule may print data from the bank.
        if dryRun { try RuleProblemsView(screen: screen).show(printed: report.printed) }
        if !dryRun {
            try refreshStubs(engine, on: screen)
            try screen.updateJournals(of: engine)
        }
        if let status = report.exitStatus { throw PartialResult(status) }
    }

    /// Keeps an editor's annotations up to date. If they can't be written, the pass is no worse.
    private func refreshStubs(_ engine: Engine, on screen: Screen) throws {
        do {
            try engine.refreshStubs()
        } catch {
            guard let failure = Failure(error) else { throw error }
            try screen.warn(failure.whatHappened)
        }
    }

    private func filter(_ engine: Engine) throws -> PassFilter {
        var filter = PassFilter()
        filter.since = try since?.firstDay(asOf: vault.moment().today)
        filter.account = try account.map { try engine.account(meantBy: $0).id }
        filter.isOnlyUnclassified = onlyUnclassified
        return filter
    }
}

extension ClassifyReport {
    /// A line for each of the first rules that match, and decide nothing because others decide
    /// before.
    ///
    /// - Parameter files: the only files whose rules are meant; nil for all.
    func overruledRules(of files: Set<String>? = nil) -> [String] {
        uses.filter { files?.contains($0.file) ?? true }.compactMap(\.wordsOfOverruling)
            .prefix(5).map(SafeText.neutralised)
    }
}

/// The outcome of a command and its pass.
struct Effect<Own> {
    let own: Own
    let pass: ClassifyReport
}

struct ClassifyView {
    let screen: Screen
    let engine: Engine

    func show(_ report: ClassifyReport, dryRun: Bool, listing limit: Int) throws {
        let count = report.differing.count
        let verb = dryRun ? "would change" : "changed"
        let rules = Count.text(report.userRules, "rule")
        let considered = Count.text(report.considered, "transaction")
        switch report.scope {
        case .everything:
            try screen.print("\(count) of \(considered) \(verb), with \(rules)")
        case .nothing:
            try screen.print("Everything is up to date.")
        case .chosen(let heldBack):
            try screen.print(
                "\(Count.text(count, "selected transaction")) would change, with \(rules)")
            if heldBack > 0 {
                try screen.print("\(Count.text(heldBack, "other")) would change too", .muted)
            }
        }
        try RuleProblemsView(screen: screen).show(report)
        if dryRun { try screen.print("Nothing was stored.", .muted) }
        guard count > 0 else {
            for line in report.overruledRules() { try screen.print(line) }
            return
        }
        try show(report.changes, listing: limit, hint: "--list")
        if !dryRun, report.changes.contains(where: { $0.before != nil }) {
            try screen.print("To go back, change the rules.", .muted)
        }
    }

    /// Shows what a pass changed after a decision.
    ///
    /// - Parameter isShown: whether an effect is on the screen already. Then nothing says that no
    ///   transaction changed.
    func showEffect(_ report: ClassifyReport, isShown: Bool = false) throws {
        let differing = report.differing.count
        guard differing > 0 || !isShown else {
            return try RuleProblemsView(screen: screen).show(report)
        }
        try screen.print(
            differing == 0
                ? "No transaction changed." : "\(Count.text(differing, "transaction")) changed")
        try show(report.changes, listing: 3)
        try RuleProblemsView(screen: screen).show(report)
    }

    /// Shows what changed, grouped by what decides now.
    ///
    /// - Parameters:
    ///   - limit: the greatest number of transactions of each kind of change.
    ///   - hint: the option that takes how many to list; empty for none.
    func show(
        _ changes: [ConclusionChange], listing limit: Int, hint: String = ""
    ) throws {
        guard limit > 0 else { return }
        let edited = changes.filter { $0.before != nil && !$0.isOfReasonAlone }
        // The first pass classifies everything, so a list would be useless.
        guard !edited.isEmpty else { return }
        try screen.print()
        let corrections = try engine.vault.corrections(of: edited.map(\.transaction))
        let marked = Set(
            try engine.vault.pairDecisions().filter { $0.value == .linked }.keys
                .flatMap { [$0.first, $0.second] })
        func compared(_ change: ConclusionChange) -> ChangeComparison {
            let transaction = change.transaction
            return ChangeComparison(
                change, correction: corrections[transaction],
                isMarked: marked.contains(transaction))
        }
        let comparisons = edited.map(compared)
        try ChangeGroupsView(screen: screen, engine: engine)
            .show(comparisons, examples: limit, hint: hint)
        let against = comparisons.filter(\.isAgainstCorrection)
        if let first = against.first {
            try warn(
                against.map(\.change.transaction),
                keeping: corrections[first.change.transaction]?.category)
        }
    }

    /// - Parameters:
    ///   - overturned: the transactions that differ from their corrections.
    ///   - category: what the person gave to the first; nil if they gave it no category.
    private func warn(_ overturned: [Int64], keeping category: String?) throws {
        let which =
            overturned.count == 1
            ? "Your earlier correction is overridden on"
            : "Your earlier corrections are overridden on"
        let named = overturned.prefix(Self.mostNamed).map(String.init).joined(separator: " ")
        let rest = overturned.count - Self.mostNamed
        let categories = try engine.categories()
        // A category that is gone can't be set again.
        let canKeep = category.map { categories[$0] != nil } ?? true
        let advice =
            " To keep yours: ghostvault transactions set \(overturned[0]) "
            + (category.map { "--category \($0)" } ?? "…")
        try screen.print(
            "\(which) \(named)\(rest > 0 ? " and \(rest) more" : "")."
                + (canKeep ? advice : ""), .warning)
    }

    /// The maximum number of transactions to name in a line.
    private static let mostNamed = 12

    /// Prints the effect of a decision, with the command's own fields.
    func showJSON<Own>(_ report: Report<Effect<Own>>, _ own: Own, _ pass: ClassifyReport) throws {
        try report.printJSON(Effect(own: own, pass: pass), on: screen)
        try RuleProblemsView(screen: screen).show(pass)
    }

    static var report: Report<Effect<Bool>> {
        let own: [Field<Bool>] = [
            .value("dry_run", "Whether nothing was written.") { $0 }
        ]
        return Report("apply-rules", fields: own.of(\.own) + effect.of(\.pass))
    }

    /// The report of a command that decides something and shows the effect.
    static func report<Own>(_ command: String, _ own: Field<Own>...) -> Report<Effect<Own>> {
        Report(command, fields: own.of(\.own), further: effect.of(\.pass))
    }

    private static var effect: [Field<ClassifyReport>] {
        [
            .value("considered", "How many transactions were looked at.") { $0.considered },
            .value("whole", "Whether every transaction was considered.") { $0.isWhole },
            .value("changed", "How many transactions changed.") { $0.differing.count },
            .value("held_back", "How many changes the filters left out.") {
                if case .chosen(let heldBack) = $0.scope { heldBack } else { 0 }
            },
            .list("changes", "The changed transactions.", changes) { $0.differing }.linewise,
            .list(
                "problems", "Rules that failed on some transactions, and were skipped there.",
                problems
            ) { $0.problems },
            .list(
                "decision_problems", "Decisions that could not be applied.",
                [
                    .value("transaction", "The transaction concerned, if any.") { $0.transaction },
                    .value("message", "The problem, and how to fix it.") { $0.words },
                ]
            ) { $0.decisionProblems },
            .list(
                "left_out", "Files and stored rules with mistakes.",
                leftOut
            ) { $0.leftOut },
            LeftOutPluginsView.field.of(\.leftOutPlugins),
        ]
    }

    /// The errors of rules while they ran.
    private static var problems: [Field<RuleFileProblem>] {
        [
            .value("file", "The rule's file; a stored rule is its own.") { $0.file },
            .value("line", "The line in it.") { $0.line },
            .value("rule", "The rule that failed, unless the message names it.") { $0.rule },
            .value("message", "The error.") { $0.message },
            .value("transactions", "On how many transactions.") { $0.transactions },
            .value("first_transaction", "The first of them.") { $0.firstTransaction },
        ]
    }

    static var changes: [Field<ConclusionChange>] {
        [
            .value("id", "The transaction.") { $0.transaction },
            .object(
                "before",
                "The earlier values, with the fields of `after`; null if there were none.",
                ChangeComparison.fields
            ) { $0.before }.describedElsewhere,
            .object("after", "The new values.", ChangeComparison.fields) { $0.after },
        ]
    }

    private static var leftOut: [Field<RejectedFile>] {
        [
            .value("file", "The file, or the stored rule.") { $0.file },
            .value(
                "stays_in_use",
                "The version used instead: `last_good`, `shipped`, or null for none."
            ) { $0.standIn?.word },
            .list("mistakes", "All that is wrong in it.", mistakes) { $0.problems },
        ]
    }

    static var mistakes: [Field<RuleFileProblem>] {
        [
            .value("line", "The line.") { $0.line },
            .value("column", "The column, counted from 1, if known.") { $0.column },
            .value("message", "The mistake.") { $0.message },
        ]
    }
}
