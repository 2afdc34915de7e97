/// A rule of another program, with names in place of its ids.
public struct ProgramRule: Hashable, Sendable {
    /// Whether one condition is enough.
    public var isAny: Bool
    public var conditions: [Condition]
    public var actions: [Action]

    public struct Condition: Hashable, Sendable {
        /// In the program's words: "payee", "amount".
        public var field: String
        /// In the program's words: "is", "oneOf".
        public var test: String
        /// Names, texts, whole numbers in hundredths, or days; nil for a value that has no name any more.
        public var values: [String]?
        /// The only direction in which an amount may go; its sign doesn't count then.
        public var flow: Flow?

        public init(field: String, test: String, values: [String]?, flow: Flow? = nil) {
            self.field = field
            self.test = test
            self.values = values
            self.flow = flow
        }
    }

    public enum Flow: String, Hashable, Sendable {
        case inflow, outflow
    }

    public struct Action: Hashable, Sendable {
        /// In the program's words: "set", "append-notes".
        public var kind: String
        /// Empty for a kind that has none.
        public var field: String
        /// Nil for a value that has no name any more, or that is computed.
        public var value: String?
        /// The number of the part of a split, from 1; 0 for the whole.
        public var part: Int
        /// How the part gets its amount; empty for another kind.
        public var method: String
        /// Whether the value is the account on the other side of a transfer.
        public var isTransfer: Bool

        public init(
            kind: String, field: String, value: String?, part: Int = 0, method: String = "",
            isTransfer: Bool = false
        ) {
            self.kind = kind
            self.field = field
            self.value = value
            self.part = part
            self.method = method
            self.isTransfer = isTransfer
        }
    }

    public init(isAny: Bool, conditions: [Condition], actions: [Action]) {
        self.isAny = isAny
        self.conditions = conditions
        self.actions = actions
    }
}
