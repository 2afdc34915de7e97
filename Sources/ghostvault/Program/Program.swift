import ArgumentParser
import Engine
import Foundation
import Platform
import Scripting
import Terminal
import Vault

/// The program's entry point.
@main
enum Program {
    static func main() {
        let words = ProgramArguments.all.dropFirst()
        if words.first == ScriptWorker.argument {
            ScriptWorker.run(
                preparing: StatementReading.prepare, computing: { StatementReading.answer($0) })
        }
        let run = ProgramRun(Array(words))
        // Hold signals now: one may arrive during parsing.
        if run.isWatching { Waiter.holdSignals() }
        CoreFiles.forbid()
        ProcessStart.prepare()
        exit(run.exitCode())
    }
}

/// One run of the program: parses the command line, runs the command, reports errors.
///
/// It takes all that it needs from ``ProgramContext/current`` and the file system.
struct ProgramRun {
    private let options: Result<ScreenOptions, any Error>
    private let arguments: Result<[String], any Error>

    /// - Parameter words: the arguments, without the program's name.
    init(_ words: [String]) {
        let taken = Result { try ScreenOptions.taken(from: words) }
        options = taken.map(\.options)
        arguments = Result { try CommandWords(try taken.get().rest).arguments }
    }

    /// Whether the command is "watch".
    var isWatching: Bool {
        guard case .success(let words) = arguments else { return false }
        return words.first == WatchCommand.configuration.commandName
    }

    /// Runs the command to its end.
    func exitCode() -> Int32 {
        var screen = Screen()
        do {
            screen = Screen(try options.get())
            var command = try Self.understood(try arguments.get())
            if var command = command as? any ScreenCommand {
                if try options.get().allowsPager(for: command) { screen.page() }
                try command.run(on: screen)
            } else {
                try command.run()
            }
            try screen.flush()
            return ExitStatus.done.rawValue
        } catch let error as OutputError {
            // The reader closed the output, which is not an error.
            guard error != .readerClosed else { return finish(screen, with: .done) }
            return finish(screen, with: .failed, after: Failure(error))
        } catch let error as PartialResult {
            return finish(screen, with: error.status)
        } catch let error as CommandLineMistake {
            return finish(screen, with: .usage, after: error.failure)
        } catch {
            if let failure = Failure(error) {
                return finish(screen, with: failure.status, after: failure)
            }
            guard GhostVault.exitCode(for: error) == .validationFailure else {
                return answer(error, on: screen)
            }
            let given = if case .success(let words) = arguments { words } else { [String]() }
            let mistake = CommandLineMistake(error, in: given)
            return finish(screen, with: .usage, after: mistake.failure)
        }
    }

    /// The command for the arguments, after checking that none is ignored.
    private static func understood(_ arguments: [String]) throws -> any ParsableCommand {
        let slips = OptionDiagnostics(arguments)
        do {
            let command = try parsed(arguments)
            try slips.refuseRepetition()
            return command
        } catch {
            // The parser reports surplus values before an unknown option.
            if GhostVault.exitCode(for: error) == .validationFailure { try slips.refuseUnknown() }
            throw error
        }
    }

    /// Parses the arguments into a command.
    ///
    /// A named command is parsed on its own. Starting at the root, the parser would reflect
    /// the options of every command on the way, and of those beside it.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let named = ResolvedCommand(arguments)
        if named.isNamed, named.type.configuration.subcommands.isEmpty {
            do {
                let words = Array(arguments.dropFirst(named.wordCount))
                let command = try named.type.parseAsRoot(words)
                if type(of: command) == named.type { return command }
            } catch {
                // Only the root can produce error messages and help.
            }
        }
        return try GhostVault.parseAsRoot(arguments)
    }

    /// Prints what the parser answers itself, such as help.
    private func answer(_ error: any Error, on screen: Screen) -> Int32 {
        let code = GhostVault.exitCode(for: error)
        let text = GhostVault.fullMessage(
            for: error, columns: ProgramContext.current.helpWidth)
        do {
            if !text.isEmpty {
                try (code == .success ? screen.output : screen.errors).write(text + "\n")
            }
            try screen.flush()
        } catch {
            guard error != .readerClosed else { return code.rawValue }
            return finish(screen, with: .failed, after: Failure(error))
        }
        return code.rawValue
    }

    private func finish(
        _ screen: Screen, with status: ExitStatus, after failure: Failure? = nil
    ) -> Int32 {
        do {
            if let failure { try screen.report(failure) }
            try screen.flush()
        } catch {
            // Nobody reads the output; the exit code still reports the failure.
        }
        return status.rawValue
    }
}

