import Model
import Rules
import Testing

@Suite("What rules ask of the tags and the note that a transaction was given")
struct GivenTextTests {
    private let trip = Example(
        description: "HOTEL", tags: ["Work", "lisbon-2025"], note: "Refund by the office")
    private let plain = Example(description: "HOTEL")

    @Test(
        "a test holds where it holds for one of the tags",
        arguments: [
            (TextTest.equals("work"), true), (.equals("wor"), false), (.contains("2025"), true),
            (.startsWith("2025"), false), (.oneOf(["home", "WORK"]), true),
            (.matches(#"^lisbon-\d+$"#), true), (.contains("work lisbon"), false),
            (.equals(""), false),
        ])
    func tags(test: TextTest, isHeld: Bool) throws {
        #expect(try holds(.text(.tags, test), for: trip) == isHeld)
    }

    @Test("several tests may hold for different tags")
    func severalTags() throws {
        let both = Condition.all([
            .text(.tags, .equals("work")), .text(.tags, .startsWith("lisbon")),
        ])
        #expect(try holds(both, for: trip))
        #expect(try !holds(both, for: Example(tags: ["work"])))
    }

    @Test("a transaction without tags is asked for the empty text")
    func noTags() throws {
        #expect(try holds(.text(.tags, .equals("")), for: plain))
        #expect(try !holds(.text(.tags, .equals("work")), for: plain))
        #expect(try holds(.none([.text(.tags, .equals("work"))]), for: plain))
        #expect(try !holds(.none([.text(.tags, .equals("work"))]), for: trip))
    }

    @Test("a note is a text like others, and empty where there is none")
    func notes() throws {
        #expect(try holds(.text(.notes, .contains("REFUND")), for: trip))
        #expect(try !holds(.text(.notes, .containsWord("fund")), for: trip))
        #expect(try !holds(.text(.notes, .equals("")), for: trip))
        #expect(try holds(.text(.notes, .equals("")), for: plain))
    }

    @Test("they are no part of what the bank wrote")
    func notOfTheBank() throws {
        #expect(try !holds(.text(.anyText, .contains("office")), for: trip))
        #expect(try !holds(.text(.notes, .contains("hotel")), for: trip))
    }
}
