/// An element of a page whose elements all have an end.
struct PageElement {
    let name: String
    private var attributes: [String: String] = [:]
    private var content: [Content] = []

    private enum Content {
        case text(String)
        case element(PageElement)
    }

    private init(name: String) { self.name = name }

    /// - Returns: nil if the elements are not nested, as those of a cut page.
    init?(_ page: String) {
        var open = [PageElement(name: "")]
        var rest = page[...]
        while let start = rest.firstIndex(of: "<") {
            open[open.count - 1].add(rest[..<start])
            rest = rest[rest.index(after: start)...]
            guard let end = rest.firstIndex(of: ">") else { return nil }
            let tag = rest[..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("!") { continue }
            if tag.hasPrefix("/") {
                guard open.count > 1, let ended = open.popLast(), ended.name == tag.dropFirst()
                else { return nil }
                open[open.count - 1].content.append(.element(ended))
                continue
            }
            var element = PageElement(name: String(tag.prefix { $0 != " " && $0 != "/" }))
            for match in tag.matches(of: /[ ]([a-zA-Z-]+)="([^"]*)"/) {
                element.attributes[String(match.output.1)] = Self.plain(match.output.2)
            }
            if tag.hasSuffix("/") {
                open[open.count - 1].content.append(.element(element))
            } else {
                open.append(element)
            }
        }
        open[open.count - 1].add(rest)
        guard open.count == 1 else { return nil }
        self = open[0]
    }

    subscript(attribute: String) -> String? { attributes[attribute] }

    var children: [PageElement] {
        content.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The elements of a name in it, at any depth.
    func all(_ name: String) -> [PageElement] {
        children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
    }

    /// The text in it, without that in elements of some names.
    func text(without names: Set<String> = []) -> String {
        content.map { content in
            switch content {
            case .text(let text): text
            case .element(let element):
                names.contains(element.name) ? "" : element.text(without: names)
            }
        }.joined()
    }

    private mutating func add(_ text: Substring) {
        if !text.isEmpty { content.append(.text(Self.plain(text))) }
    }

    private static func plain(_ text: Substring) -> String {
        guard text.contains("&") else { return String(text) }
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
}
