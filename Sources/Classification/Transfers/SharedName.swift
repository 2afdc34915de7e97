import Rules

/// A name of several words that two texts have in common: of two equal and
/// opposite amounts perhaps the person's own.
struct SharedName {
    let isStranger: (String) -> Bool

    private static let fewestWords = 2

    /// The longest run of words that name somebody and stand in both texts; the
    /// first of several.
    func name(in text: String, and other: String) -> [String]? {
        let words = SearchText(text).words
        let others = SearchText(other).words
        var longest: [String] = []
        for start in words.indices {
            for begin in others.indices {
                var length = 0
                while start + length < words.count, begin + length < others.count,
                    words[start + length] == others[begin + length],
                    isStranger(words[start + length])
                {
                    length += 1
                }
                if length > longest.count { longest = Array(words[start..<start + length]) }
            }
        }
        return longest.count < Self.fewestWords ? nil : longest
    }
}
