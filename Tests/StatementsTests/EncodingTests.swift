import Statements
import Testing

@Suite("Encodings of statement files")
struct EncodingTests {
    /// A row of QIF whose payee has these bytes.
    private func payee(_ bytes: [UInt8], before: [UInt8] = []) throws -> (String, String) {
        let file =
            before + Array("!Type:Bank\nD12/31/2024\nT-5.00\nP".utf8) + bytes + Array("\n^\n".utf8)
        let statement = try StatementReader.read(file)
        return (statement.accounts[0].rows[0].payee, statement.encoding)
    }

    @Test(
        "letters decide among encodings that nothing names",
        arguments: [
            (
                [0x43, 0x61, 0x66, 0xE9, 0x20, 0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72], "Café Müller",
                "windows-1252"
            ),
            (
                [0x53, 0x6B, 0x6C, 0x65, 0x70, 0x20, 0xA3, 0xF3, 0x64, 0x9F], "Sklep Łódź",
                "windows-1250"
            ),
            ([0xCE, 0xEF, 0xEB, 0xE0, 0xF2, 0xE0], "Оплата", "windows-1251"),
            ([0x8E, 0xAF, 0xAB, 0xA0, 0xE2, 0xA0], "Оплата", "cp866"),
            (
                [
                    0x81, 0x74, 0x75, 0x74, 0x61, 0x6C, 0xA0, 0x73, 0x20, 0x6A, 0xA2, 0x76, 0xA0,
                    0x69, 0x72, 0xA0, 0x73, 0x61,
                ], "ütutalás jóváirása", "cp852"
            ),
            ([0xB1, 0xB1, 0xBE, 0xA9, 0xB2, 0xCD, 0xCC, 0xFC], "北京餐厅", "gb18030"),
            (
                [0xC5, 0xEC, 0xB5, 0xFE, 0xA5, 0xB9, 0xA1, 0xBC, 0xA5, 0xD1, 0xA1, 0xBC], "東京スーパー",
                "euc-jp"
            ),
            ([0x83, 0x58, 0x81, 0x5B, 0x83, 0x70, 0x81, 0x5B], "スーパー", "shift_jis"),
            ([0xBD, 0xBA, 0xC5, 0xB8, 0xB9, 0xF7, 0xBD, 0xBA], "스타벅스", "euc-kr"),
        ] as [([UInt8], String, String)])
    func evidence(bytes: [UInt8], text: String, encoding: String) throws {
        let (payee, found) = try payee(bytes)
        #expect(payee == text)
        #expect(found == encoding)
    }

    @Test("UTF-8 with a byte order mark")
    func mark() throws {
        let (payee, encoding) = try payee(Array("Café".utf8), before: [0xEF, 0xBB, 0xBF])
        #expect(payee == "Café")
        #expect(encoding == "utf-8")
    }

    @Test("UTF-16 in both byte orders, marked or not", arguments: [true, false], [true, false])
    func utf16(isBigEndian: Bool, isMarked: Bool) throws {
        let text = (isMarked ? "\u{FEFF}" : "") + "!Type:Bank\nD12/31/2024\nT-5.00\nPCafé\n^\n"
        let bytes = text.utf16.flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
        let statement = try StatementReader.read(bytes)
        #expect(statement.accounts[0].rows[0].payee == "Café")
        #expect(statement.encoding == (isBigEndian ? "utf-16be" : "utf-16le"))
    }

    @Test("a character that a line's end cut doesn't make UTF-8 another encoding")
    func cutCharacter() throws {
        let (_, encoding) = try payee(Array("Überweisung für Äpfel, Öl, Nüße".utf8) + [0xC3])
        #expect(encoding == "utf-8")
    }

    @Test("the header decides what the letters can't")
    func declared() throws {
        let xml =
            "<?xml version=\"1.0\" encoding=\"windows-1250\"?><OFX><STMTRS><STMTTRN>"
            + "<DTPOSTED>20240102<TRNAMT>-5<NAME>"
        let bytes = Array(xml.utf8) + [0xB3, 0x61] + Array("</STMTTRN></STMTRS></OFX>".utf8)
        let statement = try StatementReader.read(bytes)
        #expect(statement.accounts[0].rows[0].payee == "ła")
    }

    @Test("bytes that are no text are refused")
    func binary() {
        #expect(throws: StatementError.notText) {
            try StatementReader.read([0x89, 0x50, 0x4E, 0x47, 0, 0, 0, 1, 2, 3])
        }
    }
}
