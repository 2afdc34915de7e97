import Rules

/// The words that banks put around who a payment is with. What a text has
/// beside them names somebody.
struct NamelessWords: Sendable {
    /// The words of a text that are none of these.
    struct Rest {
        fileprivate(set) var words: [String] = []
        /// Whether the bank may have cut the last of them off.
        fileprivate(set) var isLastCut = false

        static let none = Rest()
    }

    private let words: Set<String>
    private let sorted: [String]

    /// - Parameter texts: words, and several of them behind each other.
    init(_ texts: [String]) {
        words = Set(texts.flatMap { SearchText($0).words })
        sorted = words.sorted()
    }

    var isEmpty: Bool { words.isEmpty }

    func contains(_ word: String) -> Bool { words.contains(word) }

    /// Whether a word may be a part of a name and is none of these.
    func isStranger(_ word: String) -> Bool {
        !isEmpty && Self.canBeName(word) && !words.contains(word)
    }

    /// What a text has beside these words, numbers, initials and masks.
    ///
    /// - Parameter other: a text whose words are left out.
    func rest(of text: String, notIn other: String = "") -> Rest {
        guard !isEmpty else { return .none }
        var rest = Rest()
        let all = SearchText(text).words
        let known = Set(SearchText(other).words)
        // A reference may stand behind a text that was cut off.
        let last = all.lastIndex { Self.canBeName($0) && $0 != "ref" }
        var length = 0
        for (position, word) in all.enumerated() {
            length += word.count + 1
            guard Self.canBeName(word), !words.contains(word), !known.contains(word),
                !Self.isCodeOfBank(word, behind: position > 0 ? all[position - 1] : "")
            else { continue }
            let isCut = position == last && length >= Self.shortestCutText
            if isCut, isBeginning(word) { continue }
            rest.words.append(word)
            rest.isLastCut = isCut
        }
        return rest
    }

    /// Banks that cut texts off do so behind some twenty letters.
    private static let shortestCutText = 20

    /// Numbers and what has a digit are references, and one letter is an initial.
    private static func canBeName(_ word: String) -> Bool {
        word.count > 2 && !word.contains(where: \.isNumber) && !word.allSatisfy { $0 == "x" }
    }

    /// Whether a word is a BIC, which looks like a name but for the IBAN before it.
    private static func isCodeOfBank(_ word: String, behind iban: String) -> Bool {
        (word.count == 8 || word.count == 11) && (15...34).contains(iban.count)
            && iban.prefix(2).allSatisfy(\.isLetter)
            && iban.dropFirst(2).prefix(2).allSatisfy(\.isNumber)
    }

    private func isBeginning(_ word: String) -> Bool {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < word { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low].hasPrefix(word)
    }
}

/// The words by which texts know an account: those of its bank and its name.
struct OwnWords: Sendable {
    private let words: Set<String>

    /// - Parameter names: of the account and its bank.
    init(_ names: [String]) {
        var words: Set<String> = []
        for name in names {
            let parts = SearchText(name).words
            words.formUnion(parts)
            // "dcu" for "Digital Credit Union".
            if parts.count > 2 { words.insert(String(parts.compactMap(\.first))) }
        }
        self.words = words
    }

    /// - Parameter isCut: whether it may be the beginning of a word.
    func contains(_ word: String, isCut: Bool, _ nameless: NamelessWords) -> Bool {
        if words.contains(word) { return true }
        return words.contains { own in
            if own.count > word.count {
                // A beginning of "checking" is also the word "check".
                return (isCut || word.count >= Self.shortestAbbreviation && !nameless.contains(own))
                    && own.hasPrefix(word)
            }
            // "citicard" of "Citi".
            guard own.count > 2, word.hasPrefix(own) else { return false }
            let end = String(word.dropFirst(own.count))
            return nameless.contains(end) || words.contains(end)
        }
    }

    private static let shortestAbbreviation = 4
}
