import ArgumentParser
import Engine
import Terminal

struct ConnectionsSecureCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "secure",
        abstract: "Move a connection's access URL into the secret service, or into a file.",
        discussion: """
            The secret service is your desktop's: GNOME Keyring, KeePassXC, KWallet or another. \
            The access URL leaves its old place only once the new one has it. A vault that is to \
            be copied to another machine, or to sync without a desktop, needs it in a file.
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The connection's name.")
    var name: String

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("Where to keep it: service or file.", valueName: "place"))
    var place: SecretPlace = .service

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let connection = try engine.connection(named: name)
        try SecretView(screen: screen).show(try engine.moveSecret(of: connection, to: place))
    }
}
