import Terminal
import Testing

@Suite("Charts")
struct LineChartTests {
    private let ascii = Palette(
        TerminalCapabilities(isTerminal: true, width: 80, usesColour: false, usesUnicode: false))

    private let chart = LineChart(
        values: [100, 100, 130, 160], times: [(0, "Jan"), (1, "Feb"), (2, "Mar"), (3, "Apr")],
        height: 3)

    private func words(_ value: Double) -> String { "\(Int(value))" }

    @Test("a line goes from value to value between its axes")
    func line() {
        #expect(
            chart.lines(width: 21, palette: .plain, label: words) == [
                "160 ┤             ╭─●", "130 ┤        ╭────╯", "100 ┼────────╯",
                "     Jan  Feb  Mar",
            ])
    }

    @Test("has a form in ASCII")
    func asciiForm() {
        #expect(
            chart.lines(width: 21, palette: ascii, label: words) == [
                "160 +             .-*", "130 +        .----'", "100 +--------'",
                "     Jan  Feb  Mar",
            ])
    }

    @Test("a range is shade around the line, within the axis")
    func range() {
        let chart = LineChart(
            values: [5, 5], ranges: [5...5, 0...10], times: [], height: 3)
        #expect(
            chart.lines(width: 13, palette: .plain, label: words) == [
                "10 ┤    ░░░░░", " 5 ┼────────●", " 0 ┤     ░░░░", "",
            ])
    }

    @Test("every line fits its width", arguments: 20...70)
    func fits(width: Int) {
        let lines = chart.lines(width: width, palette: .plain, label: words)
        #expect(!lines.isEmpty && lines.allSatisfy { $0.count <= width })
    }

    @Test("a value that never changes is a line in the middle, and one value is no line")
    func flat() {
        let flat = LineChart(values: [5, 5], times: [], height: 3)
        let lines = flat.lines(width: 20, palette: .plain, label: words)
        #expect(lines.filter { $0.contains("─") }.count == 1)
        #expect(
            LineChart(values: [5], times: []).lines(width: 20, palette: .plain, label: words) == [])
    }

    @Test(
        "a small line has a block for each value",
        arguments: [
            ([0.0, 1, 2, 7], 8, "▁▂▃█"), ([98, 99, 100], 8, "▁▅█"), ([3, 3], 8, "▄▄"),
            ([-7, 0], 8, "▁█"), ([1], 8, ""), ([0, 9, 0, 7], 2, "█▆"),
        ])
    func sparkline(values: [Double], columns: Int, shown: String) {
        #expect(Sparkline.text(values, columns: columns) == shown)
    }
}
