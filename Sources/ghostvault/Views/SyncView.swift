import Engine
import Model
import SimpleFIN
import Terminal
import Vault

struct SyncView {
    let screen: Screen
    let engine: Engine

    /// Syncs connections one after another, classifies what came in, and shows
    /// both.
    ///
    /// - Parameter banks: the only ones to ask for; empty for all.
    /// - Returns: how the program is to end where not all went well.
    func synchronise(
        _ connections: [Connection], banks: [InstitutionHealth] = [], historyMonths: Int
    ) throws -> ExitStatus? {
        try engine.whileWatchersWait {
            try synchroniseAndClassify(connections, banks, historyMonths)
        }
    }

    private func synchroniseAndClassify(
        _ connections: [Connection], _ banks: [InstitutionHealth], _ historyMonths: Int
    ) throws -> ExitStatus? {
        let statuses = try connections.map { connection in
            do {
                return try synchronise(
                    connection, bank: banks.first { $0.connection == connection.id },
                    historyMonths: historyMonths)
            } catch {
                // One bridge that can't be asked keeps no other back.
                guard let failure = Failure(error) else { throw error }
                try screen.print(
                    SafeText.neutralised("\(connection.name): nothing was brought in"))
                try screen.report(failure)
                return failure.status
            }
        }
        let broughtIn: Set<ExitStatus> = [.done, .partial]
        let failed = statuses.first { $0 != .done }
        guard !broughtIn.isDisjoint(with: statuses) else { return failed }
        let report = try engine.classify(dryRun: false)
        try show(report)
        try QuestionsView(screen: screen, engine: engine).show()
        return report.exitStatus ?? failed.map { _ in .partial }
    }

    private func synchronise(
        _ connection: Connection, bank: InstitutionHealth?, historyMonths: Int
    ) throws -> ExitStatus {
        let report = try engine.synchronise(
            connection, bank: bank, historyMonths: historyMonths
        ) {
            showProgress($0)
        }
        clearProgress()
        try show(report)
        guard let failure = report.failure else {
            return report.outcome == .complete ? .done : .partial
        }
        guard let words = Failure(failure) else { throw failure }
        try screen.report(words)
        return report.outcome == .failed ? words.status : .partial
    }

    func show(_ messages: [BridgeMessage]) throws {
        for message in messages.prefix(10) {
            try screen.warn(SafeText.neutralised("The bridge says: \(message.text.cut)"))
        }
        if messages.count > 10 {
            let rest = Count.text(messages.count - 10, "message")
            try screen.warn("The bridge says more: \(rest)")
        }
    }

    func show(_ rejected: [RejectedEntry]) throws {
        guard !rejected.isEmpty else { return }
        try screen.warn("\(Count.text(rejected.count, "entry", "entries")) could not be read:")
        for entry in rejected.prefix(10) {
            try screen.warn("  " + SafeText.neutralised(entry.explanation + place(of: entry)))
        }
        if rejected.count > 10 { try screen.warn("  and \(rejected.count - 10) more") }
    }

    func show(inOtherCurrency names: [String]) throws {
        for name in names {
            try screen.warn(
                SafeText.neutralised(
                    "\(name) comes in another currency than before; amounts of two are never mixed, "
                        + "so nothing of it was stored. Ask its bank, or the bridge."))
        }
    }

    /// What was brought in, "7 accounts, 12 new transactions, 1 changed".
    static func words(accounts: Int, _ stored: StoredAnswer) -> String {
        "\(Count.text(accounts, "account")), "
            + Count.text(stored.newTransactions, "new transaction")
            + (stored.changedTransactions > 0 ? ", \(stored.changedTransactions) changed" : "")
    }

    /// Where to look for an entry in what the bank sent, by the bank's own ids.
    private func place(of entry: RejectedEntry) -> String {
        let ids = [
            entry.transactionID.map { "transaction \($0)" },
            entry.accountID.map { "account \($0)" },
        ].compactMap { $0 }
        return ids.isEmpty ? "" : " (\(ids.joined(separator: " of ")))"
    }

    func show(_ report: ClassifyReport) throws {
        try screen.print(
            report.scope == .leftToWatcher
                ? ClassifyView.leftToWatcher
                : report.changes.isEmpty
                    ? "Nothing is classified differently"
                    : "\(Count.text(report.changes.count, "transaction")) classified, with "
                        + "\(Count.text(report.userRules, "rule")) of yours")
        try RuleProblemsView(screen: screen).show(report)
    }

    private func show(_ report: SyncReport) throws {
        let broughtIn =
            report.outcome == .failed
            ? "nothing was brought in"
            : Self.words(accounts: report.accounts, report.stored)
        try screen.print(
            SafeText.neutralised(report.connection.name) + ": \(broughtIn); "
                + "\(report.requestsLeft)/\(SyncPlan.requestsADay) requests left today")
        try show(report.messages)
        try show(report.rejected)
        try show(inOtherCurrency: report.stored.inOtherCurrency)
        if report.leavesHistory {
            try screen.print("Older history follows with the next sync, to stay within the limit.")
        }
        if report.requestsLeft <= 4 {
            let number = report.requestsLeft == 0 ? "No" : "Few"
            try screen.warn(
                "\(number) requests are left today; they are counted anew at midnight UTC.")
        }
    }

    /// A line that is written over, on a terminal only.
    private func showProgress(_ progress: SyncProgress) {
        guard screen.errorCapabilities.isTerminal else { return }
        switch progress {
        case .waiting(let holder):
            let process = holder.process.map { ", process \($0)" } ?? ""
            overwrite("  waiting for the sync that is under way\(process)")
        case .received(let window?, let count):
            overwrite("  back to \(window.lowerBound): \(count) transactions")
        case .received(nil, _): break
        }
    }

    private func clearProgress() {
        guard screen.errorCapabilities.isTerminal else { return }
        overwrite("")
    }

    private func overwrite(_ text: String) {
        do {
            try screen.errors.write("\r\u{1B}[K\(text)")
            try screen.errors.flush()
        } catch {
            // Progress that nobody sees is no reason to stop a sync.
        }
    }
}
