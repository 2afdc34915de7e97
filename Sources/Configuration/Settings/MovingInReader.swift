internal import Classification
public import Model

/// What categories of other programs are here, from `moving-in.toml`.
public struct ForeignCategories: Hashable, Sendable {
    public enum Meaning: Hashable, Sendable {
        /// The id of a category, or several with slashes between them: the first one in the
        /// person's tree counts.
        case category(String)
        case `class`(TransactionClass)
        /// It says nothing about a transaction.
        case undecided
    }

    private let meanings: [String: Meaning]

    /// The meaning of a name, such as "Dining" or "Wants: Dining"; nil if the file has none.
    ///
    /// Without the name as a whole, its last part decides.
    public subscript(name: String) -> Meaning? {
        meanings[Self.key(of: name)] ?? meanings[Self.key(of: Self.parts(of: name).leaf)]
    }

    /// What the file names as categories: ids, or several with slashes between them.
    public var categories: Set<String> {
        Set(
            meanings.values.compactMap {
                if case .category(let id) = $0 { id } else { nil }
            })
    }

    /// The group and the category of a name such as "Wants: Dining".
    public static func parts(of name: String) -> (group: String, leaf: String) {
        guard let mark = name.lastIndex(of: ":") else { return ("", trimmed(name[...])) }
        return (trimmed(name[..<mark]), trimmed(name[name.index(after: mark)...]))
    }

    /// The words of a name, which are the same however it is written.
    public static func key(of name: String) -> String {
        PlainLetters.typed(name).split { !$0.isLetter && !$0.isNumber }
            .filter { $0 != "and" }.joined(separator: " ")
    }

    private static func trimmed(_ text: Substring) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    fileprivate init(_ meanings: [String: Meaning]) { self.meanings = meanings }
}

extension ConfigurationFiles {
    public static let movingInFile = "moving-in.toml"

    /// The categories of other programs in `moving-in.toml`.
    public func foreignCategories() throws(ConfigurationError) -> ForeignCategories {
        let name = Self.movingInFile
        let file = try decode(MovingInFile.self, from: name)
        func mistake(_ message: String) -> ConfigurationError {
            ConfigurationError(file: "config/\(name)", message)
        }
        var meanings: [String: ForeignCategories.Meaning] = [:]
        func note(
            _ names: [String], as meaning: ForeignCategories.Meaning
        ) throws(ConfigurationError) {
            for name in names {
                let key = ForeignCategories.key(of: name)
                guard !key.isEmpty else { throw mistake("the name \"\(name)\" has no letters") }
                if let other = meanings.updateValue(meaning, forKey: key), other != meaning {
                    throw mistake("the name \"\(name)\" is there twice")
                }
            }
        }
        try note(file.undecided ?? [], as: .undecided)
        for entry in file.moved ?? [] {
            switch (entry.category, entry.class) {
            case (let category?, nil): try note(entry.names, as: .category(category))
            case (nil, let name?):
                guard let known = TransactionClass(rawValue: name), known != .expense else {
                    throw mistake("there is no class \"\(name)\" to move to")
                }
                try note(entry.names, as: .class(known))
            default:
                throw mistake("an entry needs \"category\" or \"class\", and not both")
            }
        }
        return ForeignCategories(meanings)
    }
}

private struct MovingInFile: Decodable {
    let undecided: [String]?
    let moved: [Entry]?

    struct Entry: Decodable {
        let category: String?
        let `class`: String?
        let names: [String]
    }
}
