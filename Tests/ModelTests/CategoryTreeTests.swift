import Model
import Testing

@Suite("Category tree")
struct CategoryTreeTests {
    private func category(
        _ id: String, in parent: String? = nil, lens: Lens? = nil
    ) -> Model.Category {
        Model.Category(id: id, name: id, type: .expense, parent: parent, lens: lens)
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
