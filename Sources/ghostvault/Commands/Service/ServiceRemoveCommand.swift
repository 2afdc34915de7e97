import ArgumentParser
import Platform

struct ServiceRemoveCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Watch the vault no more, and delete the service's file.",
        discussion: "The vault stays as it is.")

    @OptionGroup var vault: VaultOptions

    func run(on screen: Screen) throws {
        let service = VaultService(of: vault)
        try service.manager.remove(service.name)
        try screen.print("\(service.name.text) is gone; nothing watches the vault any more.")
    }
}
