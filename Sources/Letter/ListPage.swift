/// A list as a page: one table, without scripts or anything from elsewhere.
///
/// It is written in pieces, since a list may be long.
public struct ListPage: Sendable {
    /// The markup before the rows.
    public let beginning: String

    /// - Parameters:
    ///   - title: what the list is of.
    ///   - columns: the columns' names.
    public init(title: String, columns: [String]) {
        let headings = columns.map { HTML.element("th", ["scope": "col"], HTML($0)) }.joined
        beginning =
            "<!DOCTYPE html>\n"
                + """
                <html lang="en"><head><meta charset="utf-8"/>\
                <meta http-equiv="Content-Security-Policy" \
                content="default-src 'none'; style-src 'unsafe-inline'"/>\
                <meta name="viewport" content="width=device-width"/>
                """
            + HTML.element("title", [:], HTML(title)).markup
            + HTML.element("style", [:], LetterStyle.sheet + Self.style).markup
            + "</head><body><main>" + HTML.element("h1", [:], HTML(title)).markup
            + "<table class=\"list\"><thead>" + HTML.element("tr", [:], headings).markup
            + "</thead><tbody>\n"
    }

    /// The markup of a row.
    ///
    /// - Parameter cells: nil for an unknown value.
    public func row(_ cells: [String?]) -> String {
        let cells = cells.map { cell -> HTML in
            let text = cell ?? ""
            return Self.isNumber(text)
                ? .element("td", ["class": "n"], HTML(text)) : .element("td", [:], .isolated(text))
        }
        return HTML.element("tr", [:], cells.joined).markup + "\n"
    }

    /// The markup after the rows.
    public var ending: String { "</tbody></table></main></body></html>\n" }

    private static let style = HTML(
        literal: "main{max-width:none}.list td,.list th{padding-right:1rem}")

    private static func isNumber(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        return !digits.isEmpty
            && digits.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }
}
