internal import GRDB

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
