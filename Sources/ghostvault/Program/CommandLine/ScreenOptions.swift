import ArgumentParser
import Terminal

/// Options of every command for how answers are shown. They may stand before the command or
/// behind it.
struct ScreenOptions {
    private(set) var colour = ColourChoice.auto
    private(set) var usesPager = true

    /// The options of a command line, and its other arguments.
    ///
    /// - Throws: `ValidationError` for another colour.
    static func taken(
        from arguments: some Sequence<String>
    ) throws -> (options: ScreenOptions, rest: [String]) {
        var options = ScreenOptions()
        var rest: [String] = []
        var words = Array(arguments)[...]
        while let word = words.popFirst() {
            switch word {
            case "--": return (options, rest + [word] + words)
            case "--no-pager": options.usesPager = false
            case "--color": options.colour = try choice(words.popFirst() ?? "")
            case _ where word.hasPrefix("--color="):
                options.colour = try choice(String(word.drop { $0 != "=" }.dropFirst()))
            default: rest.append(word)
            }
        }
        return (options, rest)
    }

    private static func choice(_ word: String) throws -> ColourChoice {
        guard let choice = ColourChoice(rawValue: word) else {
            throw ValidationError("--color must be always, auto or never.")
        }
        return choice
    }

    /// Whether an answer of the command may wait until all of it is known. Those that ask, or
    /// show how something proceeds, never wait.
    func allowsPager(for command: any ScreenCommand) -> Bool {
        let live: [any ScreenCommand.Type] = [
            WatchCommand.self, ConnectCommand.self, ConnectionsReconnectCommand.self,
            ReviewCommand.self, LuaPromptCommand.self, SyncNowCommand.self, ImportFilesCommand.self,
            RulesEditCommand.self, BackupCreateCommand.self, BackupCheckCommand.self,
            BackupRestoreCommand.self, EraseCommand.self, ServiceLogsCommand.self, DemoCommand.self,
            TransactionsSetCommand.self, TransfersMarkCommand.self,
            BrowseCommand.self, WebCommand.self, MCPCommand.self,
        ]
        let picks = (command as? ExplainCommand)?.words.isEmpty == true
        return usesPager && !picks && !live.contains { $0 == type(of: command) }
    }
}

extension Screen {
    /// Shows a long answer in a pager, if standard output is a terminal.
    func page() {
        let context = ProgramContext.current
        let pager = Pager(of: context.output, environment: context.variables)
        if let pager { output.page(in: pager) }
    }
}
