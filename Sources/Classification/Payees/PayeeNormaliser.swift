public import Rules

/// Extracts the payee from a bank's text, regardless of what card networks add:
/// "SQ *BLUE HERON COFFEE #12 Madison WI" and "Blue Heron Coffee 03/14" are one
/// payee.
///
/// It removes what `config/payees.toml` lists as noise and keeps unknown words: two
/// merchants must not become one. The result depends only on the text and the word
/// lists. A text costs about a microsecond.
public struct PayeeNormaliser: Archivable, Sendable {
    private let vocabulary: PayeeVocabulary
    private let capitals: PayeeCapitals
    /// The names of known payees by key.
    private let namesByKey: [String: String]
    private let keys: [String]
    /// The keys of names that stay as they are when other spellings of them turn up.
    private(set) var keptKeys: Set<String> = []

    public init(_ words: PayeeWords) {
        let vocabulary = PayeeVocabulary(words)
        self.vocabulary = vocabulary
        capitals = PayeeCapitals(vocabulary)
        let keys = vocabulary.names.map(Self.plainKey)
        self.keys = keys
        namesByKey = Self.names(keys, vocabulary)
    }

    package init(from archive: inout ArchiveReader) {
        let vocabulary = PayeeVocabulary(from: &archive)
        self.vocabulary = vocabulary
        capitals = PayeeCapitals(vocabulary)
        let keys = archive.texts()
        self.keys = keys
        namesByKey = Self.names(keys, vocabulary)
    }

    package func write(to archive: inout ArchiveWriter) {
        vocabulary.write(to: &archive)
        archive.write(keys)
    }

    private static func names(_ keys: [String], _ vocabulary: PayeeVocabulary) -> [String: String] {
        Dictionary(zip(keys, vocabulary.names), uniquingKeysWith: { first, _ in first })
    }

    /// The lower-case key that all texts of one payee share: "blue heron coffee".
    /// Empty only for a text without a letter or digit.
    public func key(of text: String) -> String {
        var workspace = PayeeWorkspace()
        return key(of: text, in: &workspace)
    }

    /// The display name: "Blue Heron Coffee". It is the same for all texts with the
    /// same ``key(of:)``, and normalising it yields that key again.
    public func name(of text: String) -> String { name(ofKey: key(of: text)) }

    /// The display name for a key of ``key(of:)``.
    public func name(ofKey key: String) -> String {
        namesByKey[key] ?? capitals.name(ofKey: key)
    }

    /// The same, with names that stay as they are when other spellings of them turn up.
    func keeping(_ names: some Sequence<String>) -> PayeeNormaliser {
        var keeping = self
        keeping.keptKeys = Set(names.map(key)).subtracting([""])
        return keeping
    }

    /// How much of a text is read.
    public static var mostBytes: Int { PayeeTokens.mostBytes }

    /// Whether a key is that of a payee in the lists.
    func isKnown(_ key: String) -> Bool { namesByKey[key] != nil }

    /// Whether a payee is a merchant or person rather than a payment method ("Check").
    func isSomebody(_ payee: String) -> Bool {
        var workspace = PayeeWorkspace()
        var payee = payee
        return payee.withUTF8 { reading(of: $0, in: &workspace).party != .unnamed }
    }

    /// Whether a text is about a payment to or from a person: "ZELLE TO PRIYA KUMAR".
    func isForPerson(_ text: String) -> Bool {
        var workspace = PayeeWorkspace()
        var text = text
        return text.withUTF8 { bytes in
            workspace.read(bytes, vocabulary)
            var parser = PayeeParser(workspace, vocabulary)
            parser.run()
            return parser.isPerson
        }
    }

    func key(of text: String, in workspace: inout PayeeWorkspace) -> String {
        var text = text
        return text.withUTF8 { reading(of: $0, in: &workspace).key }
    }

    /// Whether a part of a key is a listed city.
    func isCity(_ words: Substring) -> Bool {
        let words = words.split(separator: " ").map(word)
        return vocabulary.cities.longest(words.reversed())?.count == words.count
    }

    func traits(of word: Substring) -> PayeeSpellings.Traits {
        let number = self.word(word)
        let roles = vocabulary.roles(of: number)
        return PayeeSpellings.Traits(
            isCountry: roles.contains(.country),
            isCode: !roles.isDisjoint(with: [.state, .country]),
            endsCity: vocabulary.cities.contains(beginningWith: number))
    }

    private func word(_ word: Substring) -> Int32 {
        var word = String(word)
        return vocabulary.meaning(of: word.withUTF8 { vocabulary.word($0) })
    }

    /// The parsed payee of a text.
    struct Reading {
        let key: String
        let party: Party
        /// Nil for a known payee, for a person, and for a text without a name.
        var layout: Layout?

        /// How the bank wrote a name that it cut out of a text of its own.
        struct Layout {
            /// Identifies what stands in front of the name.
            var beginning: Int
            /// For each word of the name, where it ends within its field, in characters.
            let ends: [Int]
            /// Whether a known place was taken off behind the name.
            let hasPlace: Bool
        }
    }

    /// The kind of payee in a text.
    enum Party: Int32 {
        /// A named merchant or person.
        case named
        /// Nobody: the text contains only how or why it was paid ("DEPOSIT").
        case unnamed
        /// The bank itself: its own interest and fees ("INTEREST CHARGE").
        case bank
        /// The bank itself if it is a lender, else somebody named: the text begins
        /// like a bank's own, but continues ("ESCROW DEPOSIT - TAX").
        case lender
    }

