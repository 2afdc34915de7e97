import Foundation
import Platform
import TestSupport
import Testing

@Suite("Services of launchd")
struct LaunchdManagerTests {
    private let name = ServiceName(vault: "/v", usualVault: "/v")

    private func service(program: String = "/opt/ghostvault") throws -> WatchService {
        try WatchService(name: name, program: program, vault: "/v")
    }

    private func path(_ standIn: StandIn) -> String {
        standIn.folder.path + "/home/Library/LaunchAgents/ghostvault-watch.plist"
    }

    /// It knows a service once it was loaded.
    private func launchctl() throws -> StandIn {
        let standIn = try StandIn(
            "launchctl",
            """
            loaded=$(dirname "$0")/loaded
            case "$1" in
            bootstrap) touch "$loaded" ;;
            bootout) rm "$loaded" ;;
            print) [ -e "$loaded" ] && printf '\\tstate = running\\n' ;;
            esac
            """)
        return standIn
    }

    private func manager(_ standIn: StandIn) -> LaunchdManager {
        LaunchdManager(environment: standIn.environment, user: 501)
    }

    @Test("are written and loaded")
    func install() throws {
        let launchctl = try launchctl()
        #expect(try manager(launchctl).install(service()) == .installed)
        #expect(
            try launchctl.asked() == [
                "print gui/501/ghostvault-watch", "bootstrap gui/501 \(path(launchctl))",
            ])
        let state = try manager(launchctl).state(of: name)
        #expect(state.activity == .running)
        #expect(state.path == path(launchctl))
    }

    @Test("are reloaded only if they changed")
    func renew() throws {
        let launchctl = try launchctl()
        _ = try manager(launchctl).install(service())
        #expect(try manager(launchctl).install(service()) == .none)
        _ = try launchctl.asked()
        #expect(try manager(launchctl).install(service(program: "/new")) == .renewed)
        #expect(
            try launchctl.asked() == [
                "print gui/501/ghostvault-watch", "bootout gui/501/ghostvault-watch",
                "bootstrap gui/501 \(path(launchctl))",
            ])
    }

    @Test("are unloaded and deleted")
    func remove() throws {
        let launchctl = try launchctl()
        _ = try manager(launchctl).install(service())
        try manager(launchctl).remove(name)
        #expect(!FileManager.default.fileExists(atPath: path(launchctl)))
        #expect(try launchctl.asked().last == "bootout gui/501/ghostvault-watch")
        #expect(throws: ServiceError.notInstalled(name: "ghostvault-watch")) {
            try manager(launchctl).remove(name)
        }
    }
}