/// A command that prints to the screen.
protocol ScreenCommand: ParsableCommand {
    mutating func run(on screen: Screen) throws
}

/// A command that only reads the vault: all that it prints is of one moment, whatever others write
/// meanwhile.
protocol ReportCommand: ScreenCommand {
    associatedtype Arguments: VaultArguments
    var vault: Arguments { get }

    /// - Parameter engine: over a vault that can't be written.
    func run(on screen: Screen, reading engine: Engine) throws
}

extension ReportCommand {
    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        try engine.vault.atOneMoment { try run(on: screen, reading: engine) }
    }
}

struct GhostVault: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ghostvault",
        abstract: "Keep your bank accounts in one private file.",
        discussion: """
            Classifies transactions by your own rules. Everything stays on this machine: one \
            SQLite file, no server, no telemetry. Without a command, shows the dashboard.

            "ghostvault help COMMAND" describes a command. Every command accepts --no-pager, and \
            --color with always, auto or never.

            To try it without a bank:  ghostvault demo
            To begin with your own:    ghostvault connect
            """,
        version: "0.2.0",
        subcommands: [CompleteCommand.self, ManualCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Look",
                subcommands: [
                    DashboardCommand.self, BrowseCommand.self, WebCommand.self,
                    TransactionsCommand.self,
                    ViewCommand.self,
                    AccountsCommand.self,
                    NetWorthCommand.self, IncomeCommand.self, SpendingCommand.self,
                    WhyCommand.self, BudgetCommand.self, LensCommand.self, RecurringCommand.self,
                    LoansCommand.self,
                    PayeesCommand.self, TransfersCommand.self, ExplainCommand.self,
                    LetterCommand.self, SQLCommand.self,
                ]),
            CommandGroup(
                name: "Plan",
                subcommands: [
                    ForecastCommand.self, CalendarCommand.self, DueCommand.self,
                    SafeToSpendCommand.self,
                    DebtsCommand.self, GoalsCommand.self, PlanCommand.self,
                    AdviceCommand.self, AskCommand.self,
                ]),
            CommandGroup(
                name: "Correct",
                subcommands: [
                    ReviewCommand.self, CategoriesCommand.self, UndoCommand.self,
                    RedoCommand.self, HistoryCommand.self,
                ]),
            CommandGroup(
                name: "Rules and automation",
                subcommands: [
                    RulesCommand.self, ApplyRulesCommand.self, PluginsCommand.self,
                    AutomationCommand.self, LuaCommand.self, MCPCommand.self,
                ]),
            CommandGroup(
                name: "Banks",
                subcommands: [
                    ConnectCommand.self, ConnectionsCommand.self, SyncCommand.self,
                    WatchCommand.self, StatusCommand.self, ImportCommand.self,
                    ServiceCommand.self,
                ]),
            CommandGroup(
                name: "Vault",
                subcommands: [
                    InitCommand.self, ExportCommand.self, GhostCommand.self,
                    BackupCommand.self, DoctorCommand.self, EraseCommand.self,
                ]),
            CommandGroup(
                name: "Learn",
                subcommands: [
                    DemoCommand.self, DemoBankCommand.self, DocsCommand.self,
                    CompletionsCommand.self,
                ]),
        ],
        defaultSubcommand: DashboardCommand.self)
}

/// The preparation of the process: its streams and signals.
enum ProcessStart {
    /// Turns missing standard streams, closed pipes and limits into errors that a command can
    /// report.
    ///
    /// Call it before opening any file.
    static func prepare() {
        occupyMissingStreams()
        Output.reportFailuresAsErrors()
        signal(SIGXCPU) { _ in
            // Only async-signal-safe calls here.
            let words: StaticString = "ghostvault: The processor time limit is reached.\n"
            _ = write(2, words.utf8Start, words.utf8CodeUnitCount)
            _exit(ExitStatus.failed.rawValue)
        }
    }

    /// Keeps the next opened file, such as the database, from becoming standard output.
    ///
    /// The streams are opened in the wrong direction, so that using one is an error.
    private static func occupyMissingStreams() {
        for stream: Int32 in 0...2 where fcntl(stream, F_GETFD) < 0 && errno == EBADF {
            _ = open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}
