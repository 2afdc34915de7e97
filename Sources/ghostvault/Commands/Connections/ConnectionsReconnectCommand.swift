import ArgumentParser
import Engine
import Vault

struct ConnectionsReconnectCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconnect",
        abstract: "Give a connection a new token; all history stays.",
        discussion: """
            For a connection whose access the bridge refuses, and for one that was taken away. The \
            token comes from a prompt, from standard input or from a file, never as an argument.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var options: ConnectOptions

    @Argument(help: "The connection's name.")
    var name: String

    func run(on screen: Screen) throws {
        try ConnectFlow(screen: screen, options: options, vault: vault).run { engine in
            .existing(try engine.connection(named: name, includingRemoved: true))
        } check: { _, _ in
        }
    }
}
