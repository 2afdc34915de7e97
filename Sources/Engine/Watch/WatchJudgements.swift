internal import Vault
internal import Waiting

// What the watcher makes of what it hears.

extension WatchCause {
    /// Whether a person waits for what became of an edit, and does not hear of
    /// its mistakes instead.
    func isEdit(ofOthersThan broken: [String]) -> Bool {
        switch self {
        case .files(let files): !Set(files).isSubset(of: broken)
        case .asked: true
        case .start, .sync, .otherCommand, .newDay, .handlers, .again: false
        }
    }
}

extension Wakening {
    var isSignal: Bool { if case .signal = self { true } else { false } }

    var isOfFiles: Bool {
        switch self {
        case .changed, .changesLost: true
        case .signal, .timeReached, .clockSet, .rung: false
        }
    }
}

extension VaultError {
    /// Whether no trying again helps.
    var endsWatching: Bool {
        switch self {
        case .missing, .notADatabase, .madeByNewerVersion: true
        default: false
        }
    }
}
