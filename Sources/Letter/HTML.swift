internal import Model

/// Markup into which text can only be put escaped.
///
/// The names of elements and attributes are literals of the program. Everything else is text,
/// and may come from a bank.
package struct HTML: Sendable {
    package private(set) var markup = ""

    package static let none = HTML()

    private init(markup: String = "") { self.markup = markup }

    /// Text, with control and bidirectional characters made visible.
    package init(_ text: String) {
        if text.utf8.allSatisfy(Self.isPlain) {
            self.init(markup: text)
            return
        }
        var escaped = ""
        for scalar in SafeText.neutralised(text).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        self.init(markup: escaped)
    }

    /// Whether an ASCII character stands for itself.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case "&", "<", ">", "\"", "'": false
        default: (0x20..<0x7F).contains(byte)
        }
    }

    /// Markup that is part of the program.
    package init(literal: StaticString) { self.init(markup: "\(literal)") }

    /// Text from outside, which can't turn the reading order of what surrounds it.
    package static func isolated(_ text: String) -> HTML { element("bdi", [:], HTML(text)) }

    package static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
        _ content: HTML...
    ) -> HTML {
        element(name, attributes.map { ($0.key, $0.value) }, content.joined)
    }

    package static func element(
        _ name: StaticString, _ attributes: [(StaticString, String)], _ content: HTML
    ) -> HTML {
        HTML(markup: tag(name, attributes) + ">" + content.markup + "</\(name)>")
    }

    /// An element that never has content.
    package static func empty(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>
    ) -> HTML {
        HTML(markup: tag(name, attributes.map { ($0.key, $0.value) }) + "/>")
    }

    private static func tag(
        _ name: StaticString, _ attributes: [(StaticString, String)]
    ) -> String {
        "<\(name)" + attributes.map { " \($0.0)=\"\(HTML($0.1).markup)\"" }.joined()
    }

    package static func + (one: HTML, other: HTML) -> HTML {
        HTML(markup: one.markup + other.markup)
    }

    package static func += (one: inout HTML, other: HTML) { one.markup += other.markup }
}

extension Sequence<HTML> {
    package var joined: HTML { reduce(into: HTML.none) { $0 += $1 } }
}
