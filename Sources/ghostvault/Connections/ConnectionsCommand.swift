import ArgumentParser
import Engine
import Model
import Platform
import Terminal
import Vault

struct ConnectionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connections",
        abstract: "Manage connections to bridges.",
        subcommands: [
            ConnectionsListCommand.self, ConnectionsRenameCommand.self,
            ConnectionsReconnectCommand.self, ConnectionsSecureCommand.self,
            ConnectionsRemoveCommand.self,
        ],
        defaultSubcommand: ConnectionsListCommand.self)
}

struct ConnectionsListCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List connections and their remaining requests.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        let rows = try engine.vault.connections().map {
            try ConnectionRow($0, in: engine, accounts: engine.vault.accounts())
        }
        if let format = output.format {
            return try ConnectionRow.report.print(rows, as: format, on: screen)
        }
        guard !rows.isEmpty else {
            return try screen.print("No connections yet. \"ghostvault connect\" creates one.")
        }
        try screen.print(ConnectionRow.report.table(rows))
    }
}

struct ConnectionsRenameCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a connection.")

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The connection's name.")
    var name: String

    @Argument(help: "The new name.")
    var newName: String

    func validate() throws { try OneLine.check(newName, of: "The new name") }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let connection = try engine.connection(named: name)
        try engine.rename(connection, to: newName)
        try screen.print(
            SafeText.neutralised("Renamed \(connection.name) to \(newName)."))
    }
}

struct ConnectionsReconnectCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconnect",
        abstract: "Renew a connection with a new token.",
        discussion: """
            Use it if the bridge refuses access, or to restore a removed connection. All history \
            stays. The token comes from a prompt, standard input or a file, never from an \
            argument.
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
        abstract: "Move a connection's access URL.",
        discussion: """
            On Linux it moves to your desktop's secret service: GNOME Keyring, KeePassXC, KWallet \
            or another. On macOS it moves to the Keychain. The old copy is deleted once the new \
            one is stored. Keep it in a file to copy the vault to another machine, or to sync \
            without a desktop.

            Examples:
              ghostvault connections secure "First Bridge"
              ghostvault connections secure "First Bridge" --in file
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The connection's name.")
    var name: String

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "Where to keep it: service, keychain or file.",
            discussion: "Default: the Keychain or the secret service.", valueName: "place"))
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
        abstract: "Remove a connection; keep its history.",
        discussion: """
            Deletes the access URL here and stops requests to the bridge. Disable the token at the \
            bridge too. "ghostvault connections reconnect" restores the connection with a new \
            token. To leave an account out of totals, use "ghostvault accounts track" or "accounts \
            hide" instead.
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The connection's name.")
    var name: String

    @Flag(help: "Remove without asking.")
    var yes = false

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let connection = try engine.connection(named: name)
        let accounts = try engine.vault.accounts().filter { $0.connection == connection.id }
        let shownName = SafeText.neutralised(connection.name)
        if !yes {
            let question =
                "Remove \(shownName)? Its \(Count.text(accounts.count, "account")) and their "
                + "history stay; new transactions need a new token."
            guard try Confirmation.ask(question, on: screen) else {
                return try screen.print("Nothing was changed.")
            }
        }
        try engine.remove(connection)
        try screen.print("Removed \(shownName). Disable its token at the bridge too.")
        try screen.print(
            "Its accounts still count: \"ghostvault accounts track\" leaves one out of totals.")
    }
}

/// A connection with what the list says of it.
struct ConnectionRow {
    let connection: Connection
    let bridge: String?
    let secret: SecretPlace?
    /// Whether there is an access URL that this user can't read.
    let isSecretUnreadable: Bool
    let accounts: Int
    let last: LastSyncs
    /// "2 hours ago", of the last sync with data.
    let lastSyncWords: String
    /// Nil for files.
    let requestsLeft: Int?
    /// Whether the bridge refused the last sync as one request too many.
    let isRefused: Bool

    init(_ connection: Connection, in engine: Engine, accounts: [AccountRecord]) throws {
        self.connection = connection
        bridge = engine.host(of: connection)
        do {
            secret = try engine.secretPlace(of: connection)
            isSecretUnreadable = false
        } catch EngineError.cannotRead {
            secret = nil
            isSecretUnreadable = true
        }
        self.accounts = accounts.count { $0.connection == connection.id }
        last = try LastSyncs(of: connection, in: engine)
        lastSyncWords =
            last.answered.map { Elapsed.text(seconds: engine.elapsed(since: $0.startedAt)) } ?? ""
        requestsLeft =
            connection.kind == .simplefin ? try engine.requestsLeft(connection) : nil
        isRefused = try engine.refusesRequests(connection)
    }

    static var report: Report<ConnectionRow> {
        let connection: [Field<ConnectionRow>] = [
            .value("id", "The connection in this vault.") { $0.connection.id },
            .value("name", "The connection's name.") { $0.connection.name }.column(
                "connection", isFlexible: true),
            .value(
                "kind",
                "`simplefin`, `file` for imported files, or `hand` for what you keep yourself."
            ) {
                $0.connection.kind.rawValue
            },
            .value("bridge", "The bridge's host; null for files, or without an access URL.") {
                $0.bridge
            }.column("bridge", isFlexible: true, rank: 4) {
                .init($0.source, .muted)
            },
            .value(
                "secret",
                "Where the access URL is kept: `service`, `keychain` or `file`; null without one."
            ) { $0.secret?.rawValue }.column("access URL", isFlexible: true, rank: 5) {
                .init($0.secretWords, .muted)
            },
            .value("accounts", "How many accounts came over it.") { $0.accounts }
                .column("accounts", rank: 3),
            .shown("last sync", rank: 1) { .init($0.lastSyncWords, .muted) },
        ]
        let requests: [Field<ConnectionRow>] = [
            .value("requests_left", "Requests left of the day's 24; `null` for files.") {
                $0.requestsLeft
            }.column("requests left", alignment: .leading, rank: 2) {
                $0.isRefused
                    ? .init("refused for now", .warning)
                    : .init($0.requestsLeft.map { "\($0)/\(SyncPlan.requestsADay)" } ?? "")
            }
        ]
        return Report(
            "connections", fields: connection + LastSyncs.fields.of(\.last) + requests)
    }

    private var source: String {
        switch connection.kind {
        case .simplefin: bridge ?? ""
        case .file: "files"
        case .hand: "you"
        }
    }

    private var secretWords: String {
        guard connection.kind == .simplefin else { return "" }
        return switch secret {
        case .service: "secret service"
        case .keychain: "Keychain"
        case .file: "file"
        case nil: isSecretUnreadable ? "not readable" : "missing"
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
