import ArgumentParser
import Engine
import Vault

struct SyncCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Bring in what is new, and classify it.",
        discussion: """
            Costs two requests of the bridge's 24 a day, more after a long pause. What one bank \
            fails to deliver never keeps the others back.

            Days in which an account had nothing are asked for again after 1, 2, 4 and more days, \
            up to a month. --months asks for all of them now; what is too much for a day goes on \
            with the next sync.
            """)

    @OptionGroup var vault: VaultOptions

    @Option(help: "Only this connection, by its name.")
    var connection: String?

    @Option(help: "Only this bank, by its name.")
    var bank: String?

    @Option(
        help: "Ask for so many months of history, also where it was asked for before.")
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
