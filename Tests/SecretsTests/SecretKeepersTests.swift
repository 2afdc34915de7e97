import Secrets
import Testing

@Suite("Keepers of secrets")
struct SecretKeepersTests {
    private let name = SecretName.unused()

    @Test(
        "that cannot be reached from here say so",
        arguments: [
            (SecretKeeper.service, SecretKeeperError.service(.noBus)),
            (.keychain, .keychain(.notHere)),
        ])
    func unreachable(keeper: SecretKeeper, error: SecretKeeperError) {
        let keepers = SecretKeepers()
        #expect(throws: error) {
            try keepers.keep("secret", as: name, label: "A label", with: keeper)
        }
        #expect(throws: error) { try keepers.secret(named: name, with: keeper) }
        #expect(throws: error) { try keepers.remove(name, with: keeper) }
        #expect(error.keeper == keeper)
        #expect(!error.saysNoSuchSecret)
    }

    @Test("are the Keychain on macOS, and else the secret service")
    func usual() {
        let isMac = Keychain() != nil
        #expect(SecretKeepers(environment: [:]).usual == (isMac ? .keychain : .service))
        #expect(SecretKeepers().usual == .service)
    }

    @Test("have no secret of a name where they say that alone")
    func noSuchSecret() {
        #expect(SecretKeeperError.service(.noSuchSecret).saysNoSuchSecret)
        #expect(SecretKeeperError.keychain(.noSuchSecret).saysNoSuchSecret)
        #expect(!SecretKeeperError.keychain(.denied).saysNoSuchSecret)
    }
}
