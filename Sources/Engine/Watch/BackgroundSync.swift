internal import Foundation
internal import Vault

/// A sync on a thread of its own, so that the watcher hears signals and edits
/// while a bridge is slow.
enum BackgroundSync {
    static func start(_ engine: Engine, _ connection: Connection, inbox: WatchInbox) {
        let thread = Thread {
            let result = Result {
                try engine.synchronise(
                    connection, trigger: .automatic, patience: 0
                ) { progress in
                    if case .received(_, let count) = progress, count > 0 { inbox.put(.stored) }
                }
            }
            inbox.put(.synced(connection, result))
        }
        thread.stackSize = 4 << 20
        thread.start()
    }
}
