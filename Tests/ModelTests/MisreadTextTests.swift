import Model
import Testing

@Suite("Texts in UTF-8 that were misread")
struct MisreadTextTests {
    /// The text as a program shows it that takes UTF-8 for Windows-1252, or for Latin-1 where
    /// that has no sign.
    private func misread(_ text: String) -> String {
        let signs = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ")
        return String(
            text.utf8.map { byte -> Character in
                (0x80..<0xA0).contains(byte)
                    ? signs[Int(byte) - 0x80] : Character(Unicode.Scalar(byte))
            })
    }

    @Test("the example of a bakery is a bakery")
    func example() {
        #expect(MisreadText.corrected("BÃ¤ckerei") == "Bäckerei")
        #expect(MisreadText.corrected("CAFÃ‰ LUNA") == "CAFÉ LUNA")
        #expect(MisreadText.corrected("JOEâ€™S") == "JOE’S")
    }

    @Test(
        "are what they stand for, also if they were misread twice",
        arguments: [
            "Bäckerei Müller", "CAFÉ ÀÁÂ", "Straße", "PÂTISSERIE", "São João", "Škoda Plzeň",
            "Łódź",
            "JOE’S – BAR", "Preis 5 €", "“Quoted”", "Ελλάδα", "Магазин", "株式会社", "N° 12",
            "à la carte",
        ])
    func corrected(text: String) {
        #expect(MisreadText.corrected(misread(text)) == text)
        #expect(MisreadText.corrected(misread(misread(text))) == text)
    }

    @Test("as Latin-1 has them, too")
    func latin1() {
        let text = String("CAFÉ".utf8.map { Character(Unicode.Scalar($0)) })
        #expect(MisreadText.corrected(text) == "CAFÉ")
    }

    @Test(
        "stay where they are right, or right in part",
        arguments: [
            "", "plain", "Bäckerei", "RENÉ’S", "HÄ’S", "BRØ» X", "SPAß… JETZT", "CAFÉ™ ®", "Ã",
            "Â 5", "Ã¤ and ä",
            "BÃ¤ckerei 株", "5 €", "Ελλάδα", "Магазин", "株式会社", "É“", "Â\u{85}", "À LA CARTE",
        ])
    func stays(text: String) {
        #expect(MisreadText.corrected(text) == text)
    }
}
