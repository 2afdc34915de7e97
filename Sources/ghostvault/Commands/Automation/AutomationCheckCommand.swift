import ArgumentParser
import Automation
import Classification
import Engine
import Terminal

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
