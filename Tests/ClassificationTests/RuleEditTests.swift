import Classification
import Testing

/// Which transactions an edit of rules can have an effect on.
@Suite("An edit of rules")
struct RuleEditTests {
    private static let rows = [
        Row(cents: -450, description: "BLUE DOOR COFFEE"),
        Row(cents: -5200, description: "GREEN GROCER"),
        Row(cents: -1900, description: "CORNER BOOKS"),
        Row(cents: -2600, description: "COFFEE AND BOOKS"),
    ]

    private static let coffee =
        "rule { name = \"Coffee\", when = { description = contains \"COFFEE\" }, set = { tags = { \"a\" } } }"
    private static let books =
        "rule { name = \"Books\", when = { description = contains \"BOOKS\" }, set = { tags = { \"b\" } } }"

    private static func large(_ least: Int) -> String {
        """
        local least = \(least)
        rule { name = "Large", when = function(tx) return tx.amount < -least end, set = { tags = { "large" } } }
        """
    }

    private static func tagged(_ tag: String) -> String {
        """
        local tag = "\(tag)"
        rule {
            name = "Tagged", when = { description = contains "BOOKS" },
            set = function(tx) return tx.amount < -20 and { tags = { tag } } or { tags = { "small" } } end,
        }
        """
    }

    struct Edit: CustomTestStringConvertible {
        let testDescription: String
        let before: [String]
        let after: [String]
        /// By their places in the list, counted from 1.
        let concerns: Set<Int64>

        init(_ what: String, _ before: [String], _ after: [String], _ concerns: Set<Int64>) {
            testDescription = what
            self.before = before
            self.after = after
            self.concerns = concerns
        }
    }

    static let edits = [
        Edit("none", [coffee, books], [coffee, books], []),
        Edit("a comment", [coffee], ["\(coffee) -- mine"], []),
        Edit("a new rule", [coffee], [coffee, books], [3, 4]),
        Edit("a rule that went", [coffee, books], [coffee], [3, 4]),
        Edit("another text", [coffee], [coffee.replacing("COFFEE", with: "GROCER")], [1, 2, 4]),
        Edit(
            "another tag", [coffee, books], [coffee, books.replacing("\"b\"", with: "\"c\"")],
            [3, 4]),
        Edit("another name", [coffee], [coffee.replacing("Coffee", with: "Cups")], [1, 4]),
        Edit("another line, of which explanations tell", [coffee], ["\n\(coffee)"], [1, 4]),
        Edit("a rule in front", [books], ["\(coffee)\n\(books)"], [1, 3, 4]),
        Edit(
            "another order", [coffee, books],
            [coffee, books.replacing("when", with: "priority = 1, when")], [3, 4]),
        Edit(
            "a rule that ends the others", [coffee, books],
            [coffee.replacing("when", with: "stop = true, when"), books], [1, 4]),
        Edit(
            "beside a file with a function", [large(20), coffee], [large(20), books], [1, 3, 4]),
        Edit(
            "beside a function that does the same", [large(20)], [large(20) + "\n" + coffee],
            [1, 4]),
        Edit("a value that a function reads", [large(20)], [large(30)], [4]),
        Edit("a value that no transaction lies beside", [large(30)], [large(40)], []),
        Edit("a value that a function sets", [tagged("x")], [tagged("y")], [4]),
        Edit("a function that went", [coffee, large(20)], [coffee], [2, 4]),
    ]

    @Test("concerns what its rules match", arguments: edits)
    func concerned(edit: Edit) throws {
        #expect(try Self.concerned(from: edit.before, to: edit.after) == edit.concerns)
    }

    private static let roaster =
        "rule { name = \"Roaster\", when = { payee = \"Blue Door\" }, set = { tags = { \"p\" } } }"
    private static let nested =
        "rule { name = \"Nested\", when = any { payee = \"Blue Door\", memo = \"x\" }, set = { tags = { \"n\" } } }"

    @Test(
        "has payees named where a rule that came or went may ask for them",
        arguments: [
            ([coffee], [coffee, books], false),
            ([roaster, coffee], [roaster, coffee, books], false),
            ([coffee, roaster], [coffee], true),
            ([coffee], [coffee, roaster], true),
            ([coffee], [coffee, nested], true),
            ([large(20)], [large(30)], true),
            ([large(20), coffee], [large(20), coffee, books], false),
        ])
    func payees(before: [String], after: [String], asks: Bool) throws {
        #expect(try Self.edit(from: before, to: after).asksForPayees == asks)
    }

    @Test(
        "has everything asked anew where a function",
        arguments: [
            ("failed", "error(\"no\")"), ("printed", "print(tx.amount)"),
            ("kept something", "count = count + 1"),
        ])
    func disturbed(what: String, body: String) throws {
        let rule = """
            local count = 0
            rule {
                name = "Odd", when = function(tx) \(body) return true end, set = { tags = { "odd" } },
            }
            """
        #expect(try Self.concerned(from: [Self.coffee], to: [Self.coffee, rule]) == nil)
    }

    @Test("has everything asked anew where a file prints while it is read")
    func printedWhileRead() throws {
        #expect(try Self.concerned(from: [Self.coffee], to: ["print(1)\n" + Self.books]) == nil)
    }

    private static func concerned(from before: [String], to after: [String]) throws -> Set<Int64>? {
        try edit(from: before, to: after).transactions(in: makeSnapshot(rows))
    }

    private static func edit(from before: [String], to after: [String]) throws -> RuleEdit {
        let kept = zip(before, after).enumerated().filter { $1.0 == $1.1 }
            .map { "rules/\($0.offset + 1).lua" }
        let rules = (try load(before), try load(after))
        try #require(rules.0.leftOut.isEmpty && rules.1.leftOut.isEmpty)
        return try #require(RuleEdit(from: rules.0, to: rules.1, keptFiles: Set(kept)))
    }
}
