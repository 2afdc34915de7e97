import ArgumentParser
import Engine
import Model
import Terminal
import Vault

struct AutomationLogCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List the events that there were to tell, the newest first.",
        discussion: """
            What a handler failed at, and what it asked for and could not be done, is tried again \
            some times and then set aside; "automation failing" lists that.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Option(help: "How many to list at most.")
    var limit = 20

    func validate() throws {
        guard (1...1_000_000).contains(limit) else {
            throw ValidationError("--limit must be from 1 to 1000000.")
        }
    }

    func run(on screen: Screen) throws {
        let events = try vault.engine().toldEvents(limit: limit)
        let view = EventLogView(screen: screen)
        if output.json { try view.showJSON(events) } else { try view.show(events) }
    }
}

/// The event log, newest first.
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

    /// The most urgent state among an event's steps.
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
        // Switched off, or dismissed by the person.
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

struct AutomationFailingCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "failing",
        abstract: "List what failed: what is to be tried again, and what was set aside.",
        discussion: """
            What failed is tried again by "ghostvault watch", some times, and then set aside.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let failing = try vault.engine().failingSteps()
        let view = FailingStepsView(screen: screen)
        if output.json { try view.showJSON(failing) } else { try view.show(failing) }
    }
}

struct AutomationRetryCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Have something that failed tried again at once.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var chosen: FailingStepOptions

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let failing = try engine.failingSteps()
        var steps = try chosen.steps(of: failing)
        let gone = steps.filter(failing.isHandlerGone)
        if let step = gone.first, !chosen.all { throw HandlerIsGone(step: step) }
        for step in gone {
            try screen.warn(
                SafeText.neutralised(
                    "\(step.name) is not tried: there is no handler \"\(step.handler)\" now."))
        }
        steps.removeAll(where: failing.isHandlerGone)
        try engine.vault.retry(steps, at: vault.moment().now)
        try screen.print(
            "\(Count.text(steps.count, "thing")) to be tried again, by \"ghostvault watch\".")
    }
}

struct AutomationDismissCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss",
        abstract: "Give something up that failed.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var chosen: FailingStepOptions

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let steps = try chosen.steps(of: try engine.failingSteps())
        try engine.vault.dismiss(steps)
        try screen.print("\(Count.text(steps.count, "thing")) given up.")
    }
}

/// The failed steps that a command is about.
struct FailingStepOptions: ParsableArguments {
    @Argument(help: "Ids that \"automation failing\" shows, such as h3.")
    var ids: [String] = []

    @Flag(help: "All that failed.")
    var all = false

    func validate() throws {
        guard all == ids.isEmpty else {
            throw ValidationError("Give the ids that \"automation failing\" shows, or --all.")
        }
    }

    /// - Throws: ``NotFailing`` for an unknown ID.
    func steps(of failing: FailingSteps) throws -> [LoggedStep] {
        if all { return failing.steps }
        return try ids.map { id in
            guard let step = failing.steps.first(where: { $0.name == id.lowercased() }) else {
                throw NotFailing(id: id)
            }
            return step
        }
    }
}

/// No failed step has this ID.
struct NotFailing: Error {
    let id: String
}

/// The handler of a step to retry no longer exists.
struct HandlerIsGone: Error {
    let step: LoggedStep
}

/// The failed steps, with what happens to them next.
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
    /// The ID that a person types: "h3" for a handler's run, "a12" for an action.
    var name: String {
        switch kind {
        case .delivery: "h\(id)"
        case .action: "a\(id)"
        }
    }

    /// The target of an action; nil for a handler's run.
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

/// A one-line warning about failed handlers and actions.
struct FailingCountsView {
    let screen: Screen
    let engine: Engine

    /// - Parameter afterLine: whether to print an empty line first.
    func show(afterLine: Bool = false) throws {
        let counts = try engine.vault.failingCounts()
        var parts: [String] = []
        if counts.setAside > 0 { parts.append("\(Count.text(counts.setAside, "thing")) set aside") }
        if counts.triedAgain > 0 {
            parts.append("\(Count.text(counts.triedAgain, "thing")) to be tried again")
        }
        guard !parts.isEmpty else { return }
        if afterLine { try screen.print() }
        try screen.print(
            "Automation failed: \(parts.joined(separator: ", ")): ghostvault automation failing",
            .warning)
    }
}
