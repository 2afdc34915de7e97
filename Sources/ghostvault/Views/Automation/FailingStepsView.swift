import Engine
import Terminal
import Vault

/// What failed, and what becomes of it.
struct FailingStepsView {
    let screen: Screen

    func show(_ failing: FailingSteps) throws {
        guard !failing.steps.isEmpty else {
            try screen.print("Nothing is failing.")
            return
        }
        var table = Table(columns: [
            .init("id"), .init("event", alignment: .trailing), .init("handler"), .init("for"),
            .init("state"), .init("why", isFlexible: true),
        ])
        for step in failing.steps {
            let isLost = failing.isHandlerGone(step) || step.state == .setAside
            table.add(
                .init(step.name), .init("\(step.event)", .muted), .init(step.handler),
                .init(step.target ?? ""),
                .init(state(of: step, failing), isLost ? .negative : .muted),
                .init(step.reason ?? "", .warning))
        }
        try screen.print(table)
        for (target, count) in failing.heldUp.sorted(by: { $0.key < $1.key }) {
            try screen.print(
                SafeText.neutralised("\(count) more for \(target) behind them"), .muted)
        }
        try screen.print(
            "\"ghostvault automation retry ID\" has one tried at once, \"dismiss ID\" gives it up.")
    }

    private func state(of step: LoggedStep, _ failing: FailingSteps) -> String {
        if failing.isHandlerGone(step) { return "no such handler now" }
        guard step.state == .waiting else { return "set aside" }
        return step.nextTryAt.map { "next try \(LocalTime.text($0))" } ?? "waiting"
    }

    func showJSON(_ failing: FailingSteps) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for step in failing.steps {
                list.object { object in
                    object.field("event", step.event)
                    step.write(to: &object)
                    object.field("handler_gone", failing.isHandlerGone(step))
                    object.field("held_up", step.target.map { failing.heldUp[$0] ?? 0 } ?? 0)
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
