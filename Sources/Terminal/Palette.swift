internal import Model

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The colours of styled text, if the terminal has any.
public struct Palette: Sendable {
    private let usesColour: Bool

    public init(_ capabilities: TerminalCapabilities) {
        usesColour = capabilities.usesColour
    }

    /// No colour: returns text unchanged.
    public static let plain = Palette(.plain)

    /// Wraps the text in the escape sequences of its style (ECMA-48, Select Graphic Rendition).
    ///
    /// Returns the text unchanged if it is empty, has no style, or there is no colour.
    ///
    /// - Parameter text: safe text; see ``SafeText/neutralised(_:)``.
    public func styled(_ text: String, as style: Style?) -> String {
        guard usesColour, let style, !text.isEmpty else { return text }
        return "\u{1B}[\(parameter(of: style))m\(text)\u{1B}[0m"
    }

    /// Uses the eight basic colours, which follow the person's light or dark theme.
    private func parameter(of style: Style) -> String {
        switch style {
        case .heading: "1"
        case .positive: "32"
        case .negative: "31"
        case .muted: "2"
        case .warning: "33"
        case .accent: "36"
        }
    }
}

/// The meaning of a piece of text; it determines the colour.
public enum Style: CaseIterable, Sendable {
    case heading
    /// Money earned, a target met.
    case positive
    /// Money lost, a target missed.
    case negative
    /// Less important than the text beside it.
    case muted
    case warning
    case accent
}

/// The display capabilities of an output: terminal, width, colour, Unicode.
public struct TerminalCapabilities: Hashable, Sendable {
    /// Whether the output is a terminal rather than a file or a pipe.
    public let isTerminal: Bool
    /// The window's width in columns; nil for no limit.
    public let width: Int?
    public let usesColour: Bool
    /// Whether the output can show characters beyond ASCII.
    public let usesUnicode: Bool

    public init(isTerminal: Bool, width: Int?, usesColour: Bool, usesUnicode: Bool) {
        self.isTerminal = isTerminal
        self.width = width
        self.usesColour = usesColour
        self.usesUnicode = usesUnicode
    }

    /// A file or a pipe: no colour, no width limit, UTF-8.
    public static let plain = TerminalCapabilities(
        isTerminal: false, width: nil, usesColour: false, usesUnicode: true)

    /// Derives the capabilities from the output and the environment.
    ///
    /// Colour needs a terminal whose `TERM` is set and not "dumb". A `NO_COLOR` that isn't
    /// empty turns it off (no-color.org). The width is the window's, else `COLUMNS`; only a
    /// terminal has one. Unicode follows the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is
    /// set, as in POSIX.
    ///
    /// - Parameters:
    ///   - windowColumns: the window's width as the terminal reports it; nil or 0 if it
    ///     doesn't.
    ///   - environment: variables by name; only those above are read.
    public init(isTerminal: Bool, windowColumns: Int?, environment: [String: String]) {
        let kind = environment["TERM"] ?? ""
        let refusesColour = !(environment["NO_COLOR"] ?? "").isEmpty
        let columns = [windowColumns, environment["COLUMNS"].flatMap { Int($0) }]
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
            .compactMap { environment[$0] }.first { !$0.isEmpty }
        let encoding = locale?.lowercased() ?? ""

        self.init(
            isTerminal: isTerminal,
            width: isTerminal ? columns.lazy.compactMap { $0 }.first { $0 > 0 } : nil,
            usesColour: isTerminal && !refusesColour && !kind.isEmpty && kind != "dumb",
            usesUnicode: encoding.hasSuffix("utf-8") || encoding.hasSuffix("utf8"))
    }

    /// Queries the system about an open file.
    ///
    /// - Parameter descriptor: 1 for standard output, 2 for standard error.
    public init(of descriptor: Int32) {
        let isTerminal = isatty(descriptor) == 1
        self.init(
            isTerminal: isTerminal,
            windowColumns: isTerminal ? Self.windowColumns(of: descriptor) : nil,
            environment: Self.environment)
    }

    private static func windowColumns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return Int(size.ws_col)
    }

    private static var environment: [String: String] {
        var values: [String: String] = [:]
        for name in ["TERM", "NO_COLOR", "COLUMNS", "LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = getenv(name) { values[name] = String(cString: value) }
        }
        return values
    }
}
