/// The colours of styled text, if the terminal has any.
public struct Palette: Sendable {
    private let usesColour: Bool
    private let usesUnicode: Bool
    private let accent: BasicColour

    public init(_ capabilities: TerminalCapabilities, accent: BasicColour = .cyan) {
        usesColour = capabilities.usesColour
        self.accent = accent
        usesUnicode = capabilities.usesUnicode
    }

    /// No colour: returns text unchanged.
    public static let plain = Palette(.plain)

    /// The text in the characters that the output can show.
    public func drawn(_ text: String) -> String { usesUnicode ? text : ASCIIText.text(text) }

    /// The mark for the cut part of a text.
    var mark: String { usesUnicode ? "…" : "..." }

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
        case .accent: "\(accent.rawValue)"
        case .chosen: "7"
        }
    }
}

/// The colours that every terminal has, with their numbers in escape sequences.
public enum BasicColour: Int, Sendable {
    case red = 31
    case green, yellow, blue, magenta, cyan
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
    /// The focused item; shown in reverse, and always marked by a sign too.
    case chosen
}
