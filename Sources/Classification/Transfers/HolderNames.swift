import Rules

/// The names of those whose accounts these are, found in texts however banks
/// write them: "JANE DOE", "DOE, JANE", "JANE M DOE", "JUERGEN" for "Jürgen".
///
/// An initial alone ("J DOE") may be another's of the family, and is nobody's
/// unless the person gives it as a name.
struct HolderNames: Sendable {
    private let names: [[String]]
    /// Words before who is paid, and before who pays.
    private let recipientWords: Set<String>
    private let senderWords: Set<String>
    /// Words behind a name that make it somebody else's ("JR", "GMBH").
    private let suffixes: Set<String>
    private let nameless: NamelessWords

    /// Where a text names a holder as the other side of a payment.
    enum Place: Hashable {
        /// Directly behind a word for who pays or is paid.
        case named
        case mentioned
    }

    /// How a text has a holder's name, whomever else it names.
    enum Standing: Hashable {
        case alone
        /// Beside a word that may be a part of a longer name.
        case besideStranger
        /// As a part of a name that is not theirs ("JANE DOE LTD").
        case partOfAnother
    }

    init(_ words: TransferSettings.Words, nameless: NamelessWords) {
        func parts(_ texts: [String]) -> Set<String> {
            Set(texts.flatMap { SearchText($0).words })
        }
        names = words.holders.flatMap(Self.spellings).map { SearchText($0).words }
            .filter { !$0.isEmpty }
        recipientWords = parts(words.recipientWords)
        senderWords = parts(words.senderWords)
        suffixes = parts(words.nameSuffixes)
        self.nameless = nameless
    }

    var isEmpty: Bool { names.isEmpty }

    /// A name as it is, and as banks write it that have no umlauts.
    static func spellings(of name: String) -> [String] {
        let plain = SearchText(name).description
            .replacing("ä", with: "ae").replacing("ö", with: "oe").replacing("ü", with: "ue")
        return [name, plain]
    }

    /// How a text names a holder as who a payment is with; nil where it does not,
    /// or names somebody before.
    func place(in text: String, isPaidOut: Bool) -> Place? {
        let words = SearchText(text).words
        for start in words.indices {
            if start > 0, isStranger(words[start - 1]) { return nil }
            guard
                ends(from: start, in: words).contains(where: {
                    what(follows: $0, in: words) == .nothing
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

    /// How a text has a holder's name; nil where it has none.
    ///
    /// - Parameters:
    ///   - words: of the text.
    ///   - isOwn: whether a word is one of the person's accounts, which belongs to
    ///     no name.
    func standing(in words: [String], _ isOwn: (String) -> Bool) -> Standing? {
        var found: Standing?
        for start in words.indices {
            let ends = ends(from: start, in: words)
            guard !ends.isEmpty else { continue }
            let behind = ends.map { what(follows: $0, in: words, isOwn) }
            if !behind.contains(where: { $0 != .suffix }) { return .partOfAnother }
            let isBehindStranger =
                start > 0 && isStranger(words[start - 1]) && !isOwn(words[start - 1])
            let isAlone = !isBehindStranger && behind.contains(.nothing)
            if found != .alone { found = isAlone ? .alone : .besideStranger }
        }
        return found
    }

    private enum Follower {
        /// Nothing that could belong to a name.
        case nothing
        case stranger
        case suffix
    }

    private func what(
        follows end: Int, in words: [String], _ isOwn: (String) -> Bool = { _ in false }
    ) -> Follower {
        for word in words[end...] {
            if suffixes.contains(word) { return .suffix }
            if isOwn(word) { return .nothing }
            // "JANE DOE IT GMBH": what is short may go on to a firm's name.
            guard word.count < 3, word.allSatisfy(\.isLetter), !nameless.contains(word) else {
                return isStranger(word) ? .stranger : .nothing
            }
        }
        return .nothing
    }

    private func isStranger(_ word: String) -> Bool {
        nameless.isStranger(word) && !recipientWords.contains(word) && !senderWords.contains(word)
    }

    private func ends(from start: Int, in words: [String]) -> [Int] {
        names.flatMap { Self.ends(of: $0, in: words[start...]) }
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
