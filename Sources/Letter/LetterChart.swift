internal import Model

/// A chart as a drawing, with its numbers as a table.
///
/// The drawing is geometry, so it may round; the table is exact.
///
/// Its colours are in the style sheet, and again here for programs that print without it.
package struct LetterChart {
    let chart: Letter.Chart
    /// Its place among the charts of the page.
    let number: Int

    private static let width = 640.0
    private static let height = 200.0
    private static let left = 70.0
    private static let top = 10.0
    private static let bottom = 24.0

    /// A bar of a figure, with a mark where it usually ends.
    static func bar(of figure: Letter.Figure, scale: Double) -> HTML {
        func end(_ money: Money) -> Double {
            scale > 0 ? max(0, Double(money.minorUnits)) / scale * 140 : 0
        }
        var drawing = HTML.empty(
            "rect", ["class": "track", "width": "144", "height": "12", "fill": "#eee"])
        drawing += .empty(
            "rect",
            [
                "class": "one", "y": "2", "width": number(end(figure.amount)), "height": "8",
                "fill": "#1f5f99",
            ])
        if let usual = figure.usual {
            let place = number(end(usual.average) + 1)
            drawing += .empty(
                "path",
                ["class": "mark", "d": "M\(place) 0V12", "stroke": "#000", "stroke-width": "2"])
        }
        return .element(
            "svg", ["class": "bar", "viewBox": "0 0 144 12", "aria-hidden": "true"], drawing)
    }

    package init(chart: Letter.Chart, number: Int) {
        (self.chart, self.number) = (chart, number)
    }

    var html: HTML { html(withNumbers: true) }

    /// - Parameter withNumbers: whether the table is below; false where another one has its numbers.
    package func html(withNumbers: Bool) -> HTML {
        let title = chart.title.pieces.map { piece in
            switch piece {
            case .words(let words): HTML(words)
            case .outside(let name): HTML(String(name.prefix(40)))
            }
        }.joined
        var drawing = HTML.element("title", [:], title) + axis
        switch chart.kind {
        case .line: drawing += line
        case .pairs: drawing += hatching + pairs
        }
        drawing += months
        let legend: HTML =
            chart.kind == .pairs && chart.columns.count > 1
            ? HTML(": \(chart.columns[0]) filled, \(chart.columns[1]) hatched") : .none
        return .element(
            "figure", [:],
            .element(
                "svg",
                [
                    "viewBox": "0 0 \(Self.number(Self.width)) \(Self.number(Self.height))",
                    "role": "img",
                ],
                drawing),
            .element("figcaption", [:], title, legend),
            withNumbers ? numbers : .none)
    }

    private var numbers: HTML {
        .element(
            "details", ["class": "numbers"],
            .element(
                "summary", [:],
                .element("span", ["class": "label"], HTML("The chart in numbers"))),
            table)
    }

    private var table: HTML {
        let heads = ([""] + chart.columns).map {
            HTML.element("th", ["scope": "col"], HTML($0))
        }
        let rows = chart.rows.map { row in
            HTML.element(
                "tr", [:], .element("th", ["scope": "row"], HTML(row.label)),
                row.amounts.map {
                    HTML.element("td", [:], .element("b", [:], HTML($0.groupedText)))
                }.joined)
        }
        return .element(
            "table", ["class": "across"], .element("thead", [:], .element("tr", [:], heads.joined)),
            .element("tbody", [:], rows.joined))
    }

    // MARK: Geometry

    private var values: [[Double]] {
        chart.rows.map { row in
            switch chart.kind {
            case .line: row.amounts.suffix(1).map { Double($0.minorUnits) }
            case .pairs: row.amounts.prefix(2).map { abs(Double($0.minorUnits)) }
            }
        }
    }

    /// The steps of the axis, from the lowest to the highest, in minor units.
    private var steps: [Double] {
        let all = values.joined()
        let low = min(0, all.min() ?? 0)
        let high = max(0, all.max() ?? 0)
        let span = max(high - low, 1)
        // The largest of 1, 2 and 5 times a power of ten that gives at least three steps.
        var step = 1.0
        while step * 10 * 3 <= span { step *= 10 }
        step *= step * 5 * 3 <= span ? 5 : step * 2 * 3 <= span ? 2 : 1
        let first = (low / step).rounded(.down)
        let last = (high / step).rounded(.up)
        return stride(from: first, through: max(last, first + 1), by: 1).map { $0 * step }
    }

    private func y(_ value: Double) -> Double {
        let (low, high) = (steps.first ?? 0, steps.last ?? 1)
        let room = Self.height - Self.top - Self.bottom
        return Self.top + room * (1 - (value - low) / max(high - low, 1))
    }

    private func x(_ position: Int) -> Double {
        let room = (Self.width - Self.left - 10) / Double(max(1, chart.rows.count))
        return Self.left + room * (Double(position) + 0.5)
    }

    private var axis: HTML {
        let currency = chart.rows.first?.amounts.first?.currency
        return steps.map { step in
            let place = Self.number(y(step))
            let units = Int128(exactly: step.rounded()) ?? 0
            let words = currency.map { currency in
                // Whole units are enough beside an axis.
                Money(sum: units, currency: currency).groupedText
                    .split(separator: ".").first.map(String.init) ?? ""
            }
            return HTML.empty(
                "path",
                [
                    "class": "grid", "d": "M\(Self.number(Self.left)) \(place)H630",
                    "stroke": "#bbb",
                ])
                + .element(
                    "text",
                    [
                        "x": Self.number(Self.left - 6), "y": place, "dy": "4",
                        "text-anchor": "end", "font-size": "11",
                    ],
                    HTML(words ?? ""))
        }.joined
    }

    private var months: HTML {
        let every = max(1, (chart.rows.count + 11) / 12)
        return chart.rows.enumerated().filter { $0.offset % every == 0 }.map { position, row in
            HTML.element(
                "text",
                [
                    "x": Self.number(x(position)), "y": Self.number(Self.height - 6),
                    "text-anchor": "middle", "font-size": "11",
                ],
                HTML(String(row.label.prefix(3))))
        }.joined
    }

    private var line: HTML {
        let places = values.enumerated().compactMap { position, values in
            values.first.map { (Self.number(x(position)), Self.number(y($0))) }
        }
        let path = places.map { "\($0.0) \($0.1)" }.joined(separator: "L")
        return HTML.empty(
            "path",
            [
                "class": "line", "d": "M" + path, "fill": "none", "stroke": "#1f5f99",
                "stroke-width": "2.5",
            ])
            + places.map {
                HTML.empty(
                    "circle",
                    ["class": "dot", "cx": $0.0, "cy": $0.1, "r": "3.5", "fill": "#1f5f99"])
            }.joined
    }

    private var pairs: HTML {
        let room = (Self.width - Self.left - 10) / Double(max(1, chart.rows.count))
        let thick = min(22, room * 0.36)
        let looks = [("one", "#1f5f99"), ("two", "url(#\(hatch))")]
        return values.enumerated().flatMap { position, values in
            zip(values, looks).enumerated().map { index, bar in
                let (value, look) = bar
                let start = x(position) + (index == 0 ? -thick - 1 : 1)
                return HTML.empty(
                    "rect",
                    [
                        "class": look.0, "x": Self.number(start), "y": Self.number(y(value)),
                        "width": Self.number(thick),
                        "height": Self.number(max(0, y(0) - y(value))), "fill": look.1,
                        "stroke": index == 0 ? "none" : "#8a4b08",
                    ])
            }
        }.joined
    }

    private var hatch: String { "hatch\(number)" }

    /// A second look besides colour.
    private var hatching: HTML {
        .element(
            "defs", [:],
            .element(
                "pattern",
                [
                    "id": hatch, "width": "5", "height": "5", "patternUnits": "userSpaceOnUse",
                    "patternTransform": "rotate(45)",
                ],
                .empty(
                    "path",
                    [
                        "class": "hatch", "d": "M0 0V5", "stroke": "#8a4b08", "stroke-width": "2",
                    ])))
    }

    /// A coordinate with one decimal.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let text = "\(abs(tenths) / 10)" + (tenths % 10 == 0 ? "" : ".\(abs(tenths) % 10)")
        return tenths < 0 ? "-" + text : text
    }
}
