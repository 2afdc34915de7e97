/// A name of several words that two texts have in common: of two equal and
/// opposite amounts perhaps the person's own.
struct SharedName {
    let isStranger: (String) -> Bool

    private static let fewestWords = 2

    /// The longest run of words that name somebody and stand in both texts; the
    /// first of several.
    func name(in words: [String], and others: [String]) -> [String]? {
        var longest: ArraySlice<String> = []
        // By the place in the other text, how long the run is that ends there.
        var lengths = [Int](repeating: 0, count: others.count)
        for (end, word) in words.enumerated() {
            let before = lengths
            let isName = others.contains(word) && isStranger(word)
            for place in others.indices {
                let isShared = isName && others[place] == word
                lengths[place] = isShared ? 1 + (place > 0 ? before[place - 1] : 0) : 0
                if lengths[place] > longest.count {
                    longest = words[(end + 1 - lengths[place])...end]
                }
            }
        }
        return longest.count < Self.fewestWords ? nil : Array(longest)
    }
}
