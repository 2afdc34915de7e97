import ArgumentParser
import Engine
import Vault

struct InitCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create an empty vault.",
        discussion: """
            A vault is a folder with a database and your rules. Existing files are kept. "connect" \
            and "import" create a vault too.

            Examples:
              ghostvault init --vault ~/money
              ghostvault init --config
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Flag(
        name: .customLong("config"),
        help: """
            Write the configuration files too. A written file no longer follows the shipped \
            defaults.
            """)
    var configurationFiles = false

    func run(on screen: Screen) throws {
        let (vault, files) = try Engine.layOut(
            self.vault.folder, configuration: configurationFiles)
        try screen.print(
            files.isNew
                ? "Created a vault in \(vault.folder.path)"
                : "The vault in \(vault.folder.path) exists already")
        for file in files.written { try screen.print("  wrote  \(file)") }
        for file in files.kept { try screen.print("  kept   \(file)") }
        if try vault.connections().isEmpty {
            try screen.print("Next: ghostvault connect")
            try screen.print("  or: ghostvault import FILE")
        }
    }
}
