import Engine
import Model
import SimpleFIN
import Terminal
import Vault

struct SyncView {
    let screen: Screen
    let engine: Engine

    /// Syncs the connections in turn, classifies the new data, and shows both.
    ///
    /// Control-C stops the requests: received data is kept, but not classified.
    ///
    /// - Parameters:
    ///   - banks: the only banks to sync; empty for all.
    ///   - monthsAgain: the months of history to request again; nil to request only what is
    ///     missing.
    /// - Returns: the exit status if something failed, else nil.
    /// - Throws: `PartialResult` after Control-C.
    func synchronise(
        _ connections: [Connection], banks: [InstitutionHealth] = [], monthsAgain: Int? = nil
    ) throws -> ExitStatus? {
        let stop = RequestStop()
        var statuses: [ExitStatus] = []
        var pass: ClassifyReport?
        try engine.syncAndClassify(
            connections, banks: banks, monthsAgain: monthsAgain, stop: stop,
            whileRequesting: { try Interruption.during({ stop.stop() }, $0) },
            progress: { showProgress($0) }
        ) { step in
            switch step {
            case .began(let connection): showProgress("Syncing \(connection.name) …")
            case .synced(let report): statuses.append(try showEnd(of: report))
            case .failed(let connection, let error):
                statuses.append(try show(error, of: connection))
            case .classified(let report):
                pass = report
                try show(report)
                try NewTransactionsView(screen: screen, engine: engine).show(of: connections)
                try QuestionsView(screen: screen, engine: engine).show(asksOfMissing: false)
            }
        }
        guard !stop.isStopped else { throw PartialResult(.partial) }
        try UnreadableAccountsView(screen: screen).show(of: engine.vault)
        if statuses.contains(.done) || statuses.contains(.partial) {
            try ContinuityView(screen: screen).show(of: engine)
        }
        try screen.updateJournals(of: engine)
        let failed = statuses.first { $0 != .done }
        guard let pass else { return failed }
        return pass.exitStatus ?? failed.map { _ in .partial }
    }

    private func show(_ error: any Error, of connection: Connection) throws -> ExitStatus {
        guard let failure = Failure(error) else { throw error }
        try screen.print(SafeText.neutralised("\(connection.name): nothing was fetched"))
        try screen.report(failure)
        return failure.status
    }

    private func showEnd(of report: SyncReport) throws -> ExitStatus {
        clearProgress()
        if report.outcome == .stopped {
            let kept = Count.text(report.stored.newTransactions, "new transaction")
            try screen.print("Stopped. \(kept) kept; \"ghostvault sync\" continues.")
            return .partial
        }
        try show(report)
        guard let failure = report.failure else {
            return report.outcome == .complete ? .done : .partial
        }
        guard let words = Failure(failure) else { throw failure }
        try screen.report(words)
        return report.outcome == .failed ? words.status : .partial
    }

    func show(_ messages: [BridgeMessage]) throws {
        for message in messages.fairShare(atMost: 10, by: \.connectionID) {
            try screen.warn(SafeText.neutralised("The bridge says: \(message.text.cut)"))
        }
        if messages.count > 10 {
            let rest = Count.text(messages.count - 10, "message")
            try screen.warn("More messages from the bridge: \(rest)")
        }
    }

    func show(_ rejected: [RejectedEntry]) throws {
        guard !rejected.isEmpty else { return }
        try screen.warn("\(Count.text(rejected.count, "entry", "entries")) could not be read:")
        let accounts = try engine.vault.accounts()
        for entry in rejected.prefix(10) {
            try screen.warn("  " + SafeText.neutralised(Self.words(for: entry, accounts)))
        }
        if rejected.count > 10 { try screen.warn("  and \(rejected.count - 10) more") }
    }

    func show(inOtherCurrency accounts: [AccountInOtherCurrency]) throws {
        for account in accounts {
            try screen.warn(
                SafeText.neutralised(
                    "\(account.name) changed its currency. Amounts are never mixed, so nothing of it was "
                        + "stored. Ask its bank or the bridge."))
        }
    }

