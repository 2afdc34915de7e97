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

    /// When to look again what another command does, in POSIX seconds; nil where
    /// none is at it.
    private(set) var turnEnds: Int64?
    private var writers: Int64 = 0
    private let engine: WatchedEngine
    private let attempts: WatchAttempts
    private let clock: WatchClock

    init(_ engine: WatchedEngine, _ attempts: WatchAttempts, _ clock: WatchClock) {
        self.engine = engine
        self.attempts = attempts
        self.clock = clock
    }

    /// Takes what is there now as known.
    func begin() throws { writers = try engine.vault.otherWriters() }

    /// What was written since this was asked last.
    func written() throws -> Writing {
        // Who decides something classifies it too, and tells what that changed.
        // Its end is told by its lock; the time is for a file system that tells
        // nothing.
        turnEnds = nil
        if try attempts.make(.noticing, { try engine.now.isSomebodyDeciding() }) == true {
            turnEnds = clock.now + Self.longestTurnSeconds
            return .nothing
        }
        return try attempts.make(.noticing) {
            let wasReplaced = try engine.reopenIfReplaced()
            let before = writers
            try begin()
            return wasReplaced ? .otherDatabase : writers == before ? .nothing : .something
        } ?? .nothing
    }

    func isLookDue(at now: Int64) -> Bool {
        turnEnds.map { $0 <= now } ?? false || attempts.isDue(.noticing, at: now)
    }

    private static let longestTurnSeconds: Int64 = 30
}
