import ArgumentParser
import Automation
import Classification
import Engine
import Model
import Terminal

struct AutomationNewCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Begin an automation file, with a handler and its tests in it.",
        discussion: """
            Examples:
              ghostvault automation new alerts
              ghostvault automation new automation/bills.lua
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The file's name; files are read in the order of their names.")
    var name: String

    func run(on screen: Screen) throws {
        let path = try vault.engine().newAutomationFile(named: name)
        try screen.print("wrote  \(SafeText.neutralised(path))")
        try screen.print()
        try screen.print("Edit it, then look what it does:")
        try screen.print("  ghostvault automation check")
        try screen.print("  ghostvault automation test")
    }
}

struct AutomationCheckCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Read every file of automation/, and tell all that is wrong.",
        discussion: """
            Finds mistakes, misspelt names with a guess at what was meant, and an account that \
            the vault does not have. Each handler is told of a made-up event, and nothing of what \
            it asks for is done. Ends with 10 where a file has a mistake, with 3 where a handler \
            fails.
            """)

    @OptionGroup var vault: VaultOptions

    func run(on screen: Screen) throws {
        let check = try vault.engine().checkAutomations()
        if check.files.isEmpty, check.leftOut.isEmpty {
            try screen.print(
                "No handlers found. \"ghostvault automation new alerts\" begins a file.")
        } else {
            var table = FolderTable()
            for file in check.files {
                table.add(file: file.name, file.handlers, "handler", tests: file.tests)
            }
            table.add(modules: check.modules, maps: check.maps, leftOut: check.leftOut)
            try screen.print(table.table)
        }
        let findings = FindingsView(screen: screen)
        try findings.show(failures: check.failures) { _ in "told of a made-up event" }
        try findings.show(notes: check.notes)
        try findings.show(leftOut: check.leftOut, .checkAutomation)
        if !check.leftOut.isEmpty { throw PartialResult(.rules) }
        if !check.failures.isEmpty { throw PartialResult() }
    }
}

struct AutomationTestCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run the tests that are written beside handlers.",
        discussion: """
            Each test's event is told to the handlers of its file, and what they ask for is \
            compared and not done. Ends with 1 where a test fails, with 10 where a file has a \
            mistake.
            """)

    @OptionGroup var vault: VaultOptions

    func run(on screen: Screen) throws {
        let automations = try vault.engine().automations()
        let outcomes = automations.runTests()
        let failed = outcomes.filter { !$0.failures.isEmpty }
        for outcome in outcomes {
            try RuleProblemsView(screen: screen).show(printed: outcome.printed)
            guard !outcome.failures.isEmpty else { continue }
            try FindingsView(screen: screen).show(
                failedTest: outcome.name, FindingsView.place(outcome.file, outcome.line),
                outcome.failures)
        }
        if outcomes.isEmpty {
            try screen.print("No file has tests. Write test { … } beside a handler.")
        } else if failed.isEmpty {
            try screen.print("\(Count.text(outcomes.count, "test")), all passed")
        } else {
            try screen.print("\(Count.text(outcomes.count, "test")), \(failed.count) failed")
        }
        try FindingsView(screen: screen).show(leftOut: automations.leftOut, .checkAutomation)
        if !automations.leftOut.isEmpty { throw PartialResult(.rules) }
        if !failed.isEmpty { throw PartialResult(.failed) }
    }
}

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

    @Argument(help: "The kind of event; \"ghostvault docs automation\" lists them.")
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
