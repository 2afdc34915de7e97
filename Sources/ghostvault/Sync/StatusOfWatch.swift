import Engine
import Model
import Terminal
import Vault

/// How the backups that `watch` makes and checks fare.
struct BackupState {
    /// Why the last one failed.
    let failure: String?
    let checked: CheckedBackup?

    init(of vault: Vault) throws {
        failure = try vault.failedBackup()
        checked = try vault.checkedBackup()
    }

    /// Shows it, if there is something to say, after an empty line.
    func show(on screen: Screen) throws {
        guard failure != nil || checked != nil else { return }
        try screen.print()
        if let failure {
            try screen.print(
                SafeText.neutralised("The last scheduled backup failed: \(failure)"), .warning)
        }
        if let checked {
            let day = ProgramContext.current.zone.day(at: checked.checkedAt)
            try screen.print(
                "The backup of \(LocalTime.text(checked.madeAt)) can be restored, checked on \(day).",
                .muted)
        }
    }

    static var fields: [Field<BackupState>] {
        [
            .value("backup_failure", "Why the last scheduled backup failed; null if it did not.") {
                $0.failure
            },
            .value("backup_checked_at", "When `watch` last checked a backup, in UTC.") {
                $0.checked.map { Instant.text($0.checkedAt) }
            },
            .value("checked_backup_made_at", "When that backup was made, in UTC.") {
                $0.checked.map { Instant.text($0.madeAt) }
            },
        ]
    }
}

extension StatusView {
    func show(_ watcher: WatchState) throws {
        let since = Elapsed.text(seconds: engine.elapsed(since: watcher.since))
        try screen.print("Watched by process \(watcher.process), started \(since)", .accent)
        if let syncing = watcher.syncing {
            try screen.print(SafeText.neutralised("  syncing \(syncing)"))
        }
        if let next = watcher.nextSyncAt {
            try screen.print(
                "  next sync  " + (watcher.syncing == nil ? due(next) : LocalTime.text(next)))
        }
        if let error = watcher.lastError {
            let ago = watcher.lastErrorAt.map {
                Elapsed.text(seconds: engine.elapsed(since: $0)) + ": "
            }
            try screen.print(
                SafeText.neutralised("  last error \(ago ?? "")\(error)"), .warning)
            if let remedy = watcher.lastRemedy, !remedy.isEmpty {
                try screen.print("             " + SafeText.neutralised(remedy), .warning)
            }
        }
    }
}

extension WatchState {
    static var fields: [Field<WatchState?>] {
        [
            .value("watched", "Whether a process watches the vault.") { $0 != nil },
            .value("watch_process", "Its number.") { $0.map { Int64($0.process) } },
            .value("watch_since", "When it began, in UTC.") { $0.map { Instant.text($0.since) } },
            .value("watch_syncing", "The connection that it syncs at this moment.") { $0?.syncing },
            .value("next_sync_at", "When the next sync is due, in UTC.") {
                $0?.nextSyncAt.map(Instant.text)
            },
            .value("watch_error", "Its last failure.") { $0?.lastError },
            .value("watch_error_at", "When that was, in UTC.") {
                $0?.lastErrorAt.map(Instant.text)
            },
            .value("watch_remedy", "How to fix it, if known.") { $0?.lastRemedy },
        ]
    }
}
