/// The lines of a TOML file in which its settings stand, for messages.
///
/// It looks for headers and keys at the beginnings of lines, as people write them, and finds
/// nothing in other forms. It compares bytes: a file may be one line of a megabyte.
struct TOMLPlaces {
    private typealias Line = Substring.UTF8View

    private let lines: [Line]

    init(_ text: String) {
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.drop(while: Self.isBlank) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
    }

    private static let longestName = 64

    /// The names of settings in the file, and those that its comments explain.
    var names: [String] {
        var names: Set<String> = []
        for line in lines {
            var rest = line
            if rest.first == UInt8(ascii: "#") { rest = rest.dropFirst().drop(while: Self.isBlank) }
            let name = rest.prefix(Self.longestName + 1).prefix(while: Self.isOfName)
            guard (2...Self.longestName).contains(name.count) else { continue }
            let end = rest[name.endIndex...]
            let isExplained = end.prefix(2).count == 2 && end.prefix(2).allSatisfy(Self.isBlank)
            guard isExplained || Self.startsValue(end), let text = String(name) else { continue }
            names.insert(text)
        }
        return names.sorted()
    }

    private static func startsValue(_ line: Line) -> Bool {
        line.drop(while: isBlank).first == UInt8(ascii: "=")
    }

    /// The line of a setting, counted from 1: "parent" in the tenth `[[category]]`. The line of
    /// the table's header if the setting is not there; nil if that isn't found either.
    func line(of table: [any CodingKey], _ setting: String?) -> Int? {
        let name = table.last { $0.intValue == nil }?.stringValue
        let path = table.filter { $0.intValue == nil }.map(\.stringValue)
        let index = table.last?.intValue
        var count = -1
        var isThere = name == nil
        var place: Int?
        for (number, line) in lines.enumerated() {
            if line.first == UInt8(ascii: "[") {
                let header = Self.headerName(line)
                let isWanted =
                    header == name || path.count > 1 && header.map(Self.parts(of:)) == path
                if isWanted { count += 1 }
                isThere = isWanted && (index == nil || index == count)
                if isThere { place = number + 1 }
            } else if isThere, let setting, line.starts(with: setting.utf8),
                Self.startsValue(line.dropFirst(setting.utf8.count))
            {
                return number + 1
            }
        }
        return place
    }

    /// The line of the first header of a table, or of one within it, counted from 1:
    /// `[webhooks.home]` for `webhooks` as for `webhooks` and `home`. Nil if there is none.
    func headerLine(of names: some Collection<String>) -> Int? {
        guard !names.isEmpty else { return nil }
        return lines.indices.first { line in
            guard lines[line].first == UInt8(ascii: "["), let name = Self.headerName(lines[line])
            else { return false }
            return Self.parts(of: name).starts(with: names)
        }.map { $0 + 1 }
    }

    /// "webhooks" and "home" of "webhooks.home".
    private static func parts(of header: String) -> [String] {
        header.split(separator: ".").map { String($0.filter { !"\"' \t".contains($0) }) }
    }

    /// "category" of "[[ category ]]"; nil if it is longer than any name.
    private static func headerName(_ line: Line) -> String? {
        let inside = line.drop { $0 == UInt8(ascii: "[") || isBlank($0) }
            .prefix(longestName * 4).prefix { $0 != UInt8(ascii: "]") }
        return inside.split(whereSeparator: isBlank).compactMap { String($0) }
            .joined(separator: " ")
    }

    /// The line with a text that a message quotes, counted from 1; nil unless it is in one line
    /// alone.
    func line(quotedIn message: String) -> Int? {
        for quote in message.prefix(Self.mostOfMessage).matches(of: /"[^"]+"/).prefix(
            Self.mostQuotes)
        {
            let text = Array(quote.0.utf8)
            let found = lines.indices.filter { place in
                lines[place].first != UInt8(ascii: "#") && Self.contains(text, in: lines[place])
            }
            if found.count == 1 { return found[0] + 1 }
        }
        return nil
    }

    private static let mostOfMessage = 1_000
    private static let mostQuotes = 4

    /// By the quotation mark at its start, which lines have few of.
    private static func contains(_ text: [UInt8], in line: Line) -> Bool {
        var rest = line[...]
        while let start = rest.firstIndex(of: text[0]) {
            rest = rest[start...]
            if rest.starts(with: text) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
