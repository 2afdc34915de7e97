import Classification
import Configuration
import Testing

@Suite("config/recurring.toml")
struct RecurringSettingsTests {
    private static func settings(
        everyday: String = "[\"groceries\"]", worded: String = "[]", never: String = "[]"
    ) -> String {
        """
        everyday_categories = \(everyday)
        worded = \(worded)
        never = \(never)
        needs = []

        """
    }

    @Test("is read with other words than those that are shipped")
    func own() throws {
        let files = try ShippedFiles.configuration(
            replacing: ["recurring.toml": Self.settings(worded: "[\"ABO\"]")])
        #expect(try files.pipeline().stages.contains { $0.name == "recurring" })
    }

    @Test(
        "reports a mistake and its fix",
        arguments: [
            (
                settings(everyday: "[\"food\"]"),
                "everyday_categories: there is no category \"food\""
            ),
            (
                settings() + "bill_categories = [\"invoices\"]\n",
                "bill_categories: there is no category \"invoices\""
            ),
            (
                settings(never: "[\" \"]"),
                "worded, never, needs and shared can't have an empty text, which is everywhere"
            ),
            (settings() + "always = []\n", "unknown setting \"always\""),
        ])
    func mistakes(text: String, message: String) throws {
        let files = try ShippedFiles.configuration(replacing: ["recurring.toml": text])
        let error = #expect(throws: ConfigurationError.self) { try files.pipeline() }
        #expect(error?.file == "config/recurring.toml")
        #expect(error?.message == message)
    }

    @Test("must be there where the pipeline names it")
    func missing() throws {
        let files = try ShippedFiles.configuration(replacing: ["recurring.toml": nil])
        let error = #expect(throws: ConfigurationError.self) { try files.pipeline() }
        #expect(error?.message == "there is no such file")
    }
}
