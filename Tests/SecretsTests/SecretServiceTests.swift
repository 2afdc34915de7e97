import Secrets
import TestKeyring
import Testing

@Suite(
    "The desktop's secret service",
    .enabled(if: TestKeyring.isExpected, "gnome-keyring and dbus-daemon are not installed"))
struct SecretServiceTests {
    private let keyring: TestKeyring
    private let service: SecretService
    private let name = SecretName.unused()

    init() throws {
        keyring = try TestKeyring()
        service = SecretService(busAddress: keyring.busAddress)
    }

    @Test(
        "gives back what it was given, byte for byte",
        arguments: [
            "https://demo:p%40ss@bridge.example/simplefin", "", "ünï¢ødé 🔑", "two\nlines\n",
            String(repeating: "long ", count: 20_000),
        ])
    func kept(secret: String) throws {
        try keyring.startService(password: "test")
        try service.keep(secret, as: name, label: "A label")
        #expect(try service.secret(named: name) == secret)
    }

    @Test("keeps secrets of different names apart")
    func apart() throws {
        try keyring.startService(password: "test")
        let other = SecretName.unused()
        try service.keep("first", as: name, label: "Same label")
        try service.keep("second", as: other, label: "Same label")
        #expect(try service.secret(named: name) == "first")
        #expect(try service.secret(named: other) == "second")
        try service.remove(name)
        #expect(throws: SecretServiceError.noSuchSecret) { try service.secret(named: name) }
        #expect(try service.secret(named: other) == "second")
    }

    @Test("a new secret takes the place of the one of its name, of which nothing stays")
    func replaced() throws {
        try keyring.startService(password: "test")
        try service.keep("old", as: name, label: "A label")
        try service.keep("new", as: name, label: "A label")
        #expect(try service.secret(named: name) == "new")
        try service.remove(name)
        #expect(throws: SecretServiceError.noSuchSecret) { try service.secret(named: name) }
    }

    @Test("says so where there is nothing to remove")
    func nothingToRemove() throws {
        try keyring.startService(password: "test")
        #expect(throws: SecretServiceError.noSuchSecret) { try service.remove(name) }
    }

    @Test("still has a secret after it was started anew")
    func restarted() throws {
        try keyring.startService(password: "test")
        try service.keep("kept", as: name, label: "A label")
        keyring.stopService()
        try keyring.startService(password: "test")
        #expect(try service.secret(named: name) == "kept")
    }

    @Test("gives nothing away while its keyring is locked and nobody unlocks it")
    func locked() throws {
        try keyring.startService(password: "test")
        try service.keep("kept", as: name, label: "A label")
        keyring.stopService()
        try keyring.startService()
        #expect(throws: SecretServiceError.locked) { try service.secret(named: name) }
        #expect(throws: SecretServiceError.locked) {
            try service.keep("other", as: name, label: "A label")
        }
        #expect(throws: SecretServiceError.locked) { try service.remove(name) }
    }

    @Test("is of no use without a default keyring")
    func noKeyring() throws {
        try keyring.startService()
        #expect(throws: SecretServiceError.noKeyring) {
            try service.keep("kept", as: name, label: "A label")
        }
        #expect(throws: SecretServiceError.noSuchSecret) { try service.secret(named: name) }
    }

    @Test("is told to be missing where a bus is without it")
    func noService() {
        #expect(throws: SecretServiceError.noService) {
            try service.keep("kept", as: name, label: "A label")
        }
        #expect(throws: SecretServiceError.noService) { try service.secret(named: name) }
    }

    @Test("holds nobody up that waits for an answer no longer")
    func silent() throws {
        try keyring.startService(password: "test")
        try service.keep("kept", as: name, label: "A label")
        try keyring.suspendService()
        let hasty = SecretService(
            busAddress: keyring.busAddress,
            patience: SecretService.Patience(answer: .milliseconds(200)))
        #expect(throws: SecretServiceError.noAnswer) { try hasty.secret(named: name) }
    }
}
