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
            access URL, which is kept in a file that only you can read.

            The token comes from a prompt, from standard input or from a file, never as an \
            argument, which other users of the machine could see.
            """)

    @OptionGroup var vault: VaultOptions

    @Option(
        help: ArgumentHelp("A file with the setup token; - is standard input.", valueName: "file"))
    var tokenFile: String?

    @Option(help: "What to call the connection.")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Give a connection a new token, by its name; all history stays.", valueName: "name"))
    var replace: String?

    @Option(help: "How many months of history to ask for.")
    var months = 24

    @Flag(help: "Only connect; bring nothing in yet.")
    var noSync = false

    @Flag(
        name: .customLong("allow-http-on-loopback"),
        help: "Allow a bridge on this machine without TLS. Elsewhere HTTPS is always needed.")
    var allowsHTTPOnLoopback = false

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
        guard (1...600).contains(months) else {
            throw ValidationError("--months must be from 1 to 600.")
        }
    }

    func run(on screen: Screen) throws {
        let policy = NetworkPolicy(allowsPlainHTTPOnLoopback: allowsHTTPOnLoopback)
        let moment = try vault.moment()
        // An access URL that was claimed and never used comes first: its token
        // is spent.
        if vault.folder.holdsVault {
            let engine = Engine(vault: try Vault.open(vault.folder), moment: moment)
            if engine.hasUnfinishedConnection {
                try screen.note("Finishing a connection that was interrupted after its claim.")
                let connection = try engine.finishConnection(
                    as: try place(in: engine), policy: policy)
                return try bringIn(connection, engine, screen)
            }
        }
        let token = try SetupToken(try TokenInput.read(from: tokenFile, screen: screen))
        let (opened, _) = try Engine.layOut(vault.folder, configuration: false)
        let engine = Engine(vault: opened, moment: moment)
        let place = try place(in: engine)
        // Before the claim, which would use the token up.
        if name == nil, replace == nil {
            let known = try engine.connections(toHost: token.host)
            guard known.isEmpty else {
                throw EngineError.alreadyConnected(names: known.map(\.name))
            }
        }
        let connection = try engine.connect(token, as: place, policy: policy)
        try bringIn(connection, engine, screen)
    }

    private func place(in engine: Engine) throws -> ConnectionPlace {
        if let replace { return .existing(try engine.connection(named: replace)) }
        if let name,
            try engine.vault.connections().contains(where: {
                $0.name.lowercased() == name.lowercased()
            })
        {
            throw EngineError.connectionNameTaken(name)
        }
        return .new(name: name)
    }

    private func bringIn(
        _ connection: Connection, _ engine: Engine, _ screen: Screen
    ) throws {
        try screen.print("Connected to \(connection.name).")
        try screen.print("The access URL is kept in a file that only you can read:")
        try screen.print("  \(engine.vault.folder.secretsPath)/connection-\(connection.id)")
        guard !noSync else {
            try screen.print("Next: ghostvault sync")
            return
        }
        try screen.print()
        let status = try SyncView(screen: screen, engine: engine)
            .synchronise([connection], historyMonths: months)
        let accounts = try engine.vault.accounts()
        if !accounts.isEmpty {
            try screen.print()
            try AccountsView(screen: screen).show(accounts)
        }
        if let status { throw PartialResult(status) }
    }
}
