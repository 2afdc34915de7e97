/// A text in the form in which rules compare it.
///
/// Case is folded, every run of Unicode white space is one space, and the ends
/// have none. On request punctuation and symbols are dropped as well.
///
/// Folding writes each character in upper case and that in lower case, which
/// brings together what lower case alone keeps apart ("Straße" and "STRASSE",
/// "ſ" and "s"). Accents stay, and a letter with a combining accent is not the
/// same as the one precomposed character.
public struct SearchText: Hashable, Sendable {
    public enum Form: Hashable, Sendable {
        case keepingPunctuation
        case droppingPunctuation
        /// Punctuation and symbols count as white space, but for apostrophes,
        /// which are dropped.
        case partingAtPunctuation
    }

    public let utf8: [UInt8]

    public init(_ text: String, form: Form = .keepingPunctuation) {
        var normaliser = TextNormaliser()
        switch form {
        case .keepingPunctuation: normaliser.normalise(text, into: .folded)
        case .droppingPunctuation: normaliser.normalise(text, into: .foldedWithoutPunctuation)
        case .partingAtPunctuation: normaliser.normalise(text, into: .foldedInWords)
        }
        utf8 = normaliser.withResult { Array($0) }
    }

    public var isEmpty: Bool { utf8.isEmpty }
}

extension SearchText: CustomStringConvertible {
    public var description: String { String(decoding: utf8, as: UTF8.self) }
}
