import Scripting
import Testing

@Suite("Texts that last")
struct LastingTextTests {
    /// Whether the text in one place, which is changed between calls, is read
    /// as it is then.
    private func answers(_ texts: [String], lasting: Bool) throws -> [ScriptValue] {
        let one = try OneFunction("return tx.payee")
        let record = RecordBuffer(layout: layout)
        var bytes: [UInt8] = [0, 0]
        return try bytes.withUnsafeMutableBufferPointer { bytes in
            record.set(text: UnsafeBufferPointer(bytes), at: 2)
            func ask() throws -> ScriptValue {
                try one.sandbox.call(one.function, on: record)
            }
            return try texts.map { text in
                _ = bytes.update(from: text.utf8)
                guard lasting else { return try ask() }
                return try Sandbox.withLastingTexts(in: [one.sandbox]) {
                    _ = try ask()
                    return try ask()
                }
            }
        }
    }

    @Test(
        "without a promise, and after it has ended, a text is read anew", arguments: [false, true])
    func readAnew(lasting: Bool) throws {
        let texts = ["ab", "ab", "cd", "cd", "ab"]
        #expect(try answers(texts, lasting: lasting) == texts.map { .string($0) })
    }
}

@Suite("Texts of columns that last")
struct LastingColumnTests {
    /// Texts behind one another, of which every row has one by its number.
    private struct Block {
        let texts: [UInt8]
        let ends: [Int]

        init(_ texts: [String]) {
            self.texts = texts.flatMap(\.utf8)
            ends = texts.indices.map { texts[...$0].joined().utf8.count }
        }
    }

    /// What a function reads of each row and then of each again, the first field
    /// of one block and the second of another.
    private func payees(
        _ block: Block, _ numbers: [Int32], memos: Block, lasting: Bool = true
    ) throws -> [ScriptValue] {
        let one = try OneFunction("return tx.payee .. '/' .. tx.description")
        let record = RecordBuffer(layout: layout)
        func readAll() throws -> [ScriptValue] {
            try (numbers + numbers).indices.map { index in
                record.show(row: index % numbers.count)
                return try one.sandbox.call(one.function, on: record)
            }
        }
        return try numbers.withUnsafeBufferPointer { rows in
            try block.texts.withUnsafeBufferPointer { texts in
                try block.ends.withUnsafeBufferPointer { ends in
                    try memos.texts.withUnsafeBufferPointer { memoTexts in
                        try memos.ends.withUnsafeBufferPointer { memoEnds in
                            record.read(2, from: .texts(at: 0, in: rows, texts: texts, ends: ends))
                            record.read(
                                1,
                                from: .texts(at: 0, in: rows, texts: memoTexts, ends: memoEnds))
                            guard lasting else { return try readAll() }
                            return try Sandbox.withLastingTexts(in: [one.sandbox], readAll)
                        }
                    }
                }
            }
        }
    }

    @Test("those of two blocks that have one number are told apart", arguments: [false, true])
    func twoBlocks(lasting: Bool) throws {
        let read = try payees(
            Block(["Shop", "", "Shop"]), [0, 1, 2, 0], memos: Block(["a", "b", "c"]),
            lasting: lasting)
        let expected = ["Shop/a", "/b", "Shop/c", "Shop/a"]
        #expect(read == (expected + expected).map { .string($0) })
    }

    @Test("many more than are kept are each read as they are")
    func manyTexts() throws {
        let texts = (0..<5_000).map { "payee \($0)" }
        let read = try payees(Block(texts), Array(0..<5_000), memos: Block(texts))
        let expected = texts.map { ScriptValue.string("\($0)/\($0)") }
        #expect(read == expected + expected)
    }

    @Test("long ones, which are not kept, are read as they are")
    func longTexts() throws {
        let texts = [String(repeating: "a", count: 300), String(repeating: "b", count: 300)]
        let read = try payees(Block(texts), [0, 1], memos: Block(["x", "y"]))
        let expected = [texts[0] + "/x", texts[1] + "/y"]
        #expect(read == (expected + expected).map { .string($0) })
    }

