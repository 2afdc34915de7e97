import Engine
import Model
import Vault

/// A connection's last sync that brought data, and the last attempt if that differs.
struct LastSyncs {
    let answered: LastSync?
    /// A later attempt without data: it failed, was stopped, is unfinished or brought only
    /// messages.
    let laterTry: LastSync?

    init(of connection: Connection, in engine: Engine) throws {
        answered = try engine.vault.lastAnsweredSync(connection: connection.id)
        let newest = try engine.vault.lastSync(connection: connection.id)
        laterTry = newest?.id == answered?.id ? nil : newest
    }

    /// The newest sync, however it ended.
    var newest: LastSync? { laterTry ?? answered }

    /// The newest sync that the bridge answered, even if with messages alone.
    var finished: LastSync? { laterTry?.outcome == .partial ? laterTry : answered }
}

extension LastSync {
    /// The start and outcome, "2 hours ago, complete".
    func words(_ engine: Engine, withoutData: Bool = false) -> String {
        let outcome = withoutData && outcome == .partial ? "without data" : outcome.words
        return "\(Elapsed.text(seconds: engine.elapsed(since: startedAt))), \(outcome)"
    }

    /// The messages that aren't about a single bank.
    var general: [StoredMessage] { messages.filter { $0.institution == nil } }
}

extension LastSyncs {
    static var fields: [Field<LastSyncs>] {
        [
            .value("last_sync_at", "When the last sync was started, in UTC.") {
                ($0.newest?.startedAt).map(Instant.text)
            },
            .value("last_sync", "`complete`, `partial`, `failed`, `stopped` or `running`.") {
                $0.newest?.outcome.rawValue
            },
            .value(
                "last_answered_sync_at",
                "When the last sync with data was started, in UTC."
            ) { ($0.answered?.startedAt).map(Instant.text) },
            .value("last_answered_sync", "`complete` or `partial`.") {
                $0.answered?.outcome.rawValue
            },
        ]
    }
}

extension SyncOutcome {
    /// The outcome, phrased to follow a time.
    var words: String {
        switch self {
        case .running: "not finished"
        case .complete: "complete"
        case .partial: "in part"
        case .failed: "failed"
        case .stopped: "stopped"
        }
    }
}
