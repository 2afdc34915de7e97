import Testing

@testable import ghostvault

@Suite("Manual pages")
struct ManualPageTests {
    @Test("every page has exit codes, environment, files and examples")
    func sections() throws {
        let pages = try ManualPage.all()
        #expect(pages.count > 30)
        for page in pages {
            for heading in ["\"EXIT STATUS\"", "ENVIRONMENT", "FILES", "EXAMPLES"] {
                #expect(page.text.contains("\n.SH \(heading)\n"), "\(page.fileName) \(heading)")
            }
        }
    }

    @Test("an option has its values and its default")
    func values() throws {
        let pages = try ManualPage.all()
        let page = try #require(pages.first { $0.fileName == "ghostvault-transactions.1" })
        #expect(page.text.contains("(values: income, expense, transfer, ignore)"))
    }

    @Test("the exit codes are those of the program, each with a meaning of its own")
    func exitStatuses() {
        #expect(
            ManualFacts.exitStatuses.map(\.name) == ExitStatus.allCases.map { "\($0.rawValue)" })
        let meanings = Set(ManualFacts.exitStatuses.map(\.meaning))
        #expect(meanings.count == ExitStatus.allCases.count)
    }
}
