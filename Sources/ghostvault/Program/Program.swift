import ArgumentParser
import Foundation
import Platform
import Scripting
import Terminal

/// Where the program starts: parses the command line, runs the command, and
/// turns every error into words and an exit code.
@main
enum Program {
    static func main() {
        if ProgramArguments.all.dropFirst().first == ScriptWorker.argument { ScriptWorker.run() }
        let arguments = Result {
            try CommandWords(Array(ProgramArguments.all.dropFirst())).arguments
        }
        // Parsing takes long enough for a signal to come first.
        if case .success(let words) = arguments,
            words.first == WatchCommand.configuration.commandName
        {
            Waiter.holdSignals()
        }
        CoreFiles.forbid()
        ProcessStart.prepare()
        let screen = Screen()
        do {
            var command = try understood(try arguments.get())
            if var command = command as? any ScreenCommand {
                try command.run(on: screen)
            } else {
                try command.run()
            }
            try screen.flush()
        } catch let error as OutputError {
            // Whoever reads the output has closed it: nothing is wrong.
            guard error != .readerClosed else { exit(ExitStatus.done.rawValue) }
            finish(screen, with: .failed, after: Failure(error))
        } catch let error as PartialResult {
            finish(screen, with: error.status)
        } catch let error as CommandLineMistake {
            finish(screen, with: .usage, saying: error.text)
        } catch {
            if let failure = Failure(error) {
                finish(screen, with: failure.status, after: failure)
            }
            GhostVault.exit(withError: error)
        }
    }

    /// The command that the arguments ask for, where nothing of them is dropped.
    private static func understood(_ arguments: [String]) throws -> any ParsableCommand {
        let slips = OptionSlips(arguments)
        do {
            let command = try parsed(arguments)
            try slips.refuseRepetition()
            return command
        } catch {
            // The parser tells values that are left over before the option that
            // it does not know.
            if GhostVault.exitCode(for: error) == .validationFailure { try slips.refuseUnknown() }
            throw error
        }
    }

    /// The command that the arguments ask for. One that is named is parsed by
    /// itself, since the parser reflects every command that it passes on its
    /// way from the root.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let named = GhostVault.configuration.subcommands.first {
            $0.configuration.commandName == arguments.first
        }
        if let named {
            do {
                let command = try named.parseAsRoot(Array(arguments.dropFirst()))
                if type(of: command) == named { return command }
            } catch {
                // Only the root knows the words for a mistake, and the help.
            }
        }
        return try GhostVault.parseAsRoot(arguments)
    }

    private static func finish(
        _ screen: Screen, with status: ExitStatus, after failure: Failure? = nil,
        saying text: String? = nil
    ) -> Never {
        do {
            if let failure { try screen.report(failure) }
            if let text { try screen.note(text) }
            try screen.flush()
        } catch {
            // Nobody listens any more; the exit code still tells.
        }
        exit(status.rawValue)
    }
}

/// A command that shows something.
protocol ScreenCommand: ParsableCommand {
    mutating func run(on screen: Screen) throws
}

struct GhostVault: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ghostvault",
        abstract: "Your bank accounts in one private file, classified by your own rules.",
        discussion: """
            With no command, shows the dashboard. Everything stays on this machine: one SQLite \
            file, no server, no telemetry.

            To try it without a bank:  make demo
            To begin with your own:    ghostvault connect
            """,
        version: "0.1.0",
        subcommands: [
            DashboardCommand.self, InitCommand.self, ConnectCommand.self, ConnectionsCommand.self,
            SyncCommand.self, WatchCommand.self, StatusCommand.self,
            ImportCommand.self, ApplyRulesCommand.self, TransactionsCommand.self,
            TransfersCommand.self, PayeesCommand.self, AccountsCommand.self, NetWorthCommand.self,
            IncomeCommand.self, SpendingCommand.self, LensCommand.self, RecurringCommand.self,
            ReviewCommand.self,
            ExplainCommand.self,
            UndoCommand.self,
            RedoCommand.self, HistoryCommand.self, RulesCommand.self, PluginsCommand.self,
            AutomationCommand.self, LuaCommand.self, ServiceCommand.self, BackupCommand.self,
            DoctorCommand.self, DemoBankCommand.self,
        ],
        defaultSubcommand: DashboardCommand.self)
}

/// The process as it was started: its open files and signals.
enum ProcessStart {
    /// Makes what the system can do to a process an error that a command reports: missing
    /// standard streams, closed pipes, and limits. Call it before anything is opened.
    static func prepare() {
        occupyMissingStreams()
        Output.reportFailuresAsErrors()
        signal(SIGXCPU) { _ in
            // Only what is safe in a signal's handler.
            let words: StaticString = "ghostvault: The limit of processor time is used up.\n"
            _ = write(2, words.utf8Start, words.utf8CodeUnitCount)
            _exit(ExitStatus.failed.rawValue)
        }
    }

    /// Keeps the next file that is opened, such as the database, from becoming standard output.
    /// Opened the wrong way round, so that using the stream is an error.
    private static func occupyMissingStreams() {
        for stream: Int32 in 0...2 where fcntl(stream, F_GETFD) < 0 && errno == EBADF {
            _ = open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}
