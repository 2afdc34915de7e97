import ArgumentParser
import Engine
import Foundation
import Model
import Platform
import Terminal
import Vault

struct ServiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "Run the watcher as a service.",
        discussion: """
            Runs "ghostvault watch" whenever you are logged in, through systemd's user manager, or \
            launchd on macOS. Each vault has its own service.
            """,
        subcommands: [
            ServiceInstallCommand.self, ServiceStatusCommand.self, ServiceLogsCommand.self,
            ServiceRemoveCommand.self,
        ],
        defaultSubcommand: ServiceStatusCommand.self)
}

/// The vault's service and its manager.
struct VaultService {
    let name: ServiceName
    let vault: String
    let manager: any ServiceManager

    init(of options: VaultOptions) { self.init(of: options.folder) }

    init(of folder: VaultFolder) {
        let environment = ProgramContext.current.variables
        vault = Self.wholePath(folder.path)
        name = ServiceName(
            vault: vault, usualVault: Self.wholePath(VaultOptions.usualFolder.path))
        #if os(macOS)
            manager = LaunchdManager(environment: environment, user: getuid())
        #else
            manager = SystemdManager(environment: environment)
        #endif
    }

    /// Whether this program installed it.
    func isInstalled() throws -> Bool {
        do throws(ServiceError) {
            return try manager.isInstalled(name)
        } catch .noHome {
            return false
        }
    }

    private static func wholePath(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }
}

struct ServiceInstallCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Install and start the vault's service.",
        discussion: """
            Run it again if this program has moved.

            Example:
              ghostvault service install
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
            case .installed: "Installed \(name); it watches the vault."
            case .renewed: "Updated and restarted \(name)."
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

struct ServiceStatusCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether the service is running.",
        discussion: "\"ghostvault status\" shows what the watcher is doing.")

    @OptionGroup var vault: VaultOptions

    func run(on screen: Screen) throws {
        let service = VaultService(of: vault)
        let state = try service.manager.state(of: service.name)
        let name = service.name.text
        let activity =
            switch state.activity {
            case .running: "\(name) runs."
            case .changing: "\(name) is starting or stopping."
            case .stopped: "\(name) is not running."
            case .failed(let reason): "\(name) failed: \(SafeText.neutralised(reason))."
            }
        try screen.print(activity)
        // Once the service has ended, its last status is out of date.
        if state.activity == .running, !state.status.isEmpty {
            try screen.print("  \(SafeText.neutralised(state.status))")
        }
        try screen.print("  \(SafeText.neutralised(state.path))")
        if !state.startsByItself {
            try screen.print(
                "It does not start automatically. \"ghostvault service install\" fixes that.")
        }
        switch state.activity {
        case .running, .changing: return
        case .stopped, .failed:
            try screen.print("\"ghostvault service logs\" shows its output.")
            throw PartialResult()
        }
    }
}

struct ServiceLogsCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Show the service's output.")

    @OptionGroup var vault: VaultOptions

    @Option(help: "The number of lines to show.")
    var lines = 50

    @Flag(help: "Keep showing new lines.")
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

struct ServiceRemoveCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Stop and remove the service.",
        discussion: "The vault is kept.")

    @OptionGroup var vault: VaultOptions

    func run(on screen: Screen) throws {
        let service = VaultService(of: vault)
        try service.manager.remove(service.name)
        try screen.print("\(service.name.text) was removed; the vault is no longer watched.")
    }
}

/// The path by which this program was started. A link stays valid when the program is updated.
enum ThisProgram {
    static func path() throws -> String {
        let name = ProgramArguments.all.first ?? ""
        if name.contains("/") { return URL(fileURLWithPath: name).standardizedFileURL.path }
        let folders = (ProgramContext.current.variables["PATH"] ?? "").split(separator: ":")
        let found = folders.map { "\($0)/\(name)" }
            .first { $0.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: $0) }
        guard let path = found ?? Bundle.main.executablePath else { throw ProgramNotFound() }
        return path
    }
}

struct ProgramNotFound: Error {}
