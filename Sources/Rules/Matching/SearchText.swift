internal import Model

/// A string in the form that rules compare.
///
/// Case is folded, runs of Unicode white space become one space, and the ends are
/// trimmed. Punctuation and symbols can be dropped as well.
///
/// Folding converts each character to upper case and then to lower case. This unites
/// characters that lower case alone would distinguish ("Straße" and "STRASSE", "ſ"
/// and "s"). Accents stay, and a letter with a combining accent differs from the
/// precomposed character.
public struct SearchText: Hashable, Sendable {
    public enum Form: Hashable, Sendable {
        case keepingPunctuation
        case droppingPunctuation
        /// Punctuation and symbols count as white space; apostrophes are dropped.
        case partingAtPunctuation
    }

    public let utf8: [UInt8]

    public init(_ text: String, form: Form = .keepingPunctuation) {
        var normaliser = TextNormaliser()
        normaliser.normalise(text, into: form.normalised)
        utf8 = normaliser.withResult { Array($0) }
    }

    public var isEmpty: Bool { utf8.isEmpty }
}

extension SearchText: CustomStringConvertible {
    public var description: String { String(decoding: utf8, as: UTF8.self) }
}

/// A search as people type it: for part of a text, ignoring case, accents and punctuation.
///
/// Apostrophes are ignored: "trader joes" finds "TRADER JOE'S #55". Other
/// punctuation and symbols are either ignored or separate words: "price-a" finds
/// "PRICE A" and "PRICEA". A search for punctuation alone is literal.
public struct TextSearch: Sendable {
    /// Whether it has signs that a keyboard has; else it looks for the others.
    private let isTyped: Bool
    private let forms: [SearchText.Form]
    /// The search string in each form.
    private let wanted: [[UInt8]]

    public init(_ text: String) {
        let plain = PlainLetters.typed(text)
        isTyped = !plain.isEmpty
        let text = isTyped ? plain : text
        let isOfPunctuation = SearchText(text, form: .droppingPunctuation).isEmpty
        let forms: [SearchText.Form] =
            isOfPunctuation
            ? [.keepingPunctuation] : [.droppingPunctuation, .partingAtPunctuation]
        self.forms = forms
        wanted = forms.map { SearchText(text, form: $0).utf8 }
    }

    /// Whether the search finds a text.
    public func finds(_ text: String) -> Bool {
        let text = isTyped && !PlainLetters.isPlain(text) ? PlainLetters.typed(text) : text
        var normaliser = TextNormaliser()
        return zip(forms, wanted).contains { form, wanted in
            normaliser.normalise(text, into: form.normalised)
            return normaliser.withResult { $0.contains(wanted) }
        }
    }
}

extension SearchText.Form {
    fileprivate var normalised: TextNormaliser.Form {
        switch self {
        case .keepingPunctuation: .folded
        case .droppingPunctuation: .foldedWithoutPunctuation
        case .partingAtPunctuation: .foldedInWords
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        guard part.count <= count else { return false }
        return (0...count - part.count).contains { start in
            self[start] == first && self[start..<start + part.count].elementsEqual(part)
        }
    }
}

/// Normalises strings into a reusable buffer.
struct TextNormaliser {
    enum Form: Hashable, Sendable {
        /// As written, but with white space collapsed and trimmed.
        case collapsed
        /// Collapsed, with case folded.
        case folded
        /// Folded, without punctuation and symbols.
        case foldedWithoutPunctuation
        /// Folded, with punctuation and symbols as white space and apostrophes
        /// dropped.
        case foldedInWords
    }

    private var storage: [UInt8] = []
    private var count = 0

    /// Whether a string is ASCII and already collapsed.
    static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let space = UInt8(ascii: " ")
        guard let first = text.first, let last = text.last else { return true }
        guard first != space, last != space else { return false }
        // Without an early exit, the compiler vectorises this loop.
        var others: UInt8 = first &- space < 0x60 ? 0 : 1
        for position in 1..<text.count {
            let byte = text[position]
            let isSecondSpace = (byte | text[position - 1]) == space
            others |= (byte &- space < 0x60 ? 0 : 1) | (isSecondSpace ? 1 : 0)
        }
        return others == 0
    }

