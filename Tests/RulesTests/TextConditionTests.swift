import Model
import Rules
import Testing

@Suite("What rules ask of a text")
struct TextConditionTests {
    struct Case: Sendable {
        let test: TextTest
        let text: String
        let holds: Bool
    }

    @Test("text is found without regard to case and white space", arguments: comparisons)
    func comparesText(example: Case) throws {
        let transaction = Example(description: example.text)
        #expect(try holds(.text(.description, example.test), for: transaction) == example.holds)
    }

    static let comparisons = [
        Case(test: .contains("whole  foods"), text: "POS WHOLE\tFOODS #12", holds: true),
        Case(test: .contains("GAS"), text: "LAS VEGAS", holds: true),
        Case(test: .contains("gas"), text: "", holds: false),
        Case(test: .contains("ÉCOLE"), text: "école 4", holds: true),
        Case(test: .startsWith("ACH "), text: "ach payroll", holds: true),
        Case(test: .startsWith("payroll"), text: "ach payroll", holds: false),
        Case(test: .endsWith("payroll"), text: "ACH PAYROLL ", holds: true),
        Case(test: .endsWith("ach"), text: "ACH PAYROLL", holds: false),
        Case(test: .equals("Rent"), text: " RENT ", holds: true),
        Case(test: .equals("Rent"), text: "RENT MAY", holds: false),
        Case(test: .equals("ababa"), text: "abababa", holds: false),
        Case(test: .equals(" "), text: "", holds: true),
        Case(test: .equals(""), text: "rent", holds: false),
        Case(test: .oneOf(["Rent", "Lease", ""]), text: "LEASE", holds: true),
        Case(test: .oneOf(["Rent", "Lease", ""]), text: "", holds: true),
        Case(test: .oneOf(["Rent", "Lease", ""]), text: "LEASED", holds: false),
        Case(test: .oneOf([]), text: "", holds: false),
    ]

    @Test("a word is found where no letter or digit continues it", arguments: words)
    func findsWords(example: Case) throws {
        let transaction = Example(description: example.text)
        #expect(try holds(.text(.description, example.test), for: transaction) == example.holds)
    }

    static let words = [
        Case(test: .containsWord("GAS"), text: "GAS", holds: true),
        Case(test: .containsWord("GAS"), text: "SHELL GAS-12", holds: true),
        Case(test: .containsWord("GAS"), text: "LAS VEGAS", holds: false),
        Case(test: .containsWord("GAS"), text: "GASKET VEGAS GAS", holds: true),
        Case(test: .containsWord("GAS"), text: "GAS4U", holds: false),
        Case(test: .containsWord("GAS"), text: "éGAS", holds: false),
        Case(test: .containsWord("GAS"), text: "GAS\u{301}", holds: false),
        Case(test: .containsWord("GAS"), text: "«GAS»", holds: true),
        Case(test: .containsWord("AT&T"), text: "ATT*AT&T 800", holds: true),
        Case(test: .containsWord("AT&T"), text: "BRAT&TOM", holds: false),
        Case(test: .containsWord("PG&E"), text: "PG&E WEB", holds: true),
        Case(test: .containsWord("SQ *"), text: "SQ *COFFEE", holds: true),
        Case(test: .containsWord("SQ *"), text: "MUSQ *COFFEE", holds: false),
        Case(test: .containsWord("UBER EATS"), text: "UBER  EATS HELP", holds: true),
    ]

    @Test(
        "each field looks at its own text",
        arguments: [
            (TextField.description, "the description"), (.payee, "the payee"),
            (.bankPayee, "the bank's payee"), (.memo, "the memo"), (.account, "the account"),
            (.institution, "the institution"),
            (.currency, "XTS"), (.merchantCode, "5411"),
        ])
    func looksAtItsField(field: TextField, text: String) throws {
        let transaction = Example(
            description: "the description", payee: "the payee", bankPayee: "the bank's payee",
            memo: "the memo", merchantCode: "5411", accountName: "the account",
            institution: "the institution",
            currency: Currency(code: "XTS"))
        let matching = try TextField.allCases.filter {
            try holds(.text($0, .equals(text)), for: transaction)
        }
        #expect(matching.filter { $0 != .anyText } == [field])
    }

    @Test(
        "any text is the description, the bank's payee or the memo",
        arguments: [
            ("coffee", true), ("lunch", true), ("note", true), ("everyday", false), ("5411", false),
            ("diner", false),
        ])
    func looksAtAnyText(word: String, isFound: Bool) throws {
        let transaction = Example(
            description: "COFFEE", payee: "Diner", bankPayee: "Lunch Ltd", memo: "a note",
            merchantCode: "5411", accountName: "Everyday")
        #expect(try holds(.text(.anyText, .contains(word)), for: transaction) == isFound)
    }

    @Test("texts that lie within others, or overlap them, are all found")
    func findsNestedTexts() throws {
        let parts = ["he", "she", "hers", "his", "ushers", "e", "rs u", "us"]
        let rulebook = try Rulebook(parts.map { rule($0, .text(.memo, .contains($0))) })
        let found = matches(of: rulebook, in: Example(memo: "Ushers usher"))
        #expect(found == ["he", "she", "hers", "ushers", "e", "rs u", "us"])
    }
}
