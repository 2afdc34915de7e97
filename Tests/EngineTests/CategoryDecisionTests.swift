import Engine
import Model
import Testing
import Vault

@Suite("Categories of the person's own")
struct CategoryDecisionTests {
    @Test("can be added again after they were removed, and are one of the list then")
    func addedAgain() throws {
        let demo = try DemoVault()
        let engine = demo.engine()
        func add() throws {
            _ = try engine.addCategory("Boats", id: "boats", CategoryEdit(), summary: "add")
        }
        try add()
        _ = try engine.mergeCategory("boats", into: "other", summary: "remove")
        #expect(try !engine.categories().categories.map(\.id).contains("boats"))
        try add()
        #expect(try engine.categories().categories.map(\.id).contains("boats"))
        #expect(throws: CategoryError.exists("boats")) { try add() }
    }
}
