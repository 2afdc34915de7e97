internal import Vault

/// What other commands write into a watched vault.
final class OtherCommands {
    enum Writing {
        /// Or one decides something just now, and is to be left to it.
        case nothing
        case something
        /// Another database lies there, as after a backup was brought back.
        case otherDatabase
    }

    private var writers: Int64 = 0
    private let engine: WatchedEngine
    private let attempts: WatchAttempts

    init(_ engine: WatchedEngine, _ attempts: WatchAttempts) {
        self.engine = engine
        self.attempts = attempts
    }

    /// Takes what is there now as known.
    func begin() throws { writers = try engine.vault.otherWriters() }

    /// What was written since this was asked last; while another command decides, it
    /// is time to ask again when `noticing` is.
    func written() throws -> Writing {
        // Who decides something classifies it too, and tells what that changed.
        // Its end is told by its lock; the time is for a file system that tells
        // nothing.
        if try attempts.make(.noticing, { try engine.now.isSomebodyDeciding() }) == true {
            attempts.putOff(.noticing, seconds: Self.longestTurnSeconds)
            return .nothing
        }
        return try attempts.make(.noticing) {
            let wasReplaced = try engine.reopenIfReplaced()
            let before = writers
            try begin()
            return wasReplaced ? .otherDatabase : writers == before ? .nothing : .something
        } ?? .nothing
    }

    private static let longestTurnSeconds: Int64 = 30
}
