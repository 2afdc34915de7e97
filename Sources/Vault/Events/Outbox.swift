internal import GRDB
internal import Model

/// Something that a handler asked for, as it is kept until it is done.
public struct StoredAction: Hashable, Sendable {
    public let id: Int64
    /// By which a receiver knows it when it comes again.
    public let messageID: String
    public let handler: String
    /// The key of what the handler is told of.
    public let subscription: String
    public let event: StoredEvent
    public let target: String
    /// As JSON.
    public let action: String
    /// How many times it was tried already.
    public let attempts: Int
}

extension Vault {
    /// The actions for a target that it is time for, in the order in which they were
    /// asked for: those that may be tried one after another while none of them fails.
    ///
    /// What fails keeps what is behind it waiting, so that a short trouble changes
    /// no order: until it failed so often that it may be the message that is wrong
    /// rather than the target. Then others go past it. Where they fail as well it is
    /// the target, which is not asked for more of them.
    ///
    /// - Parameters:
    ///   - instant: POSIX seconds.
    ///   - limit: how many at most.
    public func actionsDue(
        for target: String, at instant: Int64, limit: Int = 100
    ) throws(VaultError) -> [StoredAction] {
        try actions(
            where: "outbox.id IN (\(OutboxQueries.due))",
            ["target": target, "now": instant, "limit": limit])
    }

    /// All actions that wait for a target, in their order, where it is time for
    /// the first of them.
    ///
    /// - Parameter instant: POSIX seconds.
    public func allActions(
        for target: String, at instant: Int64
    ) throws(VaultError) -> [StoredAction] {
        let due = try read { database in
            try Int64.fetchOne(
                database,
                sql: """
                    SELECT next_try_at FROM outbox WHERE state = 'waiting' AND target = ?
                    ORDER BY id LIMIT 1
                    """,
                arguments: [target])
        }
        guard let due, due <= instant else { return [] }
        return try actions(
            where: "outbox.state = 'waiting' AND target = :target", ["target": target])
    }

