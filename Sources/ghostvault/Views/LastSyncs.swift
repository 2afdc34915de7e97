import Engine
import Terminal
import Vault

/// What is known of a connection's syncs: the last that brought anything in, and the
/// last try where that was another.
struct LastSyncs {
    let answered: LastSync?
    /// A later one, which brought nothing: it failed, could not begin, was stopped or
    /// is not finished.
    let laterTry: LastSync?

    init(of connection: Connection, in engine: Engine) throws {
        answered = try engine.vault.lastAnsweredSync(connection: connection.id)
        let newest = try engine.vault.lastSync(connection: connection.id)
        laterTry = newest?.id == answered?.id ? nil : newest
    }

    /// The newest of all, however it ended.
    var newest: LastSync? { laterTry ?? answered }
}

extension LastSync {
    /// When it began and how it ended: "2 hours ago, complete".
    func words(_ engine: Engine) -> String {
        "\(Elapsed.text(seconds: engine.elapsed(since: startedAt))), \(outcome.words)"
    }

    /// What was said in it of no bank alone.
    var general: [StoredMessage] { messages.filter { $0.institution == nil } }
}

extension JSONObject {
    /// Writes the fields that tell of a connection's syncs.
    mutating func write(_ last: LastSyncs) {
        field("last_sync_at", last.newest?.startedAt)
        field("last_sync", last.newest?.outcome.rawValue)
        field("last_answered_sync_at", last.answered?.startedAt)
        field("last_answered_sync", last.answered?.outcome.rawValue)
    }
}
