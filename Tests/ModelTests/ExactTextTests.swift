import Model
import Testing

@Suite("An exact text")
struct ExactTextTests {
    @Test(
        "is another where its bytes are, though Unicode counts them as one",
        arguments: [("\u{E9}", "e\u{301}"), ("\u{212B}", "\u{C5}"), ("a", "a\0"), ("", "\0")])
    func others(one: String, other: String) {
        #expect(ExactText(one) != ExactText(other))
        #expect(Set([ExactText(one), ExactText(other), ExactText(one)]).count == 2)
    }

    @Test(
        "is the same where its bytes are", arguments: ["", "A1", "e\u{301}\0", "\u{1F468}\u{200D}"])
    func same(text: String) {
        let copy = String(decoding: Array(text.utf8), as: UTF8.self)
        #expect(ExactText(text) == ExactText(copy))
        #expect(ExactText(text).hashValue == ExactText(copy).hashValue)
    }
}
