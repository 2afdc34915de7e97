import Classification
import Engine
import Model
import SimpleFIN
import Statements
import Terminal
import Vault

/// The watcher's log for people, a line for each event with its time.
///
/// On a terminal, the last line shows what the watcher waits for.
final class WatchView: WatchListener {
    private let screen: Screen
    private let clock: WatchClock
    /// The text of the last line, if it is shown.
    private var status = ""
    /// The files that the last reported edits fixed.
    private var toldFixed: Set<String> = []

    init(screen: Screen, clock: WatchClock) {
        self.screen = screen
        self.clock = clock
    }

    func hear(_ news: WatchNews, engine: Engine) throws {
        try clearStatus()
        switch news {
        case .started: try line("watching \(engine.vault.folder.path)")
        case .syncing(let connection): status = "syncing \(connection.name)"
        case .synced(let report): try show(report, engine)
        case .notSynced(let connection, let error):
            try line(
                "\(connection.name): not synced" + Self.lastAnswer(to: connection, in: engine),
                .warning)
            try show(error)
        case .classified(let report, let cause): try show(report, cause, engine)
        case .broken(let files, let effect): try show(files, effect)
        case .mended(let files):
            for line in EditedFilesWords(files).fixed(except: toldFixed) {
                try self.line(line, .positive)
            }
            toldFixed = []
        case .handlersRead(let count, let files):
            let all = files.waiting.isEmpty ? "; \(Count.text(count, "handler")) in all" : ""
            try line(EditedFilesWords(files).states + all)
            toldFixed.formUnion(files.fixed)
        case .olderTransactions(let count):
            try line(
                count == 1
                    ? "1 older transaction arrived; handlers did not get it"
                    : "\(count) older transactions arrived; handlers did not get them")
        case .told(let report): try show(report)
        case .sent(let report): try show(report)
        case .imported(let file): try show(file)
        case .notImported(let file, let error):
            try line("inbox/\(file) waits for you", .warning)
            try show(error)
            try detail(
                error is StatementFailure || error is EngineError
                    ? "Move or delete it if it is no statement."
                    : "Decide with: ghostvault import")
        case .backedUp(let backup):
            try line("backed up to \(backup.path)")
            if let fuller = backup.fullerCopy { try detail(BackupView.words(fuller)) }
        case .notBackedUp(let error):
            try line("the database could not be backed up", .warning)
            try show(error)
        case .notExported(let error):
            try line("a journal could not be written", .warning)
            try show(error)
        case .wroteLetter(let path): try line("the month's letter is in \(path)", .positive)
        case .noLetter(let error):
            try line("the month's letter could not be written", .warning)
            try show(error)
        case .programReplaced:
            try line(
                "another version of ghostvault was installed; this one keeps running", .warning)
            try detail("Restart the watcher to use it.")
        case .trouble(let error):
            try line("an action failed; it will be retried", .warning)
            try show(error)
        case .reloading: break
        case .troubleOver: try line("the failed action succeeded", .positive)
        case .waiting(let next):
            status = next.map { "next sync \(LocalTime.text($0))" } ?? "no bank is connected"
            // Without a terminal, the status is an ordinary line.
            if !screen.capabilities.isTerminal { try line(status) }
        case .stopping:
            status = ""
            try line("stopped")
        }
        try showStatus()
        try screen.flush()
    }

    // MARK: What happened

    private func show(_ report: SyncReport, _ engine: Engine) throws {
        let words =
            report.outcome == .failed
            ? "nothing was fetched" + Self.lastAnswer(to: report.connection, in: engine)
            : SyncView.words(accounts: report.accounts, report.stored)
        try line(
            "\(report.connection.name): \(words); "
                + SyncView.words(
                    requestsLeft: report.requestsLeft, isRefused: report.isRefusedForNow),
            report.outcome == .complete ? nil : .warning)
        if let failure = report.failure { try show(failure) }
        for message in report.messages.prefix(Self.messagesShown) {
            try detail("The bridge says: \(message.text.cut)")
        }
        let rejected = report.rejected.prefix(Self.messagesShown)
        let accounts = rejected.isEmpty ? [] : try engine.vault.accounts()
        for entry in rejected { try detail(SyncView.words(for: entry, accounts)) }
        for (words, _) in SyncView.words(otherwiseListed: report.stored) { try detail(words) }
    }

    /// The time of the last sync with data, phrased to follow a failure.
    private static func lastAnswer(to connection: Connection, in engine: Engine) -> String {
        do {
            guard let last = try LastSyncs(of: connection, in: engine).answered else { return "" }
            let ago = Elapsed.text(seconds: engine.elapsed(since: last.startedAt))
            return "; the last sync with data began \(ago)"
        } catch {
            // The watcher reports this error when it uses the vault itself.
            return ""
        }
    }

