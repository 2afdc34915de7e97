import Model
import TestSupport
import Testing

@Suite("Safe text")
struct SafeTextTests {
    @Test(
        "harmless text stays as it is",
        arguments: [
            "", "TRADER JOE'S #552 OAKLAND CA", "Café Zoë", "Перевод", "寿司", "☕️ 🍕 🇺🇸 1️⃣",
            "e\u{301}",
        ])
    func harmless(text: String) {
        #expect(Array(SafeText.neutralised(text).utf8) == Array(text.utf8))
    }

    @Test(
        "what a terminal might obey becomes visible",
        arguments: [
            ("\u{1B}[31mPAID\u{1B}[0m", "␛[31mPAID␛[0m"),
            ("\u{1B}]0;title\u{07}", "␛]0;title␇"),
            ("AB\u{08}\u{08}XY", "AB␈␈XY"),
            ("nul\u{00}", "nul␀"),
            ("del\u{7F}", "del␡"),
            ("\u{9B}31m", "\u{FFFD}31m"),
            ("\u{85}next line", "\u{FFFD}next line"),
        ])
    func controls(hostile: String, expected: String) {
        #expect(SafeText.neutralised(hostile) == expected)
    }

    @Test(
        "marks that reorder or hide text become visible",
        arguments: [
            "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}",
            "\u{2068}", "\u{2069}", "\u{200E}", "\u{200F}", "\u{061C}", "\u{200B}", "\u{200C}",
            "\u{200D}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{34F}", "\u{115F}", "\u{3164}",
            "\u{180E}", "\u{2028}", "\u{2029}", "\u{E0041}", "\u{E000}", "\u{10FFFD}", "\u{FE0F}",
            "\u{E0100}", "\u{FFFF}",
        ])
    func invisible(mark: String) {
        #expect(SafeText.neutralised("a\(mark)b") == "a\u{FFFD}b")
    }

    @Test(
        "line breaks and tabs become spaces",
        arguments: [("a\nb", "a b"), ("a\tb", "a b"), ("a\rb", "a b"), ("a\r\nb", "a  b")])
    func lineBreaks(text: String, expected: String) {
        #expect(SafeText.neutralised(text) == expected)
    }

    @Test("neutralising a second time changes nothing")
    func idempotent() {
        var random = RandomNumbers(seed: 1)
        for _ in 0..<2_000 {
            let once = SafeText.neutralised(random.text(upTo: 40))
            #expect(SafeText.neutralised(once) == once)
        }
    }

    @Test("no control character is left in any text")
    func noControlLeft() {
        var random = RandomNumbers(seed: 2)
        for _ in 0..<2_000 {
            let safe = SafeText.neutralised(random.text(upTo: 40))
            #expect(!safe.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }

    @Test(
        "a long text is cut to the columns there are",
        arguments: [
            ("SAFEWAY", 7, "SAFEWAY"), ("SAFEWAY", 8, "SAFEWAY"), ("SAFEWAY", 6, "SAFEW…"),
            ("SAFEWAY", 1, "…"), ("SAFEWAY", 0, ""), ("SAFEWAY", -3, ""), ("寿司寿司", 5, "寿司…"),
            ("寿司寿司", 4, "寿…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("", 3, ""),
        ])
    func truncation(text: String, columns: Int, expected: String) {
        #expect(SafeText.truncated(text, to: columns) == expected)
    }

    @Test("a cut text never takes more columns than asked")
    func neverTooWide() {
        var random = RandomNumbers(seed: 3)
        for _ in 0..<2_000 {
            let safe = SafeText.neutralised(random.text(upTo: 40))
            let columns = Int.random(in: 0...30, using: &random)
            #expect(DisplayWidth.columns(of: SafeText.truncated(safe, to: columns)) <= columns)
        }
    }
}
