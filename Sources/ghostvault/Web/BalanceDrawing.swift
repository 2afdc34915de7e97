import Letter
import Model
import Terminal

/// A line over time as a drawing. It is geometry, so it may round.
struct BalanceDrawing {
    private let chart: LineChart
    private let label: (Double) -> String
    /// The values of the grid's lines: multiples of 1, 2 or 5 times a power of ten.
    private let steps: [Double]

    private static let width = 720.0
    private static let height = 200.0
    private static let left = 56.0
    private static let right = 708.0
    private static let top = 10.0
    private static let bottom = 176.0
    /// The most points that are drawn.
    private static let mostPoints = 400

    init(chart: LineChart, label: @escaping (Double) -> String) {
        (self.chart, self.label) = (chart, label)
        steps = Self.steps(
            over: chart.values + chart.ranges.flatMap { [$0.lowerBound, $0.upperBound] })
    }

    private static func steps(over bounds: [Double]) -> [Double] {
        guard let low = bounds.min(), let high = bounds.max() else { return [] }
        let span = max(high - low, 1)
        var step = 1.0
        while step * 10 * 3 <= span { step *= 10 }
        step *= step * 5 * 3 <= span ? 5 : step * 2 * 3 <= span ? 2 : 1
        let first = (low / step).rounded(.down)
        let last = max((high / step).rounded(.up), first + 1)
        return stride(from: first, through: last, by: 1).map { $0 * step }
    }

    var html: HTML {
        guard chart.values.count > 1 else { return .none }
        let drawn = points
        let path = drawn.map { "\(x($0)) \(y(chart.values[$0]))" }.joined(separator: "L")
        let floor = y(steps.first ?? 0)
        let last = chart.values.count - 1
        var drawing = grid + times
        if !chart.ranges.isEmpty { drawing += band(drawn) }
        drawing += .empty(
            "path",
            ["class": "area", "d": "M\(x(0)) \(floor)L\(path)L\(x(last)) \(floor)Z"])
        drawing += .empty("path", ["class": "line", "d": "M\(path)"])
        drawing += .empty(
            "circle",
            ["class": "dot", "cx": x(last), "cy": y(chart.values[last]), "r": "4"])
        let words =
            "A line from \(label(chart.values[0])) to \(label(chart.values[last])), lowest "
            + "\(label(chart.values.min() ?? 0)), highest \(label(chart.values.max() ?? 0))."
        return .element(
            "svg",
            [
                "class": "chart", "viewBox": "0 0 \(Int(Self.width)) \(Int(Self.height))",
                "role": "img", "aria-label": words,
            ], drawing)
    }

    /// The indices of the values that are drawn, with the first and the last.
    private var points: [Int] {
        let count = min(chart.values.count, Self.mostPoints)
        return (0..<count).map { $0 * (chart.values.count - 1) / (count - 1) }
    }

    /// What each value may be instead.
    private func band(_ points: [Int]) -> HTML {
        let above = points.map { "\(x($0)) \(y(chart.ranges[$0].upperBound))" }
        let below = points.reversed().map { "\(x($0)) \(y(chart.ranges[$0].lowerBound))" }
        return .empty(
            "path", ["class": "band", "d": "M\((above + below).joined(separator: "L"))Z"])
    }

    private var grid: HTML {
        steps.map { step in
            HTML.empty(
                "path",
                ["class": "grid", "d": "M\(Int(Self.left)) \(y(step))H\(Int(Self.right))"])
                + .element(
                    "text",
                    ["x": "\(Int(Self.left - 6))", "y": y(step), "dy": "4", "text-anchor": "end"],
                    HTML(label(step)))
        }.joined
    }

    private var times: HTML {
        // A label takes about as much as 50 units.
        let room = Int((Self.right - Self.left) / 50)
        let every = max(1, (chart.times.count + room - 1) / room)
        return chart.times.enumerated().filter { $0.offset % every == 0 }.map { _, time in
            HTML.element(
                "text",
                ["x": x(time.index), "y": "\(Int(Self.height - 6))", "text-anchor": "middle"],
                HTML(time.label))
        }.joined
    }

    private func x(_ index: Int) -> String {
        let share = Double(index) / Double(max(1, chart.values.count - 1))
        return Self.number(Self.left + (Self.right - Self.left) * share)
    }

    private func y(_ value: Double) -> String {
        let (low, high) = (steps.first ?? 0, steps.last ?? 1)
        return Self.number(
            Self.top + (Self.bottom - Self.top) * (1 - (value - low) / max(high - low, 1)))
    }

    /// A coordinate with one decimal.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let text = "\(abs(tenths) / 10)" + (tenths % 10 == 0 ? "" : ".\(abs(tenths) % 10)")
        return tenths < 0 ? "-" + text : text
    }
}
