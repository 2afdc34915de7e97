import Rules
import Testing

@Suite("The form in which texts are compared")
struct SearchTextTests {
    @Test(
        "case is folded, white space is one space, and the ends have none",
        arguments: [
            ("WHOLE FOODS", "whole foods"),
            ("  Whole\t \nFoods  ", "whole foods"),
            ("Caf\u{C9}\u{A0}\u{2003}Noir", "caf\u{E9} noir"),
            ("AT&T *Bill [12]", "at&t *bill [12]"),
            ("Straße", "strasse"),
            ("\u{17F}hell \u{212A}mart", "shell kmart"),
            ("ΟΔΟΣ ς", "οδοσ σ"),
            (" \u{85} ", ""),
            ("", ""),
        ])
    func foldsText(written: String, folded: String) {
        #expect(SearchText(written).description == folded)
    }

    @Test(
        "punctuation and symbols go where they are not wanted",
        arguments: [
            ("McDonald's #12", "mcdonalds 12"),
            ("SQ * COFFEE", "sq coffee"),
            ("AT&T", "att"),
            ("Café – “Noir” €5", "café noir 5"),
            ("*-*", ""),
        ])
    func dropsPunctuation(written: String, folded: String) {
        let text = SearchText(written, form: .droppingPunctuation)
        #expect(text.description == folded)
    }

    @Test("both ways of writing a text in ASCII agree with the way for all of Unicode")
    func foldsASCIIAsUnicode() {
        for byte in UInt8(0)..<0x80 {
            let text = "A" + String(UnicodeScalar(byte)) + "B"
            for form in [
                SearchText.Form.keepingPunctuation, .droppingPunctuation, .partingAtPunctuation,
            ] {
                let ascii = SearchText(text, form: form).description
                let unicode = SearchText(text + "é", form: form).description
                #expect(ascii + "é" == unicode, "character \(byte)")
            }
        }
    }
}
