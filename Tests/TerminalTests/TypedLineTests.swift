import Terminal
import Testing

@Suite("A line that is being typed")
struct TypedLineTests {
    @Test(
        "takes characters and gives them back",
        arguments: [
            ([.character("a"), .character("é")], "aé"),
            ([.character("a"), .backspace], ""), ([.character("a"), .clear], ""),
            ([.character("👍🏽"), .character("x"), .backspace], "👍🏽"),
            ([.character("a"), .tab, .up, .other], "a"),
            ([.character("\u{1B}"), .character("\u{85}"), .character("\u{2028}")], ""),
        ] as [([KeyReader.Key], String)])
    func types(keys: [KeyReader.Key], typed: String) {
        var line = ""
        for key in keys {
            let stays = line.type(key)
            #expect(stays)
        }
        #expect(line == typed)
    }

    @Test("is left by Escape, Control-C, and by deleting more than was typed")
    func leaves() {
        for key in [KeyReader.Key.escape, .interrupt] {
            var line = "a"
            let stays = line.type(key)
            #expect(!stays)
        }
        var line = ""
        let stays = line.type(.backspace)
        #expect(!stays)
    }

    @Test("holds a thousand bytes")
    func limit() {
        var line = String(repeating: "a", count: 999)
        for character: Character in ["é", "b", "c"] { _ = line.type(.character(character)) }
        #expect(line == String(repeating: "a", count: 999) + "b")
    }
}
