import ArgumentParser
import Platform

struct ServiceLogsCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs", abstract: "Show what the vault's service has printed.")

    @OptionGroup var vault: VaultOptions

    @Option(help: "The last so many lines.")
    var lines = 50

    @Flag(help: "Also show what it prints from now on.")
    var follow = false

    func validate() throws {
        guard 1...1_000_000 ~= lines else {
            throw ValidationError("--lines takes a number from 1 to 1000000.")
        }
    }

    func run(on screen: Screen) throws {
        let service = VaultService(of: vault)
        try screen.flush()
        try service.manager.showLog(of: service.name, lines: lines, following: follow)
    }
}
