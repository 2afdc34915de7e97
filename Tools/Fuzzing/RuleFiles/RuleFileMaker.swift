import TestSupport

/// Makes a rule file from a seed: real snippets whose words are mixed, or a
/// program that grows from a grammar, sometimes with a few bytes broken.
struct RuleFileMaker {
    private var numbers: RandomNumbers

    init(seed: UInt64) {
        numbers = RandomNumbers(seed: seed)
    }

    func make() -> [UInt8] {
        var maker = self
        return maker.makeSource()
    }

    private mutating func makeSource() -> [UInt8] {
        let text: String
        switch number(below: 10) {
        case 0..<5: text = mixedSnippets()
        default:
            var grammar = RuleFileGrammar(numbers: numbers)
            text = grammar.makeFile()
            numbers = grammar.numbers
        }
        let bytes = Array(text.utf8.prefix(20_000))
        return number(below: 10) == 0 ? broken(bytes) : bytes
    }

    private mutating func number(below limit: Int) -> Int {
        Int.random(in: 0..<max(limit, 1), using: &numbers)
    }

    private mutating func snippet() -> String {
        corpus[number(below: corpus.count)]
    }

    private mutating func mixedSnippets() -> String {
        var words = LuaWords(of: snippet()).words
        for _ in 0..<number(below: 3) { words += LuaWords(of: snippet()).words }
        for _ in 0..<number(below: 8) where !words.isEmpty { mutate(&words) }
        return words.joined(separator: " ")
    }

    private mutating func mutate(_ words: inout [String]) {
        let place = number(below: words.count)
        let end = min(words.count, place + 1 + number(below: 8))
        switch number(below: 6) {
        case 0: words[place] = wildWords[number(below: wildWords.count)]
        case 1: words.remove(at: place)
        case 2: words.swapAt(place, number(below: words.count))
        case 3: words.insert(contentsOf: words[place..<end], at: number(below: words.count))
        case 4:
            let other = LuaWords(of: snippet()).words
            let start = number(below: other.count)
            let rest = other[start..<min(other.count, start + 12)]
            words.replaceSubrange(place..<end, with: rest)
        default:
            let count = 1 << number(below: 9)
            words.insert(contentsOf: repeatElement(words[place], count: count), at: place)
        }
    }

    private mutating func broken(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return [0x1B] }
        var bytes = bytes
        for _ in 0...number(below: 4) {
            let place = number(below: bytes.count)
            switch number(below: 3) {
            case 0: bytes[place] = UInt8(number(below: 256))
            case 1: bytes.insert(UInt8(number(below: 256)), at: place)
            default: bytes[place] ^= 1 << number(below: 8)
            }
        }
        return bytes
    }
}

/// The words of a piece of Lua, near enough for mixing.
struct LuaWords {
    private(set) var words: [String] = []

    init(of source: String) {
        var word = ""
        var quote: Character?
        for character in source {
            if let open = quote {
                word.append(character)
                if character == open {
                    quote = nil
                    finish(&word)
                }
            } else if character == "'" || character == "\"" {
                finish(&word)
                quote = character
                word.append(character)
            } else if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
            } else if character.isWhitespace {
                finish(&word)
            } else {
                finish(&word)
                words.append(String(character))
            }
        }
        finish(&word)
        joinOperators()
    }

    private mutating func finish(_ word: inout String) {
        if !word.isEmpty { words.append(word) }
        word = ""
    }

    /// Puts back together what is one word of two signs.
    private mutating func joinOperators() {
        var joined: [String] = []
        for word in words {
            let pair = (joined.last ?? "") + word
            if ["..", "...", "==", "~=", "<=", ">=", "//", "<<", ">>", "::"].contains(pair) {
                joined[joined.count - 1] = pair
            } else {
                joined.append(word)
            }
        }
        words = joined
    }
}
