/// The parts of a bank's text that could belong to a name, in lower case.
///
/// One value parses many texts and reuses its memory.
struct PayeeTokens {
    struct Token {
        /// The token's bytes in ``bytes``.
        var range: Range<Int>
        var kind: Kind
        /// Whether a star separates it from the previous token.
        var isBehindStar = false
        var isBehindDash = false
        var isBehindQuote = false
        var letters = 0
        var digits = 0
        /// Whether a number sign precedes it.
        var isNumbered = false
        /// The column of its end in the text, with each gap counted as one character.
        var column = 0
        /// Whether it follows a star and looks like a random code ("RKRBDHTJJ").
        var isCode = false
        /// Where it stands in the text, in characters.
        var place = 0..<0
    }

    enum Kind: Equatable {
        /// Letters, and digits that may belong to a name ("66", "7-ELEVEN").
        case word
        /// A part that varies between payments: store, reference and telephone
        /// numbers, dates.
        case reference
        /// "HELP.UBER.COM"; its bytes are those before the ending.
        case address
    }

    private(set) var bytes: [UInt8] = []
    private(set) var tokens: [Token] = []
    /// The number of redundant white space characters so far.
    private var extraSpace = 0
    /// The number of bytes so far that continue a character.
    private var continuations = 0

    /// The greatest number of a text's bytes that are read. A bank's texts have some hundred; a
    /// name behind these is none.
    static let mostBytes = 2_000

    mutating func read(_ text: UnsafeBufferPointer<UInt8>) {
        let text = UnsafeBufferPointer(rebasing: text.prefix(Self.end(of: text)))
        bytes.removeAll(keepingCapacity: true)
        tokens.removeAll(keepingCapacity: true)
        extraSpace = 0
        continuations = 0
        if text.contains(where: { $0 >= 0x80 }) {
            var folded = Self.folded(String(decoding: text, as: UTF8.self))
            folded.withUTF8 { split($0) }
        } else {
            split(text)
        }
    }

