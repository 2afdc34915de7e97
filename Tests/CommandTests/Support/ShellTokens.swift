/// A shell's line as words and signs.
struct ShellTokens {
    struct Word: Equatable {
        /// Without its quotes.
        var text = ""
        /// Whether the text is the word: it has nothing that the shell would replace.
        var isWhole = true
        var startsQuoted = false
    }

    enum Kind: Equatable {
        case word(Word)
        /// "|", "&&", ";", the end of a line, or a redirection.
        case sign(String)
    }

    struct Token {
        let kind: Kind
        /// Its place in the line.
        let range: Range<String.Index>
    }

    private(set) var tokens: [Token] = []

    private let line: String
    private let variables: [String: String]
    private var place: String.Index

    /// Nil if the line has text for a command's input, commands within words, jobs in the
    /// background, groups or alternatives.
    init?(_ line: String, variables: [String: String]) {
        self.line = line
        self.variables = variables
        place = line.startIndex
        while let character = next {
            let start = place
            if character == " " || character == "\t" {
                advance()
            } else if let sign = sign() {
                guard let sign else { return nil }
                tokens.append(Token(kind: .sign(sign), range: start..<place))
            } else {
                guard let word = word() else { return nil }
                tokens.append(Token(kind: .word(word), range: start..<place))
            }
        }
    }

    private var next: Character? { place < line.endIndex ? line[place] : nil }

    private mutating func advance() { place = line.index(after: place) }

    /// The signs that are understood, the longer ones first.
    private static let signs = [
        "2>&1", "1>&2", ">&2", "2>>", "2>", "1>>", "1>", ">>", "&&", ">", "<", "|", ";", "\n",
    ]
    private static let otherSigns = ["<<", "||", "&", "(", ")", "<(", ">(", ";;"]

    /// - Returns: nil if there is none here; within it nil if there is one that is not understood.
    private mutating func sign() -> String?? {
        let rest = line[place...]
        let found = Self.signs.first { rest.hasPrefix($0) }
        let other = Self.otherSigns.first { rest.hasPrefix($0) }
        if let other, other.count > (found?.count ?? 0) { return .some(nil) }
        guard let found else { return nil }
        place = line.index(place, offsetBy: found.count)
        return found
    }

    private mutating func word() -> Word? {
        var word = Word(startsQuoted: next == "'" || next == "\"")
        if next == "#" || next == "~" || next == "!" { word.isWhole = false }
        while let character = next, !" \t\n|&;<>()".contains(character) {
            switch character {
            case "'":
                guard let text = quoted() else { return nil }
                word.text += text
            case "\"":
                advance()
                guard addDoubleQuoted(to: &word) else { return nil }
            case "`": return nil
            case "$":
                guard addVariable(to: &word, isQuoted: false) else { return nil }
            case "\\":
                advance()
                guard let escaped = next, escaped != "\n" else { return nil }
                word.text.append(escaped)
                advance()
            default:
                if "*?[{".contains(character) { word.isWhole = false }
                word.text.append(character)
                advance()
            }
        }
        return word
    }

    /// Text in single quotes.
    private mutating func quoted() -> String? {
        advance()
        guard let end = line[place...].firstIndex(of: "'") else { return nil }
        defer { place = line.index(after: end) }
        return String(line[place..<end])
    }

    /// - Returns: false if there is no end, or a command within.
    private mutating func addDoubleQuoted(to word: inout Word) -> Bool {
        while let character = next {
            switch character {
            case "\"":
                advance()
                return true
            case "`": return false
            case "$":
                guard addVariable(to: &word, isQuoted: true) else { return false }
            case "\\":
                advance()
                guard let escaped = next else { return false }
                if !"\"\\$`".contains(escaped) { word.text.append("\\") }
                word.text.append(escaped)
                advance()
            default:
                word.text.append(character)
                advance()
            }
        }
        return false
    }

    /// - Returns: false if it is more than a name.
    private mutating func addVariable(to word: inout Word, isQuoted: Bool) -> Bool {
        advance()
        let name = line[place...].prefix {
            $0.isASCII && ($0.isLetter || $0 == "_" || $0.isNumber)
        }
        guard name.first?.isNumber != true else { return false }
        if name.isEmpty {
            guard let next, " \t\n\"'|;&<>)".contains(next) || next == "/" || next == "\\" else {
                return place == line.endIndex
            }
            word.text.append("$")
            return true
        }
        place = name.endIndex
        let value = variables[String(name)]
        word.text += value ?? ""
        if value == nil || !isQuoted && value?.contains(where: { " \t\n*?[".contains($0) }) == true
        {
            word.isWhole = false
        }
        return true
    }
}
