import ArgumentParser
import Engine

struct PluginsTestCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run the tests that plugins come with.",
        discussion: """
            Runs tests.lua of the plugins, in the sandbox and on the transactions in it alone, \
            whether or not they are approved. Ends with 1 where a test fails.

            Examples:
              ghostvault plugins test
              ghostvault plugins test mine
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The plugins; all where none is named.")
    var names: [String] = []

    func run(on screen: Screen) throws {
        let reports = try vault.engine().testPlugins(names)
        let allPassed = try PluginTestView(screen: screen).show(reports)
        if !allPassed { throw PartialResult(.failed) }
    }
}
