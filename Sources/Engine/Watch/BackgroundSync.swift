internal import Foundation
internal import Synchronization
internal import Vault
internal import Waiting

/// What other threads of a watcher have to tell it.
final class WatchInbox: Sendable {
    enum Message: Sendable {
        /// A sync stored something new.
        case stored
        case synced(Connection, Result<SyncReport, any Error>)
    }

    private let bell: Bell
    private let messages = Mutex<[Message]>([])

    init(bell: Bell) {
        self.bell = bell
    }

    func put(_ message: Message) {
        messages.withLock { $0.append(message) }
        bell.ring()
    }

    func takeAll() -> [Message] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}

/// A sync on a thread of its own, so that the watcher hears signals and edits
/// while a bridge is slow.
enum BackgroundSync {
    static func start(_ engine: Engine, _ connection: Connection, inbox: WatchInbox) {
        let thread = Thread {
            let result = Result {
                try engine.synchronise(
                    connection, historyMonths: historyMonths, trigger: .automatic, patience: 0
                ) { progress in
                    if case .received(_, let count) = progress, count > 0 { inbox.put(.stored) }
                }
            }
            inbox.put(.synced(connection, result))
        }
        thread.stackSize = 4 << 20
        thread.start()
    }

    /// As `ghostvault sync` asks for without a wish.
    private static let historyMonths = 24
}
