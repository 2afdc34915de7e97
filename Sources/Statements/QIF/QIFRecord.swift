/// The lines of one record of QIF, by their first letter.
struct QIFRecord {
    struct Part {
        var category = ""
        var memo = ""
        var amount = ""
    }

    /// The line on which it begins; 0 while it is empty.
    private(set) var line = 0
    private(set) var parts: [Part] = []
    /// The position of the account that the record belongs to.
    var account = 0
    /// Whether the file ends within it.
    var isCut = false
    private var values: [Character: String] = [:]

    var isEmpty: Bool { line == 0 }

    /// A value by its letter; empty if there is none.
    subscript(letter: Character) -> String { values[letter] ?? "" }

    /// "U" repeats "T" with more digits in some versions.
    var amount: String { self["T"].isEmpty ? self["U"] : self["T"] }

    /// The record in one line, for a person.
    var text: String {
        values.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value)" }.joined(separator: " ")
    }

    mutating func add(_ text: Substring, line: Int) {
        if self.line == 0 { self.line = line }
        guard let letter = text.first else { return }
        let value = FieldValue.clean(text.dropFirst())
        switch letter {
        case "S": parts.append(Part(category: value))
        case "E" where !parts.isEmpty: parts[parts.count - 1].memo = value
        case "$" where !parts.isEmpty: parts[parts.count - 1].amount = value
        default: if values[letter] == nil { values[letter] = value }
        }
    }
}

/// What "L" says of a record: a category with a class, or the other account of a transfer.
struct QIFCategory {
    let name: String
    let tags: [String]
    /// Nil if the record is no transfer.
    let account: String?

    init(_ text: String) {
        let halves = text.split(separator: "/", maxSplits: 1).map { FieldValue.clean($0) }
        let category = halves.first ?? ""
        tags = halves.count == 2 && !halves[1].isEmpty ? [halves[1]] : []
        if text.hasPrefix("["), let end = text.lastIndex(of: "]") {
            account = String(text[text.index(after: text.startIndex)..<end])
            name = ""
        } else {
            account = nil
            name = category
        }
    }
}
