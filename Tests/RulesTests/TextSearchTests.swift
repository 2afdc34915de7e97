import Rules
import Testing

@Suite("A person's search for a text")
struct TextSearchTests {
    @Test(
        "passes over case, accents and punctuation",
        arguments: [
            ("trader joes", "TRADER JOE'S #55"), ("Trader Joe's", "TRADER JOES"),
            ("trader joes 55", "TRADER JOE’S #55"), ("price-a", "PRICE A"),
            ("price a", "WWW.PRICE-A.COM"), ("t-mobile", "TMOBILE*BILL"), ("tmobile", "T-Mobile"),
            ("t mobile", "T-Mobile"), ("AT&T", "att"), ("at t", "AT&T 12"), ("#55", "JOE 55"),
            ("café", "LE CAFÉ"), ("a  b", "A\tB"), ("straße", "STRASSE"), ("", "anything"),
            ("cafe luna", "CAFÉ LUNA"), ("café luna", "CAFE LUNA"), ("haagen-dazs", "HÄAGEN–DAZS"),
            ("nomina", "cuenta no\u{301}mina"), ("at&t", "AT&amp;T WIRELESS"), ("®", "VISA®"),
        ])
    func finds(wanted: String, text: String) {
        #expect(TextSearch(wanted).finds(text))
    }

    @Test(
        "joins no words that only a space parts, and finds nothing else",
        arguments: [
            ("pricea", "PRICE A"), ("tea", "GREAT EATS"), ("joe s", "TRADER JOE'S"),
            ("caffe", "CAFÉ"), ("trader joes", "TRADER"), ("a", ""),
        ])
    func findsNot(wanted: String, text: String) {
        #expect(!TextSearch(wanted).finds(text))
    }

    @Test(
        "looks for punctuation where it is all that is asked for",
        arguments: [("&", "AT&T", true), ("&", "ATT", false), ("*#", "A *# B", true)])
    func punctuation(wanted: String, text: String, isFound: Bool) {
        #expect(TextSearch(wanted).finds(text) == isFound)
    }
}
