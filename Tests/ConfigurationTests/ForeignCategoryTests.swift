import Configuration
import Model
import Testing

@Suite("config/moving-in.toml")
struct ForeignCategoryTests {
    private func categories(_ text: String) throws -> ForeignCategories {
        try ShippedFiles.configuration(replacing: ["moving-in.toml": text]).foreignCategories()
    }

    @Test(
        "knows the categories that other programs begin with",
        arguments: [
            ("Groceries", ForeignCategories.Meaning.category("groceries")),
            ("Auto & Transport", .category("transportation")),
            ("Rent/Mortgage", .category("bills")), ("💡 Bills: 🔌 Electric", .category("bills")),
            ("Inflow: Ready to Assign", .class(.income)), ("Transfer", .class(.transfer)),
            ("Opening balance", .class(.ignore)), ("uncategorised", .undecided),
        ])
    func shipped(name: String, meaning: ForeignCategories.Meaning) throws {
        #expect(try ShippedFiles.configuration().foreignCategories()[name] == meaning)
    }

    @Test("names only categories that are shipped")
    func known() throws {
        let files = try ShippedFiles.configuration()
        let tree = try files.categories()
        for id in try files.foreignCategories().categories {
            #expect(tree.first(of: id) != nil, "\(id)")
        }
    }

    @Test("takes a whole name before its last part")
    func whole() throws {
        let moved = "[[moved]]\ncategory = \"pets\"\nnames = [\"Home: Food\"]\n"
        let other = "[[moved]]\ncategory = \"dining\"\nnames = [\"food\"]\n"
        let categories = try categories(moved + other)
        #expect(categories["home:  FOOD"] == .category("pets"))
        #expect(categories["Away: Food"] == .category("dining"))
        #expect(categories["Foods"] == nil)
    }

    @Test(
        "refuses what can't be meant",
        arguments: [
            "[[moved]]\nnames = [\"a\"]\n",
            "[[moved]]\ncategory = \"pets\"\nclass = \"income\"\nnames = [\"a\"]\n",
            "[[moved]]\nclass = \"expense\"\nnames = [\"a\"]\n",
            "[[moved]]\ncategory = \"pets\"\nnames = [\"&\"]\n",
            "undecided = [\"A\"]\n[[moved]]\ncategory = \"pets\"\nnames = [\"a\"]\n",
        ])
    func mistakes(text: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try categories(text) }
        #expect(error?.file == "config/moving-in.toml")
    }
}
