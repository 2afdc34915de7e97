import ArgumentParser
import Engine
import Model
import Terminal
import Vault

struct SyncHistoryCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List requests to bridges, newest first.",
        discussion: """
            A sync may send several requests, one for each window of days. The outcome, the \
            counts and the message are those of the whole sync. Requests are kept for 400 days.

            Example:
              ghostvault sync history --limit 5
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var length: ListLimit

    func run(on screen: Screen, reading engine: Engine) throws {
        let requests = try engine.vault.requests(limit: length.limit)
        if let format = output.format {
            try Self.report.print(requests, as: format, on: screen)
        } else if requests.isEmpty {
            try screen.print("No requests yet.")
        } else {
            try screen.print(Self.report.table(requests))
        }
    }

    static var report: Report<RecordedRequest> {
        Report(
            "sync history",
            .value("sent_at", "When, in UTC, such as `2026-03-15T09:30:00Z`.") {
                Instant.text($0.sentAt)
            }.column("day") { .init("\(ProgramContext.current.zone.day(at: $0.sentAt))") },
            .value("connection", "The connection.") { $0.connection }
                .column("connection", isFlexible: true, isName: true),
            .value("from", "The first requested day; null for balances only.") {
                $0.window?.lowerBound
            }.column("from"),
            .value("to", "The last requested day.") { $0.window?.upperBound.adding(days: -1) }
                .column("to"),
            .value("sync", "The sync's number; requests of one sync share it.") { $0.sync },
            .value(
                "outcome",
                "`complete`, `partial`, `failed`, `stopped` or `running`; null without a sync."
            ) { $0.outcome?.rawValue }.column("outcome") {
                .init($0.outcome?.words ?? "", $0.outcome == .failed ? .warning : nil)
            },
            .value("new", "The new transactions of the sync.") { $0.newTransactions }
                .column("new"),
            .value("changed", "The changed transactions of the sync.") { $0.changedTransactions }
                .column("changed", rank: 1),
            .value("message", "The sync's error, or else the bridge's first message.") {
                $0.message
            }.column("message", isFlexible: true, rank: 2))
    }
}
