import ArgumentParser
import Engine
import Model
import Terminal
import Vault

struct AutomationLogCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List events and the results of handlers.",
        discussion: """
            A failed handler or action is retried several times, then set aside. "automation \
            failing" lists failures.
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var length: ListLimit

    func run(on screen: Screen, reading engine: Engine) throws {
        let events = try engine.toldEvents(limit: length.limit)
        if let format = output.format {
            try EventLogView.report.print(events, as: format, on: screen)
        } else {
            try EventLogView(screen: screen).show(events)
        }
    }
}

/// The event log, newest first.
struct EventLogView {
    let screen: Screen

    func show(_ events: [ToldEvent]) throws {
        guard !events.isEmpty else {
            try screen.print("No events yet.")
            return
        }
        try screen.print(Self.report.table(events))
    }

    /// The most urgent state among an event's steps.
    private static func state(of event: ToldEvent) -> (words: String, style: Style) {
        let steps = event.handlers + event.actions
        let setAside = steps.filter { $0.state == .setAside }
        if !setAside.isEmpty {
            return ("set aside: \(setAside.map(\.name).joined(separator: ", "))", .negative)
        }
        if steps.contains(where: \.isTriedAgain) {
            return ("will be retried", .warning)
        }
        if event.handlers.isEmpty {
            return (event.hasHandler ? "waiting" : "not done: the handler has changed", .muted)
        }
        if steps.contains(where: { $0.state == .waiting }) { return ("waiting", .muted) }
        // Switched off, dismissed by the person, or of a handler that has changed.
        let dismissed = steps.filter { $0.state == .dismissed }
        if !dismissed.isEmpty {
            let isAll =
                dismissed.count == steps.count
                || !event.actions.isEmpty
                    && event.actions.allSatisfy { $0.state == .dismissed }
            return (isAll ? "not done" : "done in part", .muted)
        }
        return ("done", .muted)
    }

    static var report: Report<ToldEvent> {
        Report(
            "automation log",
            .value("number", "Increases in the order of delivery.") { $0.number }
                .column("#", .muted),
            .value("day", "The day on which it was noticed.") { $0.day }.column("day"),
            .value("kind", "The kind of event, such as `\"large_transaction\"`.") { $0.kind }
                .column("what"),
            .value("about", "The subject of the event; may quote the bank.") { $0.about }
                .column("about", isFlexible: true),
            .value(
                "has_handler",
                "Whether a handler receives such events now. Without one it waits for none."
            ) { $0.hasHandler },
            .value("recorded_at", "When it was recorded, in UTC.") { Instant.text($0.recordedAt) },
            .list(
                "handlers", "Each handler that received it, or that will be retried.",
                LoggedStep.fields
            ) { $0.handlers }.column("handlers", isFlexible: true, rank: 2) {
                .init($0.handlers.map(\.handler).joined(separator: ", "), .muted)
            },
            .shown("", isFlexible: true, rank: 1) {
                let state = state(of: $0)
                return .init(state.words, state.style)
            },
            .list("actions", "The actions that these handlers requested.", LoggedStep.fields) {
                $0.actions
            })
    }
}

struct AutomationFailingCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "failing",
        abstract: "List failed handlers and actions.",
        discussion: "\"ghostvault watch\" retries each several times, then sets it aside.")

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: OutputOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        let failing = try engine.failingSteps()
        if let format = output.format {
            try FailingStepsView.report.print(failing.rows, as: format, on: screen)
        } else {
            try FailingStepsView(screen: screen).show(failing)
        }
    }
}

struct AutomationRetryCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Retry a failed action now.")

    @OptionGroup var vault: PlainVaultOptions
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
                    "\(step.name) can't be retried: the handler \"\(step.handler)\" no longer "
                        + "exists."))
        }
        steps.removeAll(where: failing.isHandlerGone)
        try engine.vault.retry(steps, at: vault.moment().now)
        try screen.print(
            "\(Count.text(steps.count, "failure")) will be retried by \"ghostvault watch\".")
    }
}

struct AutomationDismissCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss",
        abstract: "Dismiss a failed action.")

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var chosen: FailingStepOptions

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let steps = try chosen.steps(of: try engine.failingSteps())
        try engine.vault.dismiss(steps)
        try screen.print("Dismissed \(Count.text(steps.count, "failure")).")
    }
}

/// The failed steps that a command is about.
struct FailingStepOptions: ParsableArguments {
    @Argument(help: "Ids from \"automation failing\", such as h3.")
    var ids: [String] = []

    @Flag(help: "Everything that failed: all handlers and actions.")
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
        try screen.print(Self.report.table(failing.rows))
        for step in failing.steps {
            guard let reason = step.reason else { continue }
            try screen.print(SafeText.neutralised("\(step.name): \(reason.cut)"), .warning)
        }
        for (target, count) in failing.heldUp.sorted(by: { $0.key < $1.key }) {
            try screen.print(
                SafeText.neutralised("\(count) more for \(target) behind them"), .muted)
        }
        try screen.print(
            "\"ghostvault automation retry ID\" retries one now, \"dismiss ID\" dismisses it.")
    }

    private static func state(of step: LoggedStep, _ failing: FailingSteps) -> Table.Cell {
        if failing.isHandlerGone(step) { return .init("the handler no longer exists", .negative) }
        guard step.state == .waiting else { return .init("set aside", .negative) }
        return .init(step.nextTryAt.map { "next try \(LocalTime.text($0))" } ?? "waiting", .muted)
    }

    static var report: Report<(step: LoggedStep, all: FailingSteps)> {
        let prospects: [Field<(step: LoggedStep, all: FailingSteps)>] = [
            .value("event", "The event's number.") { $0.step.event }
                .column("event", rank: 3, .muted),
            .shown("state") { state(of: $0.step, $0.all) },
            .value("handler_gone", "Whether it is the turn of a handler that there is not now.") {
                $0.all.isHandlerGone($0.step)
            },
            .value("held_up", "How many actions for the same target wait behind it.") { row in
                row.step.target.map { row.all.heldUp[$0] ?? 0 } ?? 0
            },
        ]
        return Report(
            "automation failing", fields: LoggedStep.fields.of(\.step) + prospects)
    }
}

extension FailingSteps {
    fileprivate var rows: [(step: LoggedStep, all: FailingSteps)] {
        steps.map { (step: $0, all: self) }
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

    static var fields: [Field<LoggedStep>] {
        [
            .value(
                "id",
                "The id for `automation retry`: `\"h3\"` for a handler, `\"a12\"` for an action."
            ) { $0.name }.column("id"),
            .value("handler", "The handler.") { $0.handler }.column("handler", isFlexible: true),
            .value(
                "target",
                "`\"notify\"`, `\"corrections\"`, `\"webhook NAME\"`, `\"command NAME\"`; null for a handler."
            ) { $0.target }.column("for", isFlexible: true, rank: 2),
            .value("state", "`\"waiting\"`, `\"done\"`, `\"set-aside\"` or `\"dismissed\"`.") {
                $0.state.rawValue
            },
            .value("attempts", "How often it was tried.") { $0.attempts },
            .value("reason", "Why the last attempt failed; may quote the event.") { $0.reason },
            .value("next_try_at", "When it will be retried, in UTC, while it is waiting.") {
                $0.nextTryAt.map(Instant.text)
            },
        ]
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
        if counts.setAside > 0 {
            parts.append("\(Count.text(counts.setAside, "failure")) set aside")
        }
        if counts.triedAgain > 0 {
            parts.append("\(Count.text(counts.triedAgain, "failure")) to retry")
        }
        guard !parts.isEmpty else { return }
        if afterLine { try screen.print() }
        try screen.print(
            "Automation failed: \(parts.joined(separator: ", ")): ghostvault automation failing",
            .warning)
    }
}
