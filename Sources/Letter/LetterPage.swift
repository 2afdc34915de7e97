internal import Model

extension Letter {
    /// The letter as a page without scripts or other files.
    ///
    /// A list that has no room keeps its largest rows; another row has the sum of the rest.
    ///
    /// - Parameter size: the largest size in bytes, which only very many notes or categories
    ///   exceed.
    public func page(atMost size: Int = 300_000) -> String {
        var page = ""
        for limit in [1000, 300, 150, 80, 50, 35, 25, 18, 13, 9, 6, 4, 2, 1] {
            page = PageWriter(letter: self, mostRows: limit).page()
            if page.utf8.count <= size { break }
        }
        return page
    }
}

private struct PageWriter {
    let letter: Letter
    let mostRows: Int
    /// The number of the last figure that was named for another place on the page.
    private var lastName = 0
    private var lastChart = 0

    init(letter: Letter, mostRows: Int) {
        (self.letter, self.mostRows) = (letter, mostRows)
    }

    /// The longest text from outside, in letters.
    private static let longest = 80

    func page() -> String {
        var writer = self
        return writer.write()
    }

    private mutating func write() -> String {
        let head = HTML.element(
            "head", [:], .empty("meta", ["charset": "utf-8"]),
            .empty(
                "meta",
                [
                    "http-equiv": "Content-Security-Policy",
                    "content": "default-src 'none'; style-src 'unsafe-inline'",
                ]),
            .empty("meta", ["name": "referrer", "content": "no-referrer"]),
            .empty("meta", ["name": "viewport", "content": "width=device-width"]),
            .empty("meta", ["name": "color-scheme", "content": "light dark"]),
            .element("title", [:], HTML(letter.title)),
            .element("style", [:], LetterStyle.sheet))
        var main = HTML.element("h1", [:], HTML(letter.title))
        main += notes(letter.notes)
        for section in letter.sections where !section.isEmpty { main += write(section) }
        let body = HTML.element("body", [:], .element("main", [:], main))
        return "<!DOCTYPE html>\n" + HTML.element("html", ["lang": "en"], head, body).markup + "\n"
    }

    private func notes(_ notes: [LetterText]) -> HTML {
        notes.map { HTML.element("p", ["class": "note"], text($0)) }.joined
    }

    private mutating func write(_ section: Letter.Section) -> HTML {
        var content = HTML.element("h2", [:], text(section.title))
        for part in section.parts {
            switch part {
            case .figure(let figure): content += write(figure, isTop: true, scale: nil)
            case .chart(let chart):
                lastChart += 1
                content += LetterChart(chart: chart, number: lastChart).html
            }
        }
        content += notes(section.notes)
        return .element("section", [:], content)
    }

    /// - Parameters:
    ///   - isTop: whether it has no figure above, and names its currency.
    ///   - scale: the amount of the longest bar beside it; nil for no bar.
    private mutating func write(
        _ figure: Letter.Figure, isTop: Bool, scale: Double?
    ) -> HTML {
        var summary = HTML.element("span", ["class": "label"], label(of: figure))
        var usual = HTML.none
        if let compared = figure.usual {
            lastName += 1
            let name = "u\(lastName)"
            summary += .element(
                "small", [:], HTML((isTop ? compared.words : "usually") + " "),
                .element("b", ["data-as": name], HTML(compared.average.groupedText)))
            let months = compared.months.map { month in
                row(nil, HTML(month.name), nil, amount(month.amount, figure.meaning))
            }
            usual = .element(
                "details", ["class": "mean", "id": name],
                .element(
                    "summary", [:], .element("span", ["class": "label"], HTML(compared.words)),
                    .element(
                        "span", ["class": "n"], amount(compared.average, figure.meaning))),
                .element("div", ["class": "rows"], .element("table", [:], months.joined)))
        }
        if let scale { summary += LetterChart.bar(of: figure, scale: scale) }
        summary += .element(
            "span", ["class": "n"],
            amount(figure.amount, figure.meaning, withCurrency: isTop))
        var attributes: [(StaticString, String)] = [("class", isTop ? "sum top" : "sum")]
        if let id = figure.id { attributes.append(("id", id)) }
        if figure.isOpen { attributes.append(("open", "")) }
        return .element(
            "details", attributes,
            .element("summary", [:], summary) + usual + rows(of: figure))
    }

