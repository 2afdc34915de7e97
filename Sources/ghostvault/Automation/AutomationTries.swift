import ArgumentParser
import Automation
import Classification
import Engine
import Model
import Terminal
import Vault

struct AutomationTryCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Send a sample event to your handlers.",
        discussion: """
            Shows the actions that they request; none is carried out. Exit code 3 if a handler \
            fails.

            Examples:
              ghostvault automation try large_transaction
              ghostvault automation try month_closed
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The kind of event. \"ghostvault docs automation\" lists them.")
    var kind: EventKind

    func run(on screen: Screen, reading engine: Engine) throws {
        let automations = try engine.automations()
        let handlers = automations.handlers.filter { $0.subscription.kind == kind }
        var hasFailed = false
        if handlers.isEmpty {
            try screen.print("No handler receives \"\(kind.rawValue)\".")
        }
        for handler in handlers {
            let handling = automations.handle(
                automations.sampleEvent(of: handler.subscription), by: handler)
            try screen.print(
                SafeText.neutralised(
                    "\(handler.file):\(handler.line)  \(handler.subscription.key)"))
            switch handling.outcome {
            case .success(let asked):
                if asked.isEmpty { try screen.print("    requests nothing", .muted) }
                for action in asked {
                    try screen.print("    " + SafeText.neutralised(action.text))
                }
            case .failure(let failure):
                hasFailed = true
                try screen.warn(
                    SafeText.neutralised(FindingsView.line(failure.problem)))
            }
            try RuleProblemsView(screen: screen).show(printed: handling.printed)
        }
        try FindingsView(screen: screen).show(leftOut: automations.leftOut, .checkAutomation)
        if !automations.leftOut.isEmpty { throw PartialResult(.rules) }
        if hasFailed { throw PartialResult() }
    }
}

struct AutomationReplayCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Send past events to your handlers.",
        discussion: """
            Shows the actions that they request, by default in the last three months. None is \
            carried out, and nothing is stored. Lists for programs have events without actions, \
            too. Of states, such as a low balance, only those of today are known, and changes of \
            classes are not. A handler that exceeds a limit gets no further event. Exit code 3 if \
            a handler fails.

            Examples:
              ghostvault automation replay
              ghostvault automation replay oct
              ghostvault automation replay 2026 --file alerts
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var bare: PeriodArgument

    @Option(help: "Only the handlers of this file.")
    var file: String?

    /// Three months.
    private static let usualDays = 92

    func run(on screen: Screen, reading engine: Engine) throws {
        let automations = try engine.automations()
        let today = engine.today
        let asked =
            bare.period?.days(asOf: today)
            ?? today.adding(days: -Self.usualDays)..<today.adding(days: 1)
        let first = max(asked.lowerBound, try engine.vault.oldestDay() ?? today)
        let days = first..<max(first, min(asked.upperBound, today.adding(days: 1)))
        let files = Set(automations.handlers.map(\.file))
        let chosen = try file.map { try Self.file($0, among: files) }
        let events = try engine.replay(days, to: automations).filter {
            chosen == nil || $0.handler.file == chosen
        }
        if let format = output.format {
            try Self.report.print(events, as: format, on: screen)
        } else if automations.handlers.isEmpty, automations.leftOut.isEmpty {
            try screen.printNoHandlers(of: engine)
        } else {
            try show(events, in: days, on: screen)
        }
        try FindingsView(screen: screen).show(leftOut: automations.leftOut, .checkAutomation)
        if !automations.leftOut.isEmpty { throw PartialResult(.rules) }
        if events.contains(where: { $0.failure != nil }) { throw PartialResult() }
    }

    /// The file that a name means: "alerts", "alerts.lua" or "automation/alerts.lua".
    private static func file(_ name: String, among files: Set<String>) throws -> String {
        let names = ["", "automation/"].flatMap { [$0 + name, $0 + name + ".lua"] }
        guard let file = names.first(where: files.contains) else {
            throw NoSuchName(
                message: "No file with handlers is called \"\(name)\".",
                whatToDo: "\"ghostvault automation\" lists them.")
        }
        return file
    }

    private func show(
        _ events: [ReplayedEvent], in days: Range<CalendarDay>, on screen: Screen
    ) throws {
        let answered = events.filter { !$0.actions.isEmpty || $0.failure != nil }
        for event in answered {
            try screen.print(
                SafeText.neutralised(
                    "\(event.day)  \(event.handler.subscription.kind.rawValue)  \(event.about)"))
            for action in event.actions {
                try screen.print("    " + SafeText.neutralised(action))
            }
            if let failure = event.failure {
                try screen.print("    " + SafeText.neutralised(failure), .warning)
            }
        }
        let count = events.reduce(0) { $0 + $1.actions.count }
        if !answered.isEmpty { try screen.print() }
        try screen.print(
            "\(Count.text(events.count, "event")) since \(days.lowerBound), "
                + "\(Count.text(count, "action")), none carried out")
    }

    static var report: Report<ReplayedEvent> {
        Report(
            "automation replay",
            .value("day", "The day of the event.") { $0.day },
            .value("kind", "The kind of event, such as `\"large_transaction\"`.") {
                $0.handler.subscription.kind.rawValue
            },
            .value("about", "The subject of the event; may quote the bank.") { $0.about },
            .value("file", "The handler's file.") { $0.handler.file },
            .value("line", "The line of its declaration.") { $0.handler.line },
            .values("actions", "What the handler asks for.") { $0.actions },
            .value("error", "Why the handler failed; null if it didn't.") { $0.failure })
    }
}

extension ReplayedEvent {
    /// In words; none if the handler failed.
    fileprivate var actions: [String] {
        if case .success(let asked) = handling.outcome { asked.map(\.text) } else { [] }
    }

    fileprivate var failure: String? {
        if case .failure(let failure) = handling.outcome { failure.words } else { nil }
    }
}
