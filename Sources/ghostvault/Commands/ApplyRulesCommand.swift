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
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Flag(help: "Show what would change, and write nothing.")
    var dryRun = false

    @Flag(help: "Look at every transaction, whatever changed; a dry run always does.")
    var all = false

    @Option(help: "How many changes to list.")
    var list = 20

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let report = try engine.classify(dryRun: dryRun, isWhole: all || dryRun)
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
}
