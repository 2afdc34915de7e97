import Terminal
import Testing

@Suite("CSV and tab-separated values")
struct DelimitedTextTests {
    @Test(
        "CSV quotes a comma and a quotation mark, as RFC 4180 has it",
        arguments: [
            ("plain", "plain"), ("", ""), (" spaced ", " spaced "), ("a,b", "\"a,b\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""), ("\"", "\"\"\"\""), ("é 🐢", "é 🐢"),
            ("a;b", "a;b"), ("it's", "it's"),
        ])
    func quoting(text: String, expected: String) {
        #expect(DelimitedText.line([text], .comma) == expected + "\n")
    }

    @Test(
        "a text that a spreadsheet would take for a formula gets an apostrophe",
        arguments: [
            ("=1+1", "'=1+1"), ("=HYPERLINK(\"http://x\")", "'=HYPERLINK(\"http://x\")"),
            ("+49 30 1234", "'+49 30 1234"), ("-2+3", "'-2+3"), ("@SUM(A1)", "'@SUM(A1)"),
            ("＝1+1", "'＝1+1"), ("-", "'-"), ("--5", "'--5"), ("-5.", "'-5."), ("-.5", "'-.5"),
            ("-1e5", "'-1e5"), ("-1,000", "'-1,000"), ("-5\n", "'-5 "), ("-1.2.3", "'-1.2.3"),
            ("-٣", "'-٣"), ("\t=1", "' =1"), ("\r=1", "' =1"), ("\u{0}=1", "'␀=1"),
        ])
    func formulas(text: String, expected: String) {
        #expect(DelimitedText.line([text], .tab) == expected + "\n")
    }

    @Test(
        "a formula behind a semicolon gets one too, as programs may separate by those",
        arguments: [
            ("x;=1+1", "x;'=1+1"), ("x; =1+1", "x; '=1+1"), ("a;\"=1\"", "\"a;\"\"'=1\"\"\""),
            ("a;b;@x;-1", "a;b;'@x;-1"), ("=1;=2", "'=1;'=2"), (";＝1", ";'＝1"),
            ("a;-12.50", "a;-12.50"), ("a;", "a;"),
        ])
    func formulasBehindSeparators(text: String, expected: String) {
        #expect(DelimitedText.line([text], .comma) == expected + "\n")
    }

    @Test(
        "a number is no formula", arguments: ["-84.10", "+5", "-0", "12", "-9223372036854775808"])
    func numbers(text: String) {
        #expect(DelimitedText.line([text], .comma) == text + "\n")
    }

    @Test("a formula is quoted too, where CSV needs it")
    func quotedFormula() {
        #expect(DelimitedText.line(["=A1,\"x\""], .comma) == "\"'=A1,\"\"x\"\"\"\n")
    }

    @Test(
        "a row is one line, and drives no terminal",
        arguments: [
            ("two\nlines", "two lines"), ("a\r\nb", "a  b"), ("a\tb", "a b"),
            ("\u{1B}[2J", "'␛[2J"), ("x\u{202E}y", "x�y"),
        ])
    func neutralising(text: String, expected: String) {
        #expect(DelimitedText.line([text], .comma) == expected + "\n")
        #expect(DelimitedText.line([text], .tab) == expected + "\n")
    }

    @Test("an absent value is an empty cell")
    func absent() {
        #expect(DelimitedText.line(["a", nil, "", "b"], .comma) == "a,,,b\n")
        #expect(DelimitedText.line([nil, "a", nil], .tab) == "\ta\t\n")
    }
}
