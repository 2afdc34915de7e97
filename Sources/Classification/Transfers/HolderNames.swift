public import Model
import Rules

/// The names of the account holders, as banks write them: "JANE DOE", "DOE, JANE",
/// "JANE M DOE", "JUERGEN" for "Jürgen".
///
/// An initial ("J DOE") may be a relative's. It counts only if the person lists it as
/// a name.
struct HolderNames: Sendable {
    private let names: [[String]]
    /// Words before the recipient, and before the sender.
    private let recipientWords: Set<String>
    private let senderWords: Set<String>
    /// Words after a name that make it somebody else's ("JR", "GMBH").
    private let suffixes: Set<String>
    private let nameless: BankBoilerplate

    /// The place where a text names a holder as the other side of a payment.
    enum Place: Hashable {
        /// Directly after a word for the sender or recipient.
        case named
        case mentioned
    }

    /// The context of a holder's name in a text.
    enum Standing: Hashable {
        case alone
        /// Next to a word that may be part of a longer name.
        case besideStranger
        /// As a part of somebody else's name ("JANE DOE LTD").
        case partOfAnother
    }

    init(_ words: TransferSettings.Words, nameless: BankBoilerplate) {
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

    init(from archive: inout ArchiveReader, nameless: BankBoilerplate) {
        names = archive.array { $0.texts() }
        recipientWords = Set(archive.texts())
        senderWords = Set(archive.texts())
        suffixes = Set(archive.texts())
        self.nameless = nameless
    }

    func write(to archive: inout ArchiveWriter) {
        archive.write(names) { $0.write($1) }
        for words in [recipientWords, senderWords, suffixes] { archive.write(words) }
    }

    var isEmpty: Bool { names.isEmpty }

    /// Whether some words contain one of a name, which is no initial.
    func hasWord(of words: [String]) -> Bool {
        words.contains { word in word.count > 2 && names.contains { $0.contains(word) } }
    }

    /// A name as written, and as banks without umlauts write it.
    static func spellings(of name: String) -> [String] {
        let plain = SearchText(name).description
            .replacing("ä", with: "ae").replacing("ö", with: "oe").replacing("ü", with: "ue")
        return [name, plain]
    }

    /// The place where a text names a holder as the other side of a payment; nil if
    /// it doesn't, or names somebody else before.
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

    /// The context of a holder's name in a text; nil without one.
    ///
    /// - Parameters:
    ///   - words: of the text.
    ///   - isOwn: whether a word belongs to one of the person's accounts, and so to
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
            // "JANE DOE IT GMBH": a short word may continue a company's name.
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

    /// The possible ends of a name at the start of some words, first or last name
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

/// A name of several words that two texts share. If their amounts are equal and
/// opposite, it may be the person's.
struct SharedName {
    let isStranger: (String) -> Bool

    private static let fewestWords = 2

    /// The longest run of words in both texts that may be a name; the first of
    /// several.
    func name(in words: [String], and others: [String]) -> [String]? {
        var longest: ArraySlice<String> = []
        // By position in the other text, the length of the run that ends there.
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

/// Boilerplate words that banks add to a payment. Any other word names somebody.
struct BankBoilerplate: Sendable {
    /// The words of a text that are not boilerplate.
    struct Rest {
        fileprivate(set) var words: [String] = []
        /// Whether the bank may have cut off the last of them.
        fileprivate(set) var isLastCut = false

        static let none = Rest()
    }

    private let words: Set<String>
    let sorted: [String]

    /// - Parameter texts: words and phrases.
    init(_ texts: [String]) {
        self.init(words: Set(texts.flatMap { SearchText($0).words }).sorted())
    }

    /// - Parameter words: single words in lower case, sorted.
    init(words: [String]) {
        self.words = Set(words)
        sorted = words
    }

    var isEmpty: Bool { words.isEmpty }

    func contains(_ word: String) -> Bool { words.contains(word) }

    /// Whether a word may be part of a name and is not boilerplate.
    func isStranger(_ word: String) -> Bool {
        !isEmpty && Self.canBeName(word) && !words.contains(word)
    }

    /// The words of a text without boilerplate, numbers, initials and masks.
    ///
    /// - Parameter other: a text whose words are left out.
    func rest(of text: String, notIn other: String = "") -> Rest {
        guard !isEmpty else { return .none }
        var rest = Rest()
        let all = SearchText(text).words
        let known = Set(SearchText(other).words)
        // A reference may follow a text that was cut off.
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

    /// Banks that cut texts off do so after about twenty letters.
    private static let shortestCutText = 20

    /// Words with a digit are references, and a single letter is an initial.
    private static func canBeName(_ word: String) -> Bool {
        word.count > 2 && !word.contains(where: \.isNumber) && !word.allSatisfy { $0 == "x" }
    }

    /// Whether a word is a BIC, which differs from a name only by the IBAN before it.
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

extension SearchText {
    /// Its runs of letters and digits, at most the first hundred. Bank texts have
    /// about ten, and comparing texts is quadratic. A reference directly before a name
    /// ("6100426JANE DOE") is a word of its own.
    var words: [String] {
        description.split(maxSplits: Self.mostWords) { !$0.isLetter && !$0.isNumber }
            .prefix(Self.mostWords).flatMap { run -> [String] in
                guard run.first.map({ ("0"..."9").contains($0) }) == true else {
                    return [String(run)]
                }
                let number = run.prefix { ("0"..."9").contains($0) }
                let rest = run.dropFirst(number.count)
                guard number.count > 4, rest.count > 3, rest.allSatisfy(\.isLetter) else {
                    return [String(run)]
                }
                return [String(number), String(rest)]
            }
    }

    private static let mostWords = 100
}

/// A name in both texts of doubtful pairs, which may be an unlisted holder's.
public struct PossibleHolder: Hashable, Sendable {
    /// In upper case.
    public let name: String
    /// The number of doubtful pairs with it.
    public let pairs: Int

    /// This many equal and opposite pairs with one name are hardly chance.
    private static let fewestPairs = 3

    /// The names shared by several doubtful pairs, the most frequent first.
    ///
    /// - Parameter candidates: by the vault's number, the possible other sides of a
    ///   transaction; listed for both sides.
    public static func all(
        in snapshot: Snapshot, candidates: [Int64: [Int64]], pipeline: Pipeline
    ) throws -> [PossibleHolder] {
        var counts: [String: Int] = [:]
        for case .transfers(let settings) in pipeline.stages.map(\.kind) {
            let evidence = TransferEvidence(
                settings, try AccountNames(snapshot.accounts, settings.wordLists),
                snapshot: snapshot)
            for (id, others) in candidates {
                guard let row = snapshot.row(of: id), snapshot.transactions[row].amount < 0 else {
                    continue
                }
                let names = Set(
                    others.compactMap(snapshot.row(of:)).compactMap { evidence.sharedName(row, $0) }
                )
                for name in names {
                    counts[name.joined(separator: " ").uppercased(), default: 0] += 1
                }
            }
        }
        return counts.filter { $0.value >= fewestPairs }
            .map { PossibleHolder(name: $0.key, pairs: $0.value) }
            .sorted { ($1.pairs, $0.name) < ($0.pairs, $1.name) }
    }
}
