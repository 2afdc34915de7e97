import ArgumentParser
import Engine
import Terminal

struct ConnectionsSecureCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "secure",
        abstract: "Move a connection's access URL to who keeps your secrets, or into a file.",
        discussion: """
            On Linux your desktop's secret service keeps it: GNOME Keyring, KeePassXC, KWallet or \
            another. On macOS the Keychain does. \
            The access URL leaves its old place only once the new one has it. A vault that is to \
            be copied to another machine, or to sync without a desktop, needs it in a file.
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The connection's name.")
    var name: String

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "Where to keep it: service, keychain or file.",
            discussion: "Else what this system has of the first two.", valueName: "place"))
    var place: SecretPlace?

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let connection = try engine.connection(named: name)
        try SecretView(screen: screen).show(
            try engine.moveSecret(of: connection, to: place ?? engine.usualSecretPlace))
    }
}
