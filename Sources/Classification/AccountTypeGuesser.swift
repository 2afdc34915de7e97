public import Model
public import Rules

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Guesses an account's type from its name, its institution and its balance.
public struct AccountTypeGuesser: Archivable, Sendable {
    /// Words that indicate a type; an earlier guess outranks a later one.
    public struct Guess: Sendable {
        public let type: AccountType
        /// Whole words or phrases in an account's name, ignoring case.
        public let words: [String]
        /// Ends of words in an account's name, for compounds ("sparkonto" for
        /// "Onlinesparkonto").
        public let endings: [String]
        /// Whole words or phrases in bank names; the words count only at these banks.
        /// Nil for every bank.
        public let banks: [String]?
        /// Whole words or phrases in the names of banks that offer only one kind of
        /// account.
        public let institutions: [String]

        public init(
            type: AccountType, words: [String], endings: [String] = [], banks: [String]? = nil,
            institutions: [String]
        ) {
            self.type = type
            self.words = words
            self.endings = endings
            self.banks = banks
            self.institutions = institutions
        }
    }

    /// A word as written and as matched.
    private struct Word: Sendable {
        let text: String
        let spaced: SpacedText
        let type: AccountType
        let banks: [SpacedText]?

        init(text: String, spaced: SpacedText, type: AccountType, banks: [SpacedText]?) {
            (self.text, self.spaced, self.type, self.banks) = (text, spaced, type, banks)
        }

        init(from archive: inout ArchiveReader) {
            text = archive.text()
            spaced = SpacedText(spaced: archive.text())
            type = archive.choice()
            banks = archive.optional { $0.texts().map { SpacedText(spaced: $0) } }
        }

        func write(to archive: inout ArchiveWriter) {
            archive.write(text)
            archive.write(spaced.text)
            archive.write(type)
            archive.write(banks) { $0.write($1.map(\.text)) }
        }

        func speaks(ofAccountAt bank: SpacedText) -> Bool {
            banks?.contains { bank.contains($0) } ?? true
        }
    }

    private let words: [Word]
    private let institutions: [Word]

    public init(guesses: [Guess]) {
        func list(_ words: (Guess) -> [(text: String, spaced: SpacedText)]) -> [Word] {
            guesses.flatMap { guess in
                let banks = guess.banks?.map { SpacedText($0) }
                return words(guess).map {
                    Word(text: $0.text, spaced: $0.spaced, type: guess.type, banks: banks)
                }
            }
        }
        words = list { guess in
            guess.words.map { ($0, SpacedText($0)) }
                + guess.endings.map { ($0, SpacedText($0, isEnding: true)) }
        }
        institutions = list { $0.institutions.map { ($0, SpacedText($0)) } }
    }

    package init(from archive: inout ArchiveReader) {
        words = archive.array { Word(from: &$0) }
        institutions = archive.array { Word(from: &$0) }
    }

    package func write(to archive: inout ArchiveWriter) {
        for words in [words, institutions] { archive.write(words) { $1.write(to: &$0) } }
    }

    /// The type with its reason.
    ///
    /// The name outranks the institution, and words outrank the balance: an overdrawn
    /// checking account is no loan.
    ///
    /// - Parameter balance: in minor units; nil if unknown.
    public func guess(
        name: String, institution: String, balance: Int64?
    ) -> (type: AccountType, reason: String) {
        let bank = SpacedText(institution)
        if let (type, word) = Self.guess(from: SpacedText(name), at: bank, by: words) {
            return (type, "the account's name has \"\(word)\"")
        }
        if let (type, word) = Self.guess(from: bank, at: bank, by: institutions) {
            return (type, "the bank's name has \"\(word)\"")
        }
        if let balance, balance < 0 {
            return (.credit, "its balance is owed, and its name says nothing else")
        }
        return (.other, "neither name nor balance says what it is")
    }

    private static func guess(
        from text: SpacedText, at bank: SpacedText, by words: [Word]
    ) -> (type: AccountType, word: String)? {
        words.first { text.contains($0.spaced) && $0.speaks(ofAccountAt: bank) }
            .map { ($0.type, $0.text) }
    }
}

/// The words of a string in lower case, each between single spaces.
private struct SpacedText {
    fileprivate let text: String
    /// Nil if a letter has several encodings.
    private let ascii: [UInt8]?

    /// - Parameter isEnding: whether the first word may be the end of a longer one.
    init(_ text: String, isEnding: Bool = false) {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        self.init(spaced: (isEnding ? "" : " ") + words.joined(separator: " ") + " ")
    }

    /// - Parameter text: in lower case with single spaces, as the others' ``text``.
    init(spaced text: String) {
        self.text = text
        let bytes = Array(text.utf8)
        ascii = bytes.allSatisfy { $0 < 0x80 } ? bytes : nil
    }

    func contains(_ other: SpacedText) -> Bool {
        guard let ascii else { return text.contains(other.text) }
        guard let others = other.ascii, others.count <= ascii.count else { return false }
        return ascii.withUnsafeBytes { text in
            others.withUnsafeBytes { part in
                guard let start = text.baseAddress, let part = part.baseAddress else {
                    return others.isEmpty
                }
                return (0...(text.count - others.count)).contains {
                    memcmp(start + $0, part, others.count) == 0
                }
            }
        }
    }
}
