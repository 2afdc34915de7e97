import ArgumentParser
import Engine
import Terminal

struct AutomationNewCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Begin an automation file, with a handler and its tests in it.",
        discussion: """
            Examples:
              ghostvault automation new alerts
              ghostvault automation new automation/bills.lua
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The file's name; files are read in the order of their names.")
    var name: String

    func run(on screen: Screen) throws {
        let path = try vault.engine().newAutomationFile(named: name)
        try screen.print("wrote  \(SafeText.neutralised(path))")
        try screen.print()
        try screen.print("Edit it, then look what it does:")
        try screen.print("  ghostvault automation check")
        try screen.print("  ghostvault automation test")
    }
}
