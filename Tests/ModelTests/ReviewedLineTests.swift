import Model
import Testing

@Suite("A line of a file that is reviewed")
struct ReviewedLineTests {
    private func line(_ text: String) -> ReviewedLine { ReviewedLine(Array(text.utf8)) }

    @Test(
        "is shown as it is where nothing in it can hide",
        arguments: ["", "rule { name = \"Café\" }", "    return 1 -- deep"])
    func plain(text: String) {
        #expect(line(text).parts == [text])
        #expect(line(text).remarks.isEmpty)
    }

    @Test("goes on below where Lua begins another line at a carriage return")
    func carriageReturn() {
        let line = line("-- harmless\rsteal()")
        #expect(line.parts == ["-- harmless␍", "steal()"])
        #expect(line.remarks.count == 1)
    }

    @Test("shows the carriage return of its own end, and says nothing of it")
    func lineBreak() {
        #expect(line("return 1\r").parts == ["return 1␍"])
        #expect(line("return 1\r").remarks.isEmpty)
    }

    @Test("does not let blanks push text out of sight")
    func blanks() {
        let text = "x = 1" + String(repeating: " ", count: 5000) + "steal()"
        #expect(line(text).parts == ["x = 1 ⟨5000 blanks⟩ steal()"])
        #expect(line(text).remarks == ["has 5012 characters; read it to its end"])
    }

    @Test("is not shortened, however long it is")
    func long() {
        let text = String(repeating: "x", count: 5000)
        #expect(line(text).parts == [text])
        #expect(line(text).remarks.count == 1)
    }

    @Test(
        "is remarked on where characters hide others",
        arguments: ["a\u{202E}b", "a\u{1B}[2Jb", "a\u{200B}b"])
    func hidden(text: String) {
        #expect(line(text).remarks.count == 1)
        #expect(line(text).parts.first?.contains("\u{202E}") == false)
    }
}
