import Terminal
import Testing

@Suite("JSON writer")
struct JSONWriterTests {
    private let transcript = Transcript()

    private func writeSample(_ json: inout JSONWriter) {
        json.object {
            $0.field("id", 12)
            $0.field("amount", "-84.10")
            $0.field("pending", false)
            $0.null("memo")
            $0.array("tags") {
                $0.element("food")
                $0.element("weekly")
            }
            $0.object("reason") { $0.field("by", "category-map") }
            $0.array("splits") { _ in }
            $0.object("notes") { _ in }
        }
    }

    @Test("the pretty layout indents by two spaces, in declared order")
    func pretty() throws {
        var json = transcript.writer(.pretty)
        writeSample(&json)
        try json.flush()
        #expect(
            transcript.text == """
                {
                  "id": 12,
                  "amount": "-84.10",
                  "pending": false,
                  "memo": null,
                  "tags": [
                    "food",
                    "weekly"
                  ],
                  "reason": {
                    "by": "category-map"
                  },
                  "splits": [],
                  "notes": {}
                }

                """)
    }

    @Test("the compact layout is one line")
    func compact() throws {
        var json = transcript.writer(.compact)
        writeSample(&json)
        try json.flush()
        #expect(
            transcript.text == #"{"id":12,"amount":"-84.10","pending":false,"memo":null,"#
                + #""tags":["food","weekly"],"reason":{"by":"category-map"},"#
                + #""splits":[],"notes":{}}"# + "\n")
    }

    @Test("each compact document is a line of its own")
    func lines() throws {
        var json = transcript.writer(.compact)
        json.object { $0.field("event", "sync") }
        json.array {
            $0.element(1)
            $0.element(true)
            $0.null()
        }
        json.object { _ in }
        try json.flush()
        #expect(transcript.text == "{\"event\":\"sync\"}\n[1,true,null]\n{}\n")
    }

    @Test("nested arrays and objects are separated by commas")
    func nesting() throws {
        var json = transcript.writer(.compact)
        json.array {
            $0.array { $0.array { _ in } }
            $0.object { $0.array("a") { $0.object { _ in } } }
            $0.element("end")
        }
        try json.flush()
        #expect(transcript.text == "[[[]],{\"a\":[{}]},\"end\"]\n")
    }

    @Test("a missing value is null")
    func missing() throws {
        var json = transcript.writer(.compact)
        json.object {
            $0.field("text", String?.none)
            $0.field("count", Int?.none)
            $0.field("id", Int64?.none)
            $0.field("known", Bool?.none)
        }
        try json.flush()
        #expect(transcript.text == #"{"text":null,"count":null,"id":null,"known":null}"# + "\n")
    }

    @Test("whole numbers keep every digit", arguments: [Int64.min, -1, 0, Int64.max])
    func integers(number: Int64) throws {
        var json = transcript.writer(.compact)
        json.array { $0.element(number) }
        try json.flush()
        #expect(transcript.text == "[\(number)]\n")
    }

    @Test(
        "strings are escaped",
        arguments: [
            ("plain", "plain"), (#"a"b"#, #"a\"b"#), (#"C:\x"#, #"C:\\x"#),
            ("a\nb\r\tc", #"a\nb\r\tc"#),
            ("\u{00}\u{1B}[2J", #"\u0000\u001B[2J"#),
            ("\u{7F}\u{80}\u{9F}", #"\u007F\u0080\u009F"#),
            ("\u{2028}\u{2029}", #"\u2028\u2029"#), ("\u{202E}", #"\u202E"#),
            ("\u{E0041}", #"\uDB40\uDC41"#), ("Café 寿司 🍕", "Café 寿司 🍕"), ("</script>", "</script>"),
        ])
    func escapes(text: String, expected: String) throws {
        var json = transcript.writer(.compact)
        json.array { $0.element(text) }
        try json.flush()
        #expect(transcript.text == "[\"\(expected)\"]\n")
    }

    @Test("names are escaped as values are")
    func names() throws {
        var json = transcript.writer(.compact)
        json.object { $0.field("a\"\u{1B}", 1) }
        try json.flush()
        #expect(transcript.text == #"{"a\"\u001B":1}"# + "\n")
    }

    @Test("a long document goes to the sink in pieces")
    func streaming() throws {
        var json = transcript.writer(.compact)
        json.array { array in
            for number in 0..<50_000 { array.element(number) }
        }
        try json.flush()
        #expect(transcript.pieces.count > 3)
        #expect(transcript.pieces.allSatisfy { $0.count < 100_000 })
    }
}

@Suite("JSON writer in trouble")
struct JSONWriterFailureTests {
    private struct VaultClosed: Error {}

    @Test("a document whose body fails stays open")
    func openDocument() throws {
        let transcript = Transcript()
        var json = transcript.writer(.compact)
        #expect(throws: VaultClosed.self) {
            try json.object { object throws(VaultClosed) in
                object.field("id", 1)
                try object.array("rows") { rows throws(VaultClosed) in
                    rows.element(1)
                    throw VaultClosed()
                }
            }
        }
        json.object { $0.field("later", 1) }
        try json.flush()
        #expect(transcript.text == #"{"id":1,"rows":[1"#)
    }

    @Test("the sink's error comes out of flush")
    func sinkError() {
        var json = JSONWriter(.compact) { _ throws(OutputError) in throw .readerClosed }
        json.object { _ in }
        #expect(throws: OutputError.readerClosed) { try json.flush() }
    }

    @Test("a long loop can see that nobody reads any more")
    func abandoned() {
        var json = JSONWriter(.compact) { _ throws(OutputError) in throw .readerClosed }
        var rows = 0
        json.array { array in
            while !array.isAbandoned, rows < 1_000_000 {
                array.element(rows)
                rows += 1
            }
        }
        #expect(rows < 100_000)
    }
}
