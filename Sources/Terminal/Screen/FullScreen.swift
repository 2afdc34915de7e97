import Dispatch

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The whole window of a terminal, for as long as a program shows frames in it.
///
/// What was there before comes back at the end, after an error, and when the program is ended by
/// a signal.
public final class FullScreen {
    private let output: Output
    private let keys: KeyReader
    /// The lines on the screen, and the size that they were drawn for.
    private var shown: (lines: [String], size: WindowSize) = ([], WindowSize(columns: 0, rows: 0))
    /// The size for which a frame was asked last.
    private var known = WindowSize(columns: 0, rows: 0)

    /// Whether standard input and output are a terminal that can place its cursor.
    public static var isPossible: Bool {
        let kind = getenv("TERM").map { String(cString: $0) } ?? ""
        return isatty(0) == 1 && isatty(1) == 1 && !kind.isEmpty && kind != "dumb"
    }

    /// Takes the terminal's window while `body` runs.
    ///
    /// - Parameter output: standard output.
    /// - Returns: nil without a terminal.
    public static func run<Value>(
        on output: Output, _ body: (FullScreen) throws -> Value
    ) throws -> Value? {
        guard isPossible, let keys = KeyReader() else { return nil }
        let screen = FullScreen(output, keys)
        try output.write(enter)
        // Only to end the wait for a key.
        signal(SIGWINCH) { _ in }
        let signals = endingSignals.map { leaveAndEnd(by: $0, restoring: keys.restoration) }
        defer {
            for source in signals { source.cancel() }
            for number in endingSignals + [SIGWINCH] { signal(number, SIG_DFL) }
            do {
                try output.write(leave)
                try output.flush()
            } catch {
                // The terminal is gone.
            }
            keys.restoration()
        }
        return try body(screen)
    }

    private init(_ output: Output, _ keys: KeyReader) {
        (self.output, self.keys) = (output, keys)
        known = size
    }

    /// As the terminal reports it, else `COLUMNS` and `LINES`, else 80 × 24.
    public var size: WindowSize {
        let size = WindowSize(of: 1)
        func number(_ reported: Int?, _ name: String, _ usual: Int) -> Int {
            if let reported, reported > 0 { return reported }
            return getenv(name).flatMap { Int(String(cString: $0)) } ?? usual
        }
        return WindowSize(
            columns: number(size?.columns, "COLUMNS", 80), rows: number(size?.rows, "LINES", 24))
    }

    /// Whether a key press is waiting to be read.
    public var hasKey: Bool { keys.isReady(within: 0) }

    /// Waits for a key; nil if the frame has to be drawn again, because the window's size changed
    /// or the program was suspended meanwhile.
    public func key() throws(OutputError) -> KeyReader.Key? {
        while true {
            // Before each wait, as the signal of a change ends none while a frame is drawn.
            let size = size
            guard size == known else {
                known = size
                return nil
            }
            if let key = keys.nextUnlessSignalled() {
                guard key == .suspend else { return key }
                try suspend()
                return nil
            }
        }
    }

    /// Gives the terminal back until the shell continues the program.
    private func suspend() throws(OutputError) {
        try output.write(Self.leave)
        try output.flush()
        keys.restoration()
        // As the terminal does on Control-Z, for a pipeline or a script as a whole.
        kill(0, SIGTSTP)
        keys.takeTerminal()
        try output.write(Self.enter)
        shown = ([], WindowSize(columns: 0, rows: 0))
    }

    /// Shows a frame; only lines that differ from those on the screen are sent.
    ///
    /// - Parameter frame: of the window's size.
    public func draw(_ frame: Frame) throws(OutputError) {
        let size = WindowSize(columns: frame.width, rows: frame.lines.count)
        var text = "\u{1B}[?25l"
        // Sends every line again, which clears it. Clearing the screen instead would move the
        // old frame into the history of terminals such as tmux.
        if size != shown.size { shown = ([], size) }
        for (row, line) in frame.lines.enumerated()
        where !shown.lines.indices.contains(row) || shown.lines[row] != line {
            text += "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
        }
        if let (line, column) = frame.cursor {
            text += "\u{1B}[\(line + 1);\(column + 1)H\u{1B}[?25h"
        }
        shown.lines = frame.lines
        try output.write(text)
        try output.flush()
    }

    /// The alternate screen; lines that a terminal finds wider than they are don't wrap.
    private static let enter = "\u{1B}[?1049h\u{1B}[?7l"
    /// The frame is erased before, as tmux leaves lines of one above the prompt if its window grew.
    private static let leave =
        "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[H\u{1B}[J\u{1B}[?1049l"
    private static let endingSignals = [SIGINT, SIGTERM, SIGHUP]

    /// Restores the terminal before a signal ends the program.
    private static func leaveAndEnd(
        by number: Int32, restoring restore: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
            let bytes = Array(leave.utf8)
            _ = write(1, bytes, bytes.count)
            restore()
            // As a shell reports a signal, which this process can't send to itself any more.
            _exit(128 + number)
        }
        source.resume()
        return source
    }
}
