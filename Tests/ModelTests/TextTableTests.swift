import Model
import Testing

@Suite("Text table")
struct TextTableTests {
    @Test("the empty text is always 0")
    func empty() {
        var table = TextTable()
        #expect(table.id(of: "") == .empty)
        #expect(TextID.empty.number == 0)
        #expect(table[.empty].isEmpty)
        #expect(table.count == 1)
    }

    @Test("the same text has the same id, another text another")
    func identity() {
        var table = TextTable()
        let netflix = table.id(of: "NETFLIX")
        let rent = table.id(of: "RENT")
        #expect(netflix != rent)
        #expect(table.id(of: "NETFLIX") == netflix)
        #expect(table.count == 3)
    }

    @Test("texts come back byte for byte, also where Unicode counts them as equal")
    func exactText() {
        let composed = "CAF\u{C9}"
        let decomposed = "CAFE\u{301}"
        var table = TextTable()
        let ids = [composed, decomposed].map { table.id(of: $0) }
        #expect(ids[0] != ids[1])
        #expect(table[ids[0]].utf8.elementsEqual(composed.utf8))
        #expect(table[ids[1]].utf8.elementsEqual(decomposed.utf8))
    }

    @Test("ids are in the order in which the texts came")
    func ids() {
        var table = TextTable()
        for text in ["a", "b", "a", "寿司"] { _ = table.id(of: text) }
        #expect(table.ids.map { table[$0] } == ["", "a", "b", "寿司"])
    }

    @Test("a range says where in the block a text lies")
    func ranges() {
        var table = TextTable()
        let texts = ["RENT", "寿司", "", "🍕 PIZZA"]
        let ids = texts.map { table.id(of: $0) }
        table.withUTF8Bytes { bytes in
            for (text, id) in zip(texts, ids) {
                #expect(bytes[table.range(of: id)].elementsEqual(text.utf8))
            }
        }
    }

    @Test("an error of the body comes through as itself")
    func typedError() {
        #expect(throws: MoneyError.currenciesDiffer) {
            try TextTable().withUTF8Bytes { _ throws(MoneyError) -> Int in throw .currenciesDiffer }
        }
    }
}