    /// The last normalised string.
    func withResult<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }

    mutating func normalise(_ text: String, into form: Form) {
        var text = text
        text.withUTF8 { normalise($0, into: form) }
    }

    /// - Parameter text: valid UTF-8.
    mutating func normalise(_ text: UnsafeBufferPointer<UInt8>, into form: Form) {
        if !normaliseASCII(text, into: form) { normaliseUnicode(text, into: form) }
    }

    /// Returns whether the string was ASCII; otherwise the result is invalid.
    private mutating func normaliseASCII(
        _ text: UnsafeBufferPointer<UInt8>, into form: Form
    ) -> Bool {
        if storage.count < text.count {
            storage.append(contentsOf: repeatElement(0, count: text.count - storage.count))
        }
        let folds = form != .collapsed
        let dropsPunctuation = form == .foldedWithoutPunctuation
        let partsWords = form == .foldedInWords
        var written = 0
        let isASCII = storage.withUnsafeMutableBufferPointer { output in
            var spaceIsDue = false
            for byte in text {
                guard byte < 0x80 else { return false }
                if isASCIISpace(byte) {
                    spaceIsDue = written > 0
                    continue
                }
                if dropsPunctuation || partsWords, isASCIIPunctuation(byte) {
                    if partsWords, byte != UInt8(ascii: "'") { spaceIsDue = written > 0 }
                    continue
                }
                if spaceIsDue {
                    output[written] = UInt8(ascii: " ")
                    written += 1
                    spaceIsDue = false
                }
                let isUpperCase = byte &- UInt8(ascii: "A") < 26
                output[written] = folds && isUpperCase ? byte | 0x20 : byte
                written += 1
            }
            return true
        }
        count = written
        return isASCII
    }

    private mutating func normaliseUnicode(
        _ text: UnsafeBufferPointer<UInt8>, into form: Form
    ) {
        var output = String.UnicodeScalarView()
        var spaceIsDue = false
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if scalar.properties.isWhitespace {
                spaceIsDue = !output.isEmpty
                continue
            }
            switch form {
            case .foldedWithoutPunctuation where scalar.isPunctuationOrSymbol: continue
            case .foldedInWords where scalar.isPunctuationOrSymbol:
                if !scalar.isApostrophe { spaceIsDue = !output.isEmpty }
                continue
            default: break
            }
            if spaceIsDue {
                output.append(" ")
                spaceIsDue = false
            }
            if form == .collapsed {
                output.append(scalar)
            } else {
                output.append(folded: scalar)
            }
        }
        storage = Array(String(output).utf8)
        count = storage.count
    }
}

/// Unicode White_Space, restricted to ASCII.
private func isASCIISpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte &- 0x09 < 5
}

/// The Unicode general categories P and S, restricted to ASCII.
private func isASCIIPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
}

extension String.UnicodeScalarView {
    /// Appends a character in upper case and then lower case. Appending a lazy sequence would take
    /// ten times as long.
    fileprivate mutating func append(folded scalar: Unicode.Scalar) {
        guard !scalar.isASCII else {
            let isUpperCase = ("A"..."Z").contains(scalar)
            return append(isUpperCase ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
        }
        for upper in scalar.properties.uppercaseMapping.unicodeScalars {
            for lower in upper.properties.lowercaseMapping.unicodeScalars { append(lower) }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isApostrophe: Bool {
        self == "'" || self == "\u{2018}" || self == "\u{2019}"
    }

    fileprivate var isPunctuationOrSymbol: Bool {
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol,
            .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        default: false
        }
    }
}

/// Word boundaries for ``TextTest/containsWord(_:)``.
///
/// Texts are valid UTF-8, and positions lie between characters.
enum WordEdge {
    static func wordCharacterEnds(in text: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
        guard position > 0 else { return false }
        var start = position - 1
        while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        return isWordCharacter(text, start..<position)
    }

    static func wordCharacterBegins(in text: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
        guard position < text.count else { return false }
        var end = position + 1
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        return isWordCharacter(text, position..<end)
    }

    /// Letters, digits and their combining marks.
    private static func isWordCharacter(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Bool {
        let first = text[range.lowerBound]
        guard first >= 0x80 else {
            return first &- UInt8(ascii: "0") < 10 || (first | 0x20) &- UInt8(ascii: "a") < 26
        }
        let character = String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self)
        return character.unicodeScalars.allSatisfy(\.isPartOfWord)
    }
}

extension Unicode.Scalar {
    fileprivate var isPartOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            true
        default: false
        }
    }
}