    private func actions(
        where condition: String, _ arguments: StatementArguments
    ) throws(VaultError) -> [StoredAction] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT events.id, subject, day, coalesce(fields, ''), outbox.id, message_id,
                        handler, key, target, action, attempts
                    FROM outbox
                    JOIN events ON events.id = event_id
                    JOIN event_subscriptions ON event_subscriptions.id = subscription_id
                    WHERE \(condition) ORDER BY outbox.id
                    """,
                arguments: arguments
            ).map {
                StoredAction(
                    id: $0[4], messageID: $0[5], handler: $0[6], subscription: $0[7],
                    event: try StoredEvent($0), target: $0[8], action: $0[9], attempts: $0[10])
            }
        }
    }

    /// Keeps that actions are about to be tried, so that an attempt counts also
    /// where its end is never known. Why an earlier one was broken off, which counts as
    /// none, is forgotten.
    ///
    /// - Parameter nextTry: when they are tried again in that case, in POSIX
    ///   seconds.
    /// - Returns: those that still wait: the person may have given others up.
    public func beginAttempt(
        at actions: [Int64], nextTry: Int64
    ) throws(VaultError) -> Set<Int64> {
        try write { database in
            var begun: Set<Int64> = []
            for action in actions {
                try database.execute(
                    sql: """
                        UPDATE outbox SET attempts = attempts + 1, next_try_at = ?,
                            reason = iif(attempts = 0, NULL, reason)
                        WHERE id = ? AND state = 'waiting'
                        """,
                    arguments: [nextTry, action])
                if database.changesCount > 0 { begun.insert(action) }
            }
            return begun
        }
    }

    /// Keeps how an action ended; nothing where the person gave it up meanwhile.
    ///
    /// - Parameters:
    ///   - reason: why it failed, in words that hold nothing of what was sent.
    ///   - nextTry: POSIX seconds, of one that is still ``DeliveryState/waiting``.
    ///   - notBefore: until when the receiver asked to be left alone, in POSIX seconds;
    ///     0 if it said nothing.
    public func endAttempt(
        at action: Int64, _ state: DeliveryState, reason: String? = nil, nextTry: Int64 = 0,
        notBefore: Int64 = 0
    ) throws(VaultError) {
        try write { database in
            try database.execute(
                sql: """
                    UPDATE outbox SET state = ?, reason = ?, next_try_at = ?, not_before = ?
                    WHERE id = ? AND state = 'waiting'
                    """,
                arguments: [state.rawValue, reason, max(nextTry, notBefore), notBefore, action])
        }
    }

    /// Keeps that an attempt was none; nothing where the person gave the action up
    /// meanwhile.
    ///
    /// - Parameters:
    ///   - attempts: how many there were, 0 and more.
    ///   - reason: why, in words that hold nothing of what was to be sent.
    ///   - nextTry: POSIX seconds.
    public func takeBackAttempt(
        at action: Int64, leaving attempts: Int, reason: String, nextTry: Int64
    ) throws(VaultError) {
        try write { database in
            try database.execute(
                sql: """
                    UPDATE outbox SET attempts = ?, reason = ?, next_try_at = ?
                    WHERE id = ? AND state = 'waiting'
                    """,
                arguments: [attempts, reason, nextTry, action])
        }
    }

    /// Has all that failed for a target tried again at once, since it answers;
    /// but for what it asked to be given later, which is tried then.
    ///
    /// - Parameter instant: POSIX seconds.
    public func hastenActions(for target: String, at instant: Int64) throws(VaultError) {
        try write { database in
            try database.execute(
                sql: """
                    UPDATE outbox SET next_try_at = max(?, not_before)
                    WHERE state = 'waiting' AND target = ? AND attempts > 0 AND next_try_at > ?
                    """,
                arguments: [instant, target, instant])
        }
    }

    /// When the next waiting action of each target is to be tried, in POSIX seconds.
    /// One that waits for an earlier one is tried with it.
    public func nextActionTries() throws(VaultError) -> [String: Int64] {
        try read { database in
            let rows = try Row.fetchAll(database, sql: OutboxQueries.nextTries)
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }

    /// Marks actions done within a transaction that does them.
    static func finish(_ actions: [Int64], _ database: Database) throws {
        for action in actions {
            try database.execute(
                sql: "UPDATE outbox SET state = 'done', reason = NULL WHERE id = ?",
                arguments: [action])
        }
    }
}

/// Queries of the outbox that stay fast however much waits: each is answered by an index.
package enum OutboxQueries {
    /// The numbers of those of `:target` that may be tried by `:now`, at most `:limit`.
    package static let due = """
        SELECT id FROM (
            SELECT id FROM outbox
            WHERE state = 'waiting' AND attempts > 0 AND target = :target
                AND next_try_at <= :now
            UNION ALL
            SELECT id FROM (
                SELECT id FROM outbox
                WHERE state = 'waiting' AND attempts = 0 AND target = :target
                    AND next_try_at <= :now AND id < \(keptWaiting(":target"))
                ORDER BY id LIMIT :limit))
        ORDER BY id LIMIT :limit
        """

    /// By target, when what may be tried next is to be tried. What was never tried is so in
    /// its order, so that the first of it tells.
    package static let nextTries = """
        WITH RECURSIVE targets (target) AS (
            SELECT min(target) FROM outbox WHERE state = 'waiting'
            UNION ALL
            SELECT (SELECT min(target) FROM outbox
                WHERE state = 'waiting' AND target > targets.target)
            FROM targets WHERE targets.target IS NOT NULL)
        SELECT target, min(next_try_at) FROM (
            SELECT target, (SELECT min(next_try_at) FROM outbox
                WHERE state = 'waiting' AND attempts > 0 AND target = targets.target)
                AS next_try_at
            FROM targets
            UNION ALL
            SELECT target, (SELECT next_try_at FROM outbox
                WHERE state = 'waiting' AND attempts = 0 AND target = targets.target
                    AND id < \(keptWaiting("targets.target"))
                ORDER BY id LIMIT 1)
            FROM targets)
        WHERE next_try_at IS NOT NULL GROUP BY target
        """

    /// By target, how many that were never tried wait behind one that failed.
    package static let heldUp = """
        SELECT held.target, count(*) FROM (
            SELECT target, min(id) AS first FROM outbox
            WHERE state = 'waiting' AND attempts > 0 AND reason IS NOT NULL
            GROUP BY target) AS failed
        CROSS JOIN outbox AS held
        WHERE held.state = 'waiting' AND held.attempts = 0 AND held.target = failed.target
            AND held.id > failed.first
        GROUP BY held.target
        """

    /// Where what failed and is neither done nor dismissed stands: two queries in one, as
    /// each has its own index.
    ///
    /// - Parameter columns: of the outbox.
    package static func failing(_ columns: String) -> String {
        """
        SELECT \(columns) FROM outbox
        WHERE state IN ('waiting', 'set-aside') AND state = 'set-aside'
        UNION ALL
        SELECT \(columns) FROM outbox
        WHERE state = 'waiting' AND attempts > 0 AND reason IS NOT NULL
        """
    }

    /// The number from which on what was never tried is kept waiting by what fails before
    /// it: by the first that failed a few times only, or by the third.
    private static func keptWaiting(_ target: String) -> String {
        """
        min(
            coalesce((SELECT min(id) FROM outbox
                WHERE state = 'waiting' AND attempts > 0 AND target = \(target)
                    AND attempts < \(attemptsBeforeOthersPass)), \(Int64.max)),
            coalesce((SELECT id FROM outbox
                WHERE state = 'waiting' AND attempts > 0 AND target = \(target)
                ORDER BY id LIMIT 1 OFFSET \(mostFailingOfOneTarget - 1)), \(Int64.max)))
        """
    }

    private static let mostFailingOfOneTarget = 3
    private static let attemptsBeforeOthersPass = 3
}

/// A command that was started and not seen to end.
public struct RunningCommand: Hashable, Sendable {
    /// Of the action that asked for it.
    public let messageID: String
    public let processGroup: Int32
    /// By which a process is told from a later one of the same number.
    public let started: String

    public init(messageID: String, processGroup: Int32, started: String) {
        self.messageID = messageID
        self.processGroup = processGroup
        self.started = started
    }
}

extension Vault {
    /// Keeps that a command was started.
    public func noteStarted(_ command: RunningCommand) throws(VaultError) {
        try write { database in
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO running_commands (message_id, process_group, started)
                    VALUES (?, ?, ?)
                    """,
                arguments: [command.messageID, command.processGroup, command.started])
        }
    }

    /// Keeps that a command has ended.
    public func noteEnded(commandOf messageID: String) throws(VaultError) {
        try write { database in
            try database.execute(
                sql: "DELETE FROM running_commands WHERE message_id = ?", arguments: [messageID])
        }
    }

    /// Commands that were started and not seen to end.
    public func runningCommands() throws(VaultError) -> [RunningCommand] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT message_id, process_group, started FROM running_commands"
            ).map {
                RunningCommand(
                    messageID: $0[0],
                    processGroup: try $0.int32($0[1], "process group", of: "running_commands"),
                    started: $0[2])
            }
        }
    }
}
