import Model
import Testing

@Suite("Display width")
struct DisplayWidthTests {
    @Test(
        "columns of a text",
        arguments: [
            ("", 0), ("NETFLIX.COM", 11), ("Café", 4), ("Cafe\u{301}", 4), ("Ümlaut", 6),
            ("Перевод", 7), ("寿司", 4), ("ローソン", 8), ("ﾛｰｿﾝ", 4), ("Ｗｉｄｅ", 8), ("한국", 4),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("𠮷野家", 6), ("🍕", 2), ("☕", 2), ("☀", 1),
            ("☀\u{FE0F}", 2), ("☕\u{FE0E}", 1), ("🇺🇸", 2), ("👍🏽", 2), ("1️⃣", 2), ("…", 1), ("█", 1),
            ("€", 1), ("�", 1), ("␛", 1), ("\u{303F}", 1), ("〈〉", 4),
        ])
    func columns(text: String, expected: Int) {
        #expect(DisplayWidth.columns(of: text) == expected)
    }

    @Test(
        "what is not shown takes no column",
        arguments: ["\u{0}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{200B}", "\u{301}", "\r\n"])
    func invisible(text: String) {
        #expect(DisplayWidth.columns(of: text) == 0)
    }
}
