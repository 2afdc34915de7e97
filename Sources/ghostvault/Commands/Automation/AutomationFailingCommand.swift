import ArgumentParser
import Engine
import Vault

struct AutomationFailingCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "failing",
        abstract: "List what was tried so often that it is not tried any more.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let steps = try vault.engine().vault.setAsideSteps()
        let view = SetAsideView(screen: screen)
        if output.json { try view.showJSON(steps) } else { try view.show(steps) }
    }
}

struct AutomationRetryCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Have something tried again that was set aside.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var chosen: SetAsideOptions

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let steps = try chosen.steps(of: engine)
        try engine.vault.retry(steps, at: vault.moment().now)
        try screen.print(
            "\(Count.text(steps.count, "thing")) to be tried again, by \"ghostvault watch\".")
    }
}

struct AutomationDismissCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss",
        abstract: "Give something up that was set aside.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var chosen: SetAsideOptions

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let steps = try chosen.steps(of: engine)
        try engine.vault.dismiss(steps)
        try screen.print("\(Count.text(steps.count, "thing")) given up.")
    }
}

/// What of all that was set aside is meant.
struct SetAsideOptions: ParsableArguments {
    @Argument(help: "Ids that \"automation failing\" shows, such as h3.")
    var ids: [String] = []

    @Flag(help: "All that was set aside.")
    var all = false

    func validate() throws {
        guard all == ids.isEmpty else {
            throw ValidationError("Give the ids that \"automation failing\" shows, or --all.")
        }
    }

    /// - Throws: ``NotSetAside`` for an id that there is not.
    func steps(of engine: Engine) throws -> [LoggedStep] {
        let steps = try engine.vault.setAsideSteps()
        if all { return steps }
        return try ids.map { id in
            guard let step = steps.first(where: { $0.name == id.lowercased() }) else {
                throw NotSetAside(id: id)
            }
            return step
        }
    }
}

/// There is nothing of an id that was set aside.
struct NotSetAside: Error {
    let id: String
}
