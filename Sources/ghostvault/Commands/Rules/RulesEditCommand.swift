import ArgumentParser
import Classification
import Engine
import Model
import Terminal
import Vault

struct RulesEditCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a stored rule, and classify anew.",
        discussion: """
            Options replace single parts and leave the rest. Without any, the rule is opened in the \
            editor that VISUAL or EDITOR names.

            Examples:
              ghostvault rules edit stored-12 --category groceries
              ghostvault rules edit stored-12
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var options: RuleOptions
    @Argument(help: RuleArgument.help)
    var rule: String

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let listed = try engine.rule(meantBy: rule)
        guard let stored = listed.stored else {
            throw RuleError.notStored(
                name: listed.name, file: listed.file ?? "", line: listed.line)
        }
        let change = options.change
        let definition =
            if change.isEmpty {
                try edited(stored.definition, of: listed, engine, screen)
            } else {
                // What is no table has its mistake told when it is checked.
                change.definition(changing: stored.definition) ?? stored.definition
            }
        guard definition != stored.definition else {
            try screen.print("Nothing was changed")
            return
        }
        let (rule, report) = try engine.changeRule(listed, to: definition)
        try RuleChangeView(screen: screen, engine: engine).show(rule, "changed", report)
    }

    /// The definition as the person leaves it; they are asked to mend mistakes.
    private func edited(
        _ definition: String, of rule: ListedRule, _ engine: Engine, _ screen: Screen
    ) throws -> String {
        let editor = try TextEditor()
        let path = "\(vault.folder.path)/.edit-\(rule.reference).lua"
        var text = definition
        while true {
            try screen.flush()
            let edited = try editor.edit(text.hasSuffix("\n") ? text : text + "\n", at: path)
            text = edited.hasSuffix("\n") ? String(edited.dropLast()) : edited
            guard text != definition else { return text }
            do {
                _ = try engine.checkedRule(text, as: rule.stored?.id ?? 0)
                return text
            } catch let error as RuleError {
                guard TextEditor.canAskAgain else { throw error }
                try screen.report(Failure(error))
                guard try Confirmation.ask("Edit it again?", on: screen) else { throw error }
            }
        }
    }
}
