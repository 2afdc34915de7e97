import CPlatformShim
import Model

#if canImport(Glibc)
    import Glibc
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
    private let complete: Completer

    /// The words that may stand in place of the last one of a line.
    ///
    /// It takes the line up to the cursor, and the byte where its last word begins.
    public typealias Completer = (_ line: String, _ start: Int) -> [String]

    /// The maximum number of history lines to keep.
    private static let mostLines = 1000

    /// - Parameters:
    ///   - historyPath: the history file, readable only by its owner; nil for no history.
    ///   - complete: what Tab completes.
    public init(historyPath: String?, completing complete: @escaping Completer) {
        let isTerminal = isatty(0) == 1 && isatty(1) == 1
        edits = isTerminal && gv_line_editor_open()
        self.historyPath = edits ? historyPath : nil
        self.complete = complete
        // The first time there is no history file.
        if let historyPath = self.historyPath { _ = gv_line_editor_load_history(historyPath) }
    }

    deinit { gv_line_editor_set_completer(nil, nil) }

    /// What was typed.
    public enum Input: Sendable, Equatable {
        case line(String)
        /// Control-C, which gives up a line.
        case interruption
        case end
    }

    /// Reads the next line.
    ///
    /// - Parameter text: the prompt.
    public func next(_ text: String) -> Input {
        guard edits else { return readLine().map(Input.line) ?? .end }
        gv_line_editor_set_completer(
            { owner, line, start in
                guard let owner else { return nil }
                let words = Unmanaged<LinePrompt>.fromOpaque(owner).takeUnretainedValue()
                    .complete(String(cString: line), start)
                // What a terminal obeys is never typed for a person.
                let usable = words.filter { SafeText.neutralised($0) == $0 }
                return usable.isEmpty ? nil : strdup(usable.map { $0 + "\n" }.joined())
            }, Unmanaged.passUnretained(self).toOpaque())
        var wasInterrupted = false
        guard let line = gv_line_editor_read(text, &wasInterrupted) else {
            return wasInterrupted ? .interruption : .end
        }
        defer { free(line) }
        if line.pointee != 0 {
            gv_line_editor_remember(line)
            save()
        }
        return .line(String(cString: line))
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
