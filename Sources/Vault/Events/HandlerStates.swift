internal import GRDB

extension Vault {
    /// The states that handlers keep between events, as JSON by handler. A handler without a
    /// state is missing.
    public func handlerStates() throws(VaultError) -> [String: String] {
        try read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT handler, state FROM event_handlers WHERE state IS NOT NULL")
            return try Dictionary(
                rows.map { try ($0.value(0), $0.value(1)) }, uniquingKeysWith: { one, _ in one })
        }
    }

    /// Empties the states of handlers.
    public func forgetStates(of handlers: [String]) throws(VaultError) {
        try write { database in
            for handler in handlers {
                try database.execute(
                    sql: "UPDATE event_handlers SET state = NULL WHERE handler = ?",
                    arguments: [handler])
            }
        }
    }
}
