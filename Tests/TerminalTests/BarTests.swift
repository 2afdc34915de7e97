import Terminal
import Testing

@Suite("Bar")
struct BarTests {
    @Test(
        "a bar is as long as its share, to an eighth of a column",
        arguments: [
            (0, ""), (1, "████"), (0.5, "██"), (0.25, "█"), (0.031_25, "▏"), (0.093_75, "▍"),
            (0.218_75, "▉"), (0.281_25, "█▏"), (0.968_75, "███▉"),
        ] as [(Double, String)])
    func blocks(share: Double, expected: String) {
        #expect(Bar.text(share: share, columns: 4, usesUnicode: true) == expected)
    }

    @Test(
        "without Unicode a bar has whole columns",
        arguments: [(0, ""), (1, "####"), (0.5, "##"), (0.6, "##"), (0.7, "###"), (0.01, "#")]
            as [(Double, String)])
    func ascii(share: Double, expected: String) {
        #expect(Bar.text(share: share, columns: 4, usesUnicode: false) == expected)
    }

    @Test("the smallest share is still seen")
    func smallest() {
        #expect(Bar.text(share: 0.000_001, columns: 4, usesUnicode: true) == "▏")
    }

    @Test(
        "a share outside 0 to 1 counts as the nearer end",
        arguments: [
            (1.5, "██"), (.infinity, "██"), (-0.5, ""), (-.infinity, ""), (Double.nan, ""),
        ] as [(Double, String)])
    func outside(share: Double, expected: String) {
        #expect(Bar.text(share: share, columns: 2, usesUnicode: true) == expected)
    }

    @Test("no room, no bar", arguments: [0, -1])
    func noRoom(columns: Int) {
        #expect(Bar.text(share: 1, columns: columns, usesUnicode: true).isEmpty)
    }
}
