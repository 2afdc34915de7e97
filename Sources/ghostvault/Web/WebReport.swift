import Foundation
import Letter
import Model
import Terminal

/// What a command printed, as HTML.
struct WebReport {
    let page: BrowserPage
    let query: WebQuery
    /// The names and ids of all categories.
    let categories: Set<String>
    /// The numbers of accounts by their names.
    let accounts: [String: Int64]
    /// Adds a cell to each row of a table with transactions, such as a form; nil for none.
    var extra: ((_ number: String) -> HTML)?
    /// The address of another page of the same list.
    var pageAddress: (Int) -> String

    func html(_ parts: [ScreenRecorder.Part]) -> HTML {
        var sections = SectionWriter()
        for part in parts {
            switch part {
            case .text(let text):
                for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                    add(String(line), to: &sections)
                }
            case .note(let text):
                for line in text.split(separator: "\n") {
                    sections.add(.element("p", ["class": "notice"], spans(String(line))))
                }
            case .verbatim(let text): sections.addVerbatim(spans(text))
            case .table(let table): sections.add(html(table))
            case .drawing(let drawing):
                sections.add(.element("div", ["class": "scroll"], drawing))
            }
        }
        return sections.html
    }

    private func add(_ line: String, to sections: inout SectionWriter) {
        let plain = Self.withoutStyles(line)
        guard !plain.allSatisfy(\.isWhitespace) else { return sections.addGap() }
        if line.hasPrefix("\u{1B}[1m") {
            sections.begin(.element("h2", [:], spans(line)))
        } else if let pager = pager(plain) {
            sections.add(pager)
        } else {
            let isIndented = plain.hasPrefix("  ")
            sections.add(.element("p", isIndented ? [("class", "in")] : [], spans(line)))
        }
    }

    /// The links to other pages of a list; nil if the line isn't about them.
    private func pager(_ line: String) -> HTML? {
        guard
            let found = line.wholeMatch(
                of:
                    /(\d+)–\d+ of [^;]*?(?:; --page (\d+) shows the next, |; )--limit \d+ shows them all/
            )
        else { return nil }
        let words = line.prefix { $0 != ";" }
        var html = HTML.element("span", [:], HTML(String(words)))
        let next = found.output.2.flatMap { Int($0) }
        let first = Int(found.output.1) ?? 1
        if first > 1, let page = next.map({ $0 - 2 }) ?? lastPage(before: line) {
            html = link("← before", pageAddress(page), "prev-page") + html
        }
        if let next { html += link("next →", pageAddress(next), "next-page") }
        return .element("nav", ["class": "pager", "aria-label": "Pages"], html)
    }

    /// The page before the last, which doesn't tell its own number.
    private func lastPage(before line: String) -> Int? {
        let numbers = line.matches(of: /\d+/).prefix(2).compactMap { Int($0.output) }
        guard let first = numbers.first else { return nil }
        return max(1, (first - 1) / 50)
    }

    private func link(_ words: String, _ address: String, _ name: String) -> HTML {
        .element("a", ["href": address, "class": name], HTML(words))
    }

    // MARK: Tables

    private func html(_ table: Table) -> HTML {
        let hasHeadings = table.columns.contains { !$0.heading.isEmpty }
        let isOfTransactions =
            extra != nil && table.columns.first?.heading == "#" && page.numbers == .transactions
        let used = table.columns.indices.filter { column in
            !table.columns[column].heading.isEmpty
                || table.rows.contains { $0.count > column && !$0[column].text.isEmpty }
        }
        let bars = used.map { column in
            (
                column,
                table.rows.compactMap { $0.count > column ? Self.bar($0[column].text) : nil }.max()
            )
        }
        let longest = Dictionary(uniqueKeysWithValues: bars).mapValues { longest in
            page.barColumns.map { $0 * 8 } ?? longest ?? 1
        }
        var head = HTML.none
        if hasHeadings {
            let cells = used.map { column in
                HTML.element(
                    "th",
                    [("scope", "col")] + Self.attributes(Self.names(of: table.columns[column])),
                    HTML(table.columns[column].heading))
            }
            let last: HTML =
                isOfTransactions ? .element("th", ["scope": "col"], HTML("answer")) : .none
            head = .element("thead", [:], .element("tr", [:], cells.joined + last))
        }
        var rows = HTML.none
        for (number, cells) in table.rows.enumerated() {
            if table.isHeading(number) {
                let text = cells.last?.text ?? ""
                rows += .element(
                    "tr", ["class": "group"],
                    .element(
                        "th", ["colspan": "\(used.count + (isOfTransactions ? 1 : 0))"],
                        HTML(text.trimmingCharacters(in: .whitespaces))))
                continue
            }
            guard cells.contains(where: { !$0.text.isEmpty }) else { continue }
            var row = used.map { column in
                guard column < cells.count else { return HTML.element("td", [:]) }
                // A fact has its name in place of a heading, and its value behind it.
                let heading =
                    hasHeadings || column != 1 ? table.columns[column].heading : cells[0].text
                return html(
                    cells[column], in: table.columns[column], under: heading,
                    longestBar: longest[column] ?? 1)
            }.joined
            if isOfTransactions, let extra {
                row += .element("td", ["class": "act"], extra(cells.first?.text ?? ""))
            }
            rows += .element("tr", [:], row)
        }
        return .element(
            "div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Table"],
            .element(
                "table", ["class": hasHeadings ? "list" : "facts"],
                head, .element("tbody", [:], rows)))
    }

    /// The classes of a column's cells.
    private static func names(of column: Table.Column) -> [String] {
        [
            column.alignment == .trailing ? "n" : "",
            column.rank > 2 ? "far" : column.rank == 2 ? "off" : "",
            column.wraps || column.isFlexible ? "wide" : "",
        ].filter { !$0.isEmpty }
    }

    private static func attributes(_ names: [String]) -> [(StaticString, String)] {
        guard !names.isEmpty else { return [] }
        let names: String = names.joined(separator: " ")
        return [("class", names)]
    }

    private func html(
        _ cell: Table.Cell, in column: Table.Column, under heading: String, longestBar: Int
    ) -> HTML {
        let text = cell.text
        let indent = text.prefix { $0 == " " }.count / 2
        let plain = text.trimmingCharacters(in: .whitespaces)
        var names = Self.names(of: column)
        if let style = cell.style { names.append(Self.name(of: style)) }
        if indent > 0 { names.append("i\(min(indent, 3))") }
        var content =
            drawn(plain, longestBar: longestBar)
            ?? hinted(plain, isOutside: column.alignment == .leading)
        if let address = address(of: plain, under: heading) {
            content = HTML.element("a", ["href": address], HTML.isolated(plain))
        }
        return .element("td", Self.attributes(names), content)
    }

    private func address(of text: String, under heading: String) -> String? {
        guard !text.isEmpty else { return nil }
        if heading == "#" {
            guard Int(text) != nil else { return nil }
            switch page.numbers {
            case .none: return nil
            case .transactions: return WebLink.transaction.address(of: text)
            case .accounts: return WebLink.account.address(of: text)
            }
        }
        let link = page.names[heading] ?? Self.usualNames[heading]
        switch link {
        case .some(.category):
            let name = text.hasSuffix("?") ? String(text.dropLast()) : text
            return categories.contains(name)
                ? WebLink.category.address(of: name, in: query["period"]) : nil
        case .some(.account): return accounts[text].map { WebLink.account.address(of: "\($0)") }
        case .some(let link):
            return Self.isSum(text) ? nil : link.address(of: text, in: query["period"])
        case .none: return nil
        }
    }

    /// Whether a row adds others up, and has no page.
    private static func isSum(_ text: String) -> Bool {
        ["together", "all", "average", "others"].contains(text)
            || text.wholeMatch(of: /\d+ (more|other) .*/) != nil
    }

    private static let usualNames: [String: WebLink] = [
        "category": .category, "payee": .payee, "account": .account, "from": .account,
        "to": .account,
    ]

    /// The length of a bar in eighths of a column; nil for other text.
    private static func bar(_ text: String) -> Int? {
        let blocks = text.unicodeScalars.map { Int($0.value) }
        guard let last = blocks.last, blocks.dropLast().allSatisfy({ $0 == 0x2588 }),
            (0x2588...0x258F).contains(last)
        else { return nil }
        // A full block is eight eighths; from there on each is one less.
        return blocks.reduce(0) { $0 + 8 - ($1 - 0x2588) }
    }

    /// A bar or a line of block characters as a drawing; nil for other text.
    private func drawn(_ text: String, longestBar: Int = 192) -> HTML? {
        if let length = Self.bar(text) {
            return .element(
                "svg",
                [
                    "class": "bar", "viewBox": "0 0 \(longestBar) 12", "aria-hidden": "true",
                    "preserveAspectRatio": "none",
                ],
                .empty("rect", ["width": "\(length)", "height": "12"]))
        }
        let blocks = text.unicodeScalars.map { $0.value }
        guard !blocks.isEmpty, blocks.allSatisfy({ (0x2581...0x2588).contains($0) }) else {
            return nil
        }
        let bars = blocks.enumerated().map { place, block in
            let height = Int(block - 0x2580) * 2
            return HTML.empty(
                "rect",
                [
                    "x": "\(place * 6)", "y": "\(16 - height)", "width": "5",
                    "height": "\(height)",
                ])
        }
        return .element(
            "svg",
            [
                "class": "spark", "viewBox": "0 0 \(blocks.count * 6) 16",
                "width": "\(blocks.count * 6)", "height": "16", "aria-hidden": "true",
            ], bars.joined)
    }

    // MARK: Text

    private static func name(of style: Style) -> String {
        switch style {
        case .heading: "strong"
        case .positive: "positive"
        case .negative: "negative"
        case .muted: "muted"
        case .warning: "warning"
        case .accent: "accent"
        case .chosen: "chosen"
        }
    }

    private static let styles: [Substring: String] = [
        "1": "strong", "2": "muted", "7": "chosen", "31": "negative", "32": "positive",
        "33": "warning", "36": "accent",
    ]

    /// A line with its styles, and links for what it names.
    private func spans(_ line: String) -> HTML {
        var html = HTML.none
        for (position, piece) in line.split(
            separator: "\u{1B}[", omittingEmptySubsequences: false
        ).enumerated() {
            guard position > 0, let end = piece.firstIndex(of: "m") else {
                html += hinted(String(piece))
                continue
            }
            let text = String(piece[piece.index(after: end)...])
            guard !text.isEmpty else { continue }
            let content = drawn(text.trimmingCharacters(in: .whitespaces)) ?? hinted(text)
            html +=
                Self.styles[piece[..<end]].map { .element("span", ["class": $0], content) }
                ?? content
        }
        return html
    }

    /// Text whose days no line break parts.
    private static func withWholeDays(_ text: String) -> HTML {
        guard let found = text.firstMatch(of: /\d{4}-\d{2}-\d{2}/) else { return HTML(text) }
        return HTML(String(text[..<found.range.lowerBound]))
            + .element("span", ["class": "day"], HTML(String(found.output)))
            + withWholeDays(String(text[found.range.upperBound...]))
    }

    private static func withoutStyles(_ line: String) -> String {
        line.replacing(/\u{1B}\[\d*m/, with: "")
    }

    /// Text in which commands are links to their pages.
    ///
    /// - Parameter isOutside: whether it may come from a bank.
    private func hinted(_ text: String, isOutside: Bool = false) -> HTML {
        if !isOutside, page.path == "transactions",
            let found = text.firstMatch(
                of: /--(?:transfers|(category|payee|account|tag|text) ("[^"]+"|[\w-]+))/)
        {
            let option = found.output.1.map { "\($0):\(found.output.2 ?? "")" }
            let filter =
                option ?? [query["q"], "--transfers"].compactMap { $0 }.joined(separator: " ")
            return hinted(String(text[..<found.range.lowerBound]))
                + link(filter, WebAddresses.address("transactions", [("q", filter)]), "filter")
                + hinted(String(text[found.range.upperBound...]))
        }
        guard let found = text.firstMatch(of: /(?:"ghostvault ([^"]*)"|: ghostvault ([^;(,]*))/)
        else { return isOutside && !text.isEmpty ? .isolated(text) : Self.withWholeDays(text) }
        let words = String(found.output.1 ?? found.output.2 ?? "")
        let command = words.trimmingCharacters(in: .whitespaces)
        let shown =
            WebAddresses.page(ofHint: command).map { page, address in
                HTML.element(
                    "a", ["href": address, "title": "ghostvault \(command)"],
                    HTML("\(page.title) →"))
            } ?? .element("code", [:], HTML("ghostvault \(command)"))
        let before = String(text[..<found.range.lowerBound]) + (found.output.2 == nil ? "" : ": ")
        return Self.withWholeDays(before) + shown + hinted(String(text[found.range.upperBound...]))
    }
}

/// Puts blocks into sections, each with its heading.
private struct SectionWriter {
    private var sections = HTML.none
    private var section = HTML.none
    private var lines = HTML.none
    /// Whether an empty line came last.
    private var hasGap = false

    var html: HTML {
        var whole = self
        whole.end()
        return whole.sections
    }

    mutating func begin(_ heading: HTML) {
        end()
        section = heading
    }

    mutating func add(_ block: HTML) {
        endLines()
        if hasGap, !section.markup.isEmpty { section += .element("div", ["class": "gap"]) }
        hasGap = false
        section += block
    }

    mutating func addVerbatim(_ line: HTML) {
        if !lines.markup.isEmpty { lines += HTML(literal: "\n") }
        lines += line
    }

    mutating func addGap() {
        endLines()
        hasGap = true
    }

    private mutating func endLines() {
        guard !lines.markup.isEmpty else { return }
        section += .element("pre", [:], lines)
        lines = .none
    }

    private mutating func end() {
        endLines()
        hasGap = false
        if !section.markup.isEmpty { sections += .element("section", [:], section) }
        section = .none
    }
}
