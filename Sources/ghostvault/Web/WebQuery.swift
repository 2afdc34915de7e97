import Engine
import Model

/// The names and values of an address, and the words of commands that they become.
///
/// A value never becomes an option: it stands behind "--option=", or after "--".
struct WebQuery: Sendable {
    /// Whether the command's data is asked for, not its page.
    let isForData: Bool
    private let values: [String: String]

    /// The longest value in bytes. A longer one counts as none.
    static let longest = 500

    init(_ fields: [(name: String, value: String)], isForData: Bool = false) {
        self.isForData = isForData
        values = Dictionary(
            fields.map { ($0.name, Self.plain($0.value)) }.filter { !$0.1.isEmpty },
            uniquingKeysWith: { first, _ in first })
    }

    /// A value on one line, without blanks around it; empty if it is too long.
    private static func plain(_ text: String) -> String {
        guard text.utf8.count <= longest else { return "" }
        return text.split { $0.isWhitespace || $0.unicodeScalars.contains { $0.value < 32 } }
            .joined(separator: " ")
    }

    subscript(name: String) -> String? { values[name] }

    /// All values, by their names.
    var fields: [(String, String)] { values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// The fields with another value for one of them.
    func fields(with name: String, _ value: String) -> [(String, String)] {
        fields.filter { $0.0 != name } + [(name, value)]
    }

    /// "--category=dining"; nothing without the value.
    func option(_ option: String, _ name: String) -> [String] {
        values[name].map { ["\(option)=\($0)"] } ?? []
    }

    /// The same for one of a few values.
    func choice(_ option: String, _ name: String, of choices: [String]) -> [String] {
        values[name].flatMap { choices.contains($0) ? ["\(option)=\($0)"] : nil } ?? []
    }

    /// The page of a list; nothing for data, which is whole.
    var paging: [String] {
        guard !isForData else { return [] }
        return ["--limit=\(Self.rows)"] + (number("page").map { ["--page=\($0)"] } ?? [])
    }

    /// The rows of a list on a page.
    private static let rows = 50

    /// A whole number; nil for anything else.
    func number(_ name: String) -> Int? {
        values[name].flatMap { text in
            text.utf8.count < 10 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
                ? Int(text) : nil
        }
    }

    /// The words of a value, where no option can stand.
    func words(_ names: String...) -> [String] {
        let words = names.compactMap { values[$0] }.flatMap { $0.split(separator: " ") }
        return words.isEmpty ? [] : ["--"] + words.map(String.init)
    }

    /// The value as one word, where no option can stand.
    func word(_ name: String) -> [String] { values[name].map { ["--", $0] } ?? [] }
}

/// The filter line: words and options of "transactions", as in "coffee oct" or
/// "category:dining min:20".
struct WebFilter {
    private(set) var options: [String] = []
    private(set) var words: [String] = []

    /// Options with a value. Those that run a condition in Lua are not among them.
    private static let named: Set = [
        "account", "category", "payee", "tag", "class", "text", "month", "from", "to", "min", "max",
        "rule", "sort", "by",
    ]
    private static let flags: Set = [
        "uncategorised", "guessed", "new", "transfers", "oldest-first",
    ]

    init(_ line: String) {
        var parts = Self.parts(of: line)[...]
        while let part = parts.popFirst() {
            let isOption = part.hasPrefix("--")
            let plain = isOption ? String(part.dropFirst(2)) : part
            let mark: Character = isOption ? "=" : ":"
            let name = String(plain.prefix { $0 != mark })
            if Self.flags.contains(name), name == plain, isOption {
                options.append("--\(name)")
            } else if Self.named.contains(name), name != plain {
                options.append("--\(name)=\(plain.dropFirst(name.count + 1))")
            } else if Self.named.contains(name), isOption {
                options.append("--\(name)=\(parts.popFirst() ?? "")")
            } else {
                words.append(part)
            }
        }
    }

    var hasSums: Bool { options.contains { $0.hasPrefix("--by=") } }

    /// The line's words; quotes keep several together.
    private static func parts(of line: String) -> [String] {
        var parts: [String] = []
        var part = ""
        var isQuoted = false
        for character in line {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == " ", !isQuoted {
                parts.append(part)
                part = ""
            } else {
                part.append(character)
            }
        }
        return (parts + [part]).filter { !$0.isEmpty }
    }

    /// A part of a line that means a value whatever is in it.
    static func part(_ name: String, _ value: String) -> String {
        "\(name):\"\(value.replacing("\"", with: ""))\""
    }
}
