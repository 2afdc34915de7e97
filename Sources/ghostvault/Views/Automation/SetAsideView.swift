import Terminal
import Vault

/// What failed too often.
struct SetAsideView {
    let screen: Screen

    func show(_ steps: [LoggedStep]) throws {
        guard !steps.isEmpty else {
            try screen.print("Nothing is set aside.")
            return
        }
        var table = Table(columns: [
            .init("id"), .init("event", alignment: .trailing), .init("handler"), .init("for"),
            .init("why", isFlexible: true),
        ])
        for step in steps {
            table.add(
                .init(step.name), .init("\(step.event)", .muted), .init(step.handler),
                .init(step.target ?? ""), .init(step.reason ?? "", .warning))
        }
        try screen.print(table)
        try screen.print(
            "\"ghostvault automation retry ID\" has one tried again, \"dismiss ID\" gives it up.")
    }

    func showJSON(_ steps: [LoggedStep]) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for step in steps {
                list.object { object in
                    object.field("event", step.event)
                    step.write(to: &object)
                }
            }
        }
        try json.flush()
    }
}

extension LoggedStep {
    /// By which a person names it: "h3" for a handler's turn, "a12" for an
    /// action.
    var name: String {
        switch kind {
        case .delivery: "h\(id)"
        case .action: "a\(id)"
        }
    }

    /// Whom an action is for; nil for a handler's turn.
    var target: String? {
        switch kind {
        case .delivery: nil
        case .action(let target): target
        }
    }

    func write(to object: inout JSONObject) {
        object.field("id", name)
        object.field("handler", handler)
        object.field("target", target)
        object.field("state", state.rawValue)
        object.field("attempts", attempts)
        object.field("reason", reason)
        object.field("next_try_at", nextTryAt.map(Instant.text))
    }
}
