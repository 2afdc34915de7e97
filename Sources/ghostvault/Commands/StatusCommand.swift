import ArgumentParser
import Engine

struct StatusCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "How each connection and each of its banks is doing.",
        discussion: """
            A bank is FAILURE where the last sync said that something is wrong with it or with one \
            of its accounts; what was said stands below it.

            Exit code 0, whatever is shown; with --check 3 where something needs attention.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Flag(
        help: """
            End with 3 where a bank, a sync, the watcher, a file or what handlers asked for needs \
            attention.
            """)
    var check = false

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let view = StatusView(screen: screen, engine: engine)
        if output.json { try view.showJSON() } else { try view.show() }
        if check, try StatusAttention(engine: engine).isNeeded() { throw PartialResult() }
    }
}
