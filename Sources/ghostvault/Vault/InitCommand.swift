import ArgumentParser
import Engine
import Vault

struct InitCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a vault: a folder with a database and your rules.",
        discussion: "Files that exist are kept. \"connect\" and \"import\" make a vault too.")

    @OptionGroup var vault: VaultOptions

    @Flag(
        name: .customLong("config"),
        help: """
            Lay out the configuration files too. A laid-out file no longer follows the shipped \
            default when the program is updated.
            """)
    var configurationFiles = false

    func run(on screen: Screen) throws {
        let (vault, files) = try Engine.layOut(
            self.vault.folder, configuration: configurationFiles)
        try screen.print(
            files.isNew
                ? "Made a vault in \(vault.folder.path)"
                : "There is a vault in \(vault.folder.path) already")
        for file in files.written { try screen.print("  wrote  \(file)") }
        for file in files.kept { try screen.print("  kept   \(file)") }
        if try vault.connections().isEmpty { try screen.print("Next: ghostvault connect") }
    }
}
