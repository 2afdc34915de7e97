#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The columns and rows of a terminal's window.
public struct WindowSize: Hashable, Sendable {
    public let columns: Int
    public let rows: Int

    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// As the terminal reports it, 0 where it doesn't; nil for a file or a pipe.
    init?(of descriptor: Int32) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
