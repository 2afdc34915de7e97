#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Gives styled text its colours, or none at all.
public struct Palette: Sendable {
    private let usesColour: Bool

    public init(_ capabilities: TerminalCapabilities) {
        usesColour = capabilities.usesColour
    }

    /// No colour: text stays exactly what it was.
    public static let plain = Palette(.plain)

    /// The text between the escape sequences of its style (ECMA-48, Select
    /// Graphic Rendition). Empty text, no style or no colour gives the text
    /// itself.
    ///
    /// - Parameter text: harmless text; see ``SafeText/neutralised(_:)``.
    public func styled(_ text: String, as style: Style?) -> String {
        guard usesColour, let style, !text.isEmpty else { return text }
        return "\u{1B}[\(parameter(of: style))m\(text)\u{1B}[0m"
    }

    /// From the eight basic colours, which follow the person's own light or
    /// dark theme.
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

/// What a piece of text means, from which its colour follows.
public enum Style: CaseIterable, Sendable {
    case heading
    /// Money earned, a target met.
    case positive
    /// Money lost, a target missed.
    case negative
    /// Less important than what stands beside it.
    case muted
    case warning
    case accent
}

/// What the place that output goes to can show.
public struct TerminalCapabilities: Hashable, Sendable {
    /// Whether a person looks at the output, and not a file or a program.
    public let isTerminal: Bool
    /// Columns of the window, or nil where lines may be as long as they are.
    public let width: Int?
    public let usesColour: Bool
    /// Whether characters beyond ASCII arrive as such.
    public let usesUnicode: Bool

    public init(isTerminal: Bool, width: Int?, usesColour: Bool, usesUnicode: Bool) {
        self.isTerminal = isTerminal
        self.width = width
        self.usesColour = usesColour
        self.usesUnicode = usesUnicode
    }

    /// A file or a pipe: no colour, no width, UTF-8.
    public static let plain = TerminalCapabilities(
        isTerminal: false, width: nil, usesColour: false, usesUnicode: true)

    /// Decides from what is known of the output and the environment.
    ///
    /// Colour needs a terminal whose `TERM` is set and not "dumb", and a
    /// `NO_COLOR` that is absent or empty (no-color.org). The width is the
    /// window's, else `COLUMNS`, and only a terminal has one. Unicode follows
    /// the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set, as in POSIX.
    ///
    /// - Parameters:
    ///   - windowColumns: what the terminal says of its window, nil where it
    ///     says nothing; 0 counts as nothing.
    ///   - environment: variables by name; other names than those above are
    ///     not looked at.
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

    /// Asks the system about an open file, as it is now.
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
