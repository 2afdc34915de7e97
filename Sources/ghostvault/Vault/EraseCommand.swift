import ArgumentParser
import Engine
import Model
import Platform
import Terminal
import Vault

struct EraseCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Remove a vault with everything of it.",
        discussion: """
            Removes the database, rules, plugins, handlers, configuration, access URLs (also those \
            in a keyring), this vault's backups and its service. Asks once. Then says what could \
            not be removed, and what remains elsewhere.

            A watcher in a terminal has to be stopped first.

            Example:
              ghostvault erase
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Flag(help: "Erase without asking.")
    var yes = false

    func run(on screen: Screen) throws {
        let erasure = try erasure()
        let service = VaultService(of: vault.folder)
        let isServed = try service.isInstalled()
        try show(erasure, isServed ? service.name.text : nil, on: screen)
        let path = SafeText.neutralised(vault.folder.path)
        guard try yes || Confirmation.ask("Erase \(path) for good?", on: screen) else {
            return try screen.print("Nothing was changed.")
        }
        // It is the watcher, which would refuse the rest.
        if isServed { try service.manager.remove(service.name) }
        let left = try erasure.run()
        try screen.print("Erased \(path).")
        for leftover in left {
            try screen.warn(
                SafeText.neutralised("Not removed: \(leftover.path): \(leftover.reason)."))
        }
        for path in erasure.staying {
            try screen.print(SafeText.neutralised("Still there, and yours: \(path)"))
        }
        for bridge in erasure.bridges {
            try screen.print(
                SafeText.neutralised(
                    "Disable the token at \(bridge), too: it stays valid until then."))
        }
        try screen.print(
            "Copies that other programs made, such as of your disk, are not known here.")
        if !left.isEmpty { throw PartialResult() }
    }

    private func erasure() throws -> VaultErasure {
        let keepers = ProgramContext.current.secretKeepers
        do {
            return try VaultErasure(of: vault.folder, vault.engine(), secretKeepers: keepers)
        } catch let error as VaultError {
            switch error {
            case .databaseLost, .notADatabase, .madeByOtherVersion, .damagedRow:
                return try VaultErasure(of: vault.folder, nil, secretKeepers: keepers)
            default: throw error
            }
        }
    }

    private func show(_ erasure: VaultErasure, _ service: String?, on screen: Screen) throws {
        let content = erasure.summary.map(BackupView.words) ?? "a database that can't be read"
        try screen.print(SafeText.neutralised("The vault \(erasure.folder.path) holds \(content)."))
        if erasure.secrets > 0 {
            try screen.print(
                "\(Count.text(erasure.secrets, "access URL or key", "access URLs or keys")) will go, too."
            )
        }
        for backup in erasure.backups {
            try screen.print(SafeText.neutralised("Its backup will go, too: \(backup)"))
        }
        if let service { try screen.print("Its service will go, too: \(service)") }
    }
}
