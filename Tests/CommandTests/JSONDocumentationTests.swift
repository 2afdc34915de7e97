import Foundation
import Testing

@Suite("docs/json.md", .inTurns)
struct JSONDocumentationTests {
    static let commands = [
        "dashboard", "spending --category", "accounts", "accounts history", "accounts coverage",
        "accounts holdings", "accounts holdings --over-time", "accounts interest",
        "accounts check",
        "networth", "income", "spending",
        "lens", "budget", "why", "categories",
        "recurring", "recurring show", "transactions", "transactions --by", "explain",
        "explain --rule",
        "apply-rules",
        "plugins list", "plugins show", "rules try", "rules check", "rules test", "rules hits",
        "rules list", "rules show", "rules preview", "rules suggest", "rules health",
        "automation list", "transactions set", "transactions add", "transactions split",
        "transactions confirm", "undo",
        "redo", "history", "transfers", "transfers --review", "transfers mark", "payees", "loans",
        "connections", "status", "review", "doctor",
        "accounts merge", "transactions holds", "transactions settle",
        "automation log", "automation failing", "automation state", "sql", "sync history",
        "import compare",
        "import", "forecast", "calendar", "due", "safe-to-spend", "debts", "goals", "plan",
        "plan months", "plan categories", "plan list",
        "advice", "ask",
    ]

    @Test(
        "the page documents every field of the output and its type, and no other field",
        arguments: commands)
    func documentsFields(_ command: String) async throws {
        let documented = try JSONDocumentation.section(of: command)
        let answer = try await JSONHousehold.answer(to: command)
        var found = JSONFields(answer).kinds
        // Documented once, with the list.
        let lists = ["rules show": "rules list", "recurring show": "recurring"]
        if let list = lists[command] {
            let listed = JSONFields(try await JSONHousehold.answer(to: list)).kinds
            found.merge(listed) { shown, _ in shown }
        }
        // Documented once, with the lists of transactions and transfers.
        let elsewhere = ["explain": "transaction.", "transfers mark": "transfers."]
        if let prefix = elsewhere[command] { found = found.filter { !$0.key.hasPrefix(prefix) } }
        #expect(Set(found.keys) == Set(documented.types.keys))
        for (field, kinds) in found {
            #expect(kinds.isSubset(of: documented.types[field] ?? []), "\(field)")
        }
    }

    @Test("each kind of output has an example with all its fields")
    func showsEachKindOfOutput() throws {
        let shown = Set(
            try Self.commands.filter { try JSONDocumentation.section(of: $0).example != nil })
        #expect(shown == ["networth", "transactions", "apply-rules"])
        for command in shown {
            let documented = try JSONDocumentation.section(of: command)
            let example = try JSONSerialization.jsonObject(
                with: Data(try #require(documented.example).utf8))
            let fields = Set(JSONFields(example).kinds.keys)
            #expect(fields.isSubset(of: documented.types.keys))
            #expect(fields.filter(isOutermost) == Set(documented.types.keys.filter(isOutermost)))
        }
    }

    private func isOutermost(_ field: String) -> Bool {
        !field.contains(".")
    }
}

/// The kinds of value that each field of an answer has.
private struct JSONFields {
    private(set) var kinds: [String: Set<String>] = [:]

    init(_ answer: Any) {
        look(at: answer, path: "")
    }

    private mutating func look(at value: Any, path: String) {
        if let list = value as? [Any] {
            for element in list where element is [String: Any] { look(at: element, path: path) }
        } else if let object = value as? [String: Any] {
            for (name, value) in object {
                let field = Self.documentedName(path.isEmpty ? name : path + "." + name)
                kinds[field, default: []].insert(Self.kind(of: value))
                look(at: value, path: field)
            }
        }
    }

    /// An attribute's name stands for all of them, and `after` for `before`.
    private static func documentedName(_ path: String) -> String {
        path.replacing(/reasons\.[a-z]+/, with: "reasons.*")
            .replacing(/^sets\.[a-z]+/, with: "sets.*")
            .replacing("changes.before.", with: "changes.after.")
    }

    private static func kind(of value: Any) -> String {
        switch value {
        case is NSNull: "null"
        case is String: "text"
        case is [Any]: "list"
        case is [String: Any]: "object"
        case let number as NSNumber where isBoolean(number): "true or false"
        default: "number"
        }
    }

    /// Foundation's JSON tells a truth value from a number only by its class
    /// and type code.
    private static func isBoolean(_ number: NSNumber) -> Bool {
        let truth = NSNumber(value: true)
        return type(of: number) == type(of: truth)
            && String(cString: number.objCType) == String(cString: truth.objCType)
    }
}

/// What docs/json.md says of one command.
private struct JSONDocumentation {
    /// The kinds of value that each field may have.
    let types: [String: Set<String>]
    /// The example's JSON, for one command of each kind of output.
    let example: String?

    static func section(of command: String) throws -> JSONDocumentation {
        let text = try Documentation.text(of: "docs/json.md")
        let section = try #require(
            text.components(separatedBy: "\n## ").first { $0.hasPrefix("`ghostvault \(command) ") })
        var types: [String: Set<String>] = [:]
        for row in section.matches(of: /\n\| `([^`]+)` \| ([^|]+) \|/) {
            let booleans = "true or false"
            let words =
                row.output.2.hasPrefix(booleans)
                ? [booleans] + (row.output.2 == booleans ? [] : ["null"])
                : row.output.2.components(separatedBy: " or ")
            types[String(row.output.1)] = Set(words.map { $0.hasPrefix("list") ? "list" : $0 })
        }
        // What several answers have in common is documented once.
        let common: String? =
            switch command {
            case "plugins show": "plugins list"
            case "recurring show": "recurring"
            case "rules show": "rules list"
            case "transactions set", "transactions add", "transactions split",
                "transactions confirm",
                "transactions settle", "accounts merge", "undo":
                "apply-rules"
            case "redo": "undo"
            default: nil
            }
        if let common {
            types.merge(try self.section(of: common).types) { own, _ in own }
            if common == "apply-rules" { types["dry_run"] = nil }
        }
        let example = section.firstMatch(of: /```json\n([^`]+)```/)
        return JSONDocumentation(types: types, example: example.map { String($0.output.1) })
    }
}
