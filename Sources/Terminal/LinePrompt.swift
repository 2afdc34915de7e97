import CPlatformShim

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A prompt that reads one line after another.
///
/// On a terminal with libedit it has editing, history and Tab completion. Elsewhere it reads
/// lines from standard input and shows no prompt.
///
/// Only one prompt may be in use at a time, by one thread.
public final class LinePrompt {
    private let edits: Bool
    private let historyPath: String?
    private let words: [UnsafeMutablePointer<CChar>]
    private let wordList: UnsafeMutablePointer<UnsafePointer<CChar>>

    /// The maximum number of history lines to keep.
    private static let mostLines = 1000

    /// - Parameters:
    ///   - historyPath: the history file, readable only by its owner; nil for no history.
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
        // The first time there is no history file.
        if let historyPath = self.historyPath { _ = gv_line_editor_load_history(historyPath) }
    }

    deinit {
        gv_line_editor_set_words(wordList, 0)
        for word in words { free(word) }
        wordList.deallocate()
    }

    /// Reads the next line; nil at the end of input.
    ///
    /// - Parameter text: the prompt.
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

    /// Whether a person sees the prompt.
    public var isShown: Bool { edits }

    private func save() {
        guard let historyPath else { return }
        let mask = umask(0o077)
        _ = gv_line_editor_save_history(historyPath, Int32(Self.mostLines))
        umask(mask)
    }
}
