import CLineEditorShim

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Asks a person for one line after another.
///
/// On a terminal with libedit: with editing, history and completion by Tab.
/// Elsewhere it reads lines from standard input, and shows no prompt.
///
/// One prompt is used at a time, by one thread.
public final class LinePrompt {
    private let edits: Bool
    private let historyPath: String?
    private let words: [UnsafeMutablePointer<CChar>]
    private let wordList: UnsafeMutablePointer<UnsafePointer<CChar>>

    /// The lines of history that are kept.
    private static let mostLines = 1000

    /// Makes a prompt.
    ///
    /// - Parameters:
    ///   - historyPath: the file of earlier lines, or nil for none. It is
    ///     readable by its owner only.
    ///   - completions: the words that Tab completes.
    public init(historyPath: String?, completions: [String]) {
        let isTerminal = isatty(0) == 1 && isatty(1) == 1
        edits = isTerminal && gv_line_editor_open()
        self.historyPath = edits ? historyPath : nil
        words = completions.sorted().compactMap { strdup($0) }
        wordList = .allocate(capacity: max(words.count, 1))
        for (position, word) in words.enumerated() {
            (wordList + position).initialize(to: UnsafePointer(word))
        }
        gv_line_editor_set_words(wordList, words.count)
        // There is none the first time.
        if let historyPath = self.historyPath { _ = gv_line_editor_load_history(historyPath) }
    }

    deinit {
        gv_line_editor_set_words(wordList, 0)
        for word in words { free(word) }
        wordList.deallocate()
    }

    /// The next line, or nil at the end of input.
    ///
    /// - Parameter text: what stands before the line.
    public func next(_ text: String) -> String? {
        guard edits else { return readLine() }
        guard let line = gv_line_editor_read(text) else { return nil }
        defer { free(line) }
        if line.pointee != 0 {
            gv_line_editor_remember(line)
            save()
        }
        return String(cString: line)
    }

    /// Whether a person is at the other end, who sees the prompt.
    public var isShown: Bool { edits }

    private func save() {
        guard let historyPath else { return }
        let mask = umask(0o077)
        _ = gv_line_editor_save_history(historyPath, Int32(Self.mostLines))
        umask(mask)
    }
}
