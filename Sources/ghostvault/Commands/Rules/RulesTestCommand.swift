import ArgumentParser
import Classification
import Engine

struct RulesTestCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run the tests that are written in rules.",
        discussion: """
            Each rule is asked alone about the transactions in its "tests". Ends with 1 where a \
            test fails, with 10 where a file has a mistake.

            Examples:
              ghostvault rules test
              ghostvault rules test 20-mine
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The file whose tests are run; all where none is named.")
    var file: String?

    func run(on screen: Screen) throws {
        let test = try vault.engine().testRules(inFile: file)
        let view = RuleTestView(screen: screen)
        if output.json { try view.showJSON(test) } else { try view.show(test) }
        if !test.leftOut.isEmpty { throw PartialResult(.rules) }
        if !test.outcomes.allSatisfy(\.hasPassed) { throw PartialResult(.failed) }
    }
}
