import ArgumentParser
import Engine
import Foundation
import Model
import SimpleFIN
import Vault

struct ConnectCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect",
        abstract: "Connect your banks over SimpleFIN.",
        discussion: """
            SimpleFIN is a read-only feed of your own accounts. Get a setup token from its bridge: \
            https://bridge.simplefin.org/simplefin/create. The token is exchanged once for an \
            access URL, which is kept in your desktop's secret service or Keychain, or else in a \
            file that only you can read.

            The token comes from a prompt, standard input or a file. It is never an argument, \
            because other users of the machine could see it. At a terminal the command asks about \
            your accounts; in a script, use the options.

            Examples:
              ghostvault connect
              ghostvault connect --token-file token.txt --type 4471=checking
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var options: ConnectOptions

    @Option(help: "A name for the connection.")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The connection to renew with a new token; its history stays.", valueName: "name"))
    var replace: String?

    /// Never used. Catches a token given as an argument, so that no error message shows it.
    @Argument(help: .hidden)
    var misplaced: [String] = []

    func validate() throws {
        guard misplaced.isEmpty else {
            throw ValidationError(
                "A setup token can't be an argument: other users of the machine could see it. "
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

/// The options of connecting, for a new or a renewed connection.
struct ConnectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with the setup token; - reads standard input.", valueName: "file"))
    var tokenFile: String?

    @Option(help: "Months of history to request. (default: 24)")
    var months: Int?

    @Flag(help: "Connect without fetching anything yet.")
    var noSync = false

    @Flag(help: "Ask nothing, even at a terminal.")
    var noQuestions = false

    @Flag(
        name: .customLong("allow-http-on-loopback"),
        help: "Allow a bridge on this machine without TLS. Other bridges always need HTTPS.")
    var allowsHTTPOnLoopback = false

    @Option(
        help: ArgumentHelp(
            """
            Where to keep the access URL: service (the desktop's secret service), keychain (on \
            macOS) or file.
            """,
            discussion: """
                Default: GHOSTVAULT_SECRETS, else the Keychain or the service if there is one.
                """,
            valueName: "place"))
    var secrets: SecretPlace?

    @OptionGroup var wishes: AccountOptions

    /// The place that the person chose for the access URL; nil if they didn't choose.
    ///
    /// - Throws: `ValidationError` if GHOSTVAULT_SECRETS is not a place.
    func secretPlace() throws -> SecretPlace? {
        if let secrets { return secrets }
        guard let text = ProgramContext.current.variable("GHOSTVAULT_SECRETS") else { return nil }
        guard let place = SecretPlace(rawValue: text) else {
            throw ValidationError("GHOSTVAULT_SECRETS must be service, keychain or file.")
        }
        return place
    }

    func validate() throws {
        _ = try secretPlace()
        guard months.map((1...600).contains) ?? true else {
            throw ValidationError("--months must be from 1 to 600.")
        }
        guard !noSync || wishes.isEmpty else {
            throw ValidationError(
                "Types and names of accounts need a sync: leave out --no-sync.")
        }
    }
}

/// The account settings to apply after the first sync.
struct AccountOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "An account's type, such as \"4471=checking\"; repeatable.",
            valueName: "account=type"))
    var type: [AccountWish] = []

    @Option(
        help: ArgumentHelp(
            "An account's name, such as \"4471=Joint\"; repeatable.", valueName: "account=name"))
    var nickname: [AccountWish] = []

    @Option(
        help: ArgumentHelp("An account to leave out of totals; repeatable.", valueName: "account"))
    var track: [String] = []

    @Option(
        help: ArgumentHelp(
            "An account to leave out of lists and totals; repeatable.", valueName: "account"))
    var hide: [String] = []

    var isEmpty: Bool { type.isEmpty && nickname.isEmpty && track.isEmpty && hide.isEmpty }

    func validate() throws {
        for wish in type where AccountType(rawValue: wish.value) == nil {
            let types = AccountType.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--type takes one of \(types) after \"=\".")
        }
        for wish in nickname { try OneLine.check(wish.value, of: "--nickname") }
    }

    /// Applies the settings to accounts of a connection.
    ///
    /// - Returns: an error for each account that is missing or ambiguous. All other settings
    ///   are applied.
    func carryOut(in engine: Engine, of connection: Connection) throws -> [EngineError] {
        guard !isEmpty else { return [] }
        return try engine.whileWatchersWait { try decide(in: engine, of: connection) }
    }

    private func decide(in engine: Engine, of connection: Connection) throws -> [EngineError] {
        var errors: [EngineError] = []
        func decide(_ account: String, _ decision: (Int64) throws -> Void) throws {
            let meant: AccountRecord
            do {
                meant = try engine.account(meantBy: account, of: connection.id)
            } catch let error as EngineError {
                return errors.append(error)
            }
            try decision(meant.id)
        }
        for wish in type {
            guard let type = AccountType(rawValue: wish.value) else { continue }
            try decide(wish.account) { try engine.vault.decideType(type, account: $0) }
        }
        for wish in nickname {
            try decide(wish.account) { try engine.vault.nameAccount(wish.value, account: $0) }
        }
        for account in track {
            try decide(account) { try engine.vault.decideVisibility(.trackingOnly, account: $0) }
        }
        for account in hide {
            try decide(account) { try engine.vault.decideVisibility(.hidden, account: $0) }
        }
        _ = try engine.classify(dryRun: false)
        return errors
    }
}

/// "ACCOUNT=VALUE" on the command line.
struct AccountWish: ExpressibleByArgument {
    let account: String
    let value: String

    init?(argument: String) {
        // Split at the last "=", since a bank's account name may contain one.
        guard let sign = argument.lastIndex(of: "=") else { return nil }
        account = String(argument[..<sign])
        value = String(argument[argument.index(after: sign)...])
        guard !account.isEmpty, !value.isEmpty else { return nil }
    }
}
