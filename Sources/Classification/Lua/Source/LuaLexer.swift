/// Splits a Lua source into tokens in one pass over its bytes.
///
/// It accepts any bytes: invalid Lua becomes tokens too, so that advice can point at
/// it.
struct LuaLexer {
    private let source: [UInt8]
    private var position = 0
    private var line = 1
    private var column = 1
    private var tokens: [LuaToken] = []

    /// The tokens of a source, without white space and comments.
    static func tokens(of source: [UInt8]) -> [LuaToken] {
        var lexer = LuaLexer(source)
        while lexer.readToken() {}
        return lexer.tokens
    }

    private init(_ source: [UInt8]) {
        self.source = source
    }

    // MARK: Tokens

    /// Returns false at the end of the source.
    private mutating func readToken() -> Bool {
        guard let byte = peek() else { return false }
        switch byte {
        case _ where byte.isWhiteSpace: advance()
        case UInt8(ascii: "-") where peek(1) == UInt8(ascii: "-"): skipComment()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): readShortText(closing: byte)
        case UInt8(ascii: "["):
            if let level = longBracketLevel() {
                readLong(level: level, as: .text, from: position, at: here)
            } else {
                add(.symbol, length: 1)
            }
        case _ where byte.isLetter: readName()
        case _ where byte.isDigit: readNumber()
        case UInt8(ascii: ".") where peek(1)?.isDigit == true: readNumber()
        default: readSymbol()
        }
        return true
    }

    private mutating func readName() {
        var length = 1
        while let byte = peek(length), byte.isLetter || byte.isDigit { length += 1 }
        let isKeyword = Self.keywords.contains(Array(source[position..<position + length]))
        add(isKeyword ? .keyword : .name, length: length)
    }

    private mutating func readNumber() {
        let isHexadecimal =
            peek() == UInt8(ascii: "0") && peek(1).map { $0 | 0x20 } == UInt8(ascii: "x")
        let exponent = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
        var length = 1
        while let byte = peek(length) {
            let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            let followsExponent = (peek(length - 1) ?? 0) | 0x20 == exponent
            guard
                byte.isLetter || byte.isDigit || byte == UInt8(ascii: ".")
                    || isSign && followsExponent
            else { break }
            length += 1
        }
        add(.number, length: length)
    }

    private mutating func readShortText(closing quote: UInt8) {
        let start = position, place = here
        advance()
        while let byte = peek(), byte != quote, !byte.isLineEnd {
            if byte != UInt8(ascii: "\\") {
                advance()
                continue
            }
            advance()
            let escaped = peek()
            advance()
            if escaped == UInt8(ascii: "z") {
                while let space = peek(), space.isWhiteSpace { advance() }
            }
        }
        let isFinished = peek() == quote
        if isFinished { advance() }
        add(isFinished ? .text : .unfinished, from: start, at: place)
    }

    /// The number of equals signs in the long bracket that begins here; nil if none
    /// does.
    private func longBracketLevel() -> Int? {
        guard peek() == UInt8(ascii: "[") else { return nil }
        var level = 0
        while peek(level + 1) == UInt8(ascii: "=") { level += 1 }
        return peek(level + 1) == UInt8(ascii: "[") ? level : nil
    }

    /// - Parameter kind: nil for a comment, which is no token.
    private mutating func readLong(
        level: Int, as kind: LuaToken.Kind?, from start: Int, at place: SourcePlace
    ) {
        for _ in 0..<level + 2 { advance() }
        // The equals signs since the last closing bracket.
        var signs: Int?
        while let byte = peek() {
            advance()
            switch (byte, signs) {
            case (UInt8(ascii: "]"), level?):
                if let kind { add(kind, from: start, at: place) }
                return
            case (UInt8(ascii: "]"), _): signs = 0
            case (UInt8(ascii: "="), let count?): signs = count + 1
            default: signs = nil
            }
        }
        add(.unfinished, from: start, at: place)
    }

    private mutating func skipComment() {
        let start = position, place = here
        advance()
        advance()
        if let level = longBracketLevel() {
            return readLong(level: level, as: nil, from: start, at: place)
        }
        while let byte = peek(), !byte.isLineEnd { advance() }
    }

    private mutating func readSymbol() {
        // The most common symbols; none is the start of a longer one.
        if Self.brackets.contains(source[position]) { return add(.symbol, length: 1) }
        if let next = peek(1), Self.secondSigns.contains(next) {
            for symbol in Self.foreign where source[position...].starts(with: symbol.utf8) {
                return add(.foreign, length: symbol.utf8.count)
            }
            for symbol in Self.symbols where source[position...].starts(with: symbol.utf8) {
                return add(.symbol, length: symbol.utf8.count)
            }
        }
        let isLuas = Self.singleSymbols.contains(source[position])
        var length = 1
        // Keep multi-byte characters in one piece.
        if source[position] >= 0xC0 {
            while let byte = peek(length), byte.continuesCharacter { length += 1 }
        }
        add(isLuas ? .symbol : .foreign, length: length)
    }

    private mutating func add(_ kind: LuaToken.Kind, length: Int) {
        let start = position, place = here
        for _ in 0..<length { advance() }
        add(kind, from: start, at: place)
    }

    private mutating func add(_ kind: LuaToken.Kind, from start: Int, at place: SourcePlace) {
        tokens.append(LuaToken(kind: kind, bytes: start..<position, place: place))
    }

    // MARK: Advancing

    private var here: SourcePlace { SourcePlace(line: line, column: column) }

    private func peek(_ distance: Int = 0) -> UInt8? {
        let index = position + distance
        return index < source.count ? source[index] : nil
    }

    private mutating func advance() {
        guard let byte = peek() else { return }
        position += 1
        if byte.isLineEnd {
            // Lua counts "\r\n" and "\n\r" as one line end.
            if let next = peek(), next.isLineEnd, next != byte { position += 1 }
            line += 1
            column = 1
        } else if !byte.continuesCharacter {
            column += 1
        }
    }

    // MARK: Words

    private static let keywords: Set<[UInt8]> = Set(
        [
            "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto",
            "if", "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until",
            "while",
        ].map { Array($0.utf8) })

    /// Longer ones first.
    private static let symbols = ["...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"]

    /// These can't occur in Lua outside of strings and comments.
    private static let foreign = ["!=", "&&", "||", "+=", "-=", "*=", "/=", "++", "=>"]

    /// The second signs of both.
    private static let secondSigns = Set(
        (symbols + foreign).compactMap { $0.utf8.dropFirst().first })

    private static let brackets = Set("{}(),;".utf8)

    private static let singleSymbols = Set("+-*/%^#&~|<>=(){}[];:,.".utf8)
}

extension UInt8 {
    fileprivate var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

    fileprivate var isWhiteSpace: Bool { self == UInt8(ascii: " ") || (0x09...0x0D).contains(self) }

    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isLetter: Bool {
        self == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    /// Whether it is a continuation byte of UTF-8.
    fileprivate var continuesCharacter: Bool { self & 0xC0 == 0x80 }
}

/// The smallest meaningful part of a Lua source.
struct LuaToken: Hashable {
    enum Kind: Hashable {
        case name, keyword, number, symbol
        /// A string with its quotes or long brackets.
        case text
        /// An unterminated string or comment.
        case unfinished
        /// Syntax of other languages, such as "!=" or a typographic quote.
        case foreign
    }

    let kind: Kind
    /// The token's range in the source.
    let bytes: Range<Int>
    let place: SourcePlace
}

/// A location in a source.
struct SourcePlace: Hashable, Comparable {
    /// From 1.
    let line: Int
    /// In Unicode characters, from 1.
    let column: Int

    static func < (left: SourcePlace, right: SourcePlace) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
