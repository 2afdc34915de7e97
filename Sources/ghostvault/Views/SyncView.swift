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
    /// - Returns: how the program is to end where not all went well.
    func synchronise(_ connections: [Connection], historyMonths: Int) throws -> ExitStatus? {
        var status: ExitStatus?
        for connection in connections {
            let report = try engine.synchronise(connection, historyMonths: historyMonths) {
                showProgress($0)
            }
            clearProgress()
            try show(report)
            if let failure = report.failure {
                guard let words = Failure(failure) else { throw failure }
                try screen.report(words)
                status = report.outcome == .failed ? words.status : .partial
            } else if report.outcome != .complete {
                status = status ?? .partial
            }
        }
        try show(try engine.classify(dryRun: false))
        return status
    }

    func show(_ messages: [BridgeMessage]) throws {
        for message in messages {
            try screen.warn(SafeText.neutralised("The bridge says: \(message.text)"))
        }
    }

    func show(_ rejected: [RejectedEntry]) throws {
        guard !rejected.isEmpty else { return }
        try screen.warn("\(Count.text(rejected.count, "entry", "entries")) could not be read:")
        for entry in rejected.prefix(10) {
            try screen.warn("  " + SafeText.neutralised(entry.explanation))
        }
        if rejected.count > 10 { try screen.warn("  and \(rejected.count - 10) more") }
    }

    func show(_ report: ClassifyReport) throws {
        try screen.print(
            "\(Count.text(report.changes.count, "transaction")) classified, with "
                + "\(Count.text(report.userRules, "rule")) of yours")
        try ClassifyView(screen: screen, engine: engine).show(report.problems)
    }

    private func show(_ report: SyncReport) throws {
        try screen.print(
            SafeText.neutralised(report.connection.name) + ": "
                + "\(Count.text(report.accounts, "account")), "
                + "\(Count.text(report.stored.newTransactions, "new transaction")), "
                + "\(report.stored.changedTransactions) changed; "
                + "\(report.requestsLeft)/\(SyncPlan.requestsADay) requests left today")
        try show(report.messages)
        try show(report.rejected)
        if report.leavesHistory {
            try screen.print("Older history follows with the next sync, to stay within the limit.")
        }
        if report.requestsLeft <= 4 {
            try screen.warn("Few requests are left today; they are counted anew at midnight UTC.")
        }
    }

    /// A line that is written over, on a terminal only.
    private func showProgress(_ progress: SyncProgress) {
        guard screen.errorCapabilities.isTerminal, let window = progress.window else { return }
        overwrite("  back to \(window.lowerBound): \(progress.newTransactions) transactions")
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
