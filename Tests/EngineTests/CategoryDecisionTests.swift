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
            _ = try engine.addCategory("Pets", id: "pets", CategoryEdit(), summary: "add")
        }
        try add()
        _ = try engine.mergeCategory("pets", into: "other", summary: "remove")
        #expect(try !engine.categories().categories.map(\.id).contains("pets"))
        try add()
        #expect(try engine.categories().categories.map(\.id).contains("pets"))
        #expect(throws: CategoryError.exists("pets")) { try add() }
    }
}
