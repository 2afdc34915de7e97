import Platform
import TestKeyring
import Testing

@Suite(
    "The desktop's secret service",
    .enabled(
        if: TestKeyring.isExpected,
        "gnome-keyring, secret-tool or dbus-daemon is not installed"))
struct SecretServiceTests {
    private let keyring: TestKeyring
    private let keepers: SecretKeepers
    private let name = SecretName.unused()

    init() throws {
        keyring = try TestKeyring()
        keepers = SecretKeepers(environment: keyring.environment)
    }

    private func secret(named name: SecretName) throws -> String {
        try keepers.secret(named: name, with: .service)
    }

    private func keep(_ secret: String, as name: SecretName) throws {
        try keepers.keep(secret, as: name, label: "A label", with: .service)
    }

    private func error(_ reason: SecretKeeperError.Reason) -> SecretKeeperError {
        SecretKeeperError(.service, reason)
    }

    @Test(
        "gives back what it was given, byte for byte",
        arguments: [
            "https://demo:p%40ss@bridge.example/simplefin", "ünï¢ødé 🔑",
            String(repeating: "long ", count: 500),
        ])
    func kept(secret: String) throws {
        try keyring.startService(password: "test")
        try keep(secret, as: name)
        #expect(try self.secret(named: name) == secret)
    }

    @Test("keeps secrets of different names apart")
    func apart() throws {
        try keyring.startService(password: "test")
        let other = SecretName.unused()
        try keep("first", as: name)
        try keep("second", as: other)
        #expect(try secret(named: name) == "first")
        #expect(try secret(named: other) == "second")
        try keepers.remove(name, with: .service)
        #expect(throws: error(.noSuchSecret)) { try secret(named: name) }
        #expect(try secret(named: other) == "second")
    }

    @Test("replaces the secret of a name, and keeps nothing of the earlier one")
    func replaced() throws {
        try keyring.startService(password: "test")
        try keep("old", as: name)
        try keep("new", as: name)
        #expect(try secret(named: name) == "new")
        try keepers.remove(name, with: .service)
        #expect(throws: error(.noSuchSecret)) { try secret(named: name) }
    }

    @Test("reports that there is nothing to remove")
    func nothingToRemove() throws {
        try keyring.startService(password: "test")
        #expect(throws: error(.noSuchSecret)) { try keepers.remove(name, with: .service) }
    }

    @Test("keeps secrets across restarts and returns none while locked")
    func restarted() throws {
        try keyring.startService(password: "test")
        try keep("kept", as: name)
        keyring.stopService()
        try keyring.startService()
        #expect(throws: error(.locked)) { try secret(named: name) }
        #expect(throws: error(.locked)) { try keepers.remove(name, with: .service) }
        #expect(throws: error(.refused("Cannot create an item in a locked collection"))) {
            try keep("other", as: name)
        }
        keyring.stopService()
        try keyring.startService(password: "test")
        #expect(try secret(named: name) == "kept")
    }

    @Test("refuses in its own words if nothing on the bus keeps secrets")
    func noService() {
        let refusal = error(
            .refused(
                "The name org.freedesktop.secrets was not provided by any .service files"))
        #expect(throws: refusal) { try keep("kept", as: name) }
        #expect(throws: refusal) { try secret(named: name) }
    }

    @Test("doesn't delay a caller that has timed out")
    func silent() throws {
        try keyring.startService(password: "test")
        try keep("kept", as: name)
        try keyring.suspendService()
        let hasty = SecretKeepers(environment: keyring.environment, limit: .milliseconds(200))
        #expect(throws: error(.timedOut)) {
            try hasty.secret(named: name, with: .service)
        }
    }
}
