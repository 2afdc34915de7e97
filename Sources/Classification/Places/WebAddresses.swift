/// The web addresses in a bank's text, as the table of brands has them.
enum WebAddresses {
    /// For each address, and for what follows each of its points but the last, the small
    /// letters and digits: "helpnotionso" and "notionso" for "HELP.NOTION.SO/BILLING".
    ///
    /// Addresses of mail are left out, because they tell of a person's provider.
    static func keys(in text: String) -> [[UInt8]] {
        guard text.utf8.contains(point) else { return [] }
        return text.utf8.prefix(mostBytes).split { !isPart($0) }.flatMap { part -> [[UInt8]] in
            if part.startIndex > text.startIndex,
                text.utf8[text.utf8.index(before: part.startIndex)] == at
            {
                return []
            }
            let labels = part.split(separator: point)
            return labels.indices.dropLast().map { first in
                labels[first...].joined().filter { $0 != dash }.map(smallLetter)
            }
        }
    }

    // A hostile bank writes a megabyte.
    private static let mostBytes = 256
    private static let point = UInt8(ascii: ".")
    private static let dash = UInt8(ascii: "-")
    private static let at = UInt8(ascii: "@")

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), point, dash:
            true
        default: false
        }
    }

    private static func smallLetter(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}
