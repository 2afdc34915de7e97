import Engine
import Terminal
import Vault

/// The events that there were to tell.
struct EventLogView {
    let screen: Screen

    func show(_ events: [ToldEvent]) throws {
        guard !events.isEmpty else {
            try screen.print("Nothing was told yet.")
            return
        }
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("day"), .init("what"),
            .init("about", isFlexible: true), .init("told to"), .init(""),
        ])
        for event in events {
            let state = Self.state(of: event)
            table.add(
                .init("\(event.number)", .muted), .init("\(event.day)"), .init(event.kind),
                .init(event.about),
                .init(event.handlers.map(\.handler).joined(separator: ", "), .muted),
                .init(state.words, state.style))
        }
        try screen.print(table)
    }

    /// The state that needs a person's eye most.
    private static func state(of event: ToldEvent) -> (words: String, style: Style) {
        let steps = event.handlers + event.actions
        let setAside = steps.filter { $0.state == .setAside }
        if !setAside.isEmpty {
            return ("set aside: \(setAside.map(\.name).joined(separator: ", "))", .negative)
        }
        if steps.contains(where: \.isTriedAgain) {
            return ("to be tried again", .warning)
        }
        if event.handlers.isEmpty || steps.contains(where: { $0.state == .waiting }) {
            return ("waiting", .muted)
        }
        // Switched off, or given up by the person.
        if event.actions.contains(where: { $0.state == .dismissed }) {
            return (
                event.actions.allSatisfy { $0.state == .dismissed } ? "not done" : "done in part",
                .muted
            )
        }
        return ("done", .muted)
    }

    func showJSON(_ events: [ToldEvent]) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for event in events {
                list.object { object in
                    object.field("number", event.number)
                    object.field("kind", event.kind)
                    object.field("day", "\(event.day)")
                    object.field("about", event.about)
                    object.field("recorded_at", Instant.text(event.recordedAt))
                    object.array("handlers") { steps in
                        for step in event.handlers { steps.object { step.write(to: &$0) } }
                    }
                    object.array("actions") { steps in
                        for step in event.actions { steps.object { step.write(to: &$0) } }
                    }
                }
            }
        }
        try json.flush()
    }
}
