public import Model
import Rules
public import Scripting

/// A read-only Lua console over a snapshot's transactions and their conclusions.
///
/// It has the view of plugins, the words of conditions, and words of its own
/// (``ConsoleReference``). Only one thread at a time may use it.
public final class LuaConsole {
    private let sandbox: Sandbox
    private let view: PluginView
    private let shown: ConsoleView
    /// The completions for Tab.
    public let completion: LuaCompletion

    /// Wraps the words that the host carries out, so that mistakes name their line, and a
    /// transaction stands for its number.
    private static let prelude = """
        function tx(id) return view:by_id(id)[1] end
        function explain(transaction, rule)
            if type(transaction) == "userdata" then transaction = transaction.id end
            if math.type(transaction) ~= "integer" or rule ~= nil and type(rule) ~= "string" then
                error('write explain(42) or explain(42, "a rule")', 2)
            end
            _explain(transaction, rule)
        end
        function try(rule)
            if type(rule) ~= "table" then
                error('write try { when = { payee = "COFFEE" }, category = "dining" }', 2)
            end
            _try(rule)
        end
        function help(name)
            if name ~= nil and type(name) ~= "string" then error('write help "between"', 2) end
            _help(name or "")
        end
        """

    private static let vocabulary = Vocabulary(
        constructors: ConditionWord.allCases.map(\.rawValue),
        requests: [NotingWord("_explain", mostValues: 2), "_try", "_help"])

    /// Opens a console for the duration of `body`.
    ///
    /// - Parameters:
    ///   - classifier: classifies the transactions.
    ///   - categories: those that conditions may name.
    ///   - library: the modules and maps for `require` and `map`.
    ///   - host: where the lines run.
    public static func open<Result>(
        over snapshot: Snapshot, classifier: Classifier, categories: CategoryTree,
        library: ScriptLibrary = .empty, on host: ScriptHost, _ body: (LuaConsole) throws -> Result
    ) throws -> Result {
        try classifier.withView(of: snapshot) { view, decided in
            let shown = ConsoleView(
                view, decided: decided, categories: categories, library: library)
            let rules = classifier.userRules.listed.map(\.name)
            let completion = LuaCompletion {
                ConsoleNames(of: view, categories, library, rules: rules)
            }
            return try body(try LuaConsole(view, shown, completion, library, host))
        }
    }

    private init(
        _ view: PluginView, _ shown: ConsoleView, _ completion: LuaCompletion,
        _ library: ScriptLibrary, _ host: ScriptHost
    ) throws(ScriptError) {
        self.view = view
        self.shown = shown
        self.completion = completion
        var limits = LoadedPlugin.limits
        // A group for each payee is many parts.
        limits.valueNodes = 1_000_000
        sandbox = try Sandbox(
            limits: limits, layout: ConsoleView.layout, vocabulary: Self.vocabulary,
            library: library, on: host)
        _ = try sandbox.evaluate(Self.prelude, chunkName: "prelude", over: shown)
    }

    /// Evaluates one line: an expression, whose values are shown, or statements.
    ///
    /// - Returns: the output, then the values, then what the line asks the host to show.
    /// - Throws: `ScriptError`; output before the error is lost.
    public func evaluate(_ line: String) throws(ScriptError) -> [ConsoleResult] {
        let evaluation: ScriptEvaluation
        do {
            evaluation = try sandbox.evaluate(line, chunkName: "input", over: shown)
        } catch {
            _ = sandbox.takeOutput()
            throw error
        }
        return sandbox.takeOutput().map { .text($0.text) }
            + evaluation.values.map(result) + evaluation.requests.compactMap(Self.request)
    }

    /// A line of a prompt whose names last to the end of the prompt, as people expect of it. In
    /// Lua, a local ends with its line.
    public static func keepingLocals(of line: String) -> String {
        let local =
            #/\s*local\s+(?=function\b|[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*\s*=(?:[^=]|$))/#
        guard let match = line.prefixMatch(of: local) else { return line }
        return String(line[match.range.upperBound...])
    }

    private func result(_ value: ShownValue) -> ConsoleResult {
        switch value {
        case .text(let text): .text(text)
        case .rows(let rows, let count):
            .transactions(rows.map { transaction(view.rowOfSnapshot($0)) }, count: count)
        case .value(.table(let table)):
            if case .string(let text)? = table.fields["text"] {
                .text(text)
            } else {
                .groups(table.array.compactMap(ConsoleGroup.init))
            }
        case .value: .text("")
        }
    }

    /// The transactions of some numbers, without those that are not there.
    public func transactions(_ ids: [Int64]) -> [ConsoleTransaction] {
        ids.compactMap(view.snapshot.row).map(transaction)
    }

