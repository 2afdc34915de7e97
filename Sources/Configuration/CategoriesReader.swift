internal import Classification
public import Model
internal import Rules

extension ConfigurationFiles {
    /// The category tree of `categories.toml`.
    public func categories() throws(ConfigurationError) -> CategoryTree {
        let name = Self.categoriesFile
        if let categories = compiled(.categories, name, nil, Self.categories(from:)) {
            do {
                return try CategoryTree(categories)
            } catch {
                ArchiveReader.isBroken("\(error)")
            }
        }
        let file = try decode(CategoriesFile.self, from: name)
        func mistake(_ message: String) -> ConfigurationError {
            ConfigurationError(file: "config/\(name)", message)
        }
        var categories: [Category] = []
        for entry in file.category {
            guard let type = CategoryType(rawValue: entry.type) else {
                throw mistake("category \(entry.id): there is no type \"\(entry.type)\"")
            }
            let lens = entry.lens.map { Lens(rawValue: $0) }
            if case .some(.none) = lens {
                throw mistake("category \(entry.id): there is no lens \"\(entry.lens ?? "")\"")
            }
            categories.append(
                Category(
                    id: entry.id, name: entry.name, type: type, parent: entry.parent,
                    lens: lens ?? nil))
        }
        let tree: CategoryTree
        do {
            tree = try CategoryTree(categories)
        } catch {
            switch error {
            case .declaredTwice(let id): throw mistake("category \(id) is there twice")
            case .unknownParent(let parent, let id):
                let guess = Suggestion.phrase(for: parent, among: file.category.map(\.id))
                throw mistake("category \(id): there is no parent \"\(parent)\"\(guess)")
            case .cycle(let id): throw mistake("category \(id) is its own ancestor")
            }
        }
        guard tree["other"] != nil else {
            throw mistake("category other is missing; what no rule names goes there")
        }
        return tree
    }
}

extension ConfigurationFiles {
    static let categoriesFile = "categories.toml"
}

private struct CategoriesFile: Decodable {
    let category: [Entry]

    struct Entry: Decodable {
        let id: String
        let name: String
        let type: String
        let parent: String?
        let lens: String?
    }
}

extension ConfigurationFiles {
    /// The file of targets, which passes don't read.
    public static let targetsFile = "lens.toml"

    /// The lens targets of `lens.toml`.
    public func lensTargets() throws(ConfigurationError) -> LensTargets {
        let name = Self.targetsFile
        let file = try decode(LensFile.self, from: name)
        guard let targets = LensTargets(need: file.need, want: file.want, saving: file.saving)
        else {
            throw ConfigurationError(
                file: "config/\(name)",
                "\"need\", \"want\" and \"saving\" must be whole percents that make 100")
        }
        return targets
    }
}

private struct LensFile: Decodable {
    let need: Int
    let want: Int
    let saving: Int
}
