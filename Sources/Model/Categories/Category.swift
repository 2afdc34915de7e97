/// A node of the category tree.
public struct Category: Hashable, Sendable {
    /// The stable name that rules and JSON use, "dining".
    public let id: String
    /// What a person sees; may change while the id stays.
    public let name: String
    public let type: CategoryType
    /// The id of the category that this one is a part of.
    public let parent: String?
    /// The lens of its expenses where nothing else decides; nil for that of its
    /// parent.
    public let lens: Lens?

    public init(id: String, name: String, type: CategoryType, parent: String?, lens: Lens?) {
        self.id = id
        self.name = name
        self.type = type
        self.parent = parent
        self.lens = lens
    }
}

public enum CategoryType: String, CaseIterable, Sendable {
    case expense, income, transfer
}
