internal import Platform
internal import Synchronization
internal import Vault

/// What other threads of a watcher have to tell it.
final class WatchInbox: Sendable {
    enum Message: Sendable {
        /// A sync stored something new.
        case stored
        case synced(Connection, Result<SyncReport, any Error>)
        /// What is for one target was sent.
        case sent(to: String, Result<SendingReport, any Error>)
        case backedUp(Result<Backup, any Error>)
    }

    private let wakeSignal: WakeSignal
    private let messages = Mutex<[Message]>([])

    init(wakeSignal: WakeSignal) {
        self.wakeSignal = wakeSignal
    }

    func put(_ message: Message) {
        messages.withLock { $0.append(message) }
        wakeSignal.send()
    }

    func takeAll() -> [Message] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
