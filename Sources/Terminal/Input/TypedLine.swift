internal import Model

extension String {
    /// Adds a key to a line that is being typed, of at most 1,000 bytes. Control-U clears it.
    ///
    /// - Returns: false where the person leaves the line.
    public mutating func type(_ key: KeyReader.Key) -> Bool {
        switch key {
        case .character(let character):
            // As OneLine asks of an option.
            let isControl = character.unicodeScalars.contains {
                $0.properties.generalCategory == .control
            }
            guard !isControl, !character.isNewline else { break }
            if utf8.count + character.utf8.count <= 1000 { append(character) }
        case .clear: removeAll()
        case .backspace where !isEmpty: removeLast()
        case .backspace, .escape, .interrupt: return false
        default: break
        }
        return true
    }
}

/// A single key, or the first letters of a word.
public enum KeyOrWord: Hashable, Sendable {
    case key(KeyReader.Key)
    case word(String)
}

extension KeyReader {
    /// Waits for a key, or for the beginning of a word: another letter that follows at once.
    ///
    /// The same key twice is two keys, as it is when it is held down.
    ///
    /// - Returns: the letters of a word so far.
    public func nextOrWord() -> KeyOrWord {
        let key = next()
        guard case .character(let first) = key, first.isLetter, isReady(within: Self.pause) else {
            return .key(key)
        }
        let following = next()
        guard case .character(let second) = following, second.isLetter, second != first else {
            putBack(following)
            return .key(key)
        }
        return .word("\(first)\(second)")
    }

    /// Who types a word pauses for less between two letters, in milliseconds. A key answers
    /// that much later, so it is short.
    private static let pause: Int32 = 250

    /// Lets a line be typed.
    ///
    /// - Parameters:
    ///   - beginning: what is typed of it.
    ///   - show: writes safe text to the terminal at once.
    /// - Returns: nil where the person leaves it, by Escape or Control-C.
    public func line(
        from beginning: String = "", _ show: (String) throws -> Void
    ) rethrows -> String? {
        var typed = beginning
        try show(SafeText.neutralised(beginning))
        while true {
            let key = next()
            let before = typed
            guard key != .enter, typed.type(key) else {
                try show("\n")
                return key == .enter ? typed : nil
            }
            let isLonger = typed.hasPrefix(before)
            let stays = isLonger ? before : ""
            let columns = isLonger ? 0 : DisplayWidth.columns(of: SafeText.neutralised(before))
            try show(
                String(repeating: "\u{8} \u{8}", count: columns)
                    + SafeText.neutralised(String(typed.dropFirst(stays.count))))
        }
    }
}
