import ArgumentParser
import Engine
import Model
import Terminal
import Vault

struct ApplyRulesCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply-rules",
        abstract: "Classify your transactions by your rules, and show what changed.",
        discussion: """
            Only what changed since the last time is looked at, with all that it can have an \
            effect on; a changed rule has it look at everything. Running it twice changes \
            nothing the second time.

            With --since, --account or --only-unclassified only those transactions are brought up \
            to date, with the other sides of their transfers and the series that they join or \
            leave. What is left is told, and done by the next run without them, or by a sync.

            Examples:
              ghostvault apply-rules --dry-run
              ghostvault apply-rules --since 2025-01-01 --account checking
              ghostvault apply-rules --only-unclassified
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Flag(help: "Show what would change, and write nothing.")
    var dryRun = false

    @Flag(help: "Look at every transaction, whatever changed; a dry run always does.")
    var all = false

    @Option(help: ArgumentHelp("Only transactions of this day and later.", valueName: "day"))
    var since: CalendarDay?

    @Option(help: "Only those of an account, by its name, a part of it, or its number.")
    var account: String?

    @Flag(help: "Only those that no rule and no stage but the default has classified.")
    var onlyUnclassified = false

    @Option(help: "How many changes to list.")
    var list = 20

    func validate() throws {
        guard all, since != nil || account != nil || onlyUnclassified else { return }
        throw ValidationError(
            "--all is for every transaction; leave out either it, or --since, --account and "
                + "--only-unclassified.")
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let report = try engine.classify(
            dryRun: dryRun, isWhole: all || dryRun, only: filter(engine))
        if output.json {
            try ClassifyView(screen: screen, engine: engine).showJSON(report, dryRun: dryRun)
        } else {
            try ClassifyView(screen: screen, engine: engine)
                .show(report, dryRun: dryRun, listing: max(0, list))
        }
        // Of a run that writes nothing: a rule may print what a bank sent.
        if dryRun { try RuleProblemsView(screen: screen).show(printed: report.printed) }
        if let status = report.exitStatus { throw PartialResult(status) }
    }

    private func filter(_ engine: Engine) throws -> PassFilter {
        var filter = PassFilter()
        filter.since = since
        filter.account = try account.map { try engine.account(meantBy: $0).id }
        filter.isOnlyUnclassified = onlyUnclassified
        return filter
    }
}
