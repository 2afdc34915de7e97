import Configuration
import TestSupport
import Testing

@Suite("Mistakes in configuration files")
struct MistakeTests {
    @Test("a mistake is reported with its file, its place and what to mend")
    func report() throws {
        let differences = try MistakeCatalogue("configuration").differences { file in
            let parts = file.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            let name = try #require(parts.first)
            // The long category map has no part in these.
            let files = try ShippedFiles.configuration(replacing: [
                "category-map.toml": "rule = []", name: parts.count > 1 ? parts[1] : nil,
            ])
            let error = try #require(throws: ConfigurationError.self) {
                switch name {
                case "categories.toml": _ = try files.categories()
                case "views.toml": _ = try files.savedViews()
                case "ask.toml": _ = try files.askSettings()
                case "account-types.toml": _ = try files.accountTypeGuesser()
                default: _ = try files.pipeline()
                }
            }
            return [error.placed]
        }
        #expect(differences == [])
    }

    @Test("a mistake's line is found quickly, also in the largest file")
    func largeFile() throws {
        let lines = 60_000
        let comment = "# " + String(repeating: "setting = \"a value\" ", count: 3) + "\n"
        let files = try ShippedFiles.configuration(replacing: [
            "account-types.toml": String(repeating: comment, count: lines)
                + "[[guess]]\ntype = \"checking\"\nword = [\"current\"]\n"
        ])
        let seconds = ProcessorTime.used {
            let error = #expect(throws: ConfigurationError.self) {
                _ = try files.accountTypeGuesser()
            }
            #expect(error?.line == lines + 3)
        }
        #expect(seconds < ProcessorTime.bounded)
    }

    @Test("a mistake in the category tree is one of the pipeline too")
    func pipelineReadsCategories() throws {
        let files = try ShippedFiles.configuration(replacing: ["categories.toml": nil])
        let error = #expect(throws: ConfigurationError.self) { try files.pipeline() }
        #expect(error?.file == "config/categories.toml")
    }
}
