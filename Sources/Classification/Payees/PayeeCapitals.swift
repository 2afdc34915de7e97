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
