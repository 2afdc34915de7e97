import Configuration
import Scripting
import TestSupport
import Testing

@Suite("A map file")
struct MapFileTests {
    @Test("in CSV has a header, whose first column is the key")
    func csv() throws {
        let map = try read("p.csv", "description, payee ,category\nACME,Acme, shopping\n")
        #expect(map.columns == ["payee", "category"])
        #expect(
            map.entries == [
                ScriptMap.Entry(
                    key: "ACME", values: [.string("Acme"), .string("shopping")], line: 2)
            ])
    }

    @Test(
        "in CSV has quotes, line ends and a byte order mark as RFC 4180 has them",
        arguments: [
            ("k,v\r\n\"a,b\",\"say \"\"hi\"\"\"\r\n", ["a,b": "say \"hi\""]),
            ("\u{FEFF}k,v\na,b", ["a": "b"]),
            ("k,v\n\n\"two\nlines\",x\n\n", ["two\nlines": "x"]),
            ("k,v\na,\nb,\" \"\nc,x\n", ["c": "x"]),
            ("k,v\n,b\n", ["": "b"]),
            ("k,v\na,b\r", ["a": "b"]),
            ("k,v\nA \" b,c\n", ["A \" b": "c"]),
        ] as [(String, [String: String])])
    func syntax(text: String, entries: [String: String]) throws {
        let map = try read("p.csv", text)
        var read: [String: String] = [:]
        for entry in map.entries {
            guard case .string(let value)? = entry.values.first else { continue }
            read[entry.key] = value
        }
        #expect(read == entries)
    }

    @Test("that is broken says where and why")
    func broken() throws {
        let differences = try MistakeCatalogue("map-files").differences { file in
            let parts = file.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            let name = try #require(parts.first)
            return [try #require(failure(name, parts.last ?? "")).placed]
        }
        #expect(differences == [])
    }

    @Test("that is empty has no rows")
    func empty() throws {
        #expect(try read("p.csv", "").entries.isEmpty)
        #expect(try read("p.toml", "").entries.isEmpty)
    }

    @Test("in TOML has a value for each key, in the order of the keys")
    func toml() throws {
        let map = try read("p.toml", "b = 2\na = \"x\"\nc = true\nd = 1.5\n")
        #expect(map.columns == ["value"])
        #expect(
            map.entries == [
                ScriptMap.Entry(key: "a", values: [.string("x")]),
                ScriptMap.Entry(key: "b", values: [.integer(2)]),
                ScriptMap.Entry(key: "c", values: [.boolean(true)]),
                ScriptMap.Entry(key: "d", values: [.number(1.5)]),
            ])
    }

    @Test("in TOML may have a table for each key, and nil where a table lacks a column")
    func tomlTables() throws {
        let map = try read("p.toml", "A = { payee = \"x\", n = 1 }\nB = { payee = \"y\" }\n")
        #expect(map.columns == ["n", "payee"])
        #expect(
            map.entries == [
                ScriptMap.Entry(key: "A", values: [.integer(1), .string("x")]),
                ScriptMap.Entry(key: "B", values: [.nil, .string("y")]),
            ])
    }

    @Test("that is not UTF-8 is refused")
    func encoding() {
        #expect(throws: ConfigurationError.self) {
            try MapFile.read(name: "p.csv", file: "rules/p.csv", bytes: [0x6B, 0xFF])
        }
    }

    private func read(_ name: String, _ text: String) throws -> ScriptMap {
        try MapFile.read(name: name, file: "rules/\(name)", bytes: Array(text.utf8))
    }

    private func failure(_ name: String, _ text: String) -> ConfigurationError? {
        do throws(ConfigurationError) {
            _ = try MapFile.read(name: name, file: "rules/\(name)", bytes: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }
}
