import Engine
import Vault

/// Whether something in a vault's status waits for its person.
struct StatusAttention {
    let engine: Engine

    func isNeeded() throws -> Bool {
        if let watcher = try engine.watcher(),
            watcher.lastError != nil || !watcher.brokenFiles.isEmpty
        {
            return true
        }
        if try engine.vault.failingCounts().setAside > 0 { return true }
        if try engine.vault.institutionHealth().contains(where: { !$0.isWell }) { return true }
        let isSyncing = try engine.syncHolder() != nil
        return try engine.vault.connections().contains { connection in
            guard connection.kind == .simplefin else { return false }
            switch try engine.vault.lastSync(connection: connection.id)?.outcome {
            case .complete, .stopped: return false
            case .running, nil: return !isSyncing
            case .partial, .failed: return true
            }
        }
    }
}
