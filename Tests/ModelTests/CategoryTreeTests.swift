import Model
import Testing

@Suite("Category tree")
struct CategoryTreeTests {
    private func category(
        _ id: String, in parent: String? = nil, lens: Lens? = nil
    ) -> Model.Category {
        Model.Category(id: id, name: id, type: .expense, parent: parent, lens: lens)
    }

    // MARK: Changes of the person

    private func tree() throws -> CategoryTree {
        try CategoryTree([
            category("groceries"), category("dining"), category("cafe", in: "dining"),
            category("other"),
        ])
    }

    private func change(_ id: String, _ edit: (inout CategoryChange) -> Void) -> CategoryChange {
        var change = CategoryChange(id: id)
        edit(&change)
        return change
    }

    @Test("a category can be added below another, renamed, and moved")
    func changes() throws {
        let tree = try tree().changed(by: [
            change("pets") {
                $0.position = 1
                $0.name = "Pets"
                $0.parent = "groceries"
                $0.lens = "want"
            },
            change("cafe") {
                $0.name = "Coffee"
                $0.parent = ""
            },
        ])
        #expect(tree.categories.map(\.id) == ["groceries", "dining", "cafe", "other", "pets"])
        #expect(tree["pets"]?.lens == .want)
        #expect(tree.isCategory("pets", within: "groceries"))
        #expect(tree["cafe"]?.name == "Coffee")
        #expect(tree["cafe"]?.parent == nil)
    }

    @Test("the lens that the person chose holds below its category, up to one with its own")
    func chosenLens() throws {
        let tree = try CategoryTree([
            category("dining", lens: .want), category("cafe", in: "dining"),
            category("canteen", in: "dining", lens: .need), category("espresso", in: "cafe"),
        ]).changed(by: [change("dining") { $0.lens = "saving" }])
        let ids = ["dining", "cafe", "canteen", "espresso"]
        #expect(ids.map { tree[$0]?.lens } == [.saving, .saving, .need, .saving])
        #expect(ids.map(tree.isLensChosen) == [true, true, false, true])
    }

    @Test("a category that became another is found by its former id, and its parts move along")
    func merges() throws {
        let tree = try tree().changed(by: [
            change("cafe") { $0.mergedInto = "groceries" },
            change("dining") { $0.mergedInto = "cafe" },
        ])
        #expect(tree.categories.map(\.id) == ["groceries", "other"])
        #expect(tree["cafe"]?.id == "groceries")
        #expect(tree.resolved("dining") == "groceries")
        let parts = try self.tree().changed(by: [change("dining") { $0.mergedInto = "groceries" }])
        #expect(parts["cafe"]?.parent == "groceries")
    }

    @Test(
        "a change that the tree can't have, since its file was edited, is left out",
        arguments: [
            ("a parent that is gone", "dining", "nowhere", nil),
            ("a circle", "dining", "cafe", nil),
            ("a part of itself", "dining", nil, "cafe"), ("itself", "cafe", nil, "cafe"),
            ("what is needed", "other", nil, "dining"), ("nothing known", "cafe", nil, "nowhere"),
            ("a category that is gone", "nowhere", nil, "dining"),
        ] as [(String, String, String?, String?)])
    func impossible(what: String, id: String, parent: String?, target: String?) throws {
        let tree = try tree().changed(by: [
            change(id) {
                $0.parent = parent
                $0.mergedInto = target
            }
        ])
        #expect(tree.categories == (try self.tree().categories), "\(what)")
    }

    @Test("categories keep the order in which they were declared")
    func order() throws {
        let tree = try CategoryTree([category("sushi", in: "dining"), category("dining")])
        #expect(tree.categories.map(\.id) == ["sushi", "dining"])
    }

    @Test("a category is found by its id, another is not there")
    func lookup() throws {
        let tree = try CategoryTree([category("dining"), category("sushi", in: "dining")])
        #expect(tree["sushi"]?.parent == "dining")
        #expect(tree["Sushi"] == nil)
    }

    @Test("a category has its own lens, else that of the nearest above it that has one")
    func lenses() throws {
        let tree = try CategoryTree([
            category("nigiri", in: "sushi"), category("sushi", in: "dining"),
            category("food", lens: .need), category("lunch", in: "dining", lens: .saving),
            category("dining", in: "food", lens: .want), category("other"),
            category("gifts", in: "other"),
        ])
        #expect(tree.categories.map(\.lens) == [.want, .want, .need, .saving, .want, nil, nil])
        #expect(tree["nigiri"]?.lens == .want)
    }

    @Test("a category is within itself and all that are above it")
    func within() throws {
        let tree = try CategoryTree([
            category("nigiri", in: "sushi"), category("sushi", in: "dining"), category("dining"),
            category("bills"),
        ])
        #expect(tree.ids(within: "dining") == ["dining", "nigiri", "sushi"])
        #expect(tree.ids(within: "nigiri") == ["nigiri"])
        #expect(tree.isCategory("nigiri", within: "dining"))
        #expect(!tree.isCategory("dining", within: "nigiri"))
        #expect(!tree.isCategory("bills", within: "dining"))
        #expect(!tree.isCategory("of a plugin that is gone", within: "dining"))
    }

    @Test("no categories are a tree")
    func empty() throws {
        #expect(try CategoryTree([]).categories.isEmpty)
    }

    @Test("an id that is declared twice is refused")
    func duplicate() {
        #expect(throws: CategoryTreeError.declaredTwice("dining")) {
            try CategoryTree([category("dining"), category("bills"), category("dining")])
        }
    }

    @Test("a parent that nobody declared is refused, with its child's name")
    func unknownParent() {
        #expect(throws: CategoryTreeError.unknownParent("food", of: "dining")) {
            try CategoryTree([category("dining", in: "food")])
        }
    }

    @Test("a category that is its own parent is refused")
    func ownParent() {
        #expect(throws: CategoryTreeError.cycle(through: "dining")) {
            try CategoryTree([category("dining", in: "dining")])
        }
    }

    @Test("a circle of parents is refused")
    func cycle() {
        #expect(throws: CategoryTreeError.cycle(through: "a")) {
            try CategoryTree([
                category("a", in: "b"), category("b", in: "c"), category("c", in: "a"),
            ])
        }
    }
}
