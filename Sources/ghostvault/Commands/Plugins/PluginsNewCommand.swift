import ArgumentParser
import Engine
import Vault

struct PluginsNewCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a plugin in the vault: a small one that works, to be changed.",
        discussion: """
            Example:
              ghostvault plugins new mine && ghostvault plugins test mine
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "Its name: small letters, digits, \"-\" and \"_\".")
    var name: String

    func run(on screen: Screen) throws {
        let files = try vault.engine().makePlugin(name)
        try screen.print("Made a plugin in \(vault.folder.pluginsPath)/\(name)")
        for file in files { try screen.print("  wrote  \(file)") }
        try screen.print("Change it, then: ghostvault plugins test \(name)")
        try screen.print("To let it run:   ghostvault plugins trust \(name)")
        try screen.print("                 ghostvault plugins enable \(name)")
    }
}
