import Letter
import Synchronization
import Terminal

/// What a command prints, kept in parts rather than characters, for a page.
final class ScreenRecorder: Sendable {
    enum Part: Sendable {
        /// Lines for people, with the escape sequences of their styles.
        case text(String)
        /// Lines that must not be broken.
        case verbatim(String)
        case table(Table)
        case drawing(HTML)
        /// What isn't part of the result, such as a warning.
        case note(String)
    }

    /// What goes past the screen, such as JSON.
    let output = Output(collectingAtMost: 64 << 20)
    private let kept = Mutex<[Part]>([])

    var parts: [Part] { kept.withLock { $0 } }

    func add(_ part: Part) { kept.withLock { $0.append(part) } }
}