    private func show(_ report: ClassifyReport, _ cause: WatchCause, _ engine: Engine) throws {
        let changes = Count.text(report.differing.count, "transaction")
        switch cause {
        case .files(let files):
            let number = report.differing.isEmpty ? "nothing is" : changes
            let effect =
                switch (report.changes.isEmpty, files.areAppliedByOthers, files.areToldBefore) {
                case (true, true, _): EditedFilesWords.appliedByOthers
                case (true, false, true): "its changes are listed above"
                default: "\(number) reclassified"
                }
            try line(files.isEmpty ? effect : "\(EditedFilesWords(files).states); \(effect)")
            toldFixed.formUnion(files.fixed)
            if report.differing.isEmpty {
                let lines = report.overruledRules(of: Set(files.paths))
                if screen.capabilities.isTerminal { for line in lines { try detail(line) } }
            }
            try list(report, engine)
        case .asked: try line("reloaded everything: \(changes) reclassified")
        case .otherCommand:
            try line("another command: \(changes) classified")
            try list(report, engine)
        case .handlers: try line("handlers: \(changes) classified")
        case .newDay:
            try line("a new day: \(changes) classified")
            try listEarlier(report, engine)
        case .sync, .imports, .start, .again:
            try line(
                report.changes.isEmpty && report.leftUnswept == nil
                    ? "not every rule and plugin could be used" : "\(changes) classified")
            if screen.capabilities.isTerminal {
                for line in RenamedPayees(report).lines { try detail(line) }
            }
            try listEarlier(report, engine)
        }
        for problem in report.problems { try show(problem) }
        for plugin in report.leftOutPlugins { try detail(LeftOutPluginsView.line(plugin)) }
        if let words = report.leftUnsweptWords { try detail(words) }
    }

    /// Lists the earlier transactions that count otherwise now; without a terminal, their number.
    private func listEarlier(_ report: ClassifyReport, _ engine: Engine) throws {
        guard let words = report.wordsForEarlier else { return }
        try detail(words)
        guard screen.capabilities.isTerminal else { return }
        try ChangeGroupsView(screen: screen, engine: engine)
            .show(report.countedOtherwise, examples: 1, hint: "")
    }

    /// Lists changes with sums, at a terminal: transactions don't belong in a file or a
    /// service's log.
    private func list(_ report: ClassifyReport, _ engine: Engine) throws {
        guard screen.capabilities.isTerminal else { return }
        try ClassifyView(screen: screen, engine: engine)
            .show(report.changes, listing: Self.changesShown)
    }

    /// Shows an error of a rule; without a terminal, no message, since it may contain any data.
    private func show(_ problem: RuleFileProblem) throws {
        guard !screen.capabilities.isTerminal else {
            return try detail(FindingsView.line(problem))
        }
        let place = problem.file + (problem.line.map { ":\($0)" } ?? "")
        let transactions = Count.text(problem.transactions, "transaction")
        try detail("\(place): failed on \(transactions); \"ghostvault apply-rules\" shows why")
    }

    private func show(_ report: DeliveryReport) throws {
        if report.delivered > 0 {
            try line(
                "\(Count.text(report.delivered, "event")) delivered to handlers, "
                    + "\(Count.text(report.actions, "action")) requested")
        }
        for failure in report.failures {
            // What is not shown to a person may be kept, and the words may quote the event.
            let why =
                screen.capabilities.isTerminal
                ? failure.words : "\(failure.reason), shown by \"ghostvault automation failing\""
            try line(
                "\(failure.handler): \(why); "
                    + Self.words(for: failure.isSetAside ? .setAside : .triedAgain), .warning)
        }
    }

    private func show(_ report: SendingReport) throws {
        if report.sent > 0 {
            try line("\(Count.text(report.sent, "action")) of handlers carried out")
        }
        if report.switchedOff > 0 {
            try line(
                "\(Count.text(report.switchedOff, "notification")) not shown: they are disabled in "
                    + "config/automation.toml")
        }
        for failure in report.failures {
            try line(
                "\(failure.target), requested by \(failure.handler): \(failure.reason); "
                    + Self.words(for: failure.prospect), .warning)
        }
    }

    private static func words(for prospect: SendingReport.Prospect) -> String {
        switch prospect {
        case .triedAgain: "it will be retried"
        case .doneAtStart: "the watcher retries it at its next start"
        case .waits: "it waits"
        case .setAside: "set aside: \"ghostvault automation failing\" lists it"
        }
    }

