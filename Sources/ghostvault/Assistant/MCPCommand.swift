import ArgumentParser
import Foundation
import Terminal
import Vault

struct MCPCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Answer an assistant's questions over MCP.",
        discussion: """
            An assistant that knows the Model Context Protocol starts this command and talks to it \
            over standard input and output, one JSON message on each line. It can ask for figures \
            and transactions, and propose a rule that you accept or dismiss. It can't change \
            anything else. The assistant sees your figures; with --ghost only a copy without \
            names, amounts and days.

            "ghostvault docs mcp" has the settings for assistants.

            Examples:
              ghostvault mcp
              ghostvault mcp --ghost
            """)

    @OptionGroup var vault: VaultOptions

    @Flag(help: "Answer only from the copy that \"ghostvault ghost\" makes.")
    var ghost = false

    func run(on screen: Screen) throws {
        let context = ProgramContext.current
        if context.inputIsTerminal {
            try screen.note(
                "An assistant starts this and talks to it; \"ghostvault docs mcp\" has the "
                    + "settings. Ctrl-D ends it.")
        }
        let folder = URL(fileURLWithPath: vault.folder.path).path
        // GHOSTVAULT_TODAY is among the variables.
        let chosen = vault.asOf == nil ? nil : try vault.lastDay()
        let day = chosen.map { ["--as-of=\($0)"] } ?? []
        let server = AssistantServer(
            tools: ghost ? AssistantTool.ghost : AssistantTool.all,
            instructions: ghost ? AssistantTool.ghostInstructions : AssistantTool.instructions,
            answers: AssistantAnswers(
                process: CommandProcess(
                    program: context.program, environment: context.variables),
                options: ["--vault=\(folder)", "--color=never"] + day, isGhost: ghost),
            output: screen.output)
        try server.serve(LineReader(descriptor: context.input))
    }
}
