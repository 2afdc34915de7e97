internal import Automation
internal import Configuration
internal import Model
internal import Scripting
internal import Vault

extension OutgoingAction {
    /// - Throws: ``FailedDelivery`` if an action can't be stored.
    static func all(_ actions: [Action]) throws(FailedDelivery) -> [OutgoingAction] {
        var all: [OutgoingAction] = []
        for action in actions {
            do {
                all.append(
                    OutgoingAction(
                        messageID: newMessageID(), target: action.target,
                        action: try TableJSON.text(of: action.table)))
            } catch {
                throw FailedDelivery(
                    reason: "a message contains something that JSON can't express, such as 0/0")
            }
        }
        return all
    }

    /// An id that is unique across all vaults.
    private static func newMessageID() -> String {
        let numbers = (0..<2).map { _ in UInt64.random(in: .min ... .max) }
        return "msg_"
            + numbers.map { number in
                let digits = String(number, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
    }
}

extension Action {
    /// The target of the actions that the vault performs itself.
    static let corrections = "corrections"

    /// The destination. Actions with the same target run one after another.
    var target: String {
        switch self {
        case .notify: "notify"
        case .webhook(let name, _): "webhook \(name)"
        case .run(let command, _): "command \(command)"
        case .correct: Self.corrections
        }
    }

    var table: ScriptTable {
        switch self {
        case .notify(let notification):
            Self.table(
                "notify",
                [
                    "title": .string(notification.title), "text": .string(notification.text),
                    "urgent": .boolean(notification.isUrgent),
                ])
        case .webhook(let name, let message):
            Self.table("webhook", ["name": .string(name), "message": .table(message)])
        case .run(let command, let arguments):
            Self.table(
                "run",
                [
                    "command": .string(command),
                    "arguments": .table(ScriptTable(array: arguments.map(ScriptValue.string))),
                ])
        case .correct(let transaction, let correction):
            Self.table(
                "correct",
                ["transaction": .integer(transaction), "correction": .table(correction.table)])
        }
    }

    private static func table(_ name: String, _ fields: [String: ScriptValue]) -> ScriptTable {
        ScriptTable(fields: [name: .table(ScriptTable(fields: fields))])
    }

    /// The action stored as ``table``; nil if the table is not an action.
    init?(_ table: ScriptTable) {
        guard let (name, value) = table.fields.first, table.fields.count == 1,
            case .table(let action) = value
        else { return nil }
        switch name {
        case "notify":
            guard let title = action.text("title"), let text = action.text("text") else {
                return nil
            }
            self = .notify(
                Notification(
                    title: title, text: text, isUrgent: action.fields["urgent"] == .boolean(true)))
        case "webhook":
            guard let name = action.text("name"), let message = action.table("message") else {
                return nil
            }
            self = .webhook(name: name, message: message)
        case "run":
            guard let command = action.text("command"),
                let arguments = action.table("arguments")?.texts
            else { return nil }
            self = .run(command: command, arguments: arguments)
        case "correct":
            guard case .integer(let transaction)? = action.fields["transaction"],
                let correction = action.table("correction")
            else { return nil }
            self = .correct(transaction: transaction, Correction(correction))
        default: return nil
        }
    }
}

extension AutomationSettings {
    /// The configured webhooks and commands as targets.
    var targets: Set<String> {
        Set(
            webhooks.keys.map { Action.webhook(name: $0, message: ScriptTable()).target }
                + commands.keys.map { Action.run(command: $0, arguments: []).target })
    }
}

extension ScriptTable {
    fileprivate func text(_ name: String) -> String? {
        guard case .string(let text)? = fields[name] else { return nil }
        return text
    }

    fileprivate func table(_ name: String) -> ScriptTable? {
        guard case .table(let table)? = fields[name] else { return nil }
        return table
    }

    fileprivate var texts: [String] {
        array.compactMap { value in
            guard case .string(let text) = value else { return nil }
            return text
        }
    }
}

extension Correction {
    /// The correction without the rules that it overrules, which are determined when it is
    /// applied.
    fileprivate var table: ScriptTable {
        var fields: [String: ScriptValue] = [:]
        fields["class"] = self.class.map { .string($0.rawValue) }
        fields["category"] = category.map(ScriptValue.string)
        fields["lens"] = lens.map { .string($0.rawValue) }
        fields["payee"] = payee.map(ScriptValue.string)
        fields["note"] = note.map(ScriptValue.string)
        fields["excluded"] = excluded.map(ScriptValue.boolean)
        if !tags.isEmpty {
            fields["tags"] = .table(ScriptTable(array: tags.map(ScriptValue.string)))
        }
        return ScriptTable(fields: fields)
    }

    fileprivate init(_ table: ScriptTable) {
        var excluded: Bool?
        if case .boolean(let value)? = table.fields["excluded"] { excluded = value }
        self.init(
            class: table.text("class").flatMap(TransactionClass.init(rawValue:)),
            category: table.text("category"),
            lens: table.text("lens").flatMap(Lens.init(rawValue:)), payee: table.text("payee"),
            note: table.text("note"), tags: table.table("tags")?.texts ?? [], excluded: excluded)
    }
}
