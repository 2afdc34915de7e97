/// Writes texts in a normal form into memory that it uses again and again.
struct TextNormaliser {
    enum Form: Hashable, Sendable {
        /// As written, but for white space: one space for each run, none at
        /// the ends.
        case collapsed
        /// The same with case folded.
        case folded
        /// The same without punctuation and symbols.
        case foldedWithoutPunctuation
        /// The same with punctuation and symbols as white space, and apostrophes
        /// dropped.
        case foldedInWords
    }

    private var storage: [UInt8] = []
    private var count = 0

    /// Whether a text is ASCII, and collapsed as it stands.
    static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let space = UInt8(ascii: " ")
        guard let first = text.first, let last = text.last else { return true }
        guard first != space, last != space else { return false }
        // With no way out of the loop, it is compiled to look at many bytes at once.
        var others: UInt8 = first &- space < 0x60 ? 0 : 1
        for position in 1..<text.count {
            let byte = text[position]
            let isSecondSpace = (byte | text[position - 1]) == space
            others |= (byte &- space < 0x60 ? 0 : 1) | (isSecondSpace ? 1 : 0)
        }
        return others == 0
    }

    /// The text last normalised.
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

    /// Returns whether the text was ASCII; else the result means nothing.
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
                output.append(contentsOf: scalar.caseFolded)
            }
        }
        storage = Array(String(output).utf8)
        count = storage.count
    }
}

/// White_Space of Unicode, within ASCII.
private func isASCIISpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte &- 0x09 < 5
}

/// The general categories P and S of Unicode, within ASCII.
private func isASCIIPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
}

extension Unicode.Scalar {
    fileprivate var caseFolded: some Sequence<Unicode.Scalar> {
        properties.uppercaseMapping.unicodeScalars.lazy
            .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
    }

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
