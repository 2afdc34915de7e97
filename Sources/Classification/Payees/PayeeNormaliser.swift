/// Tells whom a bank's text names, whatever the networks wrote around it:
/// "SQ *BLUE HERON COFFEE #12 Madison WI" and "Blue Heron Coffee 03/14" are
/// one payee.
///
/// It takes off what words of `config/payees.toml` mark as noise, and keeps
/// what it does not know: two merchants must not become one. The answer
/// depends on the text and the words alone. A text costs about a microsecond.
public struct PayeeNormaliser: Sendable {
    private let vocabulary: PayeeVocabulary
    private let capitals: PayeeCapitals
    /// Names of known payees by their keys.
    private let namesByKey: [String: String]
    private let keys: [String]

    public init(_ words: PayeeWords) {
        let vocabulary = PayeeVocabulary(words)
        self.vocabulary = vocabulary
        capitals = PayeeCapitals(vocabulary)
        let keys = vocabulary.names.map(Self.plainKey)
        self.keys = keys
        namesByKey = Dictionary(
            zip(keys, vocabulary.names), uniquingKeysWith: { first, _ in first })
    }

    /// What all texts of one payee have in common, in small letters: "blue
    /// heron coffee". Empty only for a text without a letter or digit.
    public func key(of text: String) -> String {
        var workspace = PayeeWorkspace()
        var text = text
        return text.withUTF8 { reading(of: $0, in: &workspace).key }
    }

    /// The payee as it is shown: "Blue Heron Coffee". The same for all texts
    /// of one ``key(of:)``, and its own key's name.
    public func name(of text: String) -> String { name(ofKey: key(of: text)) }

    /// The name that is shown for a key of ``key(of:)``.
    public func name(ofKey key: String) -> String {
        namesByKey[key] ?? capitals.name(ofKey: key)
    }

    /// Whether a payee is somebody, and not only how it was paid ("Check").
    func isSomebody(_ payee: String) -> Bool {
        var workspace = PayeeWorkspace()
        var payee = payee
        return payee.withUTF8 { reading(of: $0, in: &workspace).party != .unnamed }
    }

    /// What a text says about its payee.
    struct Reading {
        let key: String
        let party: Party
    }

    /// Whom a text tells of.
    enum Party: Int32 {
        /// Somebody whom it names.
        case named
        /// Nobody: the words tell only how or for what was paid ("DEPOSIT").
        case unnamed
        /// The bank itself: interest and fees of its own ("INTEREST CHARGE").
        case bank
        /// The bank itself where it is one that lends, else somebody: it begins
        /// like a bank's own text, and goes on ("ESCROW DEPOSIT - TAX").
        case lender
    }

    func reading(
        of text: UnsafeBufferPointer<UInt8>, in workspace: inout PayeeWorkspace
    ) -> Reading {
        workspace.read(text, vocabulary)
        var walk = PayeeWalk(workspace, vocabulary)
        walk.run()
        if let known = walk.known {
            return Reading(key: keys[Int(known)], party: .named)
        }
        let key = workspace.joined(walk.name)
        return Reading(key: key, party: walk.party)
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

/// Memory that reading texts uses again and again.
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

    /// The tokens of a range with a space between each two.
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

/// Writes the key of a payee as a name: "blue heron coffee" as "Blue Heron
/// Coffee".
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

    /// Two to four consonants in a row are read letter by letter.
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
        // "3m" and "at&t", where no word stands behind the sign or digit.
        if part.count < 5, !first.isLetter || part.contains("&") { return part.uppercased() }
        if let sign = part.firstIndex(of: "&") {
            return capitalised(part[..<sign]) + "&" + capitalised(part[part.index(after: sign)...])
        }
        return first.uppercased() + rest
    }
}
