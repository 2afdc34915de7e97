import Engine
import SimpleFIN
import Terminal
import Vault

/// Brings a vault up to date before a person looks at it.
struct StaleSync {
    let screen: Screen
    let engine: Engine

    /// Syncs what is some hours old, and classifies what came. What goes wrong
    /// is said in a line, and keeps nobody from looking.
    func run() throws {
        do {
            let connections = try engine.staleConnections()
            try engine.whileWatchersWait {
                for connection in connections { try sync(connection) }
                if !connections.isEmpty { _ = try engine.classify(dryRun: false) }
            }
        } catch let error as OutputError {
            throw error
        } catch {
            try tell(error)
        }
        try overwrite("")
    }

    private func sync(_ connection: Connection) throws {
        try overwrite("Syncing \(SafeText.neutralised(connection.name)) …")
        do {
            let report = try engine.synchronise(
                connection, trigger: .automatic, patience: 0, progress: { _ in })
            if let failure = report.failure { try tell(failure) }
            try overwrite("")
            var stored = report.stored
            // The dashboard asks about these itself.
            stored.missing = []
            try SyncView(screen: screen, engine: engine).show(otherwiseListed: stored)
        } catch EngineError.syncUnderWay, EngineError.automaticLimitReached {
            // Somebody is at it, or has been often enough today.
        }
    }

    private func tell(_ error: any Error) throws {
        guard let failure = Failure(error) else { throw error }
        try overwrite("")
        try screen.warn("Not synced: \(failure.whatHappened)")
    }

    private func overwrite(_ text: String) throws {
        try screen.errors.write("\r\u{1B}[K\(text)")
        try screen.errors.flush()
    }
}
