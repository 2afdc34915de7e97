internal import Classification

/// A list of transactions that the person saved under a name.
public struct SavedView: Hashable, Sendable {
    public let name: String
    /// The file of all of them, in the vault.
    public static let file = "config/\(ConfigurationFiles.viewsFile)"

    /// The words behind "ghostvault transactions", as in the file.
    public let text: String

    /// The words. Those in quotation marks may contain blanks.
    public var words: [String] {
        var words: [String] = []
        var word: String?
        var mark: Character?
        for character in text {
            if character == mark {
                mark = nil
            } else if mark == nil, character == "\"" || character == "'" {
                mark = character
                word = word ?? ""
            } else if mark == nil, character.isWhitespace {
                words += [word].compactMap(\.self)
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + [word].compactMap(\.self)
    }
}

extension ConfigurationFiles {
    public static let viewsFile = "views.toml"

    /// The person's views in the order of `views.toml`.
    public func savedViews() throws(ConfigurationError) -> [SavedView] {
        let name = Self.viewsFile
        let file = try decode(ViewsFile.self, from: name)
        var views: [SavedView] = []
        for entry in file.view ?? [] {
            guard !entry.name.allSatisfy(\.isWhitespace) else {
                throw ConfigurationError(file: "config/\(name)", "a view has an empty name")
            }
            guard !views.contains(where: { $0.name == entry.name }) else {
                throw ConfigurationError(
                    file: "config/\(name)", "there are two views \"\(entry.name)\"")
            }
            views.append(SavedView(name: entry.name, text: entry.words))
        }
        return views
    }
}

private struct ViewsFile: Decodable {
    let view: [Entry]?

    struct Entry: Decodable {
        let name: String
        let words: String
    }
}
