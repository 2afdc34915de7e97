import ArgumentParser
import Foundation
import Platform
import Vault

struct ServiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "Let the vault be watched whenever you are logged in.",
        discussion: """
            A service of your own user runs "ghostvault watch": by systemd's user manager, on \
            macOS by launchd. Each vault has a service of its own.
            """,
        subcommands: [
            ServiceInstallCommand.self, ServiceStatusCommand.self, ServiceLogsCommand.self,
            ServiceRemoveCommand.self,
        ],
        defaultSubcommand: ServiceStatusCommand.self)
}

/// The vault's service, and what runs it.
struct VaultService {
    let name: ServiceName
    let vault: String
    let manager: any ServiceManager

    init(of options: VaultOptions) {
        let environment = ProcessInfo.processInfo.environment
        vault = Self.wholePath(options.folder.path)
        name = ServiceName(
            vault: vault, usualVault: Self.wholePath(VaultOptions.usualFolder.path))
        #if os(macOS)
            manager = LaunchdManager(environment: environment, user: getuid())
        #else
            manager = SystemdManager(environment: environment)
        #endif
    }

    private static func wholePath(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }
}
