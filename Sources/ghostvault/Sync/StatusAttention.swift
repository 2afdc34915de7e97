import Engine
import Insights
import Terminal
import Vault

/// Whether something in a vault's status needs attention.
struct StatusAttention {
    let engine: Engine

    func isNeeded() throws -> Bool {
        if try engine.watcher()?.lastError != nil { return true }
        if try engine.watcher()?.waitingFiles.isEmpty == false { return true }
        if try !engine.brokenFiles().isEmpty { return true }
        if try engine.vault.failingCounts().setAside > 0 { return true }
        if try !engine.vault.unreadableAccounts().isEmpty { return true }
        if try engine.vault.institutionHealth().contains(where: { !$0.isWell }) { return true }
        if try AccountContinuity.all(of: engine.vault)
            .contains(where: { $0.needsAttention(on: engine.today) })
        {
            return true
        }
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

extension StatusView {
    /// Shows whether something needs attention, and the age of the last sync with data.
    func showShort() throws {
        let answers = try engine.vault.connections().filter { $0.kind == .simplefin }
            .compactMap { try LastSyncs(of: $0, in: engine).answered?.startedAt }
        let synced = answers.max().map {
            ", synced " + Elapsed.text(seconds: engine.elapsed(since: $0))
        }
        let isNeeded = try StatusAttention(engine: engine).isNeeded()
        try screen.print(
            (isNeeded ? "needs attention" : "ok") + (synced ?? ""), isNeeded ? .warning : .positive)
    }
}

/// A bank's state after the last sync.
enum BankState: String {
    case well = "ok"
    /// The last sync failed, or the bridge said that something is wrong, and none of its accounts
    /// came.
    case unheard = "no news"
    case needsPerson = "needs you"
    /// Something of its accounts can't be read.
    case unread = "incomplete"

    init(_ bank: InstitutionHealth, _ last: LastSyncs, isUnread: Bool) {
        let failed = last.laterTry?.outcome == .failed ? last.laterTry : nil
        let sync = failed ?? last.finished
        let isTold = failed != nil || sync?.general.isEmpty == false
        let isHeard = (bank.lastReceivedAt ?? 0) >= (sync?.startedAt ?? 0)
        self =
            !bank.isWell
            ? .needsPerson : isTold && !isHeard ? .unheard : isUnread ? .unread : .well
    }

    /// The state for programs.
    var code: String {
        switch self {
        case .well: "SUCCESS"
        case .unheard: "NO_NEWS"
        case .needsPerson: "FAILURE"
        case .unread: "INCOMPLETE"
        }
    }

    var style: Style {
        switch self {
        case .well: .positive
        case .unheard, .unread: .warning
        case .needsPerson: .negative
        }
    }
}
