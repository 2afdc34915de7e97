import ArgumentParser
import Engine
import Platform
import Terminal
import Vault

struct ServiceInstallCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Watch the vault from now on, and whenever you are logged in.",
        discussion: """
            Writes the service's file and starts it. Doing it again does no harm, and is what to \
            do where this program has moved.
            """)

    @OptionGroup var vault: VaultOptions

    func run(on screen: Screen) throws {
        guard vault.folder.holdsVault else { throw VaultError.missing(path: vault.folder.path) }
        let service = VaultService(of: vault)
        let change = try service.manager.install(
            try WatchService(
                name: service.name, program: try ThisProgram.path(), vault: service.vault))
        let name = service.name.text
        let done =
            switch change {
            case .installed: "\(name) watches the vault from now on."
            case .renewed: "\(name) was changed, and started anew."
            case .none: "\(name) is installed already."
            }
        try screen.print(done)
        try screen.print(
            "  \(SafeText.neutralised(try service.manager.state(of: service.name).path))")
        #if !os(macOS)
            try screen.print(
                "It ends when you log out, unless you run \"loginctl enable-linger\" once.")
        #endif
    }
}
