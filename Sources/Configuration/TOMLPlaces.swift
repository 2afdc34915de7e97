/// The lines of a TOML file in which its settings stand, for messages.
///
/// It looks for headers and keys at the beginnings of lines, as people write them, and finds
/// nothing in other forms.
struct TOMLPlaces {
    private let lines: [Substring]

    init(_ text: String) {
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            $0.drop(while: \.isWhitespace)
        }
    }

    /// The names of settings in the file, and those that its comments explain.
    var names: [String] {
        let names = lines.compactMap { line in
            line.prefixMatch(of: /#?\s*([a-z_]{2,})(?:\s*=|\s{2,})/).map { String($0.1) }
        }
        return Set(names).sorted()
    }

    /// The line of a setting, counted from 1: "parent" in the tenth `[[category]]`. The line of
    /// the table's header if the setting is not there; nil if that isn't found either.
    func line(of table: [any CodingKey], _ setting: String?) -> Int? {
        let name = table.last { $0.intValue == nil }?.stringValue
        let index = table.last?.intValue
        var count = -1
        var isThere = name == nil
        var header: Int?
        for (number, line) in lines.enumerated() {
            if line.hasPrefix("[") {
                let isWanted = Self.headerName(line) == name
                if isWanted { count += 1 }
                isThere = isWanted && (index == nil || index == count)
                if isThere { header = number + 1 }
            } else if isThere, let setting, line.hasPrefix(setting),
                line.dropFirst(setting.count).drop(while: \.isWhitespace).hasPrefix("=")
            {
                return number + 1
            }
        }
        return header
    }

    /// "category" of "[[ category ]]".
    private static func headerName(_ line: Substring) -> String {
        // By hand, as a regular expression takes hours for a line of many blanks.
        let inside = line.drop { $0 == "[" || $0.isWhitespace }.prefix { $0 != "]" }
        return inside.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The line with a text that a message quotes, counted from 1; nil unless it is in one line
    /// alone.
    func line(quotedIn message: String) -> Int? {
        for quote in message.matches(of: /"[^"]+"/).map({ String($0.0) }) {
            let found = lines.indices.filter {
                !lines[$0].hasPrefix("#") && lines[$0].contains(quote)
            }
            if found.count == 1 { return found[0] + 1 }
        }
        return nil
    }
}