    private mutating func rows(of figure: Letter.Figure) -> HTML {
        let (shown, hidden) = listed(figure.rows)
        let scale =
            figure.hasBars
            ? shown.flatMap { [$0.amount, $0.usual?.average].compactMap(\.self) }
                .map { max(0, Double($0.minorUnits)) }.max() : nil
        var html = HTML.none
        var leaves = HTML.none
        func endTable() {
            if !leaves.markup.isEmpty { html += .element("table", [:], leaves) }
            leaves = .none
        }
        for row in shown {
            if row.rows.isEmpty, row.usual == nil {
                leaves += leaf(row)
            } else {
                endTable()
                html += write(row, isTop: false, scale: scale)
            }
        }
        if !hidden.isEmpty {
            let sum = Money(
                sum: hidden.reduce(0) { $0 + $1.amount.minorUnits },
                currency: figure.amount.currency)
            leaves += .element(
                "tr", ["class": "rest"], .element("td", [:]),
                .element(
                    "th", ["scope": "row"], HTML("and \(hidden.count) more, not listed here")),
                .element("td", [:]),
                .element("td", ["class": "n"], amount(sum, figure.meaning)))
        }
        endTable()
        return .element("div", ["class": "rows"], html)
    }

    /// The rows that have room, in their order, and the others.
    ///
    /// What has rows itself, such as a category, is left out later than a transaction.
    private func listed(
        _ rows: [Letter.Figure]
    ) -> (shown: [Letter.Figure], hidden: [Letter.Figure]) {
        let order = rows.indices.sorted {
            let sizes = (
                rows[$0].amount.minorUnits.magnitude, rows[$1].amount.minorUnits.magnitude
            )
            return sizes.0 == sizes.1 ? $0 < $1 : sizes.0 > sizes.1
        }
        let leaves = order.filter { rows[$0].rows.isEmpty }
        let groups = order.filter { !rows[$0].rows.isEmpty }
        let hidden = [(leaves, mostRows), (groups, mostRows * 4)].flatMap { places, most in
            // A row for one other would take its place.
            places.count > most + 1 ? places.dropFirst(most) : []
        }
        let shown = Set(order).subtracting(hidden).sorted()
        return (shown.map { rows[$0] }, hidden.map { rows[$0] })
    }

    private func leaf(_ figure: Letter.Figure) -> HTML {
        row(
            figure.day, text(figure.label), figure.remark.map(text),
            amount(figure.amount, figure.meaning, source: figure.source), id: figure.id)
    }

    private func row(
        _ day: CalendarDay?, _ label: HTML, _ remark: HTML?, _ amount: HTML, id: String? = nil
    ) -> HTML {
        let cells =
            HTML.element("td", ["class": "day"], HTML(day.map { "\($0)" } ?? ""))
            + .element("th", ["scope": "row"], label)
            + .element("td", ["class": "why"], remark ?? .none)
            + .element("td", ["class": "n"], amount)
        return .element("tr", id.map { [("id", $0)] as [(StaticString, String)] } ?? [], cells)
    }

    private func label(of figure: Letter.Figure) -> HTML {
        let remark = figure.remark.map { HTML(" ") + .element("i", [:], text($0)) }
        return text(figure.label) + (remark ?? .none)
    }

    private func text(_ text: LetterText) -> HTML {
        text.pieces.map { piece -> HTML in
            switch piece {
            case .words(let words): HTML(words)
            case .outside(let name):
                .isolated(name.count > Self.longest ? name.prefix(Self.longest) + "…" : name)
            }
        }.joined
    }

    private func amount(
        _ money: Money, _ meaning: Letter.Meaning, source: Letter.Source? = nil,
        withCurrency: Bool = false
    ) -> HTML {
        let isSigned = meaning == .change || meaning == .flow
        let number = HTML(
            (isSigned && money.minorUnits > 0 ? "+" : "") + money.groupedText)
        var html = HTML.none
        if let source {
            let relation: StaticString = source.isNegated ? "data-less" : "data-as"
            html = .element(
                "b", [relation: source.id],
                .element("a", ["href": "#\(source.id)"], number))
        } else {
            html = .element("b", [:], number)
        }
        if withCurrency, !money.currency.code.isEmpty {
            html += HTML(" ") + .isolated(String(money.currency.code.prefix(Self.longest)))
        }
        let word = meaning.word(for: money)
        return word.isEmpty ? html : html + .element("em", [:], HTML(" \(word)"))
    }
}

extension Letter.Meaning {
    fileprivate func word(for money: Money) -> String {
        switch (self, money.minorUnits.signum()) {
        case (.plain, _), (_, 0): ""
        case (.change, 1): "more"
        case (.change, _): "less"
        case (.flow, 1): "in"
        case (.flow, _): "out"
        case (.spending, -1): "back"
        case (.income, -1): "taken back"
        case (.balance, -1): "owed"
        case (.remaining, 1): "left"
        case (.remaining, _): "over"
        default: ""
        }
    }
}
