import ArgumentParser
import Engine
import Model
import Platform
import Terminal
import Vault

struct ConnectionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connections",
        abstract: "List connections to bridges, rename them, renew them or take them away.",
        subcommands: [
            ConnectionsListCommand.self, ConnectionsRenameCommand.self,
            ConnectionsReconnectCommand.self, ConnectionsSecureCommand.self,
            ConnectionsRemoveCommand.self,
        ],
        defaultSubcommand: ConnectionsListCommand.self)
}

struct ConnectionsListCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List connections with what is left of their requests.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let view = ConnectionsView(screen: screen, engine: try vault.engine())
        if output.json { try view.showJSON() } else { try view.show() }
    }
}

struct ConnectionsRenameCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Call a connection by another name.")

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The connection's name.")
    var name: String

    @Argument(help: "Its new name.")
    var newName: String

    func validate() throws { try OneLine.check(newName, of: "The new name") }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let connection = try engine.connection(named: name)
        try engine.rename(connection, to: newName)
        try screen.print(
            SafeText.neutralised("\(connection.name) is called \(newName) from now on."))
    }
}

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

struct ConnectionsRemoveCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take a connection away; its accounts and their history stay.",
        discussion: """
            Its access URL is deleted here, and nothing is asked of its bridge any more. Disable \
            the token at the bridge too. "ghostvault connections reconnect" brings the connection \
            back with a new token. An account that should count no more is for "ghostvault \
            accounts track" or "accounts hide".
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The connection's name.")
    var name: String

    @Flag(help: "Do it without asking.")
    var yes = false

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let connection = try engine.connection(named: name)
        let accounts = try engine.vault.accounts().filter { $0.connection == connection.id }
        let shownName = SafeText.neutralised(connection.name)
        if !yes {
            let question =
                "Take \(shownName) away? Its \(Count.text(accounts.count, "account")) and their "
                + "history stay; new transactions need a new token."
            guard try Confirmation.ask(question, on: screen) else {
                return try screen.print("Nothing was changed.")
            }
        }
        try engine.remove(connection)
        try screen.print("\(shownName) is taken away. Disable its token at the bridge too.")
        try screen.print(
            "Its accounts still count: \"ghostvault accounts track\" leaves one out of totals.")
    }
}

struct ConnectionsView {
    let screen: Screen
    let engine: Engine

    func show() throws {
        let connections = try engine.vault.connections()
        guard !connections.isEmpty else {
            try screen.print("No connections yet. \"ghostvault connect\" makes one.")
            return
        }
        var table = Table(columns: [
            .init("connection", isFlexible: true), .init("bridge", isFlexible: true),
            .init("access URL"), .init("accounts", alignment: .trailing), .init("last sync"),
            .init("requests left"),
        ])
        for connection in connections {
            let last = try engine.vault.lastAnsweredSync(connection: connection.id)
            table.add(
                .init(connection.name), .init(bridge(of: connection), .muted),
                .init(try place(of: connection), .muted),
                .init("\(try accounts(of: connection))"),
                .init(
                    last.map { Elapsed.text(seconds: engine.elapsed(since: $0.startedAt)) } ?? "",
                    .muted),
                .init(
                    connection.kind == .simplefin
                        ? "\(try engine.requestsLeft(connection))/\(SyncPlan.requestsADay)" : ""))
        }
        try screen.print(table)
    }

    func showJSON() throws {
        var json = JSONWriter(.pretty, to: screen.output)
        let connections = try engine.vault.connections()
        let entries = try connections.map { connection in
            (
                connection: connection, secret: try engine.secretPlace(of: connection),
                accounts: try accounts(of: connection),
                last: try LastSyncs(of: connection, in: engine),
                left: try engine.requestsLeft(connection)
            )
        }
        json.array { list in
            for entry in entries {
                list.object { object in
                    object.field("id", entry.connection.id)
                    object.field("name", entry.connection.name)
                    object.field("kind", entry.connection.kind.rawValue)
                    object.field("bridge", engine.host(of: entry.connection))
                    object.field("secret", entry.secret?.rawValue)
                    object.field("accounts", entry.accounts)
                    object.write(entry.last)
                    object.field(
                        "requests_left", entry.connection.kind == .simplefin ? entry.left : nil)
                }
            }
        }
        try json.flush()
    }

    private func accounts(of connection: Connection) throws -> Int {
        try engine.vault.accounts().filter { $0.connection == connection.id }.count
    }

    private func bridge(of connection: Connection) -> String {
        connection.kind == .file ? "files" : engine.host(of: connection) ?? ""
    }

    private func place(of connection: Connection) throws -> String {
        guard connection.kind == .simplefin else { return "" }
        return switch try engine.secretPlace(of: connection) {
        case .service: "secret service"
        case .keychain: "Keychain"
        case .file: "file"
        case nil: "missing"
        }
    }
}

/// The place where an access URL is kept.
struct SecretView {
    let screen: Screen

    func show(_ kept: KeptSecret) throws {
        switch kept.place {
        case .service:
            try screen.print("The access URL is kept in your desktop's secret service.")
        case .keychain:
            try screen.print("The access URL is kept in your Keychain.")
        case .file:
            try screen.print("The access URL is kept in a file that only you can read:")
            try screen.print("  \(SafeText.neutralised(kept.path))")
            if let refusal = kept.refusal { try screen.print(refusal.words, .muted) }
        }
    }
}
