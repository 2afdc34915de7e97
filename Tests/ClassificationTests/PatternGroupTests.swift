import Classification
import Model
import Testing

@Suite("A named group of a rule's pattern")
struct PatternGroupTests {
    private static func verdict(_ when: String, _ set: String, _ row: Row) throws -> Verdict {
        let lua = "rule { name = \"R\", when = { \(when) }, set = \(set) }"
        return try makeClassifier(lua).verdict(row)
    }

    private static let invoice = #"description = regex [[INVOICE (?<inv>\d+) (?<who>.+)]]"#

    @Test(
        "fills what the rule sets",
        arguments: [
            ("{ notes = \"invoice {inv}\" }", "invoice 4711", nil, []),
            ("{ payee = \"{who}\" }", nil, "Acme GmbH", []),
            ("{ tags = { \"inv-{inv}\", \"paid\" } }", nil, nil, ["inv-4711", "paid"]),
            (
                "function(tx, found) return { notes = found.who .. \", \" .. found.inv } end",
                "Acme GmbH, 4711", nil, []
            ),
        ] as [(String, String?, String?, [String])])
    func fills(set: String, notes: String?, payee: String?, tags: [String]) throws {
        let verdict = try Self.verdict(
            Self.invoice, set, Row(description: "INVOICE  4711   Acme GmbH"))
        #expect(verdict.notes?.value == notes)
        #expect(verdict.payee?.value == payee)
        #expect(verdict.tags?.value ?? [] == tags)
    }

    @Test("is there for the function of the condition, too")
    func condition() throws {
        let when = Self.invoice + ", function(tx, found) return found.inv == \"4711\" end"
        for (text, isMatch) in [("INVOICE 4711 A", true), ("INVOICE 4712 A", false)] {
            let verdict = try Self.verdict(when, "{ tags = \"it\" }", Row(description: text))
            #expect((verdict.tags != nil) == isMatch)
        }
    }

    @Test("that took no part leaves nothing, and a text of nothing is not set")
    func empty() throws {
        let when = #"description = regex [[ORDER( (?<number>\d+))?]]"#
        let verdict = try Self.verdict(
            when, "{ notes = \"{number}\", payee = \"Order {number}\" }", Row(description: "ORDER"))
        #expect(verdict.notes == nil)
        #expect(verdict.payee?.value == "Order")
    }

    @Test("reads what rules of one file find separately")
    func separate() throws {
        let lua = """
            rule { name = "A", when = { \(Self.invoice) },
                set = function(tx, found) return { notes = found.inv } end }
            rule { name = "B", when = { description = "INVOICE" },
                set = function(tx, found) return { tags = tostring(found) } end }
            """
        let verdict = try makeClassifier(lua).verdict(Row(description: "INVOICE 1 A"))
        #expect(verdict.notes?.value == "1")
        #expect(verdict.tags?.value == ["nil"])
    }

    @Test("has to be there where a text names one")
    func unknown() throws {
        let lua = "rule { name = \"R\", when = { \(Self.invoice) }, set = { notes = \"{inf}\" } }"
        #expect(
            try mistakes(lua).map(\.message) == [
                "no pattern of \"when\" has a group \"inf\" (did you mean \"inv\"?)"
            ])
    }

    @Test("leaves braces alone where no pattern has groups")
    func braces() throws {
        let verdict = try Self.verdict(
            "description = \"INVOICE\"", "{ notes = \"{inv}\" }", Row(description: "INVOICE 1"))
        #expect(verdict.notes?.value == "{inv}")
    }

    @Test(
        "is written in the letters that the text asks for",
        arguments: [
            ("{who}", "ACME's ÉCOLE {inv}"), ("{who:title}", "Acme's École {inv}"),
            ("{who:lower} {inv}", "acme's école {inv} 4711"),
            ("{who:upper}", "ACME'S ÉCOLE {INV}"),
        ])
    func letters(notes: String, filled: String) throws {
        let verdict = try Self.verdict(
            Self.invoice, "{ notes = \"\(notes)\" }",
            Row(description: "INVOICE 4711 ACME's ÉCOLE {inv}"))
        #expect(verdict.notes?.value == filled)
    }
}
