public import Vault

/// The outcome of syncing connections and classifying their transactions.
public enum SyncStep {
    case began(Connection)
    /// A connection's sync ended, early if its outcome says so.
    case synced(SyncReport)
    /// Nothing could be requested from a connection. The others go on.
    case failed(Connection, any Error)
    case classified(ClassifyReport)
}

extension Engine {
    /// Syncs connections in turn, then classifies what came in.
    ///
    /// One failing connection doesn't stop the others. No pass follows if the requests were
    /// stopped, or if no connection could be synced. Watchers wait meanwhile.
    ///
    /// - Parameters:
    ///   - banks: the only banks to sync; empty for all.
    ///   - monthsAgain: the months of history to request again; nil to request only what is
    ///     missing.
    ///   - stop: stops the requests; received data is kept.
    ///   - whileRequesting: runs the part that can be stopped.
    ///   - progress: called after each response.
    ///   - tell: called with each step; an error from it ends everything.
    public func syncAndClassify(
        _ connections: [Connection], banks: [InstitutionHealth], monthsAgain: Int?,
        stop: RequestStop, whileRequesting: (() throws -> Void) throws -> Void,
        progress: @escaping (SyncProgress) -> Void, tell: @escaping (SyncStep) throws -> Void
    ) throws {
        try whileWatchersWait {
            var hasReceived = false
            let syncing = stoppable(by: stop)
            try whileRequesting {
                for connection in connections where !stop.isStopped {
                    try tell(.began(connection))
                    let report: SyncReport
                    do {
                        report = try syncing.synchronise(
                            connection, bank: banks.first { $0.connection == connection.id },
                            historyMonths: monthsAgain, asksAgain: monthsAgain != nil,
                            progress: progress)
                    } catch {
                        try tell(.failed(connection, error))
                        continue
                    }
                    hasReceived = hasReceived || report.outcome != .failed
                    try tell(.synced(report))
                }
            }
            guard hasReceived, !stop.isStopped else { return }
            try tell(.classified(try classify(dryRun: false)))
        }
    }
}
