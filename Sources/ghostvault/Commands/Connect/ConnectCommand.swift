import ArgumentParser
import Engine
import SimpleFIN
import Vault

struct ConnectCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect",
        abstract: "Connect your banks over SimpleFIN, and bring in their history.",
        discussion: """
            SimpleFIN is a read-only feed of your own accounts. Its bridge gives you a setup token \
            (https://bridge.simplefin.org/simplefin/create); the token is exchanged once for an \
            access URL, which is kept in your desktop's secret service or Keychain, or in a file that only you \
            can read where there is none.

            The token comes from a prompt, from standard input or from a file, never as an \
            argument, which other users of the machine could see. At a terminal you are asked \
            about your accounts and about what was detected; in a script, options say it.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var options: ConnectOptions

    @Option(help: "What to call the connection.")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Give a connection a new token, by its name; all history stays.", valueName: "name"))
    var replace: String?

    /// Never used; here so that a token which is given as an argument after all
    /// is not shown in a complaint about it.
    @Argument(help: .hidden)
    var misplaced: [String] = []

    func validate() throws {
        guard misplaced.isEmpty else {
            throw ValidationError(
                "A setup token is no argument: other users of the machine could see it. "
                    + "Leave it out and paste it at the prompt, or give --token-file.")
        }
        guard name == nil || replace == nil else {
            throw ValidationError("Give --name for a new connection, or --replace for an old one.")
        }
        try OneLine.check(name, of: "--name")
    }

    func run(on screen: Screen) throws {
        try ConnectFlow(screen: screen, options: options, vault: vault).run { engine in
            try place(in: engine)
        } check: { token, engine in
            guard name == nil, replace == nil else { return }
            let known = try engine.connections(toHost: token.host)
            guard known.isEmpty else {
                throw EngineError.alreadyConnected(names: known.map(\.name))
            }
        }
    }

    private func place(in engine: Engine) throws -> ConnectionPlace {
        if let replace {
            return .existing(try engine.connection(named: replace, includingRemoved: true))
        }
        if let name, try engine.hasConnection(named: name) {
            throw EngineError.connectionNameTaken(name)
        }
        return .new(name: name)
    }
}
