import ArgumentParser

/// A text that is kept with transactions, as rules may set one too.
enum OneLine {
    private static let mostBytes = 1000

    /// - Throws: `ValidationError` where the text is empty, longer than 1000
    ///   bytes, or has more than one line or control characters.
    static func check(_ text: String?, of option: String) throws {
        guard let text else { return }
        guard !text.allSatisfy(\.isWhitespace), text.utf8.count <= mostBytes,
            !text.contains(where: \.isNewline),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw ValidationError(
                "\(option) takes a text of one line, not empty and of at most \(mostBytes) bytes.")
        }
    }
}
