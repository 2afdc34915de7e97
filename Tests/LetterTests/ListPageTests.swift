import Letter
import Testing

@Suite("A list as a page")
struct ListPageTests {
    private let page = ListPage(title: "a <list>", columns: ["name", "a & b"])

    @Test("has text as text, whatever it says")
    func escaped() {
        let row = page.row(["</td><script>alert(1)</script>", "\u{202E}\"x' onload=y\u{1B}[2J"])
        #expect(!row.contains("<script"))
        #expect(row.matches(of: /</).count == row.matches(of: /<\/?(tr|td|bdi)>/).count)
        #expect(!row.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{1B}" })
        #expect(page.beginning.contains("<title>a &lt;list&gt;</title>"))
        #expect(page.beginning.contains(">a &amp; b</th>"))
    }

    @Test("sets numbers apart, and leaves what is unknown empty")
    func cells() {
        #expect(
            page.row(["-12.50", nil])
                == "<tr><td class=\"n\">-12.50</td><td><bdi></bdi></td></tr>\n")
        #expect(page.row(["7-ELEVEN"]) == "<tr><td><bdi>7-ELEVEN</bdi></td></tr>\n")
    }

    @Test("loads nothing and runs nothing")
    func alone() {
        let whole = page.beginning + page.row(["x"]) + page.ending
        #expect(whole.contains("default-src 'none'"))
        #expect(whole.matches(of: /(src|href)=|<(script|link|img)/).isEmpty)
        #expect(whole.hasSuffix("</html>\n"))
    }
}
