import ArgumentParser
import Engine
import Terminal
import Vault

struct RulesNewCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Begin a rule file, with an example in it.",
        discussion: """
            Examples:
              ghostvault rules new 20-mine
              ghostvault rules new rules/30-trips.lua
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The file's name; files are read in the order of their names.")
    var name: String

    func run(on screen: Screen) throws {
        let path = try vault.engine().newRuleFile(named: name)
        try screen.print("wrote  \(SafeText.neutralised(path))")
        try screen.print()
        try screen.print("Edit it, then look and apply:")
        try screen.print("  ghostvault rules check")
        try screen.print("  ghostvault apply-rules --dry-run")
    }
}
