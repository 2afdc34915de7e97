import ArgumentParser
import Engine
import Insights
import Model
import SimpleFIN
import Terminal
import Vault

struct DashboardCommand: ScreenCommand, CommandWithWords {
    static let configuration = CommandConfiguration(
        commandName: "dashboard",
        abstract: "Show net worth, this month and the last sync.",
        discussion: """
            At a terminal it syncs first if the last sync is some hours old; \
            config/automation.toml sets how many. config/dashboard.toml sets the sections and \
            their order. For a period, it shows the last day.

            Examples:
              ghostvault
              ghostvault oct
              ghostvault --as-of 2026-03-15
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Another month, such as 2026-09 or sep, as of its last day.",
            valueName: "month"), transform: PeriodWords.init(monthArgument:))
    var month: PeriodWords?

    @Flag(help: "Show the stored data without a sync.")
    var noSync = false

    /// Also receives a misspelt command, since the dashboard is the default command.
    @Argument(
        help: ArgumentHelp("A period, such as oct, as of its last day.", valueName: "period"))
    var words: [String] = []

    func validate() throws {
        let (periods, rest) = PeriodWords.parting(words)
        try PeriodWords.refuseSecond(of: periods.map(\.text))
        guard let word = rest.first else { return }
        guard !ResolvedCommand([word]).isNamed else {
            let others = words.filter { $0 != word }.joined(separator: " ")
            throw ValidationError(
                noSync
                    ? "--no-sync is an option of the dashboard; \"\(word)\" doesn't take it."
                    : "The command goes first: ghostvault \(word) \(SafeText.neutralised(others))")
        }
        throw ValidationError(
            SafeText.neutralised(
                "There is no command \"\(word)\". \"ghostvault --help\" lists them."))
    }

    func run(on screen: Screen) throws {
        if !vault.folder.holdsVault, screen.capabilities.isTerminal {
            return try Welcome.show(on: screen, missing: vault.folder)
        }
        var vault = vault
        if let period = month ?? PeriodWords.parting(words).periods.first?.words {
            let today = try vault.moment().today
            let days = period.days(asOf: today)
            guard days.lowerBound <= today else {
                throw ValidationError("The dashboard needs a day that is not in the future.")
            }
            if days.upperBound <= today {
                vault.asOf = PeriodWords("\(days.upperBound.adding(days: -1))")
            }
        }
        let engine = try vault.engine()
        // A script, or a look at another day, needs no sync.
        if !noSync, !output.json, month == nil, screen.capabilities.isTerminal,
            screen.errorCapabilities.isTerminal,
            vault.asOf == nil
        {
            try StaleSync(screen: screen, engine: engine).run()
        }
        try DashboardView(screen: screen, engine: engine).show(
            at: try vault.moment(), through: try vault.lastDay(), isNow: vault.asOf == nil,
            asJSON: output.json)
    }
}

/// The welcome screen without a vault.
private enum Welcome {
    static func show(on screen: Screen, missing folder: VaultFolder) throws {
        try screen.print("Welcome to GhostVault.", .heading)
        try screen.print(
            """
            There is no vault in \(SafeText.neutralised(folder.path)) yet.

              Try it with a made-up family:   ghostvault demo
              Connect your banks:             ghostvault connect
              Import a file:                  ghostvault import FILE

            "ghostvault docs" has the documentation.
            """)
    }
}

/// The automatic sync before the dashboard.
struct StaleSync {
    let screen: Screen
    let engine: Engine

    /// Syncs connections that are some hours old, and classifies the result.
    ///
    /// An error takes one line and doesn't stop the dashboard.
    func run() throws {
        do {
            let connections = try engine.staleConnections()
            try engine.whileWatchersWait {
                for connection in connections { try sync(connection) }
                if !connections.isEmpty { _ = try engine.classify(dryRun: false) }
            }
        } catch let error as OutputError {
            throw error
        } catch {
            try tell(error)
        }
        try overwrite("")
    }

    private func sync(_ connection: Connection) throws {
        try overwrite("Syncing \(SafeText.neutralised(connection.name)) …")
        do {
            let report = try engine.synchronise(
                connection, trigger: .automatic, patience: 0, progress: { _ in })
            if let failure = report.failure { try tell(failure) }
            try overwrite("")
            var stored = report.stored
            // The dashboard asks about these itself.
            stored.missing = []
            try SyncView(screen: screen, engine: engine).show(otherwiseListed: stored)
        } catch EngineError.syncUnderWay, EngineError.automaticLimitReached {
            // Another sync is running, or the automatic quota is used up.
        }
    }

    private func tell(_ error: any Error) throws {
        guard let failure = Failure(error) else { throw error }
        try overwrite("")
        try screen.warn("Not synced: \(failure.whatHappened)")
    }

    private func overwrite(_ text: String) throws {
        try screen.overwrite(text)
    }
}