    /// The end of the last whole character within ``mostBytes``.
    private static func end(of text: UnsafeBufferPointer<UInt8>) -> Int {
        guard text.count > mostBytes else { return text.count }
        var end = mostBytes
        while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    /// Replaces a token's spelling.
    mutating func respell(_ position: Int, as spelling: some Sequence<UInt8>) {
        let start = bytes.count
        bytes.append(contentsOf: spelling)
        tokens[position].range = start..<bytes.count
    }

    /// Splits a token after its first four digits if a name is attached to them.
    mutating func partCardDigits(_ position: Int) {
        let whole = tokens[position]
        let end = whole.range.lowerBound + Self.cardDigits
        guard whole.letters > 0, whole.digits >= Self.cardDigits,
            bytes[whole.range.lowerBound..<end].allSatisfy({ $0 &- Byte.zero < 10 })
        else { return }
        tokens[position].range = whole.range.lowerBound..<end
        tokens[position].kind = .reference
        (tokens[position].letters, tokens[position].digits) = (0, Self.cardDigits)
        var name = whole
        name.range = end..<whole.range.upperBound
        name.place = whole.place.lowerBound + Self.cardDigits..<whole.place.upperBound
        tokens[position].place = whole.place.lowerBound..<name.place.lowerBound
        name.digits -= Self.cardDigits
        if whole.kind == .reference { name.kind = name.digits > 2 ? .reference : .word }
        tokens.insert(name, at: position + 1)
    }

    private static let cardDigits = 4

    /// Lower case, with typographic punctuation replaced by ASCII.
    private static func folded(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.lowercased().unicodeScalars {
            switch scalar {
            case "\u{2018}", "\u{2019}", "\u{B4}": folded.append("'")
            case "\u{2010}"..."\u{2015}": folded.append("-")
            default: folded.append(scalar.properties.isWhitespace ? " " : scalar)
            }
        }
        return String(folded)
    }

    private mutating func split(_ text: UnsafeBufferPointer<UInt8>) {
        var isBehindStar = false
        var isBehindDash = false
        var isBehindQuote = false
        var position = 0
        while position < text.count {
            let byte = text[position]
            if byte == Byte.hash {
                let end = Self.endOfChunk(text, from: position + 1)
                if end > position + 1 {
                    append(text, position + 1..<end, isNumbered: true, isBehindStar, isBehindDash)
                    (isBehindStar, isBehindDash) = (false, false)
                }
                position = max(end, position + 1)
                continue
            }
            if Self.separates(byte) {
                if byte == Byte.star { isBehindStar = true }
                if byte == Byte.quote { isBehindQuote = true }
                if byte == Byte.space, position == 0 || text[position - 1] == Byte.space {
                    extraSpace += 1
                }
                position += 1
                continue
            }
            if let end = Self.endOfTime(text, from: position) {
                appendToken(
                    text, position..<end, isReference: true, isAddress: false,
                    (isBehindStar, isBehindDash))
                (isBehindStar, isBehindDash, isBehindQuote) = (false, false, false)
                position = end
                continue
            }
            let end = Self.endOfChunk(text, from: position)
            // "HARBOR BOOKS _V": a bank's own mark.
            if end == text.count, end == position + 1, position > 0,
                text[position - 1] == Byte.underscore
            {
                return
            }
            if text[position..<end].allSatisfy({ $0 == Byte.dash }) {
                isBehindDash = true
            } else {
                let first = tokens.count
                append(text, position..<end, isNumbered: false, isBehindStar, isBehindDash)
                if isBehindQuote, first < tokens.count { tokens[first].isBehindQuote = true }
                (isBehindStar, isBehindDash, isBehindQuote) = (false, false, false)
            }
            position = end
        }
    }

    private static func endOfChunk(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        while end < text.count, text[end] != Byte.hash, !separates(text[end]) { end += 1 }
        return end
    }

    /// The end of a time of day, "9:04" or "17:07:33".
    private static func endOfTime(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var end = start
        for part in 0..<3 {
            let first = end
            while end < text.count, end - first < 2, text[end] &- Byte.zero < 10 { end += 1 }
            guard end - first == 2 || part == 0 && end > first else { return nil }
            guard end < text.count, part < 2, text[end] == Byte.colon else {
                let isWhole = end == text.count || separates(text[end])
                return part > 0 && isWhole ? end : nil
            }
            end += 1
        }
        return nil
    }

    /// Appends a chunk without separators: one token, or several around slashes.
    private mutating func append(
        _ text: UnsafeBufferPointer<UInt8>, _ chunk: Range<Int>, isNumbered: Bool,
        _ isBehindStar: Bool, _ isBehindDash: Bool
    ) {
        var marks = (isBehindStar, isBehindDash)
        if let date = Self.startOfGluedDate(text, chunk) {
            append(
                text, chunk.lowerBound..<date - 1, isNumbered: isNumbered, isBehindStar,
                isBehindDash)
            appendToken(
                text, date..<chunk.upperBound, isReference: true, isAddress: false, (false, false))
            return
        }
        let isDate = Self.isDate(text, chunk)
        var start = chunk.lowerBound
        while start < chunk.upperBound {
            var end = start
            while end < chunk.upperBound, isDate || text[end] != Byte.slash { end += 1 }
            if end > start {
                if let number = Self.startOfNumber(text, start..<end), !isDate {
                    appendToken(
                        text, start..<number, isReference: false, isAddress: false, marks)
                    marks = (false, false)
                    start = number
                }
                let addressEnd = Self.endOfAddress(text, start..<end)
                appendToken(
                    text, start..<(addressEnd ?? end),
                    isReference: isDate || isNumbered && text[start] &- Byte.zero < 10,
                    isAddress: addressEnd != nil, marks)
                if isNumbered, !tokens.isEmpty { tokens[tokens.count - 1].isNumbered = true }
                marks = (false, false)
                // The part after an address belongs to it: "AMZN.COM/BILL".
                if addressEnd != nil { return }
            }
            start = end + 1
        }
    }

    /// The start of a date that a dash attaches to a word: "ANDERSON-27/12".
    private static func startOfGluedDate(
        _ text: UnsafeBufferPointer<UInt8>, _ chunk: Range<Int>
    ) -> Int? {
        let date = chunk.upperBound - lettersOfDate
        guard date > chunk.lowerBound + 1, text[date - 1] == Byte.dash,
            (text[date - 2] | 0x20) &- Byte.smallA < 26,
            isDate(text, date..<chunk.upperBound)
        else { return nil }
        return date
    }

    private static let lettersOfDate = 5

    /// The start of a number that is attached to a word: "BESTBUYCOM805526".
    private static func startOfNumber(
        _ text: UnsafeBufferPointer<UInt8>, _ chunk: Range<Int>
    ) -> Int? {
        guard chunk.count > 7, text[chunk.upperBound - 1] &- Byte.zero < 10 else { return nil }
        var start = chunk.upperBound
        while start > chunk.lowerBound, text[start - 1] &- Byte.zero < 10 { start -= 1 }
        let word = chunk.lowerBound..<start
        let isWord = word.allSatisfy { (text[$0] | 0x20) &- Byte.smallA < 26 }
        let isMask = word.allSatisfy { text[$0] | 0x20 == Byte.smallX }
        return isWord && !isMask && word.count > 4 && chunk.upperBound - start > 2 ? start : nil
    }

    private mutating func appendToken(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, isReference: Bool,
        isAddress: Bool, _ marks: (star: Bool, dash: Bool)
    ) {
        let start = bytes.count
        let placeStart = range.lowerBound - continuations
        var letters = 0
        var digits = 0
        var changes = 0
        var masks = 0
        var wasDigit = false
        for position in range {
            let byte = text[position]
            if byte & 0xC0 == 0x80 { continuations += 1 }
            if byte == Byte.apostrophe || byte == Byte.point && !isAddress { continue }
            let isDash = byte == Byte.dash
            if isDash, bytes.count == start || position + 1 == range.upperBound { continue }
            if byte &- Byte.zero < 10 {
                if letters + digits > 0, !wasDigit { changes += 1 }
                digits += 1
                wasDigit = true
                bytes.append(byte)
                continue
            }
            let small = byte &- Byte.capitalA < 26 ? byte | 0x20 : byte
            if small &- Byte.smallA < 26 || small >= 0x80 {
                if letters + digits > 0, wasDigit { changes += 1 }
                letters += 1
                if small == Byte.smallX { masks += 1 }
                wasDigit = false
            }
            bytes.append(small)
        }
        guard bytes.count > start else { return }
        let tokenRange = start..<bytes.count
        let length = letters + digits
        let kind: Kind
        if isReference {
            kind = .reference
        } else if isAddress {
            kind = .address
        } else if letters == 0 {
            kind = digits > 2 || digits > 1 && bytes[start] == Byte.zero ? .reference : .word
        } else if digits == 0 {
            kind = masks == letters && letters > 3 ? .reference : .word
        } else if masks == letters, masks > 1, digits > 2 {
            kind = .reference
        } else if digits > 2 || changes > 2 && length > 4
            || changes > 1 && digits > 1 && length > 5
        {
            kind = .reference
        } else {
            kind = .word
        }
        // A sign alone is a word only if it means "and".
        guard length > 0 || bytes[tokenRange].elementsEqual([Byte.ampersand]) else {
            bytes.removeLast(bytes.count - start)
            return
        }
        tokens.append(
            Token(
                range: tokenRange, kind: kind, isBehindStar: marks.star,
                isBehindDash: marks.dash, letters: letters, digits: digits,
                column: range.upperBound - extraSpace,
                isCode: marks.star && length > 5 && (digits > 0 || isUnspeakable(tokenRange)),
                place: placeStart..<range.upperBound - continuations))
    }

    /// Whether it contains five consecutive consonants.
    private func isUnspeakable(_ range: Range<Int>) -> Bool {
        var consonants = 0
        for byte in bytes[range] {
            consonants = byte >= 0x80 || Byte.vowels.contains(byte) ? 0 : consonants + 1
            if consonants > 4 { return true }
        }
        return false
    }

    /// "03/14", "03/14/25", "2025-03-14".
    private static func isDate(_ text: UnsafeBufferPointer<UInt8>, _ chunk: Range<Int>) -> Bool {
        guard chunk.count >= 5, chunk.count <= 10 else { return false }
        var parts = 1
        var digits = 0
        var separator: UInt8?
        for position in chunk {
            let byte = text[position]
            if byte &- Byte.zero < 10 {
                digits += 1
                if digits > 4 { return false }
                continue
            }
            guard byte == Byte.slash || byte == Byte.dash, digits == 2 || digits == 4,
                separator == nil || separator == byte
            else { return false }
            separator = byte
            parts += 1
            digits = 0
        }
        return (digits == 2 || digits == 4)
            && (parts == 3 || parts == 2 && separator == Byte.slash)
    }

    private static let addressEndings: [StaticString] = [
        ".com", ".net", ".org", ".co", ".io", ".de", ".ca", ".uk", ".fr", ".eu", ".tv", ".app",
        ".ai", ".us",
    ]

    /// The end of the name within "netflix.com", if the chunk is an address.
    private static func endOfAddress(
        _ text: UnsafeBufferPointer<UInt8>, _ chunk: Range<Int>
    ) -> Int? {
        guard chunk.count > 4, let point = text[chunk].lastIndex(of: Byte.point) else { return nil }
        let length = chunk.upperBound - point
        guard length > 2, length < 5, point >= chunk.lowerBound + 2 else { return nil }
        let isEnding = addressEndings.contains { ending in
            ending.utf8CodeUnitCount == length
                && (1..<length).allSatisfy {
                    text[point + $0] | 0x20 == ending.utf8Start[$0]
                }
        }
        return isEnding ? point : nil
    }

    private static func separates(_ byte: UInt8) -> Bool { isSeparator[Int(byte)] }

    private static let isSeparator: [Bool] = (0..<256).map { byte in
        guard byte < 0x80 else { return false }
        let isDigit = UInt8(byte) &- Byte.zero < 10
        let isLetter = (UInt8(byte) | 0x20) &- Byte.smallA < 26
        return !isDigit && !isLetter && !"&'+-./#".utf8.contains(UInt8(byte))
    }
}

private enum Byte {
    static let space = UInt8(ascii: " ")
    static let star = UInt8(ascii: "*")
    static let quote = UInt8(ascii: "\"")
    static let hash = UInt8(ascii: "#")
    static let dash = UInt8(ascii: "-")
    static let slash = UInt8(ascii: "/")
    static let colon = UInt8(ascii: ":")
    static let point = UInt8(ascii: ".")
    static let underscore = UInt8(ascii: "_")
    static let apostrophe = UInt8(ascii: "'")
    static let ampersand = UInt8(ascii: "&")
    static let zero = UInt8(ascii: "0")
    static let capitalA = UInt8(ascii: "A")
    static let smallA = UInt8(ascii: "a")
    static let vowels = Array("aeiouy".utf8)
    static let smallX = UInt8(ascii: "x")
}
