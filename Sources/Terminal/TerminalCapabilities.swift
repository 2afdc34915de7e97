#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The person's choice of colour.
public enum ColourChoice: String, CaseIterable, Sendable {
    /// Where the output can show it.
    case auto
    case always
    case never
}

/// The display capabilities of an output: terminal, width, colour, Unicode.
public struct TerminalCapabilities: Hashable, Sendable {
    /// Whether the output is a terminal rather than a file or a pipe.
    public let isTerminal: Bool
    /// The window's width in columns; nil for no limit.
    public let width: Int?
    /// The window's height in lines; nil if it isn't known.
    public let height: Int?
    public let usesColour: Bool
    /// Whether the output can show characters beyond ASCII.
    public let usesUnicode: Bool

    public init(
        isTerminal: Bool, width: Int?, height: Int? = nil, usesColour: Bool, usesUnicode: Bool
    ) {
        self.isTerminal = isTerminal
        self.width = width
        self.height = height
        self.usesColour = usesColour
        self.usesUnicode = usesUnicode
    }

    /// A file or a pipe: no colour, no width limit, UTF-8.
    public static let plain = TerminalCapabilities(
        isTerminal: false, width: nil, usesColour: false, usesUnicode: true)

    /// A page: no width limit, UTF-8, and styles.
    public static let page = TerminalCapabilities(
        isTerminal: false, width: nil, usesColour: true, usesUnicode: true)

    /// Derives the capabilities from the output and the environment.
    ///
    /// Colour needs a terminal whose `TERM` is set and not "dumb". A `NO_COLOR` that isn't
    /// empty turns it off (no-color.org), and else `CLICOLOR_FORCE` or `FORCE_COLOR` turns it on
    /// everywhere. The width is the window's, else `COLUMNS`, and the height is the window's, else
    /// `LINES`; only a terminal has them. Unicode follows the first of `LC_ALL`, `LC_CTYPE` and
    /// `LANG` that is set, as in POSIX.
    ///
    /// - Parameters:
    ///   - window: the window's size as the terminal reports it; nil, or 0, if it doesn't.
    ///   - environment: variables by name; only those above are read.
    ///   - colour: the person's choice.
    public init(
        isTerminal: Bool, window: WindowSize?, environment: [String: String],
        colour: ColourChoice = .auto
    ) {
        let kind = environment["TERM"] ?? ""
        let refusesColour = !(environment["NO_COLOR"] ?? "").isEmpty
        let forcesColour = ["CLICOLOR_FORCE", "FORCE_COLOR"].contains {
            !["", "0", "false"].contains(environment[$0] ?? "")
        }
        let isColourful = isTerminal && !kind.isEmpty && kind != "dumb"
        func size(_ reported: Int?, _ variable: String) -> Int? {
            guard isTerminal else { return nil }
            return [reported, environment[variable].flatMap { Int($0) }].lazy
                .compactMap { $0 }.first { $0 > 0 }
        }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
            .compactMap { environment[$0] }.first { !$0.isEmpty }
        let encoding = locale?.lowercased() ?? ""
        let usesColour =
            switch colour {
            case .always: true
            case .never: false
            case .auto: !refusesColour && (forcesColour || isColourful)
            }

        self.init(
            isTerminal: isTerminal,
            width: size(window?.columns, "COLUMNS"), height: size(window?.rows, "LINES"),
            usesColour: usesColour,
            usesUnicode: encoding.hasSuffix("utf-8") || encoding.hasSuffix("utf8"))
    }

    /// Queries the system about an open file.
    ///
    /// - Parameters:
    ///   - descriptor: 1 for standard output, 2 for standard error.
    ///   - environment: variables by name.
    ///   - colour: the person's choice.
    public init(
        of descriptor: Int32, environment: [String: String], colour: ColourChoice = .auto
    ) {
        let isTerminal = isatty(descriptor) == 1
        self.init(
            isTerminal: isTerminal,
            window: isTerminal ? WindowSize(of: descriptor) : nil,
            environment: environment, colour: colour)
    }
}
