import Automation
import Model
import Terminal

struct AutomationListView {
    let screen: Screen

    func show(_ automations: Automations) throws {
        guard !automations.handlers.isEmpty else {
            try screen.print(
                "No handlers found. \"ghostvault automation new alerts\" begins a file.")
            return
        }
        var table = Table(columns: [
            .init("told of"), .init("name"), .init("where", isFlexible: true),
        ])
        for handler in automations.handlers {
            table.add(
                .init(handler.subscription.key), .init(handler.name ?? ""),
                .init("\(handler.file):\(handler.line)", .muted))
        }
        try screen.print(table)
    }

    func showJSON(_ automations: Automations) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for handler in automations.handlers {
                list.object { object in
                    object.field("id", handler.id)
                    object.field("name", handler.name)
                    object.field("file", handler.file)
                    object.field("line", handler.line)
                    object.field("event", handler.subscription.kind.rawValue)
                    object.object("options") { Self.write(handler.subscription.options, to: &$0) }
                }
            }
        }
        try json.flush()
    }

    private static func write(_ options: EventOptions, to object: inout JSONObject) {
        object.field("over", options.over.map { "\($0)" })
        object.field("below", options.below.map { "\($0)" })
        object.field("limit", options.limit.map { "\($0)" })
        object.field("category", options.category)
        object.field("account", options.account)
        object.field("payee", options.payee)
        object.field("days", options.days)
    }
}
