import ArgumentParser
import Automation
import Engine
import Terminal

struct AutomationListCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List handlers, and what they are told of.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let automations = try vault.engine().automations()
        let view = AutomationListView(screen: screen)
        if output.json { try view.showJSON(automations) } else { try view.show(automations) }
        try FindingsView(screen: screen).show(leftOut: automations.leftOut, .checkAutomation)
        if !automations.leftOut.isEmpty { throw PartialResult(.rules) }
    }
}
