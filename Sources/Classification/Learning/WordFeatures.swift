import Rules

/// The features of a name for guesses: its words, pairs of neighbouring words, and
/// all parts of words of three to five bytes.
///
/// Case, punctuation and digits don't matter. Each feature is a hash that is the same
/// on every machine. Only the beginning of an endless name counts.
struct WordFeatures {
    /// The distinct features in ascending order.
    let hashes: [UInt64]
    /// The words in their order, with their features.
    let words: [(text: String, hash: UInt64)]

    private static let shortestWord = 2
    /// Banks write at most some 200 characters; a hostile one writes a megabyte.
    private static let mostBytes = 256
    private static let lengthsOfParts = 3...5

    init(_ name: String) {
        var hashes: Set<UInt64> = []
        var words: [(text: String, hash: UInt64)] = []
        var before: UInt64?
        for word in Self.words(of: name) {
            let hash = Self.hash(word, as: .word)
            if hashes.insert(hash).inserted {
                words.append((String(decoding: word, as: UTF8.self), hash))
                Self.addParts(of: word, to: &hashes)
            }
            if let before { hashes.insert(Self.hash(of: before, followedBy: hash)) }
            before = hash
        }
        self.hashes = hashes.sorted()
        self.words = words
    }

    /// The words without their digits.
    private static func words(of text: String) -> [[UInt8]] {
        SearchText(text, form: .partingAtPunctuation).utf8.prefix(mostBytes)
            .split(separator: UInt8(ascii: " "))
            .map { $0.filter { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
            .filter { $0.count >= shortestWord }
    }

    private static func addParts(of word: [UInt8], to hashes: inout Set<UInt64>) {
        let framed = [UInt8(ascii: "^")] + word + [UInt8(ascii: "$")]
        for length in lengthsOfParts where length <= framed.count {
            for start in 0...framed.count - length {
                hashes.insert(hash(framed[start..<start + length], as: .part))
            }
        }
    }

    // MARK: Hashing

    private enum Kind: UInt8 { case word = 1, pair, part }

    /// FNV-1a with 64 bits, after Fowler, Noll and Vo.
    private static func hash(_ bytes: some Sequence<UInt8>, as kind: Kind) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        hash = (hash ^ UInt64(kind.rawValue)) &* prime
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* prime }
        return hash
    }

    private static func hash(of first: UInt64, followedBy second: UInt64) -> UInt64 {
        ((first ^ UInt64(Kind.pair.rawValue)) &* prime) ^ second
    }

    private static let prime: UInt64 = 0x100_0000_01B3
}
