/// Documentation of the words of the prompt.
enum ConsoleReference {
    static let words = ReferenceSection(
        "Words of the prompt",
        """
        What `ghostvault lua` has beside the words of conditions. It changes nothing.
        """,
        [
            .field("view", "ghostvault.View", "All transactions, oldest first."),
            .function(
                "tx", [.init("id", "integer")], returns: "ghostvault.DecidedTransaction?",
                "The transaction of a number. `tx(42):copy()` shows all its fields."),
            .function(
                "explain", [.init("transaction", "integer"), .init("rule?", "string")],
                "Shows why a transaction is classified as it is, like `ghostvault explain 42`; with "
                    + "a rule's name, why that rule matches it or doesn't."),
            .function(
                "try", [.init("rule", "ghostvault.Rule")],
                "Shows what a rule would match and change: `try { when = { payee = \"COFFEE\" }, "
                    + "category = \"dining\" }`. Other fields are set."),
            .function(
                "help", [.init("name?", "string")],
                "Lists all words, or shows one: `help \"between\"`."),
        ])

    static let view = ReferenceSection(
        "The view at the prompt",
        """
        What a view has at the prompt beside its methods for plugins. Sums are exact.
        """,
        [
            .method(
                "where", [.init("when", "ghostvault.When")], returns: "ghostvault.View",
                "A view of those that a condition matches, as in a rule with `after = true`: "
                    + "`view:where { payee = word \"COFFEE\", amount = between(-20, 0) }`."),
            .method(
                "sum", returns: "table",
                "The sum in each currency: `sum().USD` is exact, in the smallest unit (cents); "
                    + "`sum().text` is for reading."),
            .method(
                "by", [.init("key", "string")], returns: "table[]",
                "Sums and counts by `\"payee\"`, `\"category\"` (of a split transaction by its "
                    + "parts), `\"account\"`, `\"institution\"`, `\"class\"`, `\"month\"`, "
                    + "`\"year\"`, `\"day\"`, `\"weekday\"` or `\"currency\"`. Each has `key`, "
                    + "`count`, `amount_minor`, `currency` and `sum`."),
        ])
}

/// The reference as the prompt shows it.
public enum ConsoleHelp {
    /// A name with its help.
    public struct Entry: Sendable {
        /// "between(first, last)".
        public let signature: String
        /// A sentence, or all of its help.
        public let text: String
    }

    /// The sections that the prompt lists.
    private static let sections = [
        ConsoleReference.words, ConsoleReference.view, PluginReference.view, RuleReference.words,
        RuleReference.conditions, TransactionReference.ofRules, TransactionReference.ofPlugins,
        RuleReference.rule, RuleReference.set, LibraryReference.functions,
        LibraryReference.declarations, LibraryReference.map, LibraryReference.texts,
    ]

    /// Declarations of files and decisions of plugins can't be used here.
    private static let withheld: Set = ["rule", "plugin", "test", "decide"]

    static let names = Set(sections.flatMap(\.entries).map(\.name)).subtracting(withheld).sorted()

    /// All words in groups, each with a line of help.
    public static var overview: [(title: String, entries: [Entry])] {
        sections.filter { $0.title != RuleReference.rule.title }.map { section in
            (
                section.title,
                section.entries.filter { !withheld.contains($0.name) }.map {
                    Entry(signature: $0.signature, text: $0.firstSentence)
                }
            )
        }
    }

    /// All that a name means, with the title of each group.
    public static func entries(of name: String) -> [(title: String, entry: Entry)] {
        sections.flatMap { section in
            section.entries.filter { $0.name == name && !withheld.contains(name) }.map {
                (section.title, Entry(signature: $0.signature, text: $0.help))
            }
        }
    }

    /// A phrase that offers a similar name; empty if there is none.
    public static func suggestion(for name: String) -> String {
        Suggestion.phrase(for: name, among: names)
    }
}

extension ReferenceEntry {
    /// "between(first, last)", with a colon before a method.
    var signature: String {
        switch kind {
        case .field: name
        case .function(let parameters, _, let isMethod):
            "\(isMethod ? ":" : "")\(name)(\(parameters.map(\.name).joined(separator: ", ")))"
        }
    }

    var isMethod: Bool {
        if case .function(_, _, let isMethod) = kind { isMethod } else { false }
    }

    fileprivate var firstSentence: String {
        guard let end = help.firstRange(of: ". ") else { return help }
        return String(help[..<end.lowerBound]) + "."
    }
}
