internal import Platform

/// What stands in a connection's file while a keeper of secrets has its access
/// URL. Nothing in it is secret.
struct SecretReference: Hashable {
    let keeper: SecretKeeper
    let name: SecretName
    /// The bridge's, so that nobody is asked to unlock a keyring where only
    /// the host is wanted.
    let host: String

    init(keeper: SecretKeeper, name: SecretName, host: String) {
        self.keeper = keeper
        self.name = name
        self.host = host
    }

    var text: String { "\(Self.title(keeper))\nname: \(name.identifier)\nhost: \(host)\n" }

    /// Nil where the text is no reference.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, lines[3].isEmpty,
            let keeper = SecretKeeper.allCases.first(where: { lines[0] == Self.title($0) }),
            let identifier = Self.value(of: "name", in: lines[1]),
            let host = Self.value(of: "host", in: lines[2])
        else { return nil }
        self.init(keeper: keeper, name: SecretName(identifier: identifier), host: host)
    }

    private static func title(_ keeper: SecretKeeper) -> String {
        switch keeper {
        case .service: "GhostVault keeps this access URL in the secret service."
        case .keychain: "GhostVault keeps this access URL in the Keychain."
        }
    }

    private static func value(of key: String, in line: Substring) -> String? {
        let start = key + ": "
        guard line.hasPrefix(start), line.utf8.count > start.utf8.count else { return nil }
        return String(line.dropFirst(start.count))
    }
}