    @Test("after the promise has ended, a number may stand for another text")
    func readAnew() throws {
        let one = try OneFunction("return tx.payee")
        let record = RecordBuffer(layout: layout)
        var bytes = Array("abcd".utf8)
        var ends = [2]
        func read() throws -> ScriptValue {
            try Sandbox.withLastingTexts(in: [one.sandbox]) {
                try one.sandbox.call(one.function, on: record)
            }
        }
        let values = try [Int32(0)].withUnsafeBufferPointer { rows in
            try bytes.withUnsafeMutableBufferPointer { bytes in
                try ends.withUnsafeMutableBufferPointer { ends in
                    record.read(
                        2,
                        from: .texts(
                            at: 0, in: rows, texts: UnsafeBufferPointer(bytes),
                            ends: UnsafeBufferPointer(ends)))
                    record.show(row: 0)
                    let first = try read()
                    ends[0] = 3
                    let longer = try read()
                    bytes[0] = UInt8(ascii: "x")
                    return [first, longer, try read()]
                }
            }
        }
        #expect(values == [.string("ab"), .string("abc"), .string("xbc")])
    }
}

@Suite("A field that is read where the host has it")
struct ColumnTests {
    private struct Facts {
        let note: UInt8
        let amount: Int64
        let currency: Int32
        let payee: Int32
    }

    private static let rows = [
        Facts(note: 1, amount: -1_599, currency: 0, payee: 1),
        Facts(note: 2, amount: 250, currency: 1, payee: 0),
        Facts(note: 3, amount: .min, currency: 0, payee: 2),
        // Beyond all divisors and texts.
        Facts(note: 4, amount: 7, currency: 2, payee: 3),
        Facts(note: 5, amount: 8, currency: -1, payee: -1),
    ]

    /// Fills what has no column.
    private final class Source: RecordSource {
        func fill(_ record: RecordBuffer, field: Int, row: Int) {
            record.set(integer: Int64(row) * 100 + Int64(field), at: field)
        }
    }

    private func values(row: Int) throws -> ScriptValue {
        let one = try OneFunction(
            "return { a = tx.amount, r = tx.rate, p = tx.payee, n = tx.note, d = tx.description }")
        let record = RecordBuffer(layout: layout, source: Source())
        let at = try (
            amount: #require(MemoryLayout<Facts>.offset(of: \.amount)),
            currency: #require(MemoryLayout<Facts>.offset(of: \.currency)),
            payee: #require(MemoryLayout<Facts>.offset(of: \.payee))
        )
        return try Self.rows.withUnsafeBufferPointer { rows in
            try [100.0, 1.0].withUnsafeBufferPointer { divisors in
                try Array("NetflixShop".utf8).withUnsafeBufferPointer { texts in
                    try [7, 7, 11].withUnsafeBufferPointer { ends in
                        record.read(0, from: .integers(at: at.amount, in: rows))
                        record.read(
                            2, from: .texts(at: at.payee, in: rows, texts: texts, ends: ends))
                        record.read(
                            4,
                            from: .quotients(
                                at: at.amount, divisor: at.currency, in: rows,
                                divisors: divisors))
                        record.show(row: row)
                        return try one.sandbox.call(one.function, on: record)
                    }
                }
            }
        }
    }

    @Test(
        "is what lies there; the source is asked for the others",
        arguments: [
            (0, ["a": .integer(-1_599), "r": .number(-15.99), "p": .string("")]),
            (1, ["a": .integer(250), "r": .number(250), "p": .string("Netflix")]),
            (2, ["a": .integer(.min), "r": .number(-92233720368547758.08), "p": .string("Shop")]),
            (3, ["a": .integer(7)]), (4, ["a": .integer(8)]), (5, [:]),
        ] as [(Int, [String: ScriptValue])])
    func values(row: Int, expected: [String: ScriptValue]) throws {
        var fields = expected
        fields["n"] = .integer(Int64(row) * 100 + 5)
        fields["d"] = .integer(Int64(row) * 100 + 1)
        #expect(try values(row: row) == .table(ScriptTable(fields: fields)))
    }
}
