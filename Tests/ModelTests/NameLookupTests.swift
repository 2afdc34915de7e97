import Testing

@testable import Model

@Suite("Names that a person writes")
struct NameLookupTests {
    private struct Account: Equatable {
        let id: String
        let names: [String]
    }

    private let accounts = [
        Account(id: "1", names: ["Family Checking (4471)"]),
        Account(id: "2", names: ["Checking"]),
        Account(id: "3", names: ["Cash Rewards Visa (8820)", "Red Card"]),
        Account(id: "4", names: ["Visa", "2"]),
        Account(id: "bills", names: ["Bills and utilities"]),
    ]

    @Test(
        "An id is meant before a whole name, a beginning and a part",
        arguments: [
            ("2", ["2"]), ("checking", ["2"]), ("CHECKING", ["2"]), ("visa", ["4"]),
            ("fam", ["1"]), ("8820", ["3"]), ("red", ["3"]), ("BILLS", ["bills"]),
            ("bill", ["bills"]), ("utilities", ["bills"]), ("che", ["2"]), ("c", ["1", "2", "3"]),
            ("(", ["1", "3"]), ("a", ["1", "3", "4", "bills"]), ("nope", []), ("", []),
        ])
    func meant(text: String, ids: [String]) {
        let lookup = NameLookup(accounts, ids: { [$0.id] }, names: \.names)
        #expect(lookup.candidates(for: text).map(\.id) == ids)
    }

    @Test(
        "A name means what is written with signs that a keyboard lacks",
        arguments: [
            ("visa platinum", "Visa® Platinum Card"), ("checking - joint", "Checking – Joint"),
            ("cuenta nomina", "Cuenta Nómina"), ("bob's savings", "Bob’s Savings"),
            ("everyday checking", "Everyday  Checking"), ("girokonto plus", "Girokonto&nbsp;Plus"),
            ("girokonto plus", "Girokonto\u{A0}Plus"),
            ("wells fargo card", "WELLS FARGO\u{FFFD} CARD"),
            ("CUENTA NÓMINA", "cuenta no\u{301}mina"), ("at&t", "AT&amp;T"),
        ])
    func typed(text: String, name: String) {
        #expect(NameLookup([name], names: { [$0] }).candidates(for: text) == [name])
    }

    @Test("An ambiguous name lists what it may mean")
    func ambiguous() throws {
        let lookup = NameLookup(accounts, ids: { [$0.id] }, names: \.names)
        #expect(
            throws: AmbiguousName(
                kind: "accounts", name: "c",
                candidates: [
                    "1 Family Checking (4471)", "2 Checking", "3 Cash Rewards Visa (8820)",
                ])
        ) {
            try lookup.only("c", kind: "accounts") { "\($0.id) \($0.names[0])" }
        }
        #expect(try lookup.only("nope", kind: "accounts", label: \.id) == nil)
    }
}