    private func show(_ file: DroppedImport) throws {
        let report = file.report
        let doubtful = report.accounts.reduce(0) { $0 + $1.outcome.doubtful.count }
        let rejected = report.rejected.filter { !$0.reason.isExpected }
        let isWhole = rejected.isEmpty && doubtful == 0
        try line(
            "imported \(file.name): " + Count.text(report.newTransactions, "new transaction"),
            isWhole ? nil : .warning)
        if doubtful > 0 {
            try detail("\(Count.text(doubtful, "row")) may be a transaction on a day nearby")
        }
        if !rejected.isEmpty {
            // Without their texts, which don't belong in a log.
            let lines = rejected.prefix(5).map { "\($0.line)" }.joined(separator: ", ")
            try detail(
                "\(Count.text(rejected.count, "row")) left out: line \(lines)"
                    + (rejected.count > 5 ? " and more" : ""))
        }
    }

    private func show(_ files: [RejectedFile], _ effect: MissingConfigEffect) throws {
        for file in files {
            try line(
                "\(file.file) has \(Count.text(file.mistakes, "mistake")); "
                    + "\(Self.words(for: effect)) until you fix it", .warning)
            for problem in file.problems {
                try detail(FindingsView.line(problem))
            }
        }
    }

    private static func words(for effect: MissingConfigEffect) -> String {
        switch effect {
        case .goOn: "the previous version stays in use"
        case .leftOut: "it is not used"
        case .handlersWait: "handlers and their actions wait"
        case .classifyingWaits: "nothing is classified"
        }
    }

    private func show(_ error: any Error) throws {
        guard let failure = Failure(error) else { throw error }
        try detail(failure.whatHappened)
        for line in failure.details { try detail(line) }
        try detail(failure.whatToDo)
    }

    private static let messagesShown = 5
    private static let changesShown = 3

    // MARK: Lines

    private func line(_ text: String, _ style: Style? = nil) throws {
        let text = SafeText.neutralised(text)
        let time = screen.palette.styled(LocalTime.text(clock.now), as: .muted)
        try screen.print("\(time)  " + (style.map { screen.palette.styled(text, as: $0) } ?? text))
    }

    private func detail(_ text: String) throws {
        guard !text.isEmpty else { return }
        try screen.print("    " + SafeText.neutralised(text))
    }

    private func showStatus() throws {
        guard screen.capabilities.isTerminal, !status.isEmpty else { return }
        let line = Screen.line(SafeText.neutralised(status), on: screen.capabilities)
        let text = screen.palette.styled(line, as: .muted)
        try screen.output.write("\r\u{1B}[K\(text)")
    }

    private func clearStatus() throws {
        guard screen.capabilities.isTerminal else { return }
        try screen.output.write("\r\u{1B}[K")
    }
}

/// The state of edited files, in words for one line.
struct EditedFilesWords {
    private let files: EditedFiles

    init(_ files: EditedFiles) {
        self.files = files
    }

    static let appliedByOthers = "another command has applied it"

    /// "rules/10-old.lua: deleted; rules/20-mine.lua: in force, 2 rules".
    var states: String {
        [
            Self.state(files.deleted, "deleted"),
            Self.state(files.asShipped, "deleted; the shipped version is in use"),
            Self.state(files.notInForce, "not in use"),
            Self.state(files.waiting, "waiting until config/automation.toml is fixed"),
            Self.fixed(files.inForce.filter { files.fixed.contains($0.path) }),
            Self.inUse(files.inForce.filter { !files.fixed.contains($0.path) }),
        ].compactMap(\.self).joined(separator: "; ")
    }

    /// A line for each file that no longer has mistakes, without deleted files.
    ///
    /// - Parameter told: the paths of files that another line said it of.
    func fixed(except told: Set<String>) -> [String] {
        files.inForce.filter { !told.contains($0.path) }.compactMap { Self.fixed([$0]) }.map {
            $0 + (files.areAppliedByOthers ? "; \(Self.appliedByOthers)" : "")
        }
    }

    private static func inUse(_ files: [EditedFiles.File]) -> String? {
        state(files.map(\.path), (["in use"] + contents(files)).joined(separator: ", "))
    }

    private static func fixed(_ files: [EditedFiles.File]) -> String? {
        let contents = contents(files).joined(separator: ", ")
        return state(files.map(\.path), "fixed" + (contents.isEmpty ? "" : ", \(contents) in use"))
    }

    private static func state(_ paths: [String], _ words: String) -> String? {
        paths.isEmpty ? nil : "\(names(paths)): \(words)"
    }

    /// The first few files of a list.
    private static func names(_ paths: [String]) -> String {
        let shown = paths.prefix(3).joined(separator: ", ")
        return paths.count > 3 ? "\(shown) and \(paths.count - 3) more" : shown
    }

    private static func contents(_ files: [EditedFiles.File]) -> [String] {
        var rules: Int?
        var handlers: Int?
        for file in files {
            switch file.holds {
            case .rules(let count): rules = (rules ?? 0) + count
            case .handlers(let count): handlers = (handlers ?? 0) + count
            case .other: break
            }
        }
        return [rules.map { Count.text($0, "rule") }, handlers.map { Count.text($0, "handler") }]
            .compactMap(\.self)
    }
}
