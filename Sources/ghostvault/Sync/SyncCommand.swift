import ArgumentParser
import Engine
import Vault

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Fetch and classify new transactions.",
        subcommands: [SyncNowCommand.self, SyncHistoryCommand.self],
        defaultSubcommand: SyncNowCommand.self)
}

struct SyncNowCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "now",
        abstract: "Fetch and classify new transactions.",
        discussion: """
            Uses two of the bridge's 24 requests a day, more after a long pause. A bank that fails \
            doesn't hold up the others.

            Days without transactions are requested again after 1, 2, 4 and more days, up to a \
            month. --months requests all of them now; what exceeds the daily quota continues with \
            the next sync.

            Examples:
              ghostvault sync
              ghostvault sync --bank meridian --months 12
            """)

    @OptionGroup var vault: VaultOptions

    @Option(help: "Only the connection with this name.")
    var connection: String?

    @Option(help: "Only the bank with this name.")
    var bank: String?

    @Option(
        help: "Request this many months of history, even if requested before.")
    var months: Int?

    func validate() throws {
        guard months.map((1...600).contains) ?? true else {
            throw ValidationError("--months must be from 1 to 600.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        var connections = try engine.vault.connections().filter { $0.kind == .simplefin }
        guard !connections.isEmpty else { throw EngineError.noConnection }
        if let connection { connections = [try engine.connection(named: connection)] }
        let banks = try bank.map(engine.banks(named:))
        if let banks {
            connections = connections.filter { connection in
                banks.contains { $0.connection == connection.id }
            }
        }
        let status = try SyncView(screen: screen, engine: engine)
            .synchronise(connections, banks: banks ?? [], monthsAgain: months)
        if let status { throw PartialResult(status) }
    }
}
