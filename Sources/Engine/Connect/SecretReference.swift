internal import Secrets

/// What stands in a connection's file while the secret service has its access
/// URL. Nothing in it is secret.
struct SecretReference: Hashable {
    let name: SecretName
    /// The bridge's, so that nobody is asked to unlock a keyring where only
    /// the host is wanted.
    let host: String

    init(name: SecretName, host: String) {
        self.name = name
        self.host = host
    }

    private static let title = "GhostVault keeps this access URL in the secret service."

    var text: String { "\(Self.title)\nname: \(name.identifier)\nhost: \(host)\n" }

    /// Nil where the text is no reference.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, lines[0] == Self.title, lines[3].isEmpty,
            let identifier = Self.value(of: "name", in: lines[1]),
            let host = Self.value(of: "host", in: lines[2])
        else { return nil }
        self.init(name: SecretName(identifier: identifier), host: host)
    }

    private static func value(of key: String, in line: Substring) -> String? {
        let start = key + ": "
        guard line.hasPrefix(start), line.utf8.count > start.utf8.count else { return nil }
        return String(line.dropFirst(start.count))
    }
}
