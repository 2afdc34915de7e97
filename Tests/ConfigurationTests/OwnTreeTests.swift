import Classification
import Configuration
import Model
import Testing

@Suite("A category tree of the person's own")
struct OwnTreeTests {
    /// The categories of an older vault, and one of the person's own.
    private static let tree = [
        "dining", "groceries", "transportation", "shopping", "entertainment", "bills",
        "healthcare", "travel", "other", "boats",
    ].map { id in
        "[[category]]\nid = \"\(id)\"\nname = \"\(id)\"\ntype = \"expense\"\nlens = \"want\"\n"
    }.joined(separator: "\n")

    private static let pipeline = Result {
        try ShippedFiles.configuration(replacing: ["categories.toml": tree]).pipeline()
    }

    @Test(
        "has the first category that is there of several ids",
        arguments: [
            ("shopping", "shopping"), ("pets/shopping", "shopping"), ("other/shopping", "other"),
            ("pets/home", nil),
        ] as [(String, String?)])
    func first(ids: String, category: String?) throws {
        #expect(try Self.pipeline.get().categories.first(of: ids)?.id == category)
    }

    @Test("gets no shipped category that it lacks")
    func noneAdded() throws {
        #expect(try Self.pipeline.get().categories.categories.count == 10)
    }

    @Test(
        "gets what it lacks under the category that it has",
        arguments: [
            ("PETCO 1234", "", "shopping"), ("HAPPY TAILS VETERINARY", "", "other"),
            ("GEICO AUTO", "", "bills"), ("LATE FEE", "", "bills"), ("IKEA 12", "", "shopping"),
            ("SEPHORA 12", "", "shopping"), ("GREAT CLIPS 12", "", "other"),
            ("UNITED WAY 12", "", "other"), ("COURSERA", "", "other"), ("Qqq", "6300", "bills"),
            ("KINDERCARE 12", "", "other"), ("ACE ROOFING 12", "", "shopping"),
            ("Main Street Barbershop", "", "other"), ("Fressnapf Qqq", "", "shopping"),
        ])
    func former(text: String, code: String, category: String) throws {
        let verdict = try Self.pipeline.get().verdict(
            of: Example(description: text, merchantCode: code))
        #expect(verdict.category.value == category, "\(verdict.category.reason.text)")
    }
}
