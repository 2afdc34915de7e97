import ArgumentParser
import Classification
import Engine
import Scripting
import Terminal

struct RulesTryCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Try a rule file on transactions of your own making.",
        discussion: """
            No vault is touched. The transactions come as a list in JSON, written by hand or by \
            "transactions --json", and pass the pipeline as it is shipped, with this file as \
            rules. Modules and maps are looked for beside the file where its folder is named rules.

            Examples:
              ghostvault rules try 20-mine.lua --on sample.json
              ghostvault transactions --json | ghostvault rules try 20-mine.lua --on -
            """)

    @OptionGroup var output: JSONOption

    @Argument(help: "The rule file.")
    var file: String

    @Option(help: ArgumentHelp("The transactions; - is standard input.", valueName: "json"))
    var on: String

    func run(on screen: Screen) throws {
        let json =
            on == "-"
            ? try FileReader.standardInput(remedy: "try fewer transactions")
            : try FileReader.bytes(at: on)
        let samples: [SampleTransaction]
        do throws(SampleFile.Mistake) {
            samples = try SampleFile.read(json)
        } catch {
            throw SamplesNotUnderstood(
                file: on == "-" ? "Standard input" : on, reasons: error.messages)
        }
        let trial = try Engine.tryRules(at: file, on: samples, host: ScriptHost(worker: .itself))
        let view = RuleTrialView(screen: screen)
        if output.json { try view.showJSON(trial) } else { try view.show(trial) }
        if !trial.leftOut.isEmpty { throw PartialResult(.rules) }
        if !trial.problems.isEmpty { throw PartialResult() }
    }
}

/// A file that was to hold sample transactions holds something else.
struct SamplesNotUnderstood: Error {
    let file: String
    let reasons: [String]
}