    /// - Parameter row: of the snapshot.
    private func transaction(_ row: Int) -> ConsoleTransaction {
        let facts = view.snapshot.transactions[row]
        let (verdict, isGuess) = view.decision(of: row)
        return ConsoleTransaction(
            id: facts.id, day: facts.day, isPending: facts.isPending,
            payee: view.decidedPayee(of: row),
            amount: Money(
                minorUnits: facts.amount, currency: view.snapshot.account(of: facts).currency),
            class: verdict.class, category: verdict.splits == nil ? verdict.category : "split",
            isGuess: isGuess)
    }

    private static func request(_ request: ScriptRequest) -> ConsoleResult? {
        switch (request.verb, request.values.first, request.values.dropFirst().first) {
        case ("_explain", .integer(let id)?, .string(let rule)?): .explanation(id, rule: rule)
        case ("_explain", .integer(let id)?, _): .explanation(id, rule: nil)
        case ("_try", .table(let rule)?, _): .trial(definition: rule.ruleDefinition)
        case ("_help", .string(let name)?, _): .help(name.isEmpty ? nil : name)
        default: nil
        }
    }
}

/// The result of a line at the prompt.
public enum ConsoleResult: Sendable, Hashable {
    /// Untrusted text of one or more lines.
    case text(String)
    /// The first transactions of `count`.
    case transactions([ConsoleTransaction], count: Int)
    case groups([ConsoleGroup])
    /// What decided about a transaction, or why a rule matches it or doesn't.
    case explanation(Int64, rule: String?)
    /// The changes that a rule would make. The definition is as for stored rules.
    case trial(definition: String)
    /// Help about a name; nil for all names.
    case help(String?)
}

/// A transaction as the prompt shows it.
public struct ConsoleTransaction: Sendable, Hashable {
    public let id: Int64
    public let day: CalendarDay
    public let isPending: Bool
    public let payee: String
    public let amount: Money
    public let `class`: TransactionClass?
    /// The category's id, or "split".
    public let category: String?
    /// Whether the category is a guess.
    public let isGuess: Bool
}

/// The transactions of one key in one currency, as the prompt shows them.
public struct ConsoleGroup: Sendable, Hashable {
    public let key: String
    public let count: Int
    /// The exact sum with its currency.
    public let sum: String

    fileprivate init?(_ value: ScriptValue) {
        guard case .table(let table) = value, case .string(let key)? = table.fields["key"],
            case .integer(let count)? = table.fields["count"],
            case .string(let sum)? = table.fields["sum"]
        else { return nil }
        self.key = key
        self.count = Int(count)
        self.sum = sum
    }
}

extension ScriptTable {
    /// The definition of a rule. Whatever is no part of a rule is a value to set.
    fileprivate var ruleDefinition: String {
        var parts = fields.filter { RulePart(rawValue: $0.key) != nil }
        let values = fields.filter { RulePart(rawValue: $0.key) == nil }
        if !values.isEmpty {
            var set = values
            if case .table(let given)? = parts["set"] {
                set.merge(given.fields) { _, given in given }
            }
            parts["set"] = .table(ScriptTable(fields: set))
        }
        return LuaLiteral.text(.table(ScriptTable(array: array, fields: parts)))
    }
}

extension LuaLiteral {
    /// A value of numbers, texts, tables and words of conditions. Anything else is nil.
    static func text(_ value: ScriptValue) -> String {
        switch value {
        case .nil, .function: "nil"
        case .boolean(let boolean): "\(boolean)"
        case .integer, .number: value.writtenNumber ?? "nil"
        case .string(let text): self.text(text)
        case .table(let table): self.text(table)
        case .constructed(let made):
            "\(made.name)(\(made.arguments.map(text).joined(separator: ", ")))"
        }
    }

    private static func text(_ table: ScriptTable) -> String {
        let names = RulePart.allCases.map(\.rawValue)
        let fields = table.fields.sorted { left, right in
            let places = (
                names.firstIndex(of: left.key) ?? names.count,
                names.firstIndex(of: right.key) ?? names.count
            )
            return places.0 == places.1 ? left.key < right.key : places.0 < places.1
        }
        let entries =
            table.array.map(text)
            + fields.map { name, value in
                let isName = name.utf8.allSatisfy { byte in
                    byte == UInt8(ascii: "_")
                        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                }
                return (isName && !name.isEmpty ? name : "[\(text(name))]") + " = \(text(value))"
            }
        return entries.isEmpty ? "{}" : "{ \(entries.joined(separator: ", ")) }"
    }
}
