import Classification
import Configuration
import Model
import Testing

@Suite("Words of many meanings")
struct WeakWordTests {
    private static let pipeline = Result { try ShippedFiles.configuration().pipeline() }

    @Test(
        "decide only where no brand and no kind of place does",
        arguments: [
            ("ASTRON ENERGY 0412", "", "transportation"),
            ("CITY ELECTRIC SUPPLY", "", "home"),
            ("BOSTON POWER CO 0412", "", "bills"),
            ("LEGAL SEA FOODS", "", "dining"),
            ("LAKESIDE FOODS", "", "groceries"),
            ("CORNER MARKET 12", "5999", "groceries"),
            ("QQQ 12", "5999", "shopping"),
        ])
    func order(text: String, code: String, category: String) throws {
        let verdict = try Self.pipeline.get().verdict(
            of: Example(description: text, merchantCode: code))
        #expect(verdict.category.value == category, "\(verdict.category.reason.text)")
    }
}
