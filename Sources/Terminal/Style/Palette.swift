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
