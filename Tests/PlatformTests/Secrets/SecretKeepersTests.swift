import Foundation
import Platform
import TestSupport
import Testing

@Suite("Keepers of secrets")
struct SecretKeepersTests {
    private let name = SecretName(identifier: "0a1b")

    private func expect(
        _ error: SecretKeeperError, from keepers: SecretKeepers, sourceLocation: SourceLocation
    ) {
        #expect(throws: error, sourceLocation: sourceLocation) {
            try keepers.keep("secret", as: name, label: "A label", with: error.keeper)
        }
        #expect(throws: error, sourceLocation: sourceLocation) {
            try keepers.secret(named: name, with: error.keeper)
        }
        #expect(throws: error, sourceLocation: sourceLocation) {
            try keepers.remove(name, with: error.keeper)
        }
    }

    @Test("report that they are unreachable")
    func unreachable() {
        let session = ["XDG_RUNTIME_DIR": "/run/user/1000", "PATH": "/nonexistent"]
        expect(
            SecretKeeperError(.service, .noDesktop), from: SecretKeepers(),
            sourceLocation: #_sourceLocation)
        expect(
            SecretKeeperError(.service, .toolMissing), from: SecretKeepers(environment: session),
            sourceLocation: #_sourceLocation)
        expect(
            SecretKeeperError(.keychain, .toolMissing), from: SecretKeepers(environment: session),
            sourceLocation: #_sourceLocation)
    }

    /// Keeps what it is given as macOS's own tool does, in a file.
    private static let security = """
        kept="${0%/*}/kept"
        case "$1" in
        -i) cat >>"${0%/*}/typed"; sed -n 's/.* -w "\\(.*\\)"$/\\1/p' "${0%/*}/typed" >"$kept" ;;
        find-generic-password) [ -f "$kept" ] && cat "$kept" || exit 44 ;;
        delete-generic-password) [ -f "$kept" ] && rm "$kept" || exit 44 ;;
        esac
        """

    @Test("give macOS's tool a secret by its input alone")
    func keychain() throws {
        let tool = try StandIn("security", Self.security)
        let keepers = SecretKeepers(environment: tool.environment)
        let missing = SecretKeeperError(.keychain, .noSuchSecret)
        #expect(throws: missing) { try keepers.secret(named: name, with: .keychain) }
        let secret = "https://demo:p%40ss@bridge.example/simplefin"
        try keepers.keep(secret, as: name, label: "GhostVault: \"My\" Bank", with: .keychain)
        #expect(try keepers.secret(named: name, with: .keychain) == secret)
        try keepers.remove(name, with: .keychain)
        #expect(throws: missing) { try keepers.remove(name, with: .keychain) }
        #expect(try !tool.asked().joined().contains("p%40ss"))
        #expect(
            try String(contentsOfFile: tool.folder.path + "/typed", encoding: .utf8)
                == "add-generic-password -U -s ghostvault -a 0a1b "
                + #"-l "GhostVault: \"My\" Bank" -w "\#(secret)""# + "\n")
    }

    @Test("give no secret to a tool that others can replace")
    func writableTool() throws {
        let tool = try StandIn("security", Self.security)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o777], ofItemAtPath: tool.folder.path)
        #expect(throws: SecretKeeperError(.keychain, .toolMissing)) {
            try SecretKeepers(environment: tool.environment)
                .keep("secret", as: name, label: "A label", with: .keychain)
        }
    }

    @Test("report a tool's refusal in its own words")
    func refused() throws {
        let tool = try StandIn("security", "echo 'security: User interaction denied.' >&2; exit 36")
        #expect(throws: SecretKeeperError(.keychain, .refused("User interaction denied."))) {
            try SecretKeepers(environment: tool.environment)
                .secret(named: name, with: .keychain)
        }
    }

    @Test("notice one that gives back something else")
    func changed() throws {
        let tool = try StandIn("security", "cat >/dev/null; echo other")
        #expect(throws: SecretKeeperError(.keychain, .changed)) {
            try SecretKeepers(environment: tool.environment)
                .keep("secret", as: name, label: "A label", with: .keychain)
        }
    }

    @Test("wait for no tool longer than they should")
    func slow() throws {
        let tool = try StandIn("security", "exec sleep 600")
        #expect(throws: SecretKeeperError(.keychain, .timedOut)) {
            try SecretKeepers(environment: tool.environment, limit: .milliseconds(100))
                .secret(named: name, with: .keychain)
        }
    }
}
