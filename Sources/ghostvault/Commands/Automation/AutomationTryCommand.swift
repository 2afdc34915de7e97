import ArgumentParser
import Automation
import Classification
import Engine
import Terminal

struct AutomationTryCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Tell your handlers of a made-up event, and show what they ask for.",
        discussion: """
            Nothing of it is done. Ends with 3 where a handler fails.

            Examples:
              ghostvault automation try large_transaction
              ghostvault automation try month_closed
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The kind of event; docs/automation.md lists them.")
    var kind: EventKind

    func run(on screen: Screen) throws {
        let automations = try vault.engine().automations()
        let handlers = automations.handlers.filter { $0.subscription.kind == kind }
        var hasFailed = false
        if handlers.isEmpty {
            try screen.print("No handler is told of \"\(kind.rawValue)\".")
        }
        for handler in handlers {
            let handling = automations.handle(
                automations.sampleEvent(of: handler.subscription), by: handler)
            try screen.print(
                SafeText.neutralised(
                    "\(handler.file):\(handler.line)  \(handler.subscription.key)"))
            switch handling.outcome {
            case .success(let asked):
                if asked.isEmpty { try screen.print("    asks for nothing", .muted) }
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
