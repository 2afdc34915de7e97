import Foundation
import Platform
import TestSupport
import Testing

@Suite("Services of systemd's user manager")
struct SystemdManagerTests {
    private let name = ServiceName(vault: "/v", usualVault: "/v")

    private func service(program: String = "/opt/ghostvault") throws -> WatchService {
        try WatchService(name: name, program: program, vault: "/v")
    }

    private func path(_ standIn: StandIn) -> String {
        standIn.folder.path + "/home/.config/systemd/user/ghostvault-watch.service"
    }

    private static let version = "--user show --property=Version"

    @Test("are written, enabled and started")
    func install() throws {
        let systemctl = try StandIn("systemctl", "")
        let manager = SystemdManager(environment: systemctl.environment)
        #expect(try manager.install(service()) == .installed)
        let text = try String(contentsOfFile: path(systemctl), encoding: .utf8)
        #expect(try text == SystemdUnit(service()).text)
        #expect(
            try systemctl.asked() == [
                Self.version, "--user daemon-reload", "--user enable ghostvault-watch.service",
                "--user start ghostvault-watch.service",
            ])
    }

    @Test("are no other after they are installed again")
    func installAgain() throws {
        let systemctl = try StandIn("systemctl", "")
        let manager = SystemdManager(environment: systemctl.environment)
        _ = try manager.install(service())
        _ = try systemctl.asked()
        #expect(try manager.install(service()) == .none)
        #expect(try systemctl.asked().last == "--user start ghostvault-watch.service")
    }

    @Test("are restarted if their program has moved")
    func renew() throws {
        let systemctl = try StandIn("systemctl", "")
        let manager = SystemdManager(environment: systemctl.environment)
        _ = try manager.install(service())
        #expect(try manager.install(service(program: "/opt/new/ghostvault")) == .renewed)
        #expect(try systemctl.asked().last == "--user restart ghostvault-watch.service")
    }

    @Test("are written below XDG_CONFIG_HOME")
    func configurationFolder() throws {
        let systemctl = try StandIn("systemctl", "")
        var environment = systemctl.environment
        environment["XDG_CONFIG_HOME"] = systemctl.folder.path + "/xdg"
        _ = try SystemdManager(environment: environment).install(service())
        #expect(
            FileManager.default.fileExists(
                atPath: systemctl.folder.path + "/xdg/systemd/user/ghostvault-watch.service"))
    }

    @Test("are writable only by the owner, whatever the umask")
    func modes() throws {
        let systemctl = try StandIn("systemctl", "")
        _ = try SystemdManager(environment: systemctl.environment).install(service())
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(path(systemctl)) == 0o600)
        let folder = URL(fileURLWithPath: path(systemctl)).deletingLastPathComponent()
        #expect(try mode(folder.path) == 0o700)
    }

    @Test(
        "are written nowhere but below a whole path",
        arguments: [
            ["HOME": ""], ["HOME": "relative"], [:], ["XDG_CONFIG_HOME": "xdg", "HOME": ""],
        ])
    func noHome(variables: [String: String]) throws {
        let systemctl = try StandIn("systemctl", "")
        var environment = systemctl.environment
        environment["HOME"] = nil
        environment.merge(variables) { $1 }
        let manager = SystemdManager(environment: environment)
        #expect(throws: ServiceError.noHome) { try manager.install(service()) }
        #expect(throws: ServiceError.noHome) { try manager.state(of: name) }
    }

    @Test("ignore a relative XDG_CONFIG_HOME")
    func relativeConfigurationFolder() throws {
        let systemctl = try StandIn("systemctl", "")
        var environment = systemctl.environment
        environment["XDG_CONFIG_HOME"] = "xdg"
        _ = try SystemdManager(environment: environment).install(service())
        #expect(FileManager.default.fileExists(atPath: path(systemctl)))
    }

    @Test("are not started without a running manager")
    func noManager() throws {
        let systemctl = try StandIn(
            "systemctl", "echo 'Failed to connect to bus: No medium found' >&2; exit 1")
        let manager = SystemdManager(environment: systemctl.environment)
        #expect(
            throws: ServiceError.noManager(
                program: "systemctl", reason: "Failed to connect to bus: No medium found")
        ) { try manager.install(service()) }
        #expect(!FileManager.default.fileExists(atPath: path(systemctl)))
    }

    @Test("are not started without systemd")
    func noSystemd() throws {
        let manager = SystemdManager(environment: ["PATH": "/nonexistent", "HOME": "/nonexistent"])
        #expect(throws: ServiceError.noManager(program: "systemctl", reason: "")) {
            try manager.install(service())
        }
    }

    @Test("that do not start are told with the manager's words")
    func notStarted() throws {
        let systemctl = try StandIn(
            "systemctl", "case \"$2\" in start) echo 'Job failed.' >&2; exit 1;; esac")
        #expect(
            throws: ServiceError.notStarted(name: "ghostvault-watch", reason: "Job failed.")
        ) { try SystemdManager(environment: systemctl.environment).install(service()) }
    }

    @Test("never replace a foreign file")
    func foreignFile() throws {
        let systemctl = try StandIn("systemctl", "")
        let manager = SystemdManager(environment: systemctl.environment)
        let path = path(systemctl)
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try "[Service]\nExecStart=/bin/mine\n".write(
            toFile: path, atomically: true, encoding: .utf8)
        let foreign = ServiceError.foreignFile(path: path)
        #expect(throws: foreign) { try manager.install(service()) }
        #expect(throws: foreign) { try manager.remove(name) }
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("/bin/mine"))
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: "/dev/zero")
        #expect(throws: foreign) { try manager.remove(name) }
    }

    struct Report: Sendable {
        let properties: String
        let activity: ServiceState.Activity
    }

    @Test(
        "are in the state that the manager tells",
        arguments: [
            Report(properties: "ActiveState=active", activity: .running),
            Report(properties: "ActiveState=reloading", activity: .running),
            Report(properties: "ActiveState=activating", activity: .changing),
            Report(properties: "ActiveState=inactive", activity: .stopped),
            Report(
                properties: "ActiveState=failed\nResult=exit-code\nExecMainStatus=4",
                activity: .failed(reason: "exit code 4")),
            Report(
                properties: "ActiveState=failed\nResult=watchdog\nExecMainStatus=6",
                activity: .failed(reason: "watchdog")),
        ])
    func state(_ report: Report) throws {
        let systemctl = try StandIn(
            "systemctl",
            "case \"$3\" in *.service) printf '%s\\n' \"\(report.properties)\" "
                + "UnitFileState=enabled StatusText='next sync 06:00 = soon';; esac")
        let manager = SystemdManager(environment: systemctl.environment)
        _ = try manager.install(service())
        let state = try manager.state(of: name)
        #expect(state.activity == report.activity)
        #expect(state.startsByItself)
        #expect(state.status == "next sync 06:00 = soon")
    }

    @Test("that are not there have no state and can't be removed")
    func notInstalled() throws {
        let systemctl = try StandIn("systemctl", "")
        let manager = SystemdManager(environment: systemctl.environment)
        let missing = ServiceError.notInstalled(name: "ghostvault-watch")
        #expect(throws: missing) { try manager.state(of: name) }
        #expect(throws: missing) { try manager.remove(name) }
    }

    @Test("are stopped, disabled and deleted")
    func remove() throws {
        let systemctl = try StandIn("systemctl", "")
        let manager = SystemdManager(environment: systemctl.environment)
        _ = try manager.install(service())
        _ = try systemctl.asked()
        try manager.remove(name)
        #expect(!FileManager.default.fileExists(atPath: path(systemctl)))
        #expect(
            try systemctl.asked() == [
                Self.version, "--user disable --now ghostvault-watch.service",
                "--user daemon-reload",
            ])
    }

    @Test("have a log in the journal")
    func log() throws {
        let journalctl = try StandIn("journalctl", "")
        let manager = SystemdManager(environment: journalctl.environment)
        #expect(throws: ServiceError.notInstalled(name: name.text)) {
            try manager.showLog(of: name, lines: 20, following: false)
        }
        let unit = URL(fileURLWithPath: path(journalctl))
        try FileManager.default.createDirectory(
            at: unit.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("[Service]\n".utf8).write(to: unit)
        try manager.showLog(of: name, lines: 20, following: true)
        #expect(
            try journalctl.asked() == [
                "--user --unit ghostvault-watch.service --lines 20 --output short-iso --follow"
            ])
    }
}
