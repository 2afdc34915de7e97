import ArgumentParser
import Engine
import Terminal
import Vault

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

/// What of all that failed is meant.
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

    /// - Throws: ``NotFailing`` for an id that there is not.
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

/// There is nothing of an id that failed.
struct NotFailing: Error {
    let id: String
}

/// A handler is to be told again that there is not now.
struct HandlerIsGone: Error {
    let step: LoggedStep
}
