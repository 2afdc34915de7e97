/// An entry of the plan that the person set by a command, in place of one of `config/plan.toml`.
public struct PlanLine: Hashable, Sendable {
    /// The table of the file that it belongs to.
    public enum Kind: String, CaseIterable, Sendable {
        case income, expense, debt, goal

        /// The kinds whose names are unique together.
        public var isItem: Bool { self == .income || self == .expense }
    }

    public let kind: Kind
    public let name: String
    /// The entry as the file would have it; nil for one of the file that was removed.
    public let text: String?

    public init(_ kind: Kind, _ name: String, text: String?) {
        self.kind = kind
        self.name = name
        self.text = text
    }

    /// What tells it from others.
    public var key: Key { Key(kind, name) }

    public struct Key: Hashable, Sendable {
        private let kind: Kind
        private let name: String

        public init(_ kind: Kind, _ name: String) {
            self.kind = kind.isItem ? .expense : kind
            self.name = name
        }
    }
}

extension WrittenPlan {
    /// The plan with entries in place of others of their names, behind the rest.
    ///
    /// - Parameters:
    ///   - lines: what commands set.
    ///   - entries: what those lines mean.
    public func replacing(_ lines: [PlanLine], by entries: WrittenPlan) -> WrittenPlan {
        let gone = Set(lines.map(\.key))
        func isIncome(_ item: PlannedItem) -> Bool { item.amount.coefficient > 0 }
        let items = items.filter { !gone.contains(.init(.expense, $0.name)) } + entries.items
        return WrittenPlan(
            items: items.filter(isIncome) + items.filter { !isIncome($0) },
            debts: debts.filter { !gone.contains(.init(.debt, $0.name)) } + entries.debts,
            goals: goals.filter { !gone.contains(.init(.goal, $0.name)) } + entries.goals,
            settings: settings)
    }

    /// The kind and name of each entry.
    public var names: [(kind: PlanLine.Kind, name: String)] {
        items.map { ($0.amount.coefficient > 0 ? .income : .expense, $0.name) }
            + debts.map { (.debt, $0.name) } + goals.map { (.goal, $0.name) }
    }
}
