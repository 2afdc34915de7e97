internal import Hashing

/// What the service of a vault is called.
public struct ServiceName: Hashable, Sendable {
    /// Of small letters, digits and "-".
    public let text: String

    /// "ghostvault-watch" for the vault that commands use unasked; for another
    /// with its folder's name and a part of a hash, so that no two vaults share
    /// a name.
    ///
    /// - Parameters:
    ///   - vault: the folder's whole path.
    ///   - usualVault: that of the vault that commands use unasked.
    public init(vault: String, usualVault: String) {
        guard vault != usualVault else {
            text = Self.start
            return
        }
        let folder = vault.split(separator: "/").last.map(String.init) ?? ""
        var hash = SHA256()
        hash.add(Array(vault.utf8))
        let digits = hash.digest().prefix(3).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        text = ([Self.start] + Self.words(of: folder) + [digits.joined()]).joined(separator: "-")
    }

    private static let start = "ghostvault-watch"

    private static func words(of folder: String) -> [String] {
        let plain = folder.lowercased().prefix(40).map { letter in
            letter.isASCII && (letter.isLetter || letter.isNumber) ? letter : "-"
        }
        return String(plain).split(separator: "-").map(String.init)
    }
}
