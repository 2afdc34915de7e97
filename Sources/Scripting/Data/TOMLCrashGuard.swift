/// The slips in a text of TOML at which toml++ ends the program: a table's header
/// with a name that begins as no name can, such as the `[[` of a line that
/// somebody is writing, a list that is closed like a table, and a date whose `T`
/// no time follows. All else that is wrong in a text it tells as a mistake, so
/// nothing else is looked at here.
struct TOMLCrashGuard {
    private enum Slip: String {
        case namelessTable =
            "the name of a table must begin with a letter, a digit, \"-\", \"_\" or a quote"
        case listClosedAsTable = "a list ends with ], not with }"
        case dateWithoutTime = "a time such as 09:30:00 must follow the T"
    }

    private let bytes: [UInt8]
    private var position = 0

    private init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// - Complexity: linear in the text.
    static func check(_ text: String) throws(DataMistake) {
        var slips = TOMLCrashGuard(text)
        if let slip = slips.first() { throw slips.mistake(slip) }
    }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Leaves the position at it.
    private mutating func first() -> Slip? {
        if bytes.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
        while true {
            skip(Self.isBlank)
            guard let byte else { return nil }
            if byte == UInt8(ascii: "[") {
                position += 1
                skip(Self.isSpace)
                if self.byte == UInt8(ascii: "[") { position += 1 }
                skip(Self.isSpace)
                if let first = self.byte, !Self.canFollowBracket(first) { return .namelessTable }
            }
            if let slip = skipStatement() { return slip }
        }
    }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while let byte, isSkipped(byte) { position += 1 }
    }

    /// Goes to the end of the line, or further where brackets or texts are open.
    private mutating func skipStatement() -> Slip? {
        var open: [UInt8] = []
        var isValue = false
        while let byte {
            switch byte {
            case Self.lineFeed where open.isEmpty: return nil
            case UInt8(ascii: "#"): skip { $0 != Self.lineFeed }
            case UInt8(ascii: "\""), UInt8(ascii: "'"): skipText(byte)
            case UInt8(ascii: "}") where open.last == UInt8(ascii: "["): return .listClosedAsTable
            case UInt8(ascii: "0")...UInt8(ascii: "9") where isValue:
                if skipDateWithoutTime() { return .dateWithoutTime }
                isValue = false
            default:
                if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { open.append(byte) }
                if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { _ = open.popLast() }
                isValue =
                    switch byte {
                    case UInt8(ascii: "="): true
                    case UInt8(ascii: "["), UInt8(ascii: ","): open.last == UInt8(ascii: "[")
                    default: isValue && Self.isBlank(byte)
                    }
                position += 1
            }
        }
        return nil
    }

    /// Goes past digits; past the `T` behind a date, where no time follows it.
    private mutating func skipDateWithoutTime() -> Bool {
        let shape = "0000-00-00T".utf8
        let text = bytes[position...].prefix(shape.count)
        let isDate =
            text.count == shape.count
            && zip(text, shape).allSatisfy { byte, wanted in
                switch wanted {
                case UInt8(ascii: "0"): Self.isDigit(byte)
                case UInt8(ascii: "T"): byte | 0x20 == UInt8(ascii: "t")
                default: byte == wanted
                }
            }
        guard isDate else {
            skip(Self.isDigit)
            return false
        }
        position += shape.count
        return byte.map { !Self.isDigit($0) } ?? false
    }

    private mutating func skipText(_ quote: UInt8) {
        let open = position
        skip { $0 == quote }
        let quotes = position - open
        // Two are an empty text, and six or more an empty one of many lines.
        guard quotes != 2, quotes < 6 else { return }
        let isLong = quotes >= 3
        var closing = 0
        while let byte {
            if byte == Self.lineFeed, !isLong { return }
            position += 1
            closing = byte == quote ? closing + 1 : 0
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") { position += 1 }
            guard closing == (isLong ? 3 : 1) else { continue }
            // A long text may end with quotes of its own.
            if isLong { skip { $0 == quote } }
            return
        }
    }

    private func mistake(_ slip: Slip) -> DataMistake {
        let before = bytes[..<position]
        let line = before.lastIndex(of: Self.lineFeed).map { before[($0 + 1)...] } ?? before
        // Letters, not bytes.
        let letters = line.count { $0 & 0xC0 != 0x80 }
        return DataMistake(
            line: before.count { $0 == Self.lineFeed } + 1, column: letters + 1,
            slip.rawValue)
    }

    private static func canFollowBracket(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "\""), UInt8(ascii: "'"):
            true
        // Told by the reading itself.
        case UInt8(ascii: "]"): true
        default: false
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == lineFeed || byte == carriageReturn
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