    func show(otherwiseListed stored: StoredAnswer) throws {
        for (words, isWarning) in Self.words(otherwiseListed: stored) {
            if isWarning { try screen.warn(words) } else { try screen.print(words) }
        }
    }

    /// The entry's place in the bank's response, with the explanation. The place is the account's
    /// name, or the bank's own id if that is no account's or several accounts'.
    static func words(for entry: RejectedEntry, _ accounts: [AccountRecord]) -> String {
        let account = entry.accountID.map { id in
            let found = accounts.filter { $0.bankID == id }
            return found.count == 1 ? found[0].name : "account \(id)"
        }
        let places = [account, entry.transactionID.map { "transaction \($0)" }]
            .compactMap(\.self)
        return places.isEmpty
            ? entry.explanation : "\(places.joined(separator: ", ")): \(entry.explanation)"
    }

    func show(_ report: ClassifyReport) throws {
        if !report.changes.isEmpty {
            try screen.print("\(Count.text(report.differing.count, "transaction")) classified")
        }
        for line in RenamedPayees(report).lines { try screen.print(line) }
        try showEarlier(report)
        try RuleProblemsView(screen: screen).show(report)
    }

    /// Shows which earlier transactions count otherwise now, such as an expense whose other side
    /// came in.
    private func showEarlier(_ report: ClassifyReport) throws {
        guard let words = report.wordsForEarlier else { return }
        try screen.print(words)
        try ChangeGroupsView(screen: screen, engine: engine)
            .show(report.countedOtherwise, examples: 1, hint: "")
    }

    private func show(_ report: SyncReport) throws {
        let broughtIn =
            report.outcome == .failed
            ? "nothing was fetched"
            : Self.words(accounts: report.accounts, report.stored)
        try screen.print(
            SafeText.neutralised(report.connection.name) + ": \(broughtIn); "
                + Self.words(
                    requestsLeft: report.requestsLeft, isRefused: report.isRefusedForNow))
        try show(report.messages)
        try show(report.rejected)
        try show(inOtherCurrency: report.stored.inOtherCurrency)
        try show(otherwiseListed: report.stored)
        if report.leavesHistory {
            try screen.print("Older history follows with the next sync, to stay within the limit.")
        }
        if report.requestsLeft <= 4, !report.isRefusedForNow {
            let number = report.requestsLeft == 0 ? "No" : "Few"
            try screen.warn(
                "\(number) requests are left today; the quota resets at midnight UTC.")
        }
    }

    /// Shows a progress line that is overwritten, only on a terminal.
    private func showProgress(_ progress: SyncProgress) {
        switch progress {
        case .waiting(let holder):
            let process = holder.process.map { ", process \($0)" } ?? ""
            showProgress("waiting for another sync\(process)")
        case .received(let window?, let count, let history):
            let words = "back to \(window.lowerBound): \(Count.text(count, "transaction"))"
            guard let history else { return showProgress(words) }
            let bar = Bar.text(
                share: Double(history.done) / Double(history.most), columns: 20,
                usesUnicode: screen.errorCapabilities.usesUnicode)
            let rest = String(repeating: "·", count: 20 - DisplayWidth.columns(of: bar))
            showProgress("\(bar)\(rest)  \(words), Control-C keeps them")
        case .received(nil, _, _): break
        }
    }

    private func showProgress(_ words: String) {
        guard screen.errorCapabilities.isTerminal else { return }
        overwrite("  " + SafeText.neutralised(words))
    }

    private func clearProgress() {
        guard screen.errorCapabilities.isTerminal else { return }
        overwrite("")
    }

    private func overwrite(_ text: String) {
        do {
            try screen.overwrite(text)
        } catch {
            // A progress line that can't be shown must not stop a sync.
        }
    }
}

extension SyncReport {
    /// Whether the bridge refused a request as one too many.
    var isRefusedForNow: Bool {
        if case SimpleFINError.tooManyRequests? = failure { true } else { false }
    }
}
