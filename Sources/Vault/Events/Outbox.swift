internal import GRDB
internal import Model

/// A handler's request in the outbox.
public struct StoredAction: Hashable, Sendable {
    public let id: Int64
    /// Identifies the message to a receiver that gets it twice.
    public let messageID: String
    public let handler: String
    /// The key of the handler's subscription.
    public let subscription: String
    public let event: StoredEvent
    public let target: String
    /// As JSON.
    public let action: String
    /// The number of earlier attempts.
    public let attempts: Int
}

extension Vault {
    /// The due actions of a target, in order. They may be sent one after another until
    /// one fails.
    ///
    /// A failing action blocks those behind it, so that a short outage changes no
    /// order. After several failures the message may be the problem rather than the
    /// target, and others pass it. If those fail as well, the target is the problem and
    /// gets no more of them.
    ///
    /// - Parameters:
    ///   - instant: POSIX seconds.
    ///   - limit: the maximum number.
    public func actionsDue(
        for target: String, at instant: Int64, limit: Int = 100
    ) throws(VaultError) -> [StoredAction] {
        try actions(
            where: "outbox.id IN (\(OutboxQueries.due))",
            ["target": target, "now": instant, "limit": limit])
    }

    /// All waiting actions of a target, in order, if the first of them is due.
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
                try StoredAction(
                    id: $0.value(4), messageID: $0.value(5), handler: $0.value(6),
                    subscription: $0.value(7),
                    event: try StoredEvent($0), target: $0.value(8), action: $0.value(9),
                    attempts: $0.value(10))
            }
        }
    }

    /// Stores that an attempt begins, so that it counts even if its end is never known.
    /// Clears the reason of an earlier attempt that didn't count.
    ///
    /// - Parameter nextTry: the retry time in that case, in POSIX seconds.
    /// - Returns: those that still wait, as the person may have dismissed others.
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

    /// Stores the result of an attempt; ignored if the person dismissed the action
    /// meanwhile.
    ///
    /// - Parameters:
    ///   - reason: the error, without any of the sent content.
    ///   - nextTry: POSIX seconds, if still ``DeliveryState/waiting``.
    ///   - notBefore: the receiver's requested delay as POSIX seconds; 0 for none.
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

    /// Takes back an attempt that didn't count; ignored if the person dismissed the
    /// action meanwhile.
    ///
    /// - Parameters:
    ///   - attempts: the remaining number of attempts, 0 and more.
    ///   - reason: the error, without any of the content.
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

    /// Makes all failed actions of a target due now, since it responds again. A delay
    /// that the receiver requested still applies.
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

    /// The next retry time of each target, in POSIX seconds. Blocked actions are tried
    /// with the one they wait for.
    public func nextActionTries() throws(VaultError) -> [String: Int64] {
        try read { database in
            let rows = try Row.fetchAll(database, sql: OutboxQueries.nextTries)
            return try Dictionary(
                rows.map { try ($0.value(0), $0.value(1)) }, uniquingKeysWith: { first, _ in first }
            )
        }
    }

    /// Marks actions done, within the transaction that performs them.
    static func finish(_ actions: [Int64], _ database: Database) throws {
        for action in actions {
            try database.execute(
                sql: "UPDATE outbox SET state = 'done', reason = NULL WHERE id = ?",
                arguments: [action])
        }
    }
}

/// The queries of the outbox. Each uses an index, so that they stay fast with many
/// waiting actions.
package enum OutboxQueries {
    /// The row IDs of actions of `:target` that are due by `:now`, at most `:limit`.
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

    /// The next due time by target. Untried actions are due in order, so the first one
    /// decides.
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

    /// The number of untried actions behind a failed one, by target.
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

    /// Failed actions that are neither done nor dismissed. Two queries, as each has its
    /// own index.
    ///
    /// - Parameter columns: columns of the outbox.
    package static func failing(_ columns: String) -> String {
        """
        SELECT \(columns) FROM outbox
        WHERE state IN ('waiting', 'set-aside') AND state = 'set-aside'
        UNION ALL
        SELECT \(columns) FROM outbox
        WHERE state = 'waiting' AND attempts > 0 AND reason IS NOT NULL
        """
    }

    /// The row ID from which on untried actions are blocked: the first action with few
    /// failures, or the third failing one.
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

/// A command that was started and has not ended.
public struct RunningCommand: Hashable, Sendable {
    /// The message ID of its action.
    public let messageID: String
    public let processGroup: Int32
    /// Distinguishes the process from a later one with the same number.
    public let started: String

    public init(messageID: String, processGroup: Int32, started: String) {
        self.messageID = messageID
        self.processGroup = processGroup
        self.started = started
    }
}

extension Vault {
    /// Stores that a command was started.
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

    /// Stores that a command has ended.
    public func noteEnded(commandOf messageID: String) throws(VaultError) {
        try write { database in
            try database.execute(
                sql: "DELETE FROM running_commands WHERE message_id = ?", arguments: [messageID])
        }
    }

    /// Commands that were started and have not ended.
    public func runningCommands() throws(VaultError) -> [RunningCommand] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT message_id, process_group, started FROM running_commands"
            ).map {
                try RunningCommand(
                    messageID: $0.value(0),
                    processGroup: try $0.int32(
                        $0.value(1), "process group", of: "running_commands"),
                    started: $0.value(2))
            }
        }
    }
}
