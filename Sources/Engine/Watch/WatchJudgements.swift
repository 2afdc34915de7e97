internal import Platform
internal import Vault

// What the watcher makes of what it hears.

extension WatchCause {
    /// Whether a person waits for what became of it.
    var isAwaited: Bool {
        switch self {
        case .files(let files): !files.isEmpty
        case .asked: true
        case .start, .sync, .otherCommand, .newDay, .handlers, .again: false
        }
    }
}

extension WakeReason {
    var isSignal: Bool { if case .signal = self { true } else { false } }

    var isOfFiles: Bool {
        switch self {
        case .changed, .changesLost: true
        case .signal, .timeReached, .clockSet, .woken: false
        }
    }
}

extension VaultError {
    /// Whether no trying again helps.
    var endsWatching: Bool {
        switch self {
        case .missing, .databaseLost, .notADatabase, .madeByNewerVersion: true
        default: false
        }
    }
}