    func reading(
        of text: UnsafeBufferPointer<UInt8>, in workspace: inout PayeeWorkspace
    ) -> Reading {
        workspace.read(text, vocabulary)
        var walk = PayeeParser(workspace, vocabulary)
        walk.run()
        if let known = walk.known {
            return Reading(key: keys[Int(known)], party: .named)
        }
        let key = workspace.joined(walk.name)
        let party = walk.party
        guard party == .named, !walk.isPerson else { return Reading(key: key, party: party) }
        return Reading(
            key: key, party: party,
            layout: Reading.Layout(
                beginning: walk.beginning, ends: walk.ends, hasPlace: walk.hasPlace))
    }

    /// A known name in the form of a key.
    private static func plainKey(_ name: String) -> String {
        var workspace = PayeeWorkspace()
        var name = name
        return name.withUTF8 { bytes in
            workspace.readTokens(bytes)
            return workspace.joined(0..<workspace.tokens.tokens.count)
        }
    }
}

/// A reusable buffer for parsing texts.
struct PayeeWorkspace {
    private(set) var tokens = PayeeTokens()
    private(set) var words: [Int32] = []

    mutating func readTokens(_ text: UnsafeBufferPointer<UInt8>) { tokens.read(text) }

    mutating func read(_ text: UnsafeBufferPointer<UInt8>, _ vocabulary: PayeeVocabulary) {
        tokens.read(text)
        words.removeAll(keepingCapacity: true)
        var position = 0
        while position < tokens.tokens.count {
            if position > 0,
                vocabulary.roles(of: words[position - 1]).contains(.beforeCardDigits)
            {
                tokens.partCardDigits(position)
            }
            words.append(word(position, vocabulary))
            position += 1
        }
        for (position, written) in words.enumerated() {
            let meant = vocabulary.meaning(of: written)
            guard meant != written else { continue }
            words[position] = meant
            tokens.respell(position, as: vocabulary.spelling(of: meant))
        }
    }

    private func word(_ position: Int, _ vocabulary: PayeeVocabulary) -> Int32 {
        let range = tokens.tokens[position].range
        return tokens.bytes.withUnsafeBufferPointer {
            vocabulary.word(UnsafeBufferPointer(rebasing: $0[range]))
        }
    }

    /// The tokens of a range, joined by spaces.
    func joined(_ range: Range<Int>) -> String {
        guard !range.isEmpty else { return "" }
        let letters = range.reduce(0) { $0 + tokens.tokens[$1].range.count }
        return String(unsafeUninitializedCapacity: letters + range.count) { output in
            var written = 0
            for position in range {
                if written > 0 {
                    output[written] = UInt8(ascii: " ")
                    written += 1
                }
                for byte in tokens.tokens[position].range {
                    output[written] = tokens.bytes[byte]
                    written += 1
                }
            }
            return written
        }
    }
}

/// Capitalises a payee's key: "blue heron coffee" becomes "Blue Heron Coffee".
struct PayeeCapitals: Sendable {
    private let vocabulary: PayeeVocabulary

    init(_ vocabulary: PayeeVocabulary) {
        self.vocabulary = vocabulary
    }

    func name(ofKey key: String) -> String {
        var name = ""
        name.reserveCapacity(key.utf8.count)
        for (position, word) in key.split(separator: " ").enumerated() {
            if position > 0 { name += " " }
            name += written(word, isFirst: position == 0)
        }
        return name
    }

    private func written(_ word: Substring, isFirst: Bool) -> String {
        var lookup = String(word)
        let roles = lookup.withUTF8 {
            vocabulary.roles(of: vocabulary.meaning(of: vocabulary.word($0)))
        }
        if roles.contains(.capitals) || isAbbreviation(word, roles) { return word.uppercased() }
        if !isFirst, roles.contains(.small) { return String(word) }
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        return parts.enumerated().map { position, part in
            // "Co-op", "Drive-in".
            position > 0 && part.count < 3 ? String(part) : capitalised(part)
        }.joined(separator: "-")
    }

    /// Two to four consecutive consonants are an abbreviation.
    private func isAbbreviation(_ word: Substring, _ roles: PayeeVocabulary.Roles) -> Bool {
        guard (2...4).contains(word.utf8.count), !roles.contains(.abbreviation) else {
            return false
        }
        if roles.contains(.state), !roles.contains(.ambiguousState) { return true }
        return word.utf8.allSatisfy { byte in
            byte < 0x80 && !Self.vowels.contains(byte)
        }
    }

    private static let vowels = Array("aeiouy".utf8)

    private func capitalised(_ part: Substring) -> String {
        guard let first = part.first else { return "" }
        let rest = part.dropFirst()
        if part.hasPrefix("mc"), part.count > 4 {
            return "Mc" + rest.dropFirst().prefix(1).uppercased() + rest.dropFirst(2)
        }
        // "3m" and "at&t": no word follows the digit or sign.
        if part.count < 5, !first.isLetter || part.contains("&") { return part.uppercased() }
        if let sign = part.firstIndex(of: "&") {
            return capitalised(part[..<sign]) + "&" + capitalised(part[part.index(after: sign)...])
        }
        return first.uppercased() + rest
    }
}
