import ArgumentParser
import Engine
import Model
import SimpleFIN
import Statements
import Vault

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import statements and classify them.",
        subcommands: [
            ImportFilesCommand.self, ImportInspectCommand.self, ImportCompareCommand.self,
        ],
        defaultSubcommand: ImportFilesCommand.self)
}

struct ImportFilesCommand: ScreenCommand, CommandWithFile {
    static let configuration = CommandConfiguration(
        commandName: "files",
        abstract: "Import statements and classify them.",
        discussion: """
            Reads CSV, OFX, QFX, QIF, CAMT and MT940 as banks export them, the ZIP file that Actual \
            exports, and responses of a SimpleFIN bridge. Its content says what a file is, and how its days and amounts are \
            meant; what that leaves open is asked.

            A transaction that is there already, from a connection or an earlier file, is not \
            added again. "ghostvault undo" takes the whole import back.

            Exports of Actual, Firefly III, GnuCash, Mint, Monarch and YNAB bring categories, notes, \
            tags, splits and transfers along, as decisions of yours. A bank's categories don't count.

            Without files, it imports those in the vault's inbox folder, and moves them to \
            inbox/done.

            --json and the like list each row with what became of it.

            Examples:
              ghostvault import statement.csv
              ghostvault import statement.csv --account checking --dry-run
              ghostvault import march.ofx april.ofx
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The files; - reads standard input.")
    var files: [String] = []

    @OptionGroup var answers: StatementOptions

    @Option(help: "The account that the rows belong to.")
    var account: String?

    @Option(name: .customLong("new"), help: "Make an account with this name.")
    var newAccount: String?

    @Option(help: "The currency of a new account, or of the rows to import, such as EUR.")
    var currency: String?

    @Flag(help: "Leave out categories, notes, tags and splits.")
    var rowsOnly = false

    @Flag(help: "Show what would be imported, and change nothing.")
    var dryRun = false

    func validate() throws {
        guard account == nil || newAccount == nil else {
            throw ValidationError("Give --account or --new, not both.")
        }
        try OneLine.check(newAccount, of: "The name")
    }

    func run(on screen: Screen) throws {
        _ = try vault.moment()
        let inbox = DropFolder(vault.folder)
        // Opening a pipe would wait for its writer.
        let found = try files.isEmpty ? inbox.files() : []
        for file in found where !file.isOrdinary {
            let why =
                file.isReachable
                ? "it is no ordinary file" : "its name is not UTF-8. Rename it"
            try screen.warn(SafeText.neutralised("\(file.name) waits: \(why)."))
        }
        let dropped = found.filter(\.isOrdinary)
        for file in dropped where inbox.isBeingWritten(file) {
            try screen.warn(
                SafeText.neutralised("\(file.name) is still being written, and waits."))
        }
        let waiting = dropped.filter { !inbox.isBeingWritten($0) }
            .map { "\(inbox.path)/\($0.name)" }
        let files = files.isEmpty ? waiting : files
        guard !files.isEmpty else {
            throw ValidationError(
                "Name at least one file, or put some into the vault's inbox folder.")
        }
        var failed: ExitStatus?
        var rows: [ImportRowsView.Row] = []
        var plugins: StatementPlugins?
        for file in files {
            var source = try StatementSource(file, answers)
            let dropped = dryRun || file == "-" ? nil : inbox.file(at: file)
            do {
                if let dropped {
                    try inbox.prepareDone()
                    source.laterPath = "\(inbox.path)/done/\(dropped.name)"
                }
                do {
                    try importFile(source, by: &plugins, &rows, on: screen)
                } catch let partial as PartialResult {
                    failed = failed ?? partial.status
                }
                if let dropped, inbox.isUnchanged(dropped), !inbox.isBeingWritten(dropped) {
                    try inbox.moveToDone(dropped.name)
                } else if let dropped {
                    try screen.warn(
                        SafeText.neutralised(
                            "\(dropped.name) has changed meanwhile and stays in the inbox. "
                                + "Import it again."))
                }
            } catch let error where files.count > 1 && error.isOfOneFile {
                guard let failure = Failure(error) else { throw error }
                // The other files are imported all the same.
                try screen.warn(SafeText.neutralised("\(source.name):"))
                try screen.report(failure)
                failed = failed ?? .partial
            }
        }
        if let format = output.format {
            try ImportRowsView.report.print(rows, as: format, on: screen)
        }
        if let failed { throw PartialResult(failed) }
    }

    private func importFile(
        _ source: StatementSource, by plugins: inout StatementPlugins?,
        _ rows: inout [ImportRowsView.Row], on screen: Screen
    ) throws {
        // Read before making a vault, so that a wrong file leaves nothing behind.
        switch try source.content(in: vault) {
        case .answer(let answer): try importAnswer(answer, of: source, on: screen)
        case .bytes(let bytes):
            let readers = try plugins ?? vault.statementPlugins()
            // The pass that follows an import names them itself.
            if dryRun, plugins == nil {
                try LeftOutPluginsView(screen: screen).show(readers.missing)
            }
            plugins = readers
            try importStatement(bytes, of: source, by: readers, &rows, on: screen)
        }
    }

    private func importStatement(
        _ bytes: [UInt8], of source: StatementSource, by plugins: StatementPlugins,
        _ rows: inout [ImportRowsView.Row], on screen: Screen
    ) throws {
        let scripts = ProgramContext.current.scriptHost()
        let layouts = Engine.importLayouts(in: vault.folder, scripts: scripts)
        let questions = StatementQuestions(screen: screen, answers: answers.given)
        let (whole, answers): (Statement, StatementAnswers)
        do {
            (whole, answers) = try questions.settled {
                try Engine.readStatement(
                    bytes, of: source.name, answers: $0, layouts: layouts, plugins: plugins,
                    scripts: scripts)
            }
        } catch let failure as StatementFailure {
            // No pass follows. The file may be one of theirs.
            if !dryRun { try LeftOutPluginsView(screen: screen).show(plugins.missing) }
            throw failure
        }
        let statement = try chosenCurrency(of: whole).map(whole.inCurrency) ?? whole
        // Rows for a program are printed alone.
        let isShown = output.format == nil
        let view = ImportView(screen: screen)
        if isShown { try view.show(statement, of: source.name) }
        guard !dryRun || vault.folder.holdsVault else {
            guard isShown else {
                throw ValidationError("There is no vault yet, so all rows would be new.")
            }
            return try screen.print("All would be new: there is no vault yet")
        }
        let (opened, _) = try Engine.layOut(vault.folder, configuration: false)
        let engine = vault.engine(over: opened, at: try vault.moment())
        var accounts = StatementAccounts(
            screen: screen, engine: engine, account: account, newName: newAccount,
            currency: currency, isQuiet: !isShown)
        let choices = try accounts.choices(for: statement, file: source.name)
        try engine.whileWatchersWait {
            let report = try engine.importStatement(
                statement, file: source.name, to: choices, rowsOnly: rowsOnly, dryRun: dryRun)
            if !isShown {
                rows += report.rows.map { ImportRowsView.Row(file: source.name, row: $0) }
            } else {
                try view.show(report, dryRun: dryRun)
                if statement == whole, let choice = choices.first {
                    try view.showOtherCurrencies(
                        of: statement, from: source.laterPath, beside: choice.name, in: engine)
                }
                if let moved = report.moved {
                    try MovedView(screen: screen).show(moved, of: source.laterPath, whole: dryRun)
                }
            }
            guard !dryRun else { return }
            let pass = try engine.classify(dryRun: false)
            if isShown {
                try SyncView(screen: screen, engine: engine).show(pass)
                try QuestionsView(screen: screen, engine: engine).show()
                try ContinuityView(screen: screen).show(of: engine)
            }
            try screen.updateJournals(of: engine)
            let isAnswered =
                answers != StatementAnswers() || accounts.saidCurrency != nil
                || accounts.answer != nil
            if isAnswered, let layout = statement.layout {
                let remembered = try engine.remember(
                    layout, account: accounts.answer, currency: accounts.saidCurrency,
                    ofFile: source.name)
                if isShown { try view.show(remembered) }
            }
            if let status = pass.exitStatus { throw PartialResult(status) }
            if report.rejected.contains(where: { !$0.reason.isExpected }) {
                throw PartialResult()
            }
        }
    }

    /// The currency that the person said or that their account has, if the file has several.
    private func chosenCurrency(of statement: Statement) throws -> String? {
        guard statement.accounts.contains(where: { $0.currencies.count > 1 }) else { return nil }
        if let currency { return currency.uppercased() }
        guard let account, vault.folder.holdsVault else { return nil }
        return try vault.engine().account(meantBy: account).currency.code
    }

    private func importAnswer(
        _ answer: Answer, of source: StatementSource, on screen: Screen
    ) throws {
        guard !dryRun, account == nil, newAccount == nil else {
            throw ValidationError(
                "\(source.name) is a response of a SimpleFIN bridge, which names its accounts.")
        }
        guard output.format == nil else {
            throw ValidationError("\(source.name) is a response of a bridge, and no statement.")
        }
        let (opened, _) = try Engine.layOut(vault.folder, configuration: false)
        let engine = vault.engine(over: opened, at: try vault.moment())
        try engine.whileWatchersWait {
            try classify(try engine.importAnswer(answer), engine, on: screen)
        }
    }

    private func classify(
        _ report: ImportReport, _ engine: Engine, on screen: Screen
    ) throws {
        try screen.print(
            SyncView.words(accounts: report.accounts, report.stored))
        let view = SyncView(screen: screen, engine: engine)
        try view.show(report.messages)
        try view.show(report.rejected)
        try view.show(inOtherCurrency: report.stored.inOtherCurrency)
        try view.show(otherwiseListed: report.stored)
        let pass = try engine.classify(dryRun: false)
        try view.show(pass)
        try QuestionsView(screen: screen, engine: engine).show()
        try ContinuityView(screen: screen).show(of: engine)
        try screen.updateJournals(of: engine)
        if let status = pass.exitStatus { throw PartialResult(status) }
        if !report.rejected.isEmpty || !report.stored.inOtherCurrency.isEmpty {
            throw PartialResult()
        }
    }
}

struct ImportInspectCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show how a statement is understood.",
        discussion: """
            Changes nothing, and needs no vault.

            Example:
              ghostvault import inspect statement.csv
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The file; - reads standard input.")
    var file: String

    @OptionGroup var answers: StatementOptions

    func run(on screen: Screen) throws {
        let source = try StatementSource(file, answers)
        guard case .bytes(let bytes) = try source.content(in: vault) else {
            return try screen.print("\(source.name): a response of a SimpleFIN bridge")
        }
        let scripts = ProgramContext.current.scriptHost()
        let plugins = try vault.statementPlugins()
        try LeftOutPluginsView(screen: screen).show(plugins.missing)
        let statement = try Engine.readStatement(
            bytes, of: source.name, answers: answers.given,
            layouts: Engine.importLayouts(in: vault.folder, scripts: scripts), plugins: plugins,
            scripts: scripts)
        try ImportView(screen: screen).show(statement, of: source.name, whole: true)
    }
}

extension VaultOptions {
    /// The vault's plugins that read files; none where there is no vault.
    fileprivate func statementPlugins() throws -> StatementPlugins {
        try folder.holdsVault ? engine().statementPlugins() : .none
    }
}

extension Error {
    /// Whether it is about one file, so that others can still be imported.
    fileprivate var isOfOneFile: Bool {
        self is StatementFailure || self is UnclearStatement || self is UnknownStatementAccount
            || self is UnknownStatementCurrency || self is OtherStatementCurrency
            || self is AbsentStatementCurrency
            || self is SharedStatementAccount || self is NobodyToAsk || self is FileNotUnderstood
    }
}
