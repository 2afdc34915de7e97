import Rules

/// The names of those whose accounts these are, found in texts however banks
/// write them: "JANE DOE", "DOE, JANE", "JANE M DOE".
///
/// An initial alone ("J DOE") may be another's of the family, and is nobody's
/// unless the person gives it as a name.
struct HolderNames: Sendable {
    private let names: [[String]]
    /// Words before who is paid, and before who pays.
    private let recipientWords: Set<String>
    private let senderWords: Set<String>
    /// Words behind a name that make it somebody else's ("JR").
    private let suffixes: Set<String>
    private let nameless: NamelessWords

    /// Where a text names a holder as the other side of a payment.
    enum Place: Hashable {
        /// Directly behind a word for who pays or is paid.
        case named
        case mentioned
    }

    init(_ words: TransferSettings.Words, nameless: NamelessWords) {
        func parts(_ texts: [String]) -> Set<String> {
            Set(texts.flatMap { SearchText($0).words })
        }
        names = words.holders.map { SearchText($0).words }.filter { !$0.isEmpty }
        recipientWords = parts(words.recipientWords)
        senderWords = parts(words.senderWords)
        suffixes = parts(words.nameSuffixes)
        self.nameless = nameless
    }

    var isEmpty: Bool { names.isEmpty }

    /// How a text names a holder as who a payment is with; nil where it does not,
    /// or names somebody before.
    func place(in text: String, isPaidOut: Bool) -> Place? {
        let words = SearchText(text).words
        for start in words.indices {
            if start > 0, isStranger(words[start - 1]) { return nil }
            guard
                names.contains(where: { name in
                    Self.ends(of: name, in: words[start...]).contains { isEnd($0, of: words) }
                })
            else { continue }
            guard start > 0 else { return .mentioned }
            let before = words[start - 1]
            if (isPaidOut ? senderWords : recipientWords).contains(before) { continue }
            return (isPaidOut ? recipientWords : senderWords).contains(before)
                ? .named : .mentioned
        }
        return nil
    }

    /// Whether a name can end there: what follows makes it no longer one.
    private func isEnd(_ end: Int, of words: [String]) -> Bool {
        guard end < words.count else { return true }
        return !suffixes.contains(words[end]) && !isStranger(words[end])
    }

    private func isStranger(_ word: String) -> Bool {
        nameless.isStranger(word) && !recipientWords.contains(word) && !senderWords.contains(word)
    }

    /// Where a name ends that the words begin with, first name first or last name
    /// first.
    private static func ends(of name: [String], in words: ArraySlice<String>) -> [Int] {
        guard let first = name.first, let last = name.last, name.count > 1 else {
            return words.first == name.first ? [words.startIndex + 1] : []
        }
        let middle = Array(name.dropFirst().dropLast())
        var middles = [middle, [], middle.map { String($0.prefix(1)) }]
        let second = words.startIndex + (words.first == first ? 1 : 2)
        if middle.isEmpty, second < words.endIndex, words[second].count == 1 {
            middles.append([words[second]])
        }
        let forms = middles.flatMap { [[first] + $0 + [last], [last, first] + $0] }
        return forms.filter { words.starts(with: $0) }.map { words.startIndex + $0.count }
    }
}
