public import Vault

/// A proof that a text names nothing of a vault.
///
/// It knows the text and the vault, and nothing of the text's author. Instead of looking for each
/// secret in each disguise, it allows only what can't hold one:
///
/// - plain ASCII, without the characters of escapes;
/// - words of a public list, and single letters only as the names of accounts ("Asset_A");
/// - if asked, public names of merchants in their one spelling, with nothing before or behind them,
///   and without any word of what accounts, banks and the person's own things are called;
/// - integers below 1,000, never beside another number. So there is no amount with cents, day with
///   a month, account number or the last four digits of one.
///
/// What can't be seen in a text, such as a household whose shares are known to a reader, isn't
/// proven.
public struct LeakProver: Sendable {
    /// Something that may identify the household.
    public struct Leak: Hashable, Sendable {
        public enum Kind: String, Sendable {
            /// A character that may hide a text.
            case character
            /// A word of the vault.
            case word
            /// A word that is not known to be public.
            case unknownWord = "unknown word"
            case number
        }

        public let kind: Kind
        /// Private: it may be shown to the person alone.
        public let text: String
    }

    /// How many words, amounts and days of the vault the text can't have.
    public let checked: Int
    /// The words of the vault, less the public ones.
    private let privateWords: Set<Substring>
    private let publicWords: Set<Substring>
    /// Words that no public name may have.
    private let ownWords: Set<Substring>
    private let isPublicName: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - publicWords: in lower case.
    ///   - isPublicName: whether a text is the public name of a merchant, as it is spelled.
    public init(
        _ facts: PrivateFacts, publicWords: Set<String>,
        isPublicName: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.publicWords = Set(publicWords.map { $0[...] })
        self.isPublicName = isPublicName
        privateWords = Self.words(of: facts.texts).subtracting(self.publicWords)
        ownWords = Self.words(of: facts.ownNames)
        checked = privateWords.count + facts.amounts.count + facts.days.count
    }

    /// Everything in the text that isn't known to be harmless; none proves the text.
    ///
    /// - Parameter publicLines: lines that may stand as they are, since they don't come from the
    ///   vault.
    public func leaks(in text: String, publicLines: Set<String> = []) -> [Leak] {
        let text = text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !publicLines.contains(String($0)) }.joined(separator: "\n")
        let strange = text.unicodeScalars.filter { !Self.isHarmless($0) }
        var leaks = strange.map { Leak(kind: .character, text: String($0)) }
        leaks += wordLeaks(Array(withoutPublicNames(text).lowercased()))
        leaks += Self.numberLeaks(Array(text))
        return leaks
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", " ", "\n": true
        default: ".,:;()[]{}\"#*-|_%".unicodeScalars.contains(scalar)
        }
    }

    private static func words(of texts: Set<String>) -> Set<Substring> {
        texts.reduce(into: []) { words, text in
            words.formUnion(text.lowercased().split { !$0.isLetter && !$0.isNumber })
        }
    }

    /// The text without each public name that stands between other characters than letters and
    /// spaces.
    private func withoutPublicNames(_ text: String) -> String {
        var (rest, run) = ("", "")
        for character in text {
            if character.isLetter || character == " " {
                run.append(character)
            } else {
                if !isAlonePublic(run) { rest += run }
                rest.append(character)
                run = ""
            }
        }
        return isAlonePublic(run) ? rest : rest + run
    }

    private func isAlonePublic(_ run: String) -> Bool {
        let words = run.split(separator: " ")
        return !words.isEmpty && isPublicName(words.joined(separator: " "))
            && !words.contains { ownWords.contains($0.lowercased()[...]) }
    }

    private func wordLeaks(_ characters: [Character]) -> [Leak] {
        var leaks: [Leak] = []
        var previous = ""
        var start = 0
        while start < characters.count {
            guard characters[start].isLetter else {
                start += 1
                continue
            }
            let end = characters[start...].firstIndex { !$0.isLetter } ?? characters.count
            let word = String(characters[start..<end])
            let namesAccount =
                word.count == 1 && start > 0 && characters[start - 1] == "_"
                && ["asset", "liability"].contains(previous)
            if !namesAccount, !publicWords.contains(word[...]) {
                let isOfVault = privateWords.contains(word[...])
                leaks.append(Leak(kind: isOfVault ? .word : .unknownWord, text: word))
            }
            previous = word
            start = end
        }
        return leaks
    }

    /// Numbers of four digits or more, with zeros in front, or with nothing but signs between
    /// them and another one.
    private static func numberLeaks(_ characters: [Character]) -> [Leak] {
        var leaks: [Leak] = []
        for part in characters.split(whereSeparator: { $0.isLetter || $0.isNewline }) {
            let numbers = part.split { !$0.isNumber }
            let isHarmless =
                numbers.isEmpty
                || numbers.count == 1
                    && numbers.allSatisfy { $0.count < 4 && ($0.count == 1 || $0.first != "0") }
            if !isHarmless {
                leaks.append(Leak(kind: .number, text: String(part)))
            }
        }
        return leaks
    }
}
